import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../context/application-context.ts';
import { currentLanguage, errorText } from '../../../i18n/index.ts';

/** The dialog of a session that has ended. */
export function SignInAgain({ open }: { open: boolean }) {
  const { t } = useTranslation();
  const { session } = useConfiguration().connection;
  const titleId = useId();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
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
    <Dialog open={open} aria-labelledby={titleId} maxWidth="xs">
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
