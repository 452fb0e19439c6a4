import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../../../context/application-context.ts';
import { errorText, useFormats } from '../../../../../i18n/index.ts';
import { changeLayer, type HostedField } from '../../../../../portal/hosted-service.ts';
import type { FieldDialogProps } from './field-dialog.tsx';
import { useServiceChanged } from './use-service.tsx';

interface DeleteFieldDialogProps extends Omit<FieldDialogProps, 'field' | 'fixed'> {
  field: HostedField;
  /** Rows that lose a value. */
  count: number;
  onDeleted: () => void;
}

/** Asks before a field is deleted with its values. */
export function DeleteFieldDialog({
  item,
  url,
  layer,
  field,
  count,
  onClose,
  onDeleted,
}: DeleteFieldDialogProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { connection } = useConfiguration();
  const changed = useServiceChanged(item.id);
  const [title, text] = [useId(), useId()];
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      await changeLayer(connection, { url, id: layer.id }, 'deleteFromDefinition', {
        fields: [{ name: field.name }],
      });
      await changed();
    },
    onSuccess: () => {
      onClose();
      onDeleted();
    },
  });
  return (
    <Dialog
      open
      maxWidth="xs"
      fullWidth
      onClose={() => !isPending && onClose()}
      aria-labelledby={title}
      aria-describedby={text}
    >
      <DialogTitle id={title} sx={{ overflowWrap: 'anywhere' }}>
        {t('gallery.fields.delete.of', { field: field.alias || field.name })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <DialogContentText id={text}>
          {t('gallery.fields.delete.sure', { count, number: number(count) })}
        </DialogContentText>
        {error && <Alert severity="error">{errorText(t, error)}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button disabled={isPending} onClick={onClose}>
          {t('gallery.fields.cancel')}
        </Button>
        <Button color="error" variant="contained" disabled={isPending} onClick={() => mutate()}>
          {t('gallery.fields.delete')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
