import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity, usePortalIdentity } from '../../../context/application-context.ts';
import { useFormats } from '../../../i18n/index.ts';
import { radii, sizes } from '../../../ui/sizes.ts';
import { signInStatuses } from './report-queue.ts';
import { dropReport, type WaitingReport } from './report-store.ts';
import type { useWaitingReports } from './use-waiting-reports.ts';

type WaitingListProps = Pick<ReturnType<typeof useWaitingReports>, 'reports' | 'sending' | 'send'>;

/** Reports in this browser that no layer has accepted yet: why, and what can be done. */
export function WaitingList({ reports, sending, send }: WaitingListProps) {
  const { t } = useTranslation();
  const id = useId();
  if (reports.length === 0) return null;
  return (
    <Paper variant="outlined" component="section" aria-labelledby={id} sx={styles.paper}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        <Typography id={id} variant="h3" component="h2" sx={{ flex: 1 }}>
          {t('report.waiting')}
        </Typography>
        <Button loading={sending} onClick={() => void send()} sx={{ minHeight: sizes.touch }}>
          {t('report.sendNow')}
        </Button>
      </Box>
      <Box component="ul" sx={styles.list}>
        {reports.map((one) => (
          <WaitingRow key={one.id} waiting={one} sending={sending} onSend={() => void send(one.id)} />
        ))}
      </Box>
    </Paper>
  );
}

interface WaitingRowProps {
  waiting: WaitingReport;
  sending: boolean;
  onSend: () => void;
}

function WaitingRow({ waiting, sending, onSend }: WaitingRowProps) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const { connection } = useConfiguration();
  const { who } = usePortalIdentity(connection);
  const { user, signIn } = useIdentity();
  const [deleting, setDeleting] = useState(false);
  const { title, at, report, refused } = waiting;
  const ofOther = waiting.who !== '' && waiting.who !== who;
  const needsSignIn = ofOther || (refused && !user && signInStatuses.includes(refused.status));
  return (
    <Box component="li" sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography noWrap dir="auto">
            {title}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {t('report.waiting.detail', { date: date(at), number: report.photos.length })}
          </Typography>
        </Box>
        <IconButton
          aria-label={t('report.discard', { title })}
          // A report on its way cannot be called back.
          disabled={sending}
          onClick={() => setDeleting(true)}
          sx={{ width: sizes.touch, height: sizes.touch }}
        >
          <DeleteOutlined />
        </IconButton>
      </Box>
      {refused && <Alert severity="error">{t('report.refused.reason', { reason: refused.message })}</Alert>}
      {ofOther && <Alert severity="info">{t('report.waiting.other', { username: waiting.who })}</Alert>}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {needsSignIn && (
          <Button size="small" variant="outlined" onClick={() => void signIn()}>
            {t('session.signIn')}
          </Button>
        )}
        {refused && !ofOther && (
          <Button size="small" variant="outlined" disabled={sending} onClick={onSend}>
            {t('app.tryAgain')}
          </Button>
        )}
      </Box>
      {deleting && (
        <Alert
          severity="warning"
          action={
            <>
              <Button
                color="inherit"
                size="small"
                disabled={sending}
                onClick={() => void dropReport(waiting.id)}
              >
                {t('report.discard.yes')}
              </Button>
              <Button color="inherit" size="small" onClick={() => setDeleting(false)}>
                {t('report.discard.no')}
              </Button>
            </>
          }
        >
          {t('report.discard.why')}
        </Alert>
      )}
    </Box>
  );
}

const styles = {
  paper: { p: 2, borderRadius: radii.card, display: 'grid', gap: 1.5 },
  list: { m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 },
} as const;
