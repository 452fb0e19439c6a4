import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';

interface RenameDialogProps {
  /** The title that is replaced. */
  title: string;
  /** Label of the field. */
  label: string;
  /** Heading of the dialog and label of its button. */
  rename: string;
  cancel: string;
  isPending?: boolean;
  /** Why the last attempt failed. */
  error?: ReactNode;
  onRename: (title: string) => void;
  onClose: () => void;
}

/** Characters of a title of a map, a layer or a link (docs/limits.md). */
const maxLength = 250;

/** When the field appears: typing replaces the title. */
function selectAll(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}

/**
 * Asks for another title. It stays open until the caller removes it, so that a title which could not be
 * stored remains typed, and cannot be closed while it is stored: the error would be lost.
 */
export function RenameDialog({
  title,
  label,
  rename,
  cancel,
  isPending = false,
  error,
  onRename,
  onClose,
}: RenameDialogProps) {
  const heading = useId();
  const [typed, setTyped] = useState(title);
  const given = typed.trim();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (given === '' || isPending) return;
    if (given === title) onClose();
    else onRename(given);
  };
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={() => !isPending && onClose()} aria-labelledby={heading}>
      <form onSubmit={submit}>
        <DialogTitle id={heading}>{rename}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <TextField
            inputRef={selectAll}
            fullWidth
            size="small"
            margin="dense"
            label={label}
            value={typed}
            slotProps={{ htmlInput: { dir: 'auto', maxLength } }}
            onChange={(event) => setTyped(event.target.value)}
          />
          {error !== undefined && <Alert severity="error">{error}</Alert>}
        </DialogContent>
        <DialogActions sx={{ p: 2 }}>
          <Button disabled={isPending} onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" variant="contained" loading={isPending} disabled={given === ''}>
            {rename}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
