import Check from '@mui/icons-material/Check';
import ContentCopy from '@mui/icons-material/ContentCopy';
import Refresh from '@mui/icons-material/Refresh';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Snackbar from '@mui/material/Snackbar';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { coordinateFormats, formatCoordinates } from '../../../map/coordinates/format-coordinates.ts';
import { useCapability } from '../../../map/use-capability.ts';
import type { MapModel, MapPoint } from '../../../map/map-model.ts';
import { pickPlaces, measure, type Measured, type MeasureKind } from '../../../map/measure/measure.ts';
import type { Segment } from '../../../map/measure/segments.ts';
import { projectPoint } from '../../../map/projection/project-point.ts';
import { mapKeys } from '../../../map/query-keys.ts';
import { copyText } from '../../../ui/browser.ts';
import { radii, sizes } from '../../../ui/sizes.ts';
import { useStoredText } from '../../../ui/use-stored.ts';
import { useAskedPart } from '../../../context/tool-part.ts';
import { useUnitSystem } from '../../../context/use-unit-system.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { ElevationProfile } from './elevation-profile.tsx';
import { areaText, landText, lengthText, type UnitSystem } from '../../../map/measure/units.ts';

/** The coordinates of a clicked place in every format, each with a copy button. */
function CoordinatesPicker() {
  const { t } = useTranslation();
  const { point, ready, failed, again } = usePickedPlace();
  const [code, setCode] = useStoredText('mapping.measure.epsg');
  const grid = useGridCoordinates(point, Number(code));
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
      <Box aria-live="polite">
        {point && (
          <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1 }}>
            {coordinateFormats.map((format) => {
              const name =
                format === 'map'
                  ? t('measure.format.map', { wkid: String(point.wkid) })
                  : t(`measure.format.${format}`);
              return <CoordinateRow key={format} name={name} text={formatCoordinates(point, format)} />;
            })}
            {grid.text !== undefined && (
              <CoordinateRow name={t('measure.epsg.format', { wkid: code })} text={grid.text} />
            )}
          </Box>
        )}
      </Box>
      <TextField
        size="small"
        label={t('measure.epsg')}
        value={code}
        error={grid.failed}
        helperText={t(grid.failed ? 'measure.epsg.invalid' : 'measure.epsg.how')}
        onChange={({ target }) => setCode(target.value.replaceAll(/\D/g, '').slice(0, 6))}
        slotProps={{ htmlInput: { inputMode: 'numeric', dir: 'ltr' } }}
      />
    </>
  );
}

/** The place in the coordinate system with an EPSG code, such as a national grid. */
function useGridCoordinates(point: MapPoint | undefined, wkid: number) {
  const { data, error } = useQuery({
    queryKey: mapKeys.gridCoordinates(point, wkid),
    queryFn: async () => {
      const place = point && (await projectPoint({ x: point.x, y: point.y, wkid: point.wkid }, wkid));
      if (!place || !Number.isFinite(place.x)) throw new RangeError('outside of the area of the system');
      return formatCoordinates({ ...place, lat: point.lat, lng: point.lng }, 'map');
    },
    enabled: point !== undefined && wkid >= 1000,
    retry: false,
    gcTime: 0,
  });
  return { text: data, failed: error !== null };
}

interface CoordinateRowProps {
  name: string;
  text: string | undefined;
}

function CoordinateRow({ name, text }: CoordinateRowProps) {
  return (
    <Box sx={styles.row}>
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
  // An elevation profile is that of a distance.
  useAskedPart('measure', (part) => setKind(kinds.find((one) => one === part) ?? 'distance'));
  return (
    // Long words scroll: they don’t widen the panel.
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, p: 2 }}>
      <Box sx={{ overflowX: 'auto', m: -0.5, p: 0.5 }}>
        <ToggleButtonGroup
          exclusive
          fullWidth
          value={kind}
          aria-label={t('measure.what')}
          onChange={(_event, next: typeof kind | null) => next && setKind(next)}
        >
          {kinds.map((one) => (
            <ToggleButton
              key={one}
              value={one}
              sx={{ minHeight: sizes.touch, width: 'auto', flex: 'auto', px: 1 }}
            >
              {t(`measure.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      {kind === 'coordinates' ? <CoordinatesPicker /> : <Ruler key={kind} kind={kind} />}
    </Box>
  );
}

/** Lengths, bearings and angles of the parts of a measurement. */
function Segments({ segments, system }: { segments: readonly Segment[]; system: UnitSystem }) {
  const { t } = useTranslation();
  const { formats: language } = useLanguage();
  if (segments.length === 0) return null;
  const count = new Intl.NumberFormat(language);
  const degrees = new Intl.NumberFormat(language, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  const cells = ({ metres, bearing, angle }: Segment) => [
    lengthText(metres, system, language),
    `${degrees.format(bearing)}°`,
    angle === undefined ? '' : `${degrees.format(angle)}°`,
  ];
  return (
    <Box sx={{ maxHeight: 240, overflow: 'auto' }}>
      <Table size="small" aria-label={t('measure.segments')}>
        <TableHead>
          <TableRow>
            {(['segment', 'length', 'bearing', 'angle'] as const).map((column) => (
              <TableCell key={column} sx={{ px: 0.5 }}>
                {t(`measure.segments.${column}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {segments.map((segment, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- segments have no id besides their position
            <TableRow key={index}>
              {[count.format(index + 1), ...cells(segment)].map((cell, column) => (
                // oxlint-disable-next-line react/no-array-index-key -- neither have cells
                <TableCell key={column} sx={{ px: 0.5, fontVariantNumeric: 'tabular-nums' }}>
                  {cell}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

/** The last clicked place while the panel is open. */
function usePickedPlace() {
  const [point, setPoint] = useState<MapPoint>();
  const open = (model: MapModel) => pickPlaces(model, setPoint);
  const { session, error, again } = useCapability(open, { holdsClicks: true });
  return { point, ready: session !== undefined, failed: error !== undefined, again };
}

/** A distance or an area, during and after drawing. */
function Ruler({ kind: chosen }: { kind: 'distance' | 'area' }) {
  const { t } = useTranslation();
  const [round, setRound] = useState(false);
  const kind = chosen === 'area' && round ? 'circle' : chosen;
  const { formats: language } = useLanguage();
  const [system, setSystem] = useUnitSystem();
  const { measured, ready, failed, again } = useMeasurement(kind, system);
  const text =
    chosen === 'area'
      ? areaText(measured.area, system, language, (unit, number) => t(`measure.area.${unit}`, { number }))
      : lengthText(measured.length, system, language);
  const begun = measured.length > 0;
  return (
    <>
      {chosen === 'area' && (
        <ToggleButtonGroup
          exclusive
          size="small"
          value={kind}
          aria-label={t('measure.shape')}
          onChange={(_event, next: string | null) => next && setRound(next === 'circle')}
        >
          <ToggleButton value="area">{t('measure.polygon')}</ToggleButton>
          <ToggleButton value="circle">{t('measure.circle')}</ToggleButton>
        </ToggleButtonGroup>
      )}
      {failed ? (
        <Alert severity="error" action={<Button onClick={again}>{t('app.tryAgain')}</Button>}>
          {t('viewer.toolFailed')}
        </Alert>
      ) : (
        <Typography color="textSecondary">{ready ? t(`measure.${kind}.how`) : t('app.loading')}</Typography>
      )}
      {ready && (
        <Typography variant="body2" color="textSecondary">
          {t('measure.keys')}
        </Typography>
      )}
      <Box sx={rulerStyles.result}>
        <Box component="output" aria-label={t(`measure.${chosen}`)} sx={rulerStyles.number}>
          {text}
        </Box>
        {begun && <CopyButton text={text} />}
      </Box>
      {chosen === 'area' && begun && (
        <Box sx={{ color: 'text.secondary' }}>
          <div>{landText(measured.area, language)}</div>
          <div>{t('measure.around', { length: lengthText(measured.length, system, language) })}</div>
          {measured.radius !== undefined && (
            <div>{t('measure.radius', { length: lengthText(measured.radius, system, language) })}</div>
          )}
        </Box>
      )}
      {kind === 'distance' && (
        <ElevationProfile
          path={measured.path}
          lengths={(measured.segments ?? []).map(({ metres }) => metres)}
          system={system}
        />
      )}
      <Segments segments={measured.segments ?? []} system={system} />
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
function useMeasurement(kind: MeasureKind, system: UnitSystem) {
  const [measured, setMeasured] = useState(nothing);
  const open = (model: MapModel) => measure(model, kind, system, setMeasured);
  const { session, error, again: startOver } = useCapability(open, { key: kind });
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
