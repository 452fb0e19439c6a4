import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import HelpOutline from '@mui/icons-material/HelpOutlineOutlined';
import MonitorHeart from '@mui/icons-material/MonitorHeartOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CheckedHealth, HealthChange } from '../../../../../wire/integration-health.ts';
import { checkIntegration, listIntegrationHealth } from '../../../../api/integrations.ts';
import { apiKeys } from '../../../../api/query-keys.ts';
import { useConfiguration, useIntegrations } from '../../../../context/application-context.ts';
import type { Integration } from '../../../../context/integrations.ts';
import { ErrorMessage } from '../../../../i18n/error-message.tsx';
import { useFormats, useLanguage } from '../../../../i18n/index.ts';
import { radii, sizes } from '../../../../ui/sizes.ts';
import { StateMessage } from '../../../../ui/state-message.tsx';
import { LoadState } from '../load-state.tsx';

interface HealthRowProps {
  integration: Integration;
  /** Undefined: never checked. */
  health: CheckedHealth | undefined;
  busy: boolean;
  onTest: () => void;
}

/** One integration: what is checked, the latest result with its time, and the fix. */
function HealthRow({ integration: { id, type, title }, health, busy, onTest }: HealthRowProps) {
  const { t } = useTranslation();
  const { formats } = useLanguage();
  const { ago } = useFormats();
  const Icon = !health ? HelpOutline : health.state === 'ok' ? CheckCircle : ErrorIcon;
  const color = !health ? 'text.secondary' : health.state === 'ok' ? 'success.main' : 'error.main';
  const since = health?.changes[0]?.at;
  const exact = health && new Intl.DateTimeFormat(formats, { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <Paper component="li" variant="outlined" aria-labelledby={`health-${id}`} sx={styles.row}>
      <Icon sx={{ color, mt: 0.25 }} />
      <Box sx={{ flex: '1 1 240px', minWidth: 0, display: 'grid', gap: 0.5 }}>
        <Typography variant="h3" id={`health-${id}`} sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {t(`health.what.${type}`)}
        </Typography>
        <Box component="output" sx={{ display: 'grid', gap: 0.5 }}>
          <Typography>
            <Box component="span" sx={{ color, fontWeight: 500 }}>
              {health ? t(`health.state.${health.state}`) : t('health.never')}
            </Box>
            {health && (
              <Typography
                component="time"
                variant="body2"
                color="textSecondary"
                dateTime={new Date(health.checkedAt).toISOString()}
                title={exact?.format(health.checkedAt)}
                sx={{ marginInlineStart: 1 }}
              >
                {t('health.tested', { date: ago(health.checkedAt) })}
              </Typography>
            )}
          </Typography>
          {since !== undefined && (
            <Typography variant="body2" color="textSecondary">
              {t('health.since', { date: exact?.format(since) })}
            </Typography>
          )}
          {health && health.state !== 'ok' && (
            <>
              <Typography>{t(`health.cure.${health.state}`)}</Typography>
              <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                <bdi lang="en" dir="ltr">
                  {health.message}
                </bdi>
              </Typography>
            </>
          )}
        </Box>
        {health && health.changes.length > 1 && <HealthHistory changes={health.changes} />}
      </Box>
      <Button
        loading={busy}
        onClick={onTest}
        aria-label={`${t('health.test')}: ${title}`}
        // Below the text, not below its icon, where there is no room beside it.
        sx={{ minHeight: sizes.touch, marginInlineStart: { xs: 4, sm: 0 } }}
      >
        {t('health.test')}
      </Button>
    </Paper>
  );
}

const styles = {
  row: {
    p: 2,
    borderRadius: radii.card,
    display: 'flex',
    gap: 2,
    alignItems: 'flex-start',
    flexWrap: 'wrap',
  },
} as const;

/** The health of each integration: what was checked and when, the result, the fix, and a button to check again. */
export function HealthPage() {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const { availableIntegrations: integrations } = useIntegrations();
  const { stored, testing, failure, test } = useHealth(org);
  if (integrations.length === 0)
    return (
      <StateMessage
        icon={<MonitorHeart />}
        title={t('health.none')}
        action={
          <Button component={Link} to="?page=integrations" sx={{ minHeight: sizes.touch }}>
            {t('health.setUp')}
          </Button>
        }
      />
    );
  return (
    <LoadState query={stored}>
      {(checks) => (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
            <Typography color="textSecondary" sx={{ flex: '1 1 280px' }}>
              {t('health.intro')}
            </Typography>
            <Button
              variant="outlined"
              loading={testing.size > 0}
              onClick={() => test(integrations.map(({ id }) => id))}
              sx={{ minHeight: sizes.touch }}
            >
              {t('health.testAll')}
            </Button>
          </Box>
          {failure && (
            <Alert severity="error">
              <ErrorMessage error={failure} />
            </Alert>
          )}
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
            {integrations.map((integration) => (
              <HealthRow
                key={integration.id}
                integration={integration}
                health={checks.find((one) => one.integration === integration.id)}
                busy={testing.has(integration.id)}
                onTest={() => test([integration.id])}
              />
            ))}
          </Box>
        </Box>
      )}
    </LoadState>
  );
}

/**
 * The stored checks of an organisation's integrations, and how to run new ones: one after another, each shown when it
 * completes.
 */
function useHealth(org: string) {
  const queries = useQueryClient();
  const queryKey = apiKeys(org).health;
  const [testing, setTesting] = useState<ReadonlySet<string>>(new Set());
  const stored = useQuery({ queryKey, queryFn: ({ signal }) => listIntegrationHealth(org, signal) });
  const tests = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      setTesting(new Set(ids));
      for (const id of ids) {
        const found = await checkIntegration(org, id);
        queries.setQueryData<CheckedHealth[]>(queryKey, (before = []) => [
          ...before.filter(({ integration }) => integration !== id),
          found,
        ]);
        setTesting((before) => new Set([...before].filter((one) => one !== id)));
      }
    },
    onSettled: () => setTesting(new Set()),
  });
  return { stored, testing, failure: tests.error, test: tests.mutate };
}

/** The health history of an integration: one line per change, newest first, collapsed by default. */
function HealthHistory({ changes }: { changes: readonly HealthChange[] }) {
  const { t } = useTranslation();
  const { formats } = useLanguage();
  const exact = new Intl.DateTimeFormat(formats, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Box component="details">
      <Box component="summary" sx={historyStyles.summary}>
        {t('health.history')}
      </Box>
      <Box component="ol" sx={historyStyles.list} aria-label={t('health.history')}>
        {changes.map(({ at, state, message }) => (
          <Box component="li" key={at} sx={historyStyles.change}>
            <Typography
              component="time"
              variant="body2"
              color="textSecondary"
              dateTime={new Date(at).toISOString()}
            >
              {exact.format(at)}
            </Typography>
            <Typography variant="body2" title={message || undefined}>
              {t(`health.state.${state}`)}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

const historyStyles = {
  summary: { minHeight: sizes.touch, alignContent: 'center', cursor: 'pointer', width: 'fit-content' },
  list: { m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 },
  change: { display: 'flex', flexWrap: 'wrap', columnGap: 2, fontVariantNumeric: 'tabular-nums' },
} as const;
