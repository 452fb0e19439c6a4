import FormControlLabel from '@mui/material/FormControlLabel';
import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import { useTranslation } from 'react-i18next';
import { labelFont, type LabelLook } from '../../../map/configure/label-json.ts';
import { ChoiceField, ColorInput, ControlGrid, NumberSlider } from './setting-fields.tsx';

/** How the text of labels looks: font, size, colours and halo; and how far it is from its place. */
export function LabelText({
  look,
  onChange,
}: {
  look: LabelLook;
  onChange: (change: Partial<LabelLook>) => void;
}) {
  const { t } = useTranslation();
  const { family, size, bold, italic, color, halo, haloColor, xOffset, yOffset } = look;
  const isOther = family !== labelFont;
  return (
    <>
      <ChoiceField
        label={t('layers.labels.font')}
        value={family}
        choices={[
          { value: labelFont, title: labelFont },
          ...(isOther
            ? [{ value: family, title: t('layers.labels.otherFont', { font: family, shown: labelFont }) }]
            : []),
        ]}
        onChange={(next) => onChange({ family: next })}
      />
      <ControlGrid>
        <NumberSlider
          label={t('layers.style.size')}
          value={size}
          min={5}
          max={36}
          onChange={(next) => onChange({ size: next })}
        />
        <span>{t('layers.style.color')}</span>
        <ColorInput
          label={t('layers.style.color')}
          value={color}
          onChange={(next) => onChange({ color: next })}
        />
        <NumberSlider
          label={t('layers.labels.halo')}
          value={halo}
          min={0}
          max={5}
          onChange={(next) => onChange({ halo: next })}
        />
        {halo > 0 && (
          <>
            <span>{t('layers.labels.haloColor')}</span>
            <ColorInput
              label={t('layers.labels.haloColor')}
              value={haloColor}
              onChange={(next) => onChange({ haloColor: next })}
            />
          </>
        )}
        <NumberSlider
          label={t('layers.labels.xOffset')}
          value={xOffset}
          min={-40}
          max={40}
          onChange={(next) => onChange({ xOffset: next })}
        />
        <NumberSlider
          label={t('layers.labels.yOffset')}
          value={yOffset}
          min={-40}
          max={40}
          onChange={(next) => onChange({ yOffset: next })}
        />
      </ControlGrid>
      <Box sx={styles.switches}>
        <FormControlLabel
          control={<Switch size="small" checked={bold} onChange={(_event, on) => onChange({ bold: on })} />}
          label={t('layers.labels.bold')}
        />
        <FormControlLabel
          control={
            <Switch size="small" checked={italic} onChange={(_event, on) => onChange({ italic: on })} />
          }
          label={t('layers.labels.italic')}
        />
      </Box>
    </>
  );
}

const styles = {
  // The margin of MUI’s first switch goes beyond the fields.
  switches: { display: 'flex', flexWrap: 'wrap', columnGap: 2, marginInlineStart: '4px' },
} as const;
