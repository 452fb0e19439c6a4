import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { renameLayer } from '../../../map/layers/arrange-layers.ts';
import { useMapModel } from '../../../map/map-model.ts';
import type { LayerState } from '../../../map/map-state.ts';

/** When the field appears: typing replaces the title. */
function selectAll(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}

/** Asks for a layer's new title in this map. */
export function RenameDialog({ layer, onClose }: { layer: LayerState; onClose: () => void }) {
  const { t } = useTranslation();
  const model = useMapModel();
  const heading = useId();
  const [title, setTitle] = useState(layer.title);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (title.trim() === '') return;
    if (model) renameLayer(model, layer.id, title.trim());
    onClose();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={heading} fullWidth maxWidth="xs">
      <form onSubmit={submit}>
        <DialogTitle id={heading}>{t('layers.renameTitle')}</DialogTitle>
        <DialogContent>
          <TextField
            inputRef={selectAll}
            fullWidth
            margin="dense"
            label={t('layers.titleField')}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
            slotProps={{ htmlInput: { dir: 'auto', maxLength: 250 } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('layers.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={title.trim() === ''}>
            {t('layers.renameApply')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
