import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Checkbox from '@mui/material/Checkbox';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyStyle, styleTargets } from '../../../map/configure/configure.ts';
import { groupLayer, groupOf, groupsFor, moveToGroup } from '../../../map/layers/make-layers.ts';
import { useMapModel } from '../../../map/map-model.ts';
import { mapKeys } from '../../../map/query-keys.ts';
import type { LayerState } from '../../../map/map-state.ts';
import type { Run } from '../../../ui/use-run.ts';
import { ChoiceField } from './setting-fields.tsx';

interface LayerDialogProps {
  layer: LayerState;
  onClose: () => void;
}

const newGroup = ' new';
const noGroup = ' none';

/** Moves a layer into a group of the map or a new one, or out of its group. */
export function GroupDialog({ layer, run, onClose }: LayerDialogProps & { run: Run }) {
  const { t } = useTranslation();
  const model = useMapModel();
  const heading = useId();
  const [title, setTitle] = useState('');
  const own = model && groupOf(model, layer.id);
  const groups = model ? groupsFor(model, layer.id).filter(({ id }) => id !== own) : [];
  const [group, setGroup] = useState(own === undefined ? newGroup : noGroup);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!model) return;
    if (group === newGroup)
      void run(async () => {
        await groupLayer(model, layer.id, title.trim() || t('layers.group.new'));
      });
    else moveToGroup(model, layer.id, group === noGroup ? undefined : group);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={heading} fullWidth maxWidth="xs">
      <form onSubmit={submit}>
        <DialogTitle id={heading}>
          {t('layers.groupOf', { title: layer.title || t('layers.untitled') })}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <ChoiceField
            label={t('layers.group')}
            value={group}
            sx={{ mt: 1 }}
            choices={[
              ...(own === undefined ? [] : [{ value: noGroup, title: t('layers.group.none') }]),
              { value: newGroup, title: t('layers.group.new') },
              ...groups.map(({ id, title: name }) => ({ value: id, title: name || t('layers.untitled') })),
            ]}
            onChange={setGroup}
          />
          {group === newGroup && (
            <TextField
              fullWidth
              size="small"
              label={t('layers.titleField')}
              placeholder={t('layers.group.new')}
              value={title}
              onChange={({ target }) => setTitle(target.value)}
              slotProps={{ htmlInput: { dir: 'auto', maxLength: 250 }, inputLabel: { shrink: true } }}
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('layers.cancel')}</Button>
          <Button type="submit" variant="contained">
            {t('layers.group.apply')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Copies a layer's style to other layers of the same geometry with its fields. */
export function CopyStyleDialog({ layer, run, onClose }: LayerDialogProps & { run: Run }) {
  const { t } = useTranslation();
  const model = useMapModel();
  const heading = useId();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { data: targets } = useQuery({
    queryKey: mapKeys.styleTargets(layer.id),
    queryFn: () => (model ? styleTargets(model, layer.id) : []),
    enabled: model !== undefined,
    gcTime: 0,
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby={heading} fullWidth maxWidth="xs">
      <DialogTitle id={heading}>
        {t('layers.copyStyleOf', { title: layer.title || t('layers.untitled') })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid' }}>
        {targets?.length === 0 && <Typography color="textSecondary">{t('layers.copyStyle.none')}</Typography>}
        {targets?.map(({ id, title }) => (
          <FormControlLabel
            key={id}
            control={
              <Checkbox
                checked={chosen.includes(id)}
                onChange={(_event, checked) =>
                  setChosen(checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                }
              />
            }
            label={title || t('layers.untitled')}
          />
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('layers.cancel')}</Button>
        <Button
          variant="contained"
          disabled={chosen.length === 0}
          onClick={() => {
            if (model) void run(() => copyStyle(model, layer.id, chosen));
            onClose();
          }}
        >
          {t('layers.copyStyle.apply')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
