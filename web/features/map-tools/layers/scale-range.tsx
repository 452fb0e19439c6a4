import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/index.ts';
import { ChoiceField } from './setting-fields.tsx';

/** Denominators that are offered, from the world to a building. */
const scales = [
  147_914_382, 50_000_000, 10_000_000, 4_000_000, 1_000_000, 500_000, 250_000, 100_000, 50_000, 25_000,
  10_000, 5_000, 2_500, 1_000, 500,
];

export interface ScaleRangeProps {
  /** Denominators; 0 means no limit. */
  minScale: number;
  maxScale: number;
  onChange: (range: { minScale: number; maxScale: number }) => void;
  /** The map's scale now, and how to show another one; absent without a preview. */
  preview?: { scale: () => number; show: (scale: number) => void };
}

/** Between which scales something is visible. */
export function ScaleRange({ minScale, maxScale, onChange, preview }: ScaleRangeProps) {
  const { t } = useTranslation();
  const { formats } = useLanguage();
  const numbers = new Intl.NumberFormat(formats);
  const text = (scale: number) => `${numbers.format(1)}:${numbers.format(Math.round(scale))}`;
  const choices = (own: number, fits: (scale: number) => boolean, none: string) => [
    { value: '0', title: none },
    ...scales
      .concat(own > 0 && !scales.includes(own) ? [own] : [])
      .toSorted((a, b) => b - a)
      .filter((scale) => scale === own || fits(scale))
      .map((scale) => ({ value: String(scale), title: text(scale) })),
  ];
  const here = (limit: 'minScale' | 'maxScale') => {
    const scale = Math.round(preview?.scale() ?? 0);
    const isMin = limit === 'minScale';
    // A contradicting limit is removed.
    const other = isMin ? maxScale : minScale;
    const fits = other === 0 || (isMin ? other < scale : other > scale);
    onChange({
      ...(isMin ? { maxScale: fits ? other : 0 } : { minScale: fits ? other : 0 }),
      [limit]: scale,
    } as {
      minScale: number;
      maxScale: number;
    });
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: 1 }}>
      <Typography variant="caption" color="textSecondary" sx={{ gridColumn: '1 / -1' }}>
        {t('layers.scale')}
      </Typography>
      <ChoiceField
        label={t('layers.scale.from')}
        value={String(minScale)}
        choices={choices(minScale, (scale) => maxScale === 0 || scale > maxScale, t('layers.scale.world'))}
        onChange={(value) => onChange({ minScale: Number(value), maxScale })}
      />
      <ChoiceField
        label={t('layers.scale.to')}
        value={String(maxScale)}
        choices={choices(maxScale, (scale) => minScale === 0 || scale < minScale, t('layers.scale.nearest'))}
        onChange={(value) => onChange({ minScale, maxScale: Number(value) })}
      />
      {preview && (
        <>
          <Button size="small" onClick={() => here('minScale')}>
            {t('layers.scale.here.from')}
          </Button>
          <Button size="small" onClick={() => here('maxScale')}>
            {t('layers.scale.here.to')}
          </Button>
          <Button size="small" disabled={minScale === 0} onClick={() => preview.show(minScale)}>
            {t('layers.scale.show.from')}
          </Button>
          <Button size="small" disabled={maxScale === 0} onClick={() => preview.show(maxScale)}>
            {t('layers.scale.show.to')}
          </Button>
        </>
      )}
    </Box>
  );
}
