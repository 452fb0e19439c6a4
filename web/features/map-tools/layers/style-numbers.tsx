import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Slider from '@mui/material/Slider';
import Switch from '@mui/material/Switch';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/index.ts';
import { isNumber, type StyleHistogram, withMovedBreak } from '../../../map/style/style.ts';
import { textSizes } from '../../../ui/sizes.ts';
import { ChoiceField, NumberField } from './setting-fields.tsx';
import type { StyleProps } from './style-choices.tsx';

/** Where classes of numbers begin and end, below a histogram of the values. The thumbs also follow the arrow keys. */
export function BreaksField({ session, state: { kind, breaks, histogram, rows } }: StyleProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  // While a thumb is held, the map waits.
  const [held, setHeld] = useState<readonly number[]>();
  // A key moves a thumb and releases it before the next rendering.
  const moved = useRef<readonly number[]>(undefined);
  if (kind !== 'color' || breaks.length === 0 || !histogram || histogram.max <= histogram.min) return null;
  const { min, max } = histogram;
  const values = held ?? breaks;
  const step = (max - min) / 200;
  return (
    <Box sx={styles.breaks}>
      <span>{t('layers.style.breaks')}</span>
      <Box>
        <Histogram histogram={histogram} breaks={values} colors={rows.map(({ color }) => color ?? 'gray')} />
        <Slider
          size="small"
          min={min}
          max={max}
          step={step}
          value={values.map((value) => Math.min(max, Math.max(min, value)))}
          valueLabelDisplay="auto"
          valueLabelFormat={(value) => number(Math.round(value * 100) / 100)}
          getAriaLabel={(index) => t('layers.style.breakOf', { number: index + 1 })}
          onChange={(_event, next, thumb) => {
            moved.current = withMovedBreak(values, thumb, [next].flat()[thumb] ?? min, step);
            setHeld(moved.current);
          }}
          onChangeCommitted={() => {
            setHeld(undefined);
            if (moved.current) session.setBreaks(moved.current);
            moved.current = undefined;
          }}
          track={false}
          disableSwap
          sx={{ py: 1, display: 'block' }}
        />
      </Box>
    </Box>
  );
}

const height = 48;

function Histogram({
  histogram: { min, max, counts },
  breaks,
  colors,
}: {
  histogram: StyleHistogram;
  breaks: readonly number[];
  colors: readonly string[];
}) {
  const highest = Math.max(1, ...counts);
  const width = (max - min) / counts.length;
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox={`0 0 ${counts.length} ${height}`}
      preserveAspectRatio="none"
      // Low values are where lines of text begin.
      sx={{ display: 'block', width: '100%', height, '[dir=rtl] &': { transform: 'scaleX(-1)' } }}
    >
      {counts.map((count, index) => {
        const middle = min + (index + 0.5) * width;
        const place = breaks.findIndex((value) => middle <= value);
        const tall = (count / highest) * height;
        return (
          <rect
            key={index}
            x={index + 0.05}
            y={height - tall}
            width={0.9}
            height={tall}
            fill={colors[place === -1 ? colors.length - 1 : place]}
            stroke="currentColor"
            strokeWidth={0.02}
          />
        );
      })}
    </Box>
  );
}

/** The number that one dot represents. */
export function DotField({ session, state: { dotValue } }: StyleProps) {
  const { t } = useTranslation();
  if (dotValue === undefined) return null;
  return (
    <NumberField
      label={t('layers.style.dotValue')}
      value={dotValue}
      min={0}
      isValid={(value) => value > 0}
      onChange={(value) => session.setDotValue(value)}
    />
  );
}

/** Settings that apply to every style: opacity and rotation by a number, sizes by the map's scale, and the legend. */
export function VariableFields({ session, state }: StyleProps) {
  const { t } = useTranslation();
  const { kind, geometry, fields, opacityField, rotationField, scaled, inLegend } = state;
  const numbers = fields.filter(isNumber).map(({ name, title }) => ({ value: name, title }));
  if (kind === 'other') return null;
  const none = { value: '', title: t('layers.style.byField.none') };
  const variable = (which: 'opacity' | 'rotation', field: string | undefined) => (
    <ChoiceField
      label={t(`layers.style.${which}Field`)}
      value={field ?? ''}
      choices={[none, ...numbers]}
      onChange={(next) => void session.setVariable(which, next || undefined)}
    />
  );
  const changes = kind !== 'heatmap' && kind !== 'dots' && kind !== 'charts' && numbers.length > 0;
  return (
    <>
      {changes && variable('opacity', opacityField)}
      {changes && geometry === 'point' && variable('rotation', rotationField)}
      {scaled !== undefined && (
        <FormControlLabel
          control={<Switch checked={scaled} onChange={(_event, on) => void session.setScaled(on)} />}
          label={t(
            geometry === 'area' && kind !== 'size' ? 'layers.style.scaledOutlines' : 'layers.style.scaled',
          )}
        />
      )}
      {inLegend !== undefined && (
        <FormControlLabel
          control={<Switch checked={inLegend} onChange={(_event, on) => session.setInLegend(on)} />}
          label={t('layers.style.inLegend')}
        />
      )}
    </>
  );
}

const styles = {
  breaks: { display: 'grid', gap: 0.5, px: 1, color: 'text.secondary', fontSize: textSizes.small },
} as const;
