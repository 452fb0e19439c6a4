import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId, useState } from 'react';
import { ErrorMessage } from '../../../i18n/error-message.tsx';

interface SignInDialogProps {
  open: boolean;
  title: string;
  text: ReactNode;
  /** Labels of both buttons. */
  dismiss: string;
  action: string;
  onDismiss: () => void;
  /** Signs in, in a popup; a rejection is shown, and the user may try again. */
  onSignIn: () => Promise<void>;
}

/** A dialog that signs in without leaving the page. */
export function SignInDialog(props: SignInDialogProps) {
  const { open, title, text, dismiss, action, onDismiss, onSignIn } = props;
  const titleId = useId();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const signIn = async () => {
    setBusy(true);
    setError(undefined);
    await onSignIn().catch(setError);
    setBusy(false);
  };
  const leave = () => {
    setError(undefined);
    onDismiss();
  };
  return (
    <Dialog open={open} aria-labelledby={titleId} maxWidth="xs">
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <DialogContentText>{text}</DialogContentText>
        {error !== undefined && (
          <Alert severity="warning">
            <ErrorMessage error={error} />
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={leave}>
          {dismiss}
        </Button>
        <Button variant="contained" loading={busy} onClick={() => void signIn()}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
