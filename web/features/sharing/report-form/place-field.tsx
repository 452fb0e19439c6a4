import MapOutlined from '@mui/icons-material/MapOutlined';
import MyLocation from '@mui/icons-material/MyLocation';
import Place from '@mui/icons-material/PlaceOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import type { TFunction } from 'i18next';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlaceShape } from '../../../map/report-place/report-place.ts';
import type { ReportGeometry } from '../../../portal/forms/send-report.ts';
import { LazyBoundary } from '../../../ui/lazy-boundary.tsx';
import { sizes } from '../../../ui/sizes.ts';

export interface PlaceFieldProps {
  shape: PlaceShape;
  geometry: ReportGeometry | null;
  /** Whether the missing place is shown as an error. */
  missing: boolean;
  search: ReactNode;
  onGeometry: (geometry: ReportGeometry | null) => void;
}

/** Milliseconds to wait for the device's location. */
const locationTimeout = 20_000;

const loadMap = async () => (await import('./place-map.tsx')).PlaceMap;

/** Where something was seen: the device's location, or a place on a map, which is loaded when it is opened. */
export function PlaceField({ shape, geometry, missing, search, onGeometry }: PlaceFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  const { locate, locating, near, problem, setProblem } = useDeviceLocation({
    shape,
    geometry,
    onGeometry,
  });
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1.5 }}>
      <Box>
        <Typography id={id} variant="h3" component="h2" color={missing ? 'error' : 'textPrimary'}>
          {t('report.place')}
        </Typography>
        {missing && (
          <FormHelperText error data-place-missing tabIndex={-1}>
            {t(`report.place.missing.${shape}`)}
          </FormHelperText>
        )}
      </Box>
      {/* Mounted before it has text, so that screen readers announce the text. */}
      <Box component="output" sx={styles.place}>
        {geometry && (
          <>
            <Place color="primary" />
            <Typography dir="auto">{describe(t, geometry)}</Typography>
          </>
        )}
      </Box>
      {problem && <Alert severity="warning">{problem}</Alert>}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <Button
          variant={geometry || open ? 'outlined' : 'contained'}
          startIcon={<MyLocation />}
          loading={locating}
          loadingPosition="start"
          onClick={locate}
          sx={styles.button}
        >
          {t('report.place.device')}
        </Button>
        {!open && (
          <Button
            variant="outlined"
            startIcon={<MapOutlined />}
            onClick={() => setOpen(true)}
            sx={styles.button}
          >
            {t(shape === 'point' ? 'report.place.choose' : 'report.place.draw')}
          </Button>
        )}
        {open && shape !== 'point' && geometry && (
          <Button variant="outlined" onClick={() => onGeometry(null)} sx={styles.button}>
            {t('report.place.again')}
          </Button>
        )}
      </Box>
      {open && (
        <>
          <Typography color="textSecondary">{t(`report.place.how.${shape}`)}</Typography>
          <LazyBoundary
            wanted={open}
            load={loadMap}
            props={{
              shape,
              place: geometry ?? undefined,
              near: near ?? (geometry && 'x' in geometry ? geometry : undefined),
              search,
              onPlace: onGeometry,
              onFailure: setProblem,
            }}
          />
        </>
      )}
    </Box>
  );
}

/** The device's location: the place of a point, else where the map begins. */
function useDeviceLocation({
  shape,
  geometry,
  onGeometry,
}: Pick<PlaceFieldProps, 'shape' | 'geometry' | 'onGeometry'>) {
  const { t } = useTranslation();
  /** The question whose answer is wanted. */
  const asked = useRef<object>(undefined);
  const [locating, setLocating] = useState(false);
  const [near, setNear] = useState<{ x: number; y: number }>();
  const [problem, setProblem] = useState<ReactNode>('');
  useEffect(
    () => () => {
      asked.current = undefined;
      setLocating(false);
    },
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a place that is chosen meanwhile counts
    [geometry],
  );
  const locate = () => {
    setProblem('');
    if (!('geolocation' in navigator)) {
      setProblem(t('report.place.noDevice'));
      return;
    }
    const own = (asked.current = {});
    setLocating(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        if (asked.current !== own) return;
        setLocating(false);
        const place = { x: rounded(coords.longitude), y: rounded(coords.latitude) };
        setNear(place);
        if (shape === 'point') onGeometry(place);
      },
      ({ code, PERMISSION_DENIED }) => {
        if (asked.current !== own) return;
        setLocating(false);
        setProblem(t(code === PERMISSION_DENIED ? 'report.place.denied' : 'report.place.noDevice'));
      },
      { enableHighAccuracy: true, timeout: locationTimeout, maximumAge: 30_000 },
    );
  };
  return { locate, locating, near, problem, setProblem };
}

const rounded = (value: number) => Math.round(value * 1e7) / 1e7;

function describe(t: TFunction, geometry: ReportGeometry): string {
  if ('x' in geometry) return `${geometry.y.toFixed(5)}, ${geometry.x.toFixed(5)}`;
  return t('rings' in geometry ? 'report.place.area' : 'report.place.line');
}

const styles = {
  button: { minHeight: sizes.touch },
  place: { display: 'flex', alignItems: 'center', gap: 1, '&:empty': { position: 'absolute' } },
} as const;
