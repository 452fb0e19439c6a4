import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

export interface AskDialogProps {
  open: boolean;
  title: string;
  why: string;
  /** Label of the button that discards the changes. */
  yes: string;
  no?: string;
  onAnswer: (yes: boolean) => void;
}

/** Asks for confirmation before changes are lost. */
export function AskDialog({ open, title, why, yes, no, onAnswer }: AskDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <Dialog
      open={open}
      onClose={() => onAnswer(false)}
      aria-labelledby={titleId}
      // Escape closes the dialog only, not the panel behind it.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText>{why}</DialogContentText>
      </DialogContent>
      <DialogActions sx={{ gap: 0.5, p: 2 }}>
        <Button color="error" onClick={() => onAnswer(true)}>
          {yes}
        </Button>
        <Button variant="contained" onClick={() => onAnswer(false)}>
          {no ?? t('edit.cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
