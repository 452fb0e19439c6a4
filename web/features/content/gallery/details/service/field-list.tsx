import Add from '@mui/icons-material/Add';
import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeLayer, type HostedField, type HostedLayer } from '../../../../../portal/hosted-service.ts';
import type { PortalItem } from '../../../../../portal/portal-types.ts';
import { ConfirmDialog } from '../../../../../ui/confirm-dialog.tsx';
import { sizes } from '../../../../../ui/sizes.ts';
import { useConfiguration } from '../../../../../context/application-context.ts';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import { useFormats } from '../../../../../i18n/index.ts';
import { useItemChanged } from '../use-item-changed.ts';
import { FieldDialog, type FieldDialogProps } from './field-dialog.tsx';
import { kindOf } from './field-kinds.ts';
import { ViewDialog } from './view-dialog.tsx';

interface FieldListProps {
  item: PortalItem;
  url: string;
  layer: HostedLayer;
  owned: boolean;
  /** Whether the fields are those of another layer: they are shown or hidden. */
  isView: boolean;
  /** Rows of the layer. */
  count: number;
}

type Open = { task: 'add' } | { task: 'edit' | 'delete' | 'hide'; field: HostedField };

/**
 * The fields of a layer; owners add, change and delete them, or show and hide those of a view. A field of a
 * layer itself is hidden by a view without it.
 */
export function FieldList({ item, url, layer, owned, isView, count }: FieldListProps) {
  const { t } = useTranslation();
  const title = useId();
  const [open, setOpen] = useState<Open>();
  const { connection } = useConfiguration();
  const changed = useItemChanged(item.id, 'service');
  const toggle = useMutation({
    mutationFn: async ({ name, visible }: HostedField) => {
      await changeLayer(connection, { url, id: layer.id }, 'updateDefinition', {
        fields: [{ name, visible: visible === false }],
      });
      await changed();
    },
  });
  const about = { item, url, layer, onClose: () => setOpen(undefined) };
  return (
    <Box
      component="section"
      aria-labelledby={title}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.5 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography id={title} variant="h3" sx={{ flex: 1 }}>
          {t('gallery.fields')}
        </Typography>
        {owned && !isView && (
          <Button startIcon={<Add />} onClick={() => setOpen({ task: 'add' })}>
            {t('gallery.fields.add')}
          </Button>
        )}
      </Box>
      {toggle.error && (
        <Alert severity="error">
          <ErrorMessage error={toggle.error} />
        </Alert>
      )}
      <Rows>
        {layer.fields.map((field) => (
          <li key={field.name}>
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', paddingBlock: 0.75 }}>
              <bdi>{field.alias || field.name}</bdi>
              <Typography variant="body2" color="textSecondary">
                <FieldFacts field={field} />
              </Typography>
            </Box>
            {owned && (
              <IconButton
                aria-label={t('gallery.fields.edit.of', { field: field.alias || field.name })}
                onClick={() => setOpen({ task: 'edit', field })}
                sx={touch}
              >
                <Edit fontSize="small" />
              </IconButton>
            )}
            {owned && isView && (
              <IconButton
                aria-label={t(field.visible === false ? 'gallery.fields.show.of' : 'gallery.fields.hide.of', {
                  field: field.alias || field.name,
                })}
                disabled={toggle.isPending || isIdentifier(layer, field)}
                onClick={() => toggle.mutate(field)}
                sx={touch}
              >
                {field.visible === false ? (
                  <VisibilityOff fontSize="small" />
                ) : (
                  <Visibility fontSize="small" />
                )}
              </IconButton>
            )}
            {owned && !isView && !isIdentifier(layer, field) && (
              <IconButton
                aria-label={t('gallery.fields.hide.view', { field: field.alias || field.name })}
                onClick={() => setOpen({ task: 'hide', field })}
                sx={touch}
              >
                <VisibilityOff fontSize="small" />
              </IconButton>
            )}
            {owned && !isView && (
              <IconButton
                aria-label={t('gallery.fields.delete.of', { field: field.alias || field.name })}
                disabled={isKept(layer, field)}
                onClick={() => setOpen({ task: 'delete', field })}
                sx={touch}
              >
                <Delete fontSize="small" />
              </IconButton>
            )}
          </li>
        ))}
      </Rows>
      {open?.task === 'add' && <FieldDialog {...about} field={undefined} />}
      {open?.task === 'edit' && (
        <FieldDialog {...about} field={open.field} fixed={isView || isKept(layer, open.field)} />
      )}
      {open?.task === 'hide' && <ViewDialog {...about} change={false} without={open.field} />}
      {open?.task === 'delete' && <DeleteFieldDialog {...about} field={open.field} count={count} />}
    </Box>
  );
}

function FieldFacts({ field: { name, alias, type, domain, visible } }: { field: HostedField }) {
  const { t } = useTranslation();
  const kind = kindOf(type);
  return [
    ...(alias && alias !== name ? [name] : []),
    ...(visible === false ? [t('gallery.fields.hidden')] : []),
    kind ? t(`gallery.fields.kind.${kind}`) : type.replace('esriFieldType', ''),
    ...(domain?.type === 'codedValue'
      ? [t('gallery.fields.list', { count: domain.codedValues.length })]
      : []),
  ].join(' · ');
}

/** Views keep these fields, by which clients address features. */
function isIdentifier({ objectIdField, globalIdField }: HostedLayer, { name }: HostedField): boolean {
  return name === objectIdField || name === globalIdField;
}

/** Whether the service fills in a field itself, or cannot do without it. */
function isKept({ objectIdField, globalIdField, editFieldsInfo }: HostedLayer, field: HostedField): boolean {
  const kept = [objectIdField, globalIdField, ...Object.values(editFieldsInfo ?? {})];
  return kept.includes(field.name) || ['esriFieldTypeOID', 'esriFieldTypeGlobalID'].includes(field.type);
}

const touch = { width: sizes.touch, height: sizes.touch } as const;

const Rows = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': { display: 'flex', alignItems: 'center' },
  '& > li:not(:last-child)': { borderBottom: `1px solid ${theme.vars.palette.divider}` },
}));

interface DeleteFieldDialogProps extends Omit<FieldDialogProps, 'field' | 'fixed'> {
  field: HostedField;
  /** Rows that lose a value. */
  count: number;
}

/** Asks before a field is deleted with its values. */
function DeleteFieldDialog({ item, url, layer, field, count, onClose }: DeleteFieldDialogProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { connection } = useConfiguration();
  const changed = useItemChanged(item.id, 'service');
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      await changeLayer(connection, { url, id: layer.id }, 'deleteFromDefinition', {
        fields: [{ name: field.name }],
      });
      await changed();
    },
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      question={t('gallery.fields.delete.of', { field: field.alias || field.name })}
      consequences={t('gallery.fields.delete.sure', { count, number: number(count) })}
      confirm={t('gallery.fields.delete')}
      cancel={t('gallery.fields.cancel')}
      isPending={isPending}
      error={error ? <ErrorMessage error={error} /> : undefined}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
