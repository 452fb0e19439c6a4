import Check from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Slider from '@mui/material/Slider';
import { useTranslation } from 'react-i18next';
import type { SketchStyle } from '../../../map/sketch/sketch.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { sizes, textSizes } from '../../../ui/sizes.ts';

/** Colours of drawings: data of the map, the same in both themes, and distinguishable on both basemaps. */
export const colours = {
  red: '#c62828',
  orange: '#ef6c00',
  yellow: '#f9a825',
  green: '#2e7d32',
  blue: '#1565c0',
  purple: '#6a1b9a',
  black: '#212121',
} as const;

const names = Object.keys(colours) as (keyof typeof colours)[];

/** Colour, width and fill opacity; for text colour and size. */
export function StyleFields({
  style,
  fills,
  letters,
  onChange,
}: {
  style: SketchStyle;
  /** Whether any drawing has an interior. */
  fills: boolean;
  /** Whether the width is the font size. */
  letters: boolean;
  onChange: (style: SketchStyle) => void;
}) {
  const { t } = useTranslation();
  const { formats } = useLanguage();
  const percent = new Intl.NumberFormat(formats, { style: 'percent' });
  return (
    <>
      <Box component="fieldset" aria-label={t('sketch.colour')} sx={styles.colours}>
        {names.map((name) => (
          <ButtonBase
            key={name}
            aria-pressed={colours[name] === style.colour}
            aria-label={t(`sketch.colour.${name}`)}
            onClick={() => onChange({ ...style, colour: colours[name] })}
            sx={{ width: sizes.touch, height: sizes.touch, borderRadius: '50%' }}
          >
            <Box sx={{ ...styles.swatch, backgroundColor: colours[name] }}>
              {colours[name] === style.colour && <Check sx={{ fontSize: 18, color: '#ffffff' }} />}
            </Box>
          </ButtonBase>
        ))}
      </Box>
      <Box sx={styles.row}>
        <span>{t(letters ? 'sketch.size' : 'sketch.width')}</span>
        <Slider
          size="small"
          min={1}
          max={12}
          value={style.width}
          onChange={(_event, width) => onChange({ ...style, width: Number(width) })}
          aria-label={t(letters ? 'sketch.size' : 'sketch.width')}
        />
        {fills && (
          <>
            <span>{t('sketch.fill')}</span>
            <Slider
              size="small"
              min={0}
              max={1}
              step={0.05}
              value={style.fill}
              onChange={(_event, fill) => onChange({ ...style, fill: Number(fill) })}
              aria-label={t('sketch.fill')}
              getAriaValueText={(fill) => percent.format(fill)}
            />
          </>
        )}
      </Box>
    </>
  );
}

const styles = {
  colours: { display: 'flex', flexWrap: 'wrap', minWidth: 0, m: 0, p: 0, border: 0 },
  swatch: {
    width: 28,
    height: 28,
    borderRadius: '50%',
    display: 'grid',
    placeItems: 'center',
    border: 2,
    borderColor: 'background.paper',
    // Black is seen in the dark theme as well.
    boxShadow: '0 0 0 1px var(--mui-palette-text-secondary)',
  },
  row: {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    alignItems: 'center',
    columnGap: 2,
    rowGap: 1,
    paddingInlineEnd: 1,
    color: 'text.secondary',
    fontSize: textSizes.small,
  },
} as const;
