import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';

interface ConfirmDialogProps {
  /** Asks for one action on one thing, which it names. */
  question: string;
  /** What the action changes. */
  consequences: string;
  /** Labels of the buttons. */
  confirm: string;
  cancel: string;
  /** Whether the action cannot be taken back. */
  isFinal?: boolean;
  isPending?: boolean;
  /** Why the action failed. */
  error?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * Asks before an action. It stays open until the caller removes it, and cannot be closed while the action runs: its error would be
 * lost.
 */
export function ConfirmDialog({
  question,
  consequences,
  confirm,
  cancel,
  isFinal = true,
  isPending = false,
  error,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [title, text] = [useId(), useId()];
  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      onClose={() => !isPending && onClose()}
      aria-labelledby={title}
      aria-describedby={text}
    >
      <DialogTitle id={title} sx={{ overflowWrap: 'anywhere' }}>
        {question}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, overflowWrap: 'anywhere' }}>
        <DialogContentText id={text}>{consequences}</DialogContentText>
        {error !== undefined && <Alert severity="error">{error}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button disabled={isPending} onClick={onClose}>
          {cancel}
        </Button>
        <Button
          variant="contained"
          color={isFinal ? 'error' : 'primary'}
          loading={isPending}
          onClick={onConfirm}
        >
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
