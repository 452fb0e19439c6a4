import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import { LineChart } from '@mui/x-charts/LineChart';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useLanguage } from '../../../i18n/index.ts';
import { useMapModel } from '../../../map/map-model.ts';
import { type DrawnLine, elevationProfile, hasElevation } from '../../../map/measure/elevation.ts';
import type { Profile } from '../../../map/measure/profile.ts';
import { lengthText, type UnitSystem } from '../../../map/measure/units.ts';
import { mapKeys } from '../../../map/query-keys.ts';
import { ChartValues, ValuesTable } from '../../../ui/chart-values.tsx';

const metresPerFoot = 0.3048;

interface ElevationProfileProps {
  /** The finished line; undefined while it is being drawn. */
  path: DrawnLine['path'] | undefined;
  lengths: DrawnLine['lengths'];
  system: UnitSystem;
}

/** The heights along a measured line as a chart, or why there are none. */
export function ElevationProfile({ path, lengths, system }: ElevationProfileProps) {
  const { t } = useTranslation();
  const model = useMapModel();
  const panel = useId();
  const available = model !== undefined && hasElevation(model);
  const line = path && path.length > 1 ? { path, lengths } : undefined;
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: mapKeys.elevation(panel, line),
    queryFn: async ({ signal }) => (model && line && (await elevationProfile(model, line, signal))) ?? null,
    enabled: available && line !== undefined,
    retry: false,
    gcTime: 0,
  });
  const note = (text: string) => <Typography color="textSecondary">{text}</Typography>;
  if (model && !available) return note(t('measure.profile.none'));
  if (!line) return available ? note(t('measure.profile.finish')) : null;
  if (isFetching) return <Skeleton variant="rounded" height={180} />;
  if (error)
    return (
      <Alert severity="error" action={<Button onClick={() => void refetch()}>{t('app.tryAgain')}</Button>}>
        <ErrorMessage error={error} />
      </Alert>
    );
  return data ? <Drawn profile={data} system={system} /> : note(t('measure.profile.empty'));
}

function Drawn({ profile, system }: { profile: Profile; system: UnitSystem }) {
  const { t } = useTranslation();
  const { formats } = useLanguage();
  const theme = useTheme();
  const heading = useId();
  const mirrored = theme.direction === 'rtl';
  const metresPerUnit = system === 'imperial' ? metresPerFoot : 1;
  const height = new Intl.NumberFormat(formats, {
    style: 'unit',
    unit: system === 'imperial' ? 'foot' : 'meter',
    maximumFractionDigits: 0,
  });
  const heightText = (metres: number) => height.format(metres / metresPerUnit);
  const { min, max, ascent, descent, points } = profile;
  const room = Math.max((max - min) * 0.1, 1) / metresPerUnit;
  return (
    <Box component="section" aria-labelledby={heading}>
      <Typography id={heading} component="h3" variant="subtitle2">
        {t('measure.profile')}
      </Typography>
      <LineChart
        height={180}
        hideLegend
        localeText={{ a11yNoValue: t('charts.missing') }}
        colors={[theme.vars?.palette.primary.main ?? theme.palette.primary.main]}
        margin={{ left: 0, right: 12, top: 12, bottom: 0 }}
        xAxis={[
          {
            data: points.map(({ metres }) => metres),
            scaleType: 'linear',
            min: 0,
            max: points.at(-1)?.metres ?? 0,
            reverse: mirrored,
            tickNumber: 3,
            valueFormatter: (metres: number) => lengthText(metres, system, formats),
          },
        ]}
        yAxis={[
          {
            min: min / metresPerUnit - room,
            max: max / metresPerUnit + room,
            width: 52,
            tickNumber: 4,
            position: mirrored ? 'right' : 'left',
            valueFormatter: (value: number) => height.format(value),
          },
        ]}
        series={[
          {
            data: points.map((point) => (point.height === undefined ? null : point.height / metresPerUnit)),
            label: t('measure.profile.height'),
            area: true,
            baseline: 'min',
            showMark: false,
            valueFormatter: (value) => (value === null ? '–' : height.format(value)),
          },
        ]}
      />
      <Typography component="output" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
        {t('measure.profile.summary', {
          min: heightText(min),
          max: heightText(max),
          ascent: heightText(ascent),
          descent: heightText(descent),
        })}
      </Typography>
      <ChartValues label={t('charts.values')}>
        <ValuesTable
          label={t('measure.profile')}
          columns={[t('measure.distance'), t('measure.profile.height')]}
          rows={points}
          keyOf={({ metres }) => metres}
          renderName={({ metres }) => lengthText(metres, system, formats)}
          valueOf={(point) => (point.height === undefined ? '–' : heightText(point.height))}
          moreLabel={t('app.showMore')}
        />
      </ChartValues>
    </Box>
  );
}
