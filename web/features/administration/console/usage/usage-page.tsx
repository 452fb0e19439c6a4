import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import { BarChart } from '@mui/x-charts/BarChart';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type UsageDays, type UsageKind, usageKinds } from '../../../../../wire/administration.ts';
import { getUsage } from '../../../../api/administration.ts';
import { apiKeys } from '../../../../api/query-keys.ts';
import { useConfiguration, useIdentity } from '../../../../context/application-context.ts';
import { loadOrganisationStorage } from '../../../../portal/user-content.ts';
import { useFormats, useLanguage } from '../../../../i18n/index.ts';
import { useQuotaTexts } from '../../../../i18n/use-quota-texts.ts';
import { portalKeys } from '../../../../portal/query-keys.ts';
import { ChartValues, ValuesTable } from '../../../../ui/chart-values.tsx';
import { radii, sizes } from '../../../../ui/sizes.ts';
import { LoadState, Waiting } from '../load-state.tsx';

const spans = [7, 30, 90] as const;

/** Maps opened, users and shares by day: counts only. */
export function UsagePage() {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const [span, setSpan] = useState<number>(30);
  const usage = useQuery({
    queryKey: apiKeys(org).usage(span),
    queryFn: ({ signal }) => getUsage(org, span, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography color="textSecondary" sx={{ flex: '1 1 240px' }}>
          {t('administration.usage.about')}
        </Typography>
        <ToggleButtonGroup
          exclusive
          value={span}
          onChange={(_event, next: number | null) => next && setSpan(next)}
          aria-label={t('administration.usage.span')}
        >
          {spans.map((days) => (
            <ToggleButton
              key={days}
              value={days}
              sx={{ px: 2, minHeight: sizes.touch, textTransform: 'none' }}
            >
              {t('administration.usage.days', { count: days, number: days })}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      <LoadState query={usage} waiting={<Waiting count={usageKinds.length} height={240} />}>
        {({ days }) => (
          <Box sx={{ display: 'grid', gap: 2 }}>
            {usageKinds.map((kind) => (
              <Chart key={kind} kind={kind} days={days} />
            ))}
          </Box>
        )}
      </LoadState>
      <StorageSection />
    </Box>
  );
}

function Chart({ kind, days }: { kind: UsageKind; days: UsageDays['days'] }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { formats } = useLanguage();
  const theme = useTheme();
  const total = days.reduce((sum, day) => sum + day[kind], 0);
  const title = t(`administration.usage.${kind}`);
  const shortDay = new Intl.DateTimeFormat(formats, { day: 'numeric', month: 'numeric', timeZone: 'UTC' });
  const day = new Intl.DateTimeFormat(formats, { dateStyle: 'medium', timeZone: 'UTC' });
  const most = Math.max(...days.map((day) => day[kind]));
  // Seven labels at most, evenly spaced: by default the axis drops labels irregularly.
  const step = Math.ceil(days.length / 7);
  return (
    <Paper
      component="section"
      aria-label={title}
      variant="outlined"
      sx={{ p: 2, borderRadius: radii.card, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1.5 }}>
        <Typography variant="h2">{title}</Typography>
        {/* Users of several days may be the same, so their sum is meaningless. */}
        {kind !== 'people' && <Typography color="textSecondary">{number(total)}</Typography>}
      </Box>
      {/* Time runs from left to right in every language here; the chart does not mirror. */}
      <Box sx={{ position: 'relative' }}>
        {most === 0 && (
          <Typography color="textSecondary" sx={styles.nothing}>
            {t('administration.usage.nothing')}
          </Typography>
        )}
        <BarChart
          height={180}
          hideLegend
          margin={{ left: 0, right: 8 }}
          colors={[theme.vars?.palette.primary.main ?? theme.palette.primary.main]}
          xAxis={[
            {
              data: days.map(({ day }) => shortDay.format(Date.parse(day))),
              scaleType: 'band',
              tickInterval: (_day: string, index: number) => index % step === 0,
              tickLabelInterval: () => true,
            },
          ]}
          yAxis={[{ min: 0, max: Math.max(4, most), tickMinStep: 1, width: 36, valueFormatter: number }]}
          series={[
            {
              data: days.map((day) => day[kind]),
              label: title,
              valueFormatter: (value) => number(value ?? 0),
            },
          ]}
        />
      </Box>
      <ChartValues label={t('charts.values')}>
        <ValuesTable
          label={title}
          rows={days}
          keyOf={(one) => one.day}
          renderName={(one) => day.format(Date.parse(one.day))}
          valueOf={(one) => number(one[kind])}
          moreLabel={t('app.showMore')}
        />
      </ChartValues>
    </Paper>
  );
}

const styles = {
  nothing: { position: 'absolute', inset: 0, bottom: 40, display: 'grid', placeItems: 'center' },
} as const;

/** The organisation's storage and quota, in total and per user; only where the portal reports it. */
function StorageSection() {
  const { t } = useTranslation();
  const { bytes, number } = useFormats();
  const textsOf = useQuotaTexts();
  const { connection } = useConfiguration();
  const { portal } = useIdentity();
  const reportsStorage = portal?.contentStorage === true;
  const storage = useQuery({
    queryKey: portalKeys(connection).organisationStorage,
    queryFn: ({ signal }) => loadOrganisationStorage(connection, signal),
    enabled: reportsStorage,
  });
  if (!reportsStorage) return null;
  const title = t('administration.storage');
  return (
    <Paper
      component="section"
      aria-label={title}
      variant="outlined"
      sx={{ p: 2, borderRadius: radii.card, minWidth: 0 }}
    >
      <Typography variant="h2">{title}</Typography>
      <LoadState query={storage}>
        {({ used, most, people }) => (
          <>
            <Typography>
              {t('content.storage.used', { used: bytes(used.bytes), most: bytes(most.bytes) })}
            </Typography>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
              {textsOf({ used, most }).map((words) => (
                <Typography key={words} color="textSecondary">
                  {words}
                </Typography>
              ))}
            </Box>
            <Box component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
              {people.map(({ username, bytes: size, items }) => (
                <Box
                  component="li"
                  key={username}
                  sx={{ display: 'flex', gap: 2, py: 0.5, flexWrap: 'wrap' }}
                >
                  <Typography sx={{ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' }}>
                    <bdi>{username}</bdi>
                  </Typography>
                  <Typography color="textSecondary">
                    {t('administration.storage.items', { number: number(items) })}
                  </Typography>
                  <Typography>{bytes(size)}</Typography>
                </Box>
              ))}
            </Box>
          </>
        )}
      </LoadState>
    </Paper>
  );
}
