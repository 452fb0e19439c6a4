import Check from '@mui/icons-material/Check';
import ContentCopy from '@mui/icons-material/ContentCopy';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Snackbar from '@mui/material/Snackbar';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { coordinateFormats, formatCoordinates } from '../../../map/coordinates/format-coordinates.ts';
import { useCapability } from '../../../map/use-capability.ts';
import type { MapModel, MapPoint } from '../../../map/map-model.ts';
import { pickPlaces, measure, type Measured } from '../../../map/measure/measure.ts';
import { copyText } from '../../../ui/browser.ts';
import { radii, sizes } from '../../../ui/sizes.ts';
import Refresh from '@mui/icons-material/Refresh';
import { useUnitSystem } from '../../../context/use-unit-system.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { areaText, lengthText, type UnitSystem } from '../../../map/measure/units.ts';

/** The coordinates of a clicked place in every format, each with a copy button. */
function CoordinatesPicker() {
  const { t } = useTranslation();
  const { point, ready, failed, again } = usePickedPlace();
  return (
    <>
      {failed ? (
        <Alert severity="error" action={<Button onClick={again}>{t('app.tryAgain')}</Button>}>
          {t('viewer.toolFailed')}
        </Alert>
      ) : (
        <Typography color="textSecondary">
          {ready ? t('measure.coordinates.how') : t('app.loading')}
        </Typography>
      )}
      {point && (
        <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1 }}>
          {coordinateFormats.map((format) => {
            const text = formatCoordinates(point, format);
            const name =
              format === 'map'
                ? t('measure.format.map', { wkid: String(point.wkid) })
                : t(`measure.format.${format}`);
            return (
              <Box key={format} sx={styles.row}>
                <Typography component="dt" variant="caption" color="textSecondary" sx={{ gridColumn: 1 }}>
                  {name}
                </Typography>
                <Box component="dd" dir="ltr" sx={styles.value}>
                  {text ?? '–'}
                </Box>
                {text && (
                  <Box sx={{ gridColumn: 2, gridRow: '1 / span 2' }}>
                    <CopyButton text={text} name={name} />
                  </Box>
                )}
              </Box>
            );
          })}
        </Box>
      )}
    </>
  );
}

const styles = {
  row: {
    display: 'grid',
    gridTemplateColumns: '1fr auto',
    alignItems: 'center',
    paddingInlineStart: 2,
    paddingInlineEnd: 0.5,
    py: 0.5,
    border: 1,
    borderColor: 'divider',
    borderRadius: radii.card,
  },
  value: {
    m: 0,
    gridColumn: 1,
    fontVariantNumeric: 'tabular-nums',
    textAlign: 'start',
    overflowWrap: 'anywhere',
  },
} as const;

const kinds = ['distance', 'area', 'coordinates'] as const;

/** The measurement type is selected first; each starts at once. */
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
          <ToggleButton key={one} value={one} sx={{ minHeight: sizes.touch, px: 0.5 }}>
            {t(`measure.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {kind === 'coordinates' ? <CoordinatesPicker /> : <Ruler key={kind} kind={kind} />}
    </Box>
  );
}

/** The last clicked place while the panel is open. */
function usePickedPlace() {
  const [point, setPoint] = useState<MapPoint>();
  const open = (model: MapModel) => pickPlaces(model, setPoint);
  const { session, error, again } = useCapability(open);
  return { point, ready: session !== undefined, failed: error !== undefined, again };
}

/** A distance or an area, during and after drawing. */
function Ruler({ kind }: { kind: 'distance' | 'area' }) {
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
      <Box sx={rulerStyles.result}>
        <Box component="output" aria-label={t(`measure.${kind}`)} sx={rulerStyles.number}>
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

const rulerStyles = {
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

/** Copies a text and confirms it, or reports that the browser did not allow it. */
function CopyButton({ text, name }: { text: string; name?: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState('');
  const [failed, setFailed] = useState(false);
  const label = copied === text ? t('measure.copied') : t('measure.copy');
  const copy = async () => {
    const done = await copyText(text);
    setFailed(!done);
    if (done) setCopied(text);
  };
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={name ? `${label}: ${name}` : label}
          onClick={() => void copy()}
          sx={{ width: sizes.touch, height: sizes.touch }}
        >
          {copied === text ? <Check fontSize="small" /> : <ContentCopy fontSize="small" />}
        </IconButton>
      </Tooltip>
      <Snackbar
        open={failed}
        message={t('sharing.copyFailed')}
        autoHideDuration={6000}
        onClose={() => setFailed(false)}
      />
    </>
  );
}
