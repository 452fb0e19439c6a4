import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { HealthChange } from '../../../../../wire/integration-health.ts';
import { useLanguage } from '../../../../i18n/index.ts';
import { sizes } from '../../../../ui/sizes.ts';

/** The health history of an integration: one line per change, newest first, collapsed by default. */
export function HealthHistory({ changes }: { changes: readonly HealthChange[] }) {
  const { t } = useTranslation();
  const { formats } = useLanguage();
  const exact = new Intl.DateTimeFormat(formats, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Box component="details">
      <Box component="summary" sx={styles.summary}>
        {t('health.history')}
      </Box>
      <Box component="ol" sx={styles.list} aria-label={t('health.history')}>
        {changes.map(({ at, state, message }) => (
          <Box component="li" key={at} sx={styles.change}>
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

const styles = {
  summary: { minHeight: sizes.touch, alignContent: 'center', cursor: 'pointer', width: 'fit-content' },
  list: { m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 },
  change: { display: 'flex', flexWrap: 'wrap', columnGap: 2, fontVariantNumeric: 'tabular-nums' },
} as const;
