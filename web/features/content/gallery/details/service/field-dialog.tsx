import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../../../context/application-context.ts';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import { changeLayer, type HostedField, type HostedLayer } from '../../../../../portal/hosted-service.ts';
import type { PortalItem } from '../../../../../portal/portal-types.ts';
import { takeFocus } from '../../../../../ui/browser.ts';
import { Choice } from '../../../../../ui/choice.tsx';
import { useItemChanged } from '../use-item-changed.ts';
import { type FieldKind, fieldName, kindOf, kinds, readDefault, readList, writeList } from './field-kinds.ts';

export interface FieldDialogProps {
  item: PortalItem;
  url: string;
  layer: HostedLayer;
  /** The field to change; undefined adds one. */
  field: HostedField | undefined;
  /** Whether only its label can be changed. */
  fixed?: boolean;
  onClose: () => void;
}

/** Adds a field to a layer, or changes its label, its list of values and its default value. */
export function FieldDialog({ item, url, layer, field, fixed = false, onClose }: FieldDialogProps) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const changed = useItemChanged(item.id, 'service');
  const title = useId();
  const [label, setLabel] = useState(field?.alias || field?.name || '');
  const [kind, setKind] = useState<FieldKind>(field ? (kindOf(field.type) ?? 'text') : 'text');
  const before = writeList(field?.domain);
  const [list, setList] = useState(before);
  const usual = String(field?.defaultValue ?? '');
  const [initial, setInitial] = useState(usual);
  const name =
    field?.name ??
    fieldName(
      label,
      layer.fields.map((each) => each.name),
    );
  const domain = readList(list, name, kind);
  const offersDefault = !fixed && kind !== 'date' && (!field || kindOf(field.type) !== undefined);
  const offersList = offersDefault && field?.domain?.type !== 'range';
  const defaultValue = readDefault(initial, kind);
  const ready =
    label.trim() !== '' &&
    (!offersList || domain !== undefined) &&
    (!offersDefault || defaultValue !== undefined);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const alias = label.trim();
      const listed = {
        ...(offersList && list !== before && { domain }),
        ...(offersDefault && initial !== usual && { defaultValue }),
      };
      if (field)
        await changeLayer(connection, { url, id: layer.id }, 'updateDefinition', {
          fields: [{ name, alias, ...listed }],
        });
      else {
        const added = { name, alias, type: kinds[kind], nullable: true, editable: true };
        const length = kind === 'text' && { length: 255 };
        await changeLayer(connection, { url, id: layer.id }, 'addToDefinition', {
          fields: [{ ...added, ...length, ...listed }],
        });
      }
      await changed();
    },
    onSuccess: onClose,
  });
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={() => !isPending && onClose()} aria-labelledby={title}>
      <form
        style={{ display: 'contents' }}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !isPending) mutate();
        }}
      >
        <DialogTitle id={title} sx={{ overflowWrap: 'anywhere' }}>
          {field ? t('gallery.fields.edit') : t('gallery.fields.add')}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, pt: '8px !important' }}>
          <TextField
            required
            label={t('gallery.fields.label')}
            value={label}
            onChange={({ target }) => setLabel(target.value)}
            slotProps={{ htmlInput: { dir: 'auto', maxLength: 200, ref: takeFocus } }}
            helperText={label.trim() === '' ? ' ' : t('gallery.fields.name', { name })}
          />
          {!field && (
            <Choice
              label={t('gallery.fields.kind')}
              value={kind}
              options={(Object.keys(kinds) as FieldKind[]).map(
                (each) => [each, t(`gallery.fields.kind.${each}`)] as const,
              )}
              onChoose={setKind}
            />
          )}
          {offersList && (
            <TextField
              multiline
              minRows={3}
              maxRows={8}
              label={t('gallery.fields.values')}
              value={list}
              onChange={({ target }) => setList(target.value)}
              error={domain === undefined}
              helperText={
                domain === undefined ? t('gallery.fields.values.numbers') : t('gallery.fields.values.hint')
              }
            />
          )}
          {offersDefault && (
            <TextField
              label={t('gallery.fields.default')}
              value={initial}
              onChange={({ target }) => setInitial(target.value)}
              error={defaultValue === undefined}
              helperText={defaultValue === undefined ? t('gallery.fields.default.number') : undefined}
              slotProps={{ htmlInput: { dir: 'auto', inputMode: kind === 'text' ? 'text' : 'decimal' } }}
            />
          )}
          {error && (
            <Alert severity="error">
              <ErrorMessage error={error} />
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button disabled={isPending} onClick={onClose}>
            {t('gallery.fields.cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={!ready || isPending}>
            {field ? t('gallery.settings.save') : t('gallery.fields.add')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
