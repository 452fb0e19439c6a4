import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { currentLanguage, errorText } from '../../../i18n/index.ts';

/** Prompts for a sign-in in place when the session ends during work; requests continue with the new one. */
export function SessionEndedDialog() {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { user } = useIdentity();
  const { session } = connection;
  const known = user !== undefined;
  const titleId = useId();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  // A session found expired while the page loads ends without a prompt, because nothing can be lost yet.
  useEffect(() => (known ? session.askInPlace() : undefined), [session, known]);
  const asking = useSyncExternalStore(session.subscribe, () => session.asking);
  const signIn = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await session.signInAgain(currentLanguage());
    } catch (cause) {
      setError(cause);
    }
    setBusy(false);
  };
  return (
    <Dialog open={asking} aria-labelledby={titleId} maxWidth="xs">
      <DialogTitle id={titleId}>{t('session.again')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <DialogContentText>{t('session.again.text')}</DialogContentText>
        {error !== undefined && <Alert severity="warning">{errorText(t, error)}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => session.giveUp()}>
          {t('session.again.without')}
        </Button>
        <Button variant="contained" loading={busy} onClick={() => void signIn()}>
          {t('session.signIn')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
