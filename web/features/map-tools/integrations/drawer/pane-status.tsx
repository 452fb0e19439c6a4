import OpenInNew from '@mui/icons-material/OpenInNew';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity, useIntegrations } from '../../../../context/application-context.ts';
import { mapLocationAt } from '../../../../context/locations.ts';
import type { FrameReport } from '../host/frame-channel.ts';

export interface PaneStatusProps {
  title: string;
  report: FrameReport;
  /** URL of the page on its own. */
  openHref: string | undefined;
  onRetry: () => void;
}

/** The status over an integration's page: loading, or why it shows nothing, with a fix. */
export function PaneStatus({
  title,
  report: { state, message, nearest },
  openHref,
  onRetry,
}: PaneStatusProps) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const { isAdmin, user, signIn } = useIdentity();
  const { setCurrentMapLocation } = useIntegrations();
  if (state === 'ok' || state === 'plain') return null;
  if (state === 'loading')
    return (
      <Box aria-busy sx={styles.cover}>
        <LinearProgress aria-label={t('integration.loading', { title })} sx={{ width: '100%' }} />
        <Skeleton variant="rectangular" animation={false} sx={{ flex: 1, width: '100%' }} />
      </Box>
    );
  return (
    <Box role="alert" sx={{ ...styles.cover, ...styles.trouble }}>
      <Typography variant="h3">{t(`integration.trouble.${state}`)}</Typography>
      <Typography color="textSecondary">{t(`integration.cure.${state}`)}</Typography>
      {message && (
        <Typography variant="body2" color="textSecondary" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
          {message}
        </Typography>
      )}
      <Box sx={styles.actions}>
        {state === 'unauthorized' && !user && (
          <Button variant="contained" onClick={() => void signIn()}>
            {t('session.signIn')}
          </Button>
        )}
        {nearest && (
          <Button variant="contained" onClick={() => setCurrentMapLocation(mapLocationAt(nearest))}>
            {t('integration.nearest')}
          </Button>
        )}
        <Button variant="outlined" onClick={onRetry}>
          {t('app.tryAgain')}
        </Button>
        {openHref && (
          <Button href={openHref} target="_blank" rel="noopener noreferrer" startIcon={<OpenInNew />}>
            {t('integration.newWindow')}
          </Button>
        )}
        {isAdmin && (
          // A plain link: the pane may be in its own window, which has no router.
          <Button href={`/${org}/administration?page=health`} target="_blank" rel="noopener">
            {t('integration.health')}
          </Button>
        )}
      </Box>
    </Box>
  );
}

const styles = {
  cover: {
    position: 'absolute',
    inset: 0,
    display: 'flex',
    flexDirection: 'column',
    backgroundColor: 'background.paper',
  },
  trouble: { alignItems: 'flex-start', justifyContent: 'center', gap: 1, p: 3, overflowY: 'auto' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 },
} as const;
