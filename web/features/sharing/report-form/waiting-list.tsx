import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuthor, useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import { radii, sizes } from '../../../ui/sizes.ts';
import { claimReport, needsOther, reopenReport } from './report-queue.ts';
import { discardReport, hasBegun, type WaitingReport } from './report-store.ts';
import type { useWaitingReports } from './use-waiting-reports.ts';

interface WaitingListProps extends Pick<
  ReturnType<typeof useWaitingReports>,
  'reports' | 'sending' | 'send'
> {
  /** Called when a report has become the draft of its form, to be corrected. */
  onReopen: (report: WaitingReport) => void;
}

/** Reports in this browser that no layer has accepted yet: why, and what can be done. */
export function WaitingList({ reports, sending, send, onReopen }: WaitingListProps) {
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
          <WaitingRow
            key={one.id}
            waiting={one}
            sending={sending}
            onSend={() => void send(one.id)}
            onReopen={() => onReopen(one)}
          />
        ))}
      </Box>
    </Paper>
  );
}

interface WaitingRowProps {
  waiting: WaitingReport;
  sending: boolean;
  onSend: () => void;
  onReopen: () => void;
}

function WaitingRow({ waiting, sending, onSend, onReopen }: WaitingRowProps) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const { connection } = useConfiguration();
  const author = useAuthor(connection);
  const { portal, signIn } = useIdentity();
  const [asking, setAsking] = useState<'delete' | 'replace'>();
  const [failure, setFailure] = useState<unknown>();
  const { title, at, report, refused } = waiting;
  const ofOther = waiting.who !== '' && waiting.who !== author;
  const ofVisitor = waiting.who === '' && author !== '';
  const reopen = async () => {
    setAsking(undefined);
    if (await reopenReport(waiting, author)) onReopen();
  };
  const reopenUnlessBegun = async () => {
    const isBegun = await hasBegun({ ...waiting, who: author });
    if (isBegun) setAsking('replace');
    else await reopen();
  };
  const claim = async () => {
    await claimReport(waiting, author);
    onSend();
  };
  const attempt = async (action: () => Promise<void>) => {
    setFailure(undefined);
    await action().catch(setFailure);
  };
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
          onClick={() => setAsking('delete')}
          sx={{ width: sizes.touch, height: sizes.touch }}
        >
          <DeleteOutlined />
        </IconButton>
      </Box>
      {refused && <Alert severity="error">{t('report.refused.reason', { reason: refused.message })}</Alert>}
      {ofOther && <Alert severity="info">{t('report.waiting.other', { username: waiting.who })}</Alert>}
      {refused && ofVisitor && (
        <Alert severity="info">{t('copy.signedIn', { portal: portal?.name ?? '', user: author })}</Alert>
      )}
      {failure !== undefined && (
        <Alert severity="error">
          <ErrorMessage error={failure} />
        </Alert>
      )}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {(ofOther || (needsOther(waiting) && author === '')) && (
          <Button size="small" variant="outlined" onClick={() => void signIn()}>
            {t('session.signIn')}
          </Button>
        )}
        {refused && !ofOther && (
          <>
            {needsOther(waiting) && ofVisitor ? (
              <Button size="small" variant="outlined" disabled={sending} onClick={() => void attempt(claim)}>
                {t('report.send')}
              </Button>
            ) : (
              <Button size="small" variant="outlined" disabled={sending} onClick={onSend}>
                {t('app.tryAgain')}
              </Button>
            )}
            <Button
              size="small"
              variant="outlined"
              disabled={sending}
              onClick={() => void attempt(reopenUnlessBegun)}
            >
              {t('comments.edit')}
            </Button>
          </>
        )}
      </Box>
      {asking && (
        <Alert
          severity="warning"
          action={
            <>
              <Button
                color="inherit"
                size="small"
                disabled={sending}
                onClick={() => void attempt(asking === 'delete' ? () => discardReport(waiting.id) : reopen)}
              >
                {t('report.discard.yes')}
              </Button>
              <Button color="inherit" size="small" onClick={() => setAsking(undefined)}>
                {t('report.discard.no')}
              </Button>
            </>
          }
        >
          {t(asking === 'delete' ? 'report.discard.why' : 'report.edit.begun')}
        </Alert>
      )}
    </Box>
  );
}

const styles = {
  paper: { p: 2, borderRadius: radii.card, display: 'grid', gap: 1.5 },
  list: { m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 },
} as const;
