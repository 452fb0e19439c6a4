import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import HelpOutline from '@mui/icons-material/HelpOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { CheckedHealth } from '../../../../wire/integration-health.ts';
import type { Integration } from '../../../context/integrations.ts';
import { HealthHistory } from './health-history.tsx';
import { useFormats, useLanguage } from '../../languages/index.ts';

interface HealthRowProps {
  integration: Integration;
  /** Undefined: never checked. */
  health: CheckedHealth | undefined;
  busy: boolean;
  onTest: () => void;
}

/** One integration: what is looked at, what was found when, and what cures it. */
export function HealthRow({ integration: { id, type, title }, health, busy, onTest }: HealthRowProps) {
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
        // Below the words, not below their picture, where there is no room beside them.
        sx={{ minHeight: 44, marginInlineStart: { xs: 4, sm: 0 } }}
      >
        {t('health.test')}
      </Button>
    </Paper>
  );
}

const styles = {
  row: { p: 2, borderRadius: '12px', display: 'flex', gap: 2, alignItems: 'flex-start', flexWrap: 'wrap' },
} as const;
