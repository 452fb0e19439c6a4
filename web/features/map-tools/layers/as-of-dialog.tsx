import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/index.ts';
import { showMoment } from '../../../map/layers/layer-moment.ts';
import { useMapModel } from '../../../map/map-model.ts';
import type { LayerState } from '../../../map/map-state.ts';
import { DateTimeField } from '../../../ui/date-time-field.tsx';

/** Asks for the moment as of which a layer is shown. */
export function AsOfDialog({ layer, onClose }: { layer: LayerState; onClose: () => void }) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const model = useMapModel();
  const heading = useId();
  const [openedAt] = useState(() => Date.now());
  const [moment, setMoment] = useState<number | undefined>(layer.asOf ?? openedAt);
  const since = layer.history?.since ?? 0;
  const tooEarly = moment !== undefined && moment < since;
  const tooLate = moment !== undefined && moment > openedAt;
  const fits = moment !== undefined && !tooEarly && !tooLate;
  const show = (wanted: number | undefined) => {
    if (model) showMoment(model, layer.id, wanted);
    onClose();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (fits) show(moment);
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={heading} fullWidth maxWidth="xs">
      <form onSubmit={submit} noValidate>
        <DialogTitle id={heading} sx={{ overflowWrap: 'anywhere' }}>
          {t('layers.asOf.of', { title: layer.title || t('layers.untitled') })}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <DialogContentText>{t('layers.asOf.why')}</DialogContentText>
          <DateTimeField
            label={t('layers.asOf.moment')}
            value={moment}
            earliest={since}
            latest={openedAt}
            error={tooEarly || tooLate}
            help={tooLate ? t('layers.asOf.future') : t('layers.asOf.since', { when: dateTime(since) })}
            onChange={setMoment}
          />
        </DialogContent>
        <DialogActions>
          {layer.asOf !== undefined && (
            <Button onClick={() => show(undefined)} sx={{ marginInlineEnd: 'auto' }}>
              {t('layers.asOf.now')}
            </Button>
          )}
          <Button onClick={onClose}>{t('layers.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!fits}>
            {t('layers.asOf.show')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
