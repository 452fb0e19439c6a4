import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CoordinatesPicker } from './coordinates-picker.tsx';
import { Ruler } from './ruler.tsx';

const kinds = ['distance', 'area', 'coordinates'] as const;

/** What is measured is chosen first; each kind begins at once. */
export function MeasurePanel() {
  const { t } = useTranslation();
  const [kind, setKind] = useState<(typeof kinds)[number]>('distance');
  return (
    <Box sx={{ display: 'grid', gap: 2, p: 2 }}>
      <ToggleButtonGroup
        exclusive
        fullWidth
        value={kind}
        aria-label={t('measure.what')}
        onChange={(_event, next: typeof kind | null) => next && setKind(next)}
      >
        {kinds.map((one) => (
          <ToggleButton key={one} value={one} sx={{ minHeight: 44, px: 0.5 }}>
            {t(`measure.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {kind === 'coordinates' ? <CoordinatesPicker /> : <Ruler key={kind} kind={kind} />}
    </Box>
  );
}
