import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { OpenInNew } from '../../../ui/mirrored-icons.ts';

interface FrameProblemProps {
  title: string;
  /** What to do about it. */
  cure: string;
  /** What the page or the server reported. */
  message?: string | undefined;
  /** URL of the page on its own. */
  openHref?: string | undefined;
  onRetry: () => void;
  /** Buttons of better ways than to try again. */
  children?: ReactNode;
}

/**
 * Why the page of a frame cannot be shown, with a button to try again and, for administrators, a link to the
 * health page.
 */
export function FrameProblem({ title, cure, message, openHref, onRetry, children }: FrameProblemProps) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const { isAdmin } = useIdentity();
  return (
    <Box role="alert" sx={styles.problem}>
      <Typography variant="h3">{title}</Typography>
      <Typography color="textSecondary" sx={styles.long}>
        {cure}
      </Typography>
      {message && (
        <Typography variant="body2" color="textSecondary" dir="auto" sx={styles.long}>
          {message}
        </Typography>
      )}
      <Box sx={styles.actions}>
        {children}
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
  problem: {
    flex: 1,
    height: '100%',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    justifyContent: 'safe center',
    gap: 1,
    p: 3,
    overflowY: 'auto',
  },
  long: { overflowWrap: 'anywhere' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 },
} as const;
