import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormLabel from '@mui/material/FormLabel';
import MuiLink from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { withoutIsolates } from '../../../../../../wire/languages.ts';
import { detailsStep, itemAddress } from '../../../../../context/addresses.ts';
import { useConfiguration, usePortalIdentity } from '../../../../../context/application-context.ts';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import type { HostedField, HostedLayer } from '../../../../../portal/hosted-service.ts';
import { changeView, createView } from '../../../../../portal/layer-views.ts';
import type { PortalItem } from '../../../../../portal/portal-types.ts';
import { takeFocus } from '../../../../../ui/browser.ts';
import { usePhone } from '../../../../../ui/use-screen.ts';
import { useItemChanged } from '../use-item-changed.ts';
import { ViewCondition } from './view-condition.tsx';

export interface ViewDialogProps {
  item: PortalItem;
  url: string;
  layer: HostedLayer;
  /** Whether the layer is one of a view whose content is changed; else a view of the layer is created. */
  change: boolean;
  /** The field that a new view shall leave out. */
  without?: HostedField;
  onClose: () => void;
}

/** Creates a view of a layer, or changes what a view shows: fields, and the features that meet a condition. */
export function ViewDialog({ item, url, layer, change, without, onClose }: ViewDialogProps) {
  const { t } = useTranslation();
  const { org, connection } = useConfiguration();
  const { who } = usePortalIdentity(connection);
  const changed = useItemChanged(item.id, 'service');
  const heading = useId();
  const phone = usePhone();
  const [title, setTitle] = useState(
    change ? item.title : withoutIsolates(t('gallery.view.titleOf', { title: item.title })),
  );
  const [where, setWhere] = useState(layer.viewDefinitionQuery ?? '');
  const [isComplete, setComplete] = useState(true);
  const [showMissing, setShowMissing] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    new Set(
      layer.fields
        .filter(({ name, visible }) => visible === false || name === without?.name)
        .map(({ name }) => name),
    ),
  );
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: async () => {
      const content = { hidden: [...hidden], where: where.trim() };
      if (change) {
        const shown = layer.fields.map(({ name }) => name).filter((name) => !hidden.has(name));
        await changeView(connection, { url, id: layer.id }, { ...content, shown });
        await changed();
        return undefined;
      }
      const about = { id: layer.id, name: layer.name, isTable: !layer.geometryType };
      const id = await createView(connection, {
        ...content,
        title: title.trim(),
        username: who,
        url,
        layer: about,
      });
      await changed();
      return { ...item, id, title: title.trim() };
    },
    onSuccess: (made) => made ?? onClose(),
  });
  const toggle = (name: string) =>
    setHidden(
      hidden.has(name) ? new Set([...hidden].filter((each) => each !== name)) : new Set([...hidden, name]),
    );
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      fullScreen={phone}
      onClose={() => !isPending && onClose()}
      aria-labelledby={heading}
    >
      <form
        style={{ display: 'contents' }}
        onSubmit={(event) => {
          event.preventDefault();
          if (title.trim() === '' || isPending || data) return;
          if (isComplete) return mutate();
          flushSync(() => setShowMissing(true));
          event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
        }}
      >
        <DialogTitle id={heading}>{change ? t('gallery.view.change') : t('gallery.view.create')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start', pt: '8px !important' }}>
          {data ? (
            <Alert severity="success">
              {t('gallery.view.created')}{' '}
              <MuiLink component={Link} to={itemAddress(org, data)} state={detailsStep} onClick={onClose}>
                <bdi>{data.title}</bdi>
              </MuiLink>
            </Alert>
          ) : (
            <>
              {!change && (
                <>
                  <Typography color="textSecondary">{t('gallery.view.about')}</Typography>
                  {without && (
                    <Alert severity="warning">
                      {t('gallery.view.without', { field: without.alias || without.name })}
                    </Alert>
                  )}
                  <TextField
                    required
                    label={t('gallery.view.title')}
                    value={title}
                    onChange={({ target }) => setTitle(target.value)}
                    slotProps={{ htmlInput: { dir: 'auto', maxLength: 250, ref: takeFocus } }}
                  />
                </>
              )}
              <FieldChoice
                fields={layer.fields.filter((field) => !isKey(layer, field))}
                hidden={hidden}
                onToggle={toggle}
              />
              <ViewCondition
                url={url}
                layer={layer}
                where={where}
                change={change}
                showMissing={showMissing}
                onChange={(sql, complete) => {
                  setWhere(sql);
                  setComplete(complete);
                }}
              />
              {error && (
                <Alert severity="error">
                  <ErrorMessage error={error} />
                </Alert>
              )}
            </>
          )}
        </DialogContent>
        <DialogActions>
          <Button disabled={isPending} onClick={onClose}>
            {data ? t('gallery.view.close') : t('gallery.fields.cancel')}
          </Button>
          {!data && (
            <Button type="submit" variant="contained" disabled={title.trim() === '' || isPending}>
              {change ? t('gallery.settings.save') : t('gallery.view.create')}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}

const isKey = ({ objectIdField, globalIdField }: HostedLayer, { name }: HostedField) =>
  name === objectIdField || name === globalIdField;

function FieldChoice({
  fields,
  hidden,
  onToggle,
}: {
  fields: readonly HostedField[];
  hidden: ReadonlySet<string>;
  onToggle: (name: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <FormControl component="fieldset">
      <FormLabel component="legend">{t('gallery.view.fields')}</FormLabel>
      <FormGroup sx={{ maxHeight: 260, overflowY: 'auto', flexWrap: 'nowrap' }}>
        {fields.map(({ name, alias }) => (
          <FormControlLabel
            key={name}
            control={<Checkbox checked={!hidden.has(name)} onChange={() => onToggle(name)} />}
            label={<bdi>{alias || name}</bdi>}
            sx={{ overflowWrap: 'anywhere' }}
          />
        ))}
      </FormGroup>
    </FormControl>
  );
}
