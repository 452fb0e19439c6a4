import Refresh from '@mui/icons-material/Refresh';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnitSystem } from '../../../context/use-unit-system.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { useCapability } from '../../../map/use-capability.ts';
import type { MapModel } from '../../../map/map-model.ts';
import { measure, type Measured } from '../../../map/measure/measure.ts';
import { areaText, lengthText, type UnitSystem } from '../../../map/measure/units.ts';
import { radii } from '../../../ui/sizes.ts';
import { CopyButton } from './copy-button.tsx';

/** A distance or an area, during and after drawing. */
export function Ruler({ kind }: { kind: 'distance' | 'area' }) {
  const { t } = useTranslation();
  const { formats: language } = useLanguage();
  const [system, setSystem] = useUnitSystem();
  const { measured, ready, failed, again } = useMeasurement(kind, system);
  const text =
    kind === 'area'
      ? areaText(measured.area, system, language)
      : lengthText(measured.length, system, language);
  const begun = measured.length > 0;
  return (
    <>
      {failed ? (
        <Alert severity="error" action={<Button onClick={again}>{t('app.tryAgain')}</Button>}>
          {t('viewer.toolFailed')}
        </Alert>
      ) : (
        <Typography color="textSecondary">{ready ? t(`measure.${kind}.how`) : t('app.loading')}</Typography>
      )}
      <Box sx={styles.result}>
        <Box component="output" aria-label={t(`measure.${kind}`)} sx={styles.number}>
          {text}
        </Box>
        {begun && <CopyButton text={text} />}
      </Box>
      {kind === 'area' && begun && (
        <Typography color="textSecondary">
          {t('measure.around', { length: lengthText(measured.length, system, language) })}
        </Typography>
      )}
      <ToggleButtonGroup
        exclusive
        size="small"
        value={system}
        aria-label={t('measure.units')}
        onChange={(_event, next: UnitSystem | null) => next && setSystem(next)}
      >
        <ToggleButton value="metric">{t('measure.metric')}</ToggleButton>
        <ToggleButton value="imperial">{t('measure.imperial')}</ToggleButton>
      </ToggleButtonGroup>
      <Button
        variant="outlined"
        startIcon={<Refresh />}
        disabled={!begun}
        onClick={again}
        sx={{ justifySelf: 'start' }}
      >
        {t('measure.again')}
      </Button>
    </>
  );
}

const styles = {
  result: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    minHeight: 64,
    px: 2,
    border: 1,
    borderColor: 'divider',
    borderRadius: radii.card,
  },
  number: { fontSize: '1.75rem', fontWeight: 500, fontVariantNumeric: 'tabular-nums' },
} as const;

const nothing: Measured = { length: 0, area: 0 };

/** A measurement while the panel is open. */
function useMeasurement(kind: 'distance' | 'area', system: UnitSystem) {
  const [measured, setMeasured] = useState(nothing);
  const open = (model: MapModel) => measure(model, kind, system, setMeasured);
  const { session, error, again: startOver } = useCapability(open);
  useEffect(() => session?.setSystem(system), [session, system]);
  const again = () => {
    setMeasured(nothing);
    startOver();
  };
  return { measured, ready: session !== undefined, failed: error !== undefined, again };
}
