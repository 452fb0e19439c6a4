import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

export interface RenameDialogProps {
  title: string;
  onClose: () => void;
  onRename: (title: string) => void;
}

/** Asks for another title of a shared map. */
export function RenameDialog({ title, onClose, onRename }: RenameDialogProps) {
  const { t } = useTranslation();
  const heading = useId();
  const [typed, setTyped] = useState(title);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim()) onRename(typed.trim());
  };
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={heading}>
      <form onSubmit={submit}>
        <DialogTitle id={heading}>{t('sharing.rename')}</DialogTitle>
        <DialogContent>
          <TextField
            fullWidth
            size="small"
            margin="dense"
            label={t('sharing.title')}
            value={typed}
            slotProps={{ htmlInput: { maxLength: 250 } }}
            onChange={(event) => setTyped(event.target.value)}
          />
        </DialogContent>
        <DialogActions sx={{ p: 2 }}>
          <Button onClick={onClose}>{t('sharing.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!typed.trim()}>
            {t('sharing.rename')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
