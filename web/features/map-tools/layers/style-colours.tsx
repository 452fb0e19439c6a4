import Box from '@mui/material/Box';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shapes, type StyleShape, type StyleSymbol } from '../../../map/style/style.ts';
import { radii, textSizes } from '../../../ui/sizes.ts';
import { ChoiceField, ColorInput, NumberSlider } from './setting-fields.tsx';
import type { StyleProps } from './style-choices.tsx';

/** What all symbols have in common: the colour of a single one, size or width, and outline. */
export function SymbolFields({ session, state: { kind, geometry, symbol } }: StyleProps) {
  const { t } = useTranslation();
  const { color, size, shape, outlineColor, outlineWidth } = symbol;
  const single = kind === 'single' || kind === 'size';
  if (kind === 'other' || (!single && size === undefined && outlineWidth === undefined)) return null;
  const change = (next: StyleSymbol) => session.setSymbol(next);
  return (
    <Box sx={styles.symbol}>
      {single && color !== undefined && (
        <>
          <span>{t('layers.style.color')}</span>
          <ColorInput
            label={t('layers.style.color')}
            value={color}
            onChange={(next) => change({ color: next })}
          />
        </>
      )}
      {size !== undefined && kind !== 'size' && (
        <NumberSlider
          label={t(geometry === 'line' ? 'layers.style.width' : 'layers.style.size')}
          value={size}
          min={geometry === 'line' ? 0.5 : 2}
          max={geometry === 'line' ? 12 : 40}
          onChange={(next) => change({ size: next })}
        />
      )}
      {shape !== undefined && (
        <Box sx={{ gridColumn: '1 / -1', my: 1 }}>
          <ChoiceField
            label={t('layers.style.shape')}
            value={shape}
            choices={shapes.map((value) => ({ value, title: t(`layers.style.shape.${value}`) }))}
            onChange={(value) => change({ shape: value as StyleShape })}
          />
        </Box>
      )}
      {outlineColor !== undefined && (
        <>
          <span>{t('layers.style.outline')}</span>
          <ColorInput
            label={t('layers.style.outline')}
            value={outlineColor}
            onChange={(next) => change({ outlineColor: next })}
          />
        </>
      )}
      {outlineWidth !== undefined && (
        <NumberSlider
          label={t('layers.style.outlineWidth')}
          value={outlineWidth}
          min={0}
          max={6}
          onChange={(next) => change({ outlineWidth: next })}
        />
      )}
    </Box>
  );
}

/** The legend's lines: each with its colour and a text that can be edited. */
export function StyleRows({ session, state: { rows } }: StyleProps) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  return (
    <Box component="fieldset" sx={styles.rows}>
      <Typography component="legend" variant="caption" color="textSecondary" sx={{ p: 0 }}>
        {t('layers.style.legend')}
      </Typography>
      {rows.map(({ label, color }, index) => (
        // A line is known by its position: its label and colour are what is edited.
        <Box key={index} sx={styles.line}>
          {color !== undefined && (
            <ColorInput
              label={t('layers.style.colorOf', { label })}
              value={color}
              onChange={(next) => session.setRow(index, { color: next })}
            />
          )}
          <LabelInput label={label} onChange={(next) => session.setRow(index, { label: next })} />
        </Box>
      ))}
    </Box>
  );
}

/** A line of the legend, written when it is left or Enter is pressed. */
function LabelInput({ label, onChange }: { label: string; onChange: (label: string) => void }) {
  const { t } = useTranslation();
  const [edited, setEdited] = useState<string>();
  const finish = () => {
    if (edited !== undefined && edited.trim() !== '' && edited !== label) onChange(edited.trim());
    setEdited(undefined);
  };
  return (
    <InputBase
      value={edited ?? label}
      onChange={({ target }) => setEdited(target.value)}
      onBlur={finish}
      onKeyDown={({ key }) => {
        if (key === 'Enter') finish();
        if (key === 'Escape') setEdited(undefined);
      }}
      inputProps={{ 'aria-label': t('layers.style.labelOf', { label }), dir: 'auto', maxLength: 200 }}
      sx={styles.label}
    />
  );
}

const styles = {
  symbol: {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    alignItems: 'center',
    columnGap: 2,
    rowGap: 0.5,
    paddingInlineEnd: 1,
    color: 'text.secondary',
    fontSize: textSizes.small,
  },
  rows: { m: 0, p: 0, border: 0, minWidth: 0 },
  line: { display: 'flex', alignItems: 'center', gap: 1, minHeight: 40 },
  label: {
    flex: 1,
    minWidth: 0,
    px: 1,
    borderRadius: radii.control,
    fontSize: textSizes.normal,
    '&:hover, &.Mui-focused': { backgroundColor: 'action.hover' },
  },
} as const;
