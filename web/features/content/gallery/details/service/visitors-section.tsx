import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useConfiguration,
  useIdentity,
  usePortalIdentity,
} from '../../../../../context/application-context.ts';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import {
  changeLayer,
  type HostedService,
  loadLayer,
  operationsOf,
  type VisitorAccess,
} from '../../../../../portal/hosted-service.ts';
import type { PortalItem } from '../../../../../portal/portal-types.ts';
import { personKeys } from '../../../../../portal/query-keys.ts';
import { Part } from '../part.tsx';
import { useItemChanged } from '../use-item-changed.ts';

interface VisitorsProps {
  item: PortalItem;
  url: string;
  service: HostedService;
}

/** Whether visitors may add features to the layers of a service, and whether they read them: reports of the public. */
export function VisitorsSection({ item, url, service }: VisitorsProps) {
  const { t } = useTranslation();
  const { portal } = useIdentity();
  const layers = [...service.layers, ...service.tables];
  // Other portals have their own settings for public editing.
  if (portal?.uploadPreviews !== true || layers.length === 0) return null;
  const accepts = operationsOf(service).includes('Create');
  return (
    <Part title={t('gallery.visitors')} gap={1}>
      <Typography variant="body2" color="textSecondary">
        {t(
          !accepts
            ? 'gallery.visitors.needsEditing'
            : item.access === 'public'
              ? 'gallery.visitors.who'
              : 'gallery.visitors.needsPublic',
        )}
      </Typography>
      {layers.map(({ id, name }) => (
        <LayerAccess
          key={id}
          item={item}
          layer={{ url, id }}
          name={layers.length > 1 ? name : undefined}
          accepts={accepts}
        />
      ))}
    </Part>
  );
}

interface LayerAccessProps {
  item: PortalItem;
  layer: { url: string; id: number };
  /** Of one layer among several. */
  name: string | undefined;
  /** Whether the service accepts new features at all. */
  accepts: boolean;
}

function LayerAccess({ item, layer, name, accepts }: LayerAccessProps) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { who } = usePortalIdentity(connection);
  const changed = useItemChanged(item.id, 'service');
  const heading = useId();
  const { data, error } = useQuery({
    queryKey: personKeys(connection, who).service(item.id, 'layer', layer.id),
    queryFn: ({ signal }) => loadLayer(connection, { ...layer, owned: true }, signal),
  });
  const saving = useMutation({
    mutationFn: async (access: VisitorAccess) => {
      // Without adding and with reading is the usual rule, which the layer need not store.
      const visitorAccess = !access.add && access.query ? null : access;
      await changeLayer(connection, layer, 'updateDefinition', { visitorAccess });
      await changed();
    },
  });
  if (error)
    return (
      <Alert severity="error">
        <ErrorMessage error={error} />
      </Alert>
    );
  if (!data) return null;
  const stored = data.visitorAccess ?? { add: false, query: true };
  const { add, query } = saving.isPending ? saving.variables : stored;
  const choice = (
    label: string,
    checked: boolean,
    disabled: boolean,
    change: (on: boolean) => VisitorAccess,
  ) => (
    <FormControlLabel
      sx={{ marginInline: 0, gap: 1 }}
      control={
        <Switch
          checked={checked}
          disabled={saving.isPending || disabled}
          onChange={(_event, on) => saving.mutate(change(on))}
        />
      }
      label={label}
    />
  );
  return (
    <Box
      component="fieldset"
      aria-labelledby={name === undefined ? undefined : heading}
      sx={{ m: 0, p: 0, border: 0, minWidth: 0, display: 'grid', gap: 0.5, justifyItems: 'start' }}
    >
      {name !== undefined && (
        <Typography id={heading} component="h4" variant="subtitle2" sx={{ overflowWrap: 'anywhere' }}>
          <bdi>{name}</bdi>
        </Typography>
      )}
      {choice(t('gallery.visitors.add'), add, !accepts && !add, (on) => ({ add: on, query }))}
      {choice(t('gallery.visitors.query'), query, false, (on) => ({ add, query: on }))}
      {saving.error && (
        <Alert severity="error">
          {t('gallery.settings.error')}: <ErrorMessage error={saving.error} />
        </Alert>
      )}
    </Box>
  );
}
