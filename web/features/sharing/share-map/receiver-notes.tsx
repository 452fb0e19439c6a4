import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import CloudOff from '@mui/icons-material/CloudOffOutlined';
import Key from '@mui/icons-material/KeyOutlined';
import LockOutlined from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MappingError } from '../../../../wire/errors.ts';
import { removeSecrets } from '../../../../wire/remove-secrets.ts';
import { useConfiguration } from '../../../context/application-context.ts';
import { errorText } from '../../../i18n/index.ts';
import { useMapWork, useWorkState } from '../../../map/document/map-work.ts';
import {
  isGroupOfCollections,
  type LayerJson,
  layersIn,
  membersOf,
  type WebMapJson,
} from '../../../map/document/web-map-json.ts';
import { useMapState } from '../../../map/map-model.ts';
import { layerById } from '../../../map/map-state.ts';
import { loadItem } from '../../../portal/item-details.ts';
import type { PortalConnection } from '../../../portal/portal-connection.ts';
import { needsSignIn } from '../../../portal/portal-error.ts';
import { portalKeys } from '../../../portal/query-keys.ts';
import { anonymously } from '../../../portal/service-request.ts';
import { StateMessage } from '../../../ui/state-message.tsx';

/** The layers that recipients will not see. */
export function ReceiverNotes() {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const work = useMapWork();
  const { changes } = useWorkState(work);
  const layers = useQuery({
    queryKey: portalKeys(connection).sharedLayers(changes),
    queryFn: async ({ signal }) => {
      const found = work ? sharedLayers(await work.read()) : [];
      return Promise.all(
        found.map(async (layer) => ({ layer, access: await checkAccess(connection, layer, signal) })),
      );
    },
    enabled: work !== undefined,
    gcTime: 0,
  });
  if (layers.isError)
    return (
      <StateMessage
        compact
        role="alert"
        icon={<CloudOff />}
        title={errorText(t, layers.error)}
        action={<Button onClick={() => void layers.refetch()}>{t('app.tryAgain')}</Button>}
      />
    );
  if (!layers.data)
    return (
      <Box component="output" aria-label={t('sharing.receiver.checking')}>
        <Skeleton animation={false} width="70%" />
        <Skeleton animation={false} width="50%" />
      </Box>
    );
  const limited = layers.data.filter(({ layer, access }) => access !== 'everybody' || layer.secret);
  if (limited.length === 0)
    return (
      <Box sx={{ display: 'flex', gap: 1, color: 'text.secondary' }}>
        <CheckCircle fontSize="small" />
        <Typography>{t('sharing.receiver.all')}</Typography>
      </Box>
    );
  return (
    <Box>
      <Typography variant="h3">{t('sharing.receiver')}</Typography>
      <List dense disablePadding>
        {limited.map(({ layer, access }, index) => (
          <LimitedLayer key={index} layer={layer} access={access} />
        ))}
      </List>
    </Box>
  );
}

function LimitedLayer({ layer, access }: { layer: SharedLayer; access: LayerAccess }) {
  const { t } = useTranslation();
  const error = useMapState(({ layers }) => (layer.id ? layerById(layers, layer.id)?.error : undefined));
  // Servers ask visitors to sign in to services that do not exist as well; the open map has tried it with the
  // user's account.
  const gone = access === 'gone' || (access === 'sign-in' && isGone(error));
  const notes = [
    gone && errorText(t, isGone(error) ? error : goneError(layer)),
    access === 'sign-in' && !gone && t('sharing.receiver.signIn'),
    access === 'unreachable' && t('sharing.receiver.unreachable'),
    layer.secret && t('sharing.receiver.secret'),
  ].filter(Boolean);
  return (
    <ListItem disableGutters alignItems="flex-start">
      <ListItemIcon sx={{ minWidth: 32, mt: 0.5 }}>
        {layer.secret ? (
          <Key fontSize="small" />
        ) : access === 'sign-in' && !gone ? (
          <LockOutlined fontSize="small" />
        ) : (
          <CloudOff fontSize="small" />
        )}
      </ListItemIcon>
      <ListItemText primary={layer.title} secondary={notes.join(' ')} sx={{ overflowWrap: 'anywhere' }} />
    </ListItem>
  );
}

/** Who can see a layer of a shared map: everyone, users who can sign in to its service, or no one. */
type LayerAccess = 'everybody' | 'sign-in' | 'unreachable' | 'gone';

/**
 * Requests a layer anonymously: its portal item, or its service. A layer stored in the map itself is visible to
 * everyone. A portal may ask visitors to sign in to an item that does not exist: members learn that it does not.
 */
export async function checkAccess(
  connection: PortalConnection,
  { itemId, url }: Pick<SharedLayer, 'itemId' | 'url'>,
  signal?: AbortSignal,
): Promise<LayerAccess> {
  const address = itemId
    ? `${connection.restUrl}/content/items/${encodeURIComponent(itemId)}`
    : /^https?:/.test(url ?? '')
      ? (url ?? '')
      : '';
  if (!address) return 'everybody';
  try {
    await anonymously(address, signal);
    return 'everybody';
  } catch (cause) {
    if (isGone(cause)) return 'gone';
    if (!needsSignIn(cause)) return 'unreachable';
  }
  const asMember = itemId && connection.session.credential ? loadItem(connection, itemId, signal) : undefined;
  const refusal = await asMember?.then(
    () => undefined,
    (error: unknown) => error,
  );
  return isGone(refusal) ? 'gone' : 'sign-in';
}

/** Whether there is nothing at an address: no item, or no service or file. */
function isGone(error: unknown): boolean {
  if (!(error instanceof MappingError)) return false;
  const { id, status, message } = error;
  if (id === 'portal:item-not-found' || id === 'layer:not-found') return true;
  // ArcGIS servers answer so for services they do not have.
  return status === 404 || (status === 400 && /invalid url/i.test(message));
}

function goneError({ itemId }: SharedLayer): MappingError {
  return itemId
    ? new MappingError('portal:item-not-found', 'The item does not exist.', { status: 404 })
    : new MappingError('layer:not-found', 'The service does not exist.', { status: 404 });
}

/** A layer of a shared map, from the recipient's view. */
interface SharedLayer {
  /** Its id in the map; undefined if the document has none. */
  id: string | undefined;
  title: string;
  /** The portal item whose sharing applies; undefined if the layer has none. */
  itemId: string | undefined;
  /** URL of its service; undefined for layers stored in the map itself. */
  url: string | undefined;
  /** Whether its URL or settings contain a token or password, which is removed. */
  secret: boolean;
}

/** The layers of a map that have a source of their own, topmost first; groups by their members. */
export function sharedLayers({ operationalLayers }: WebMapJson): SharedLayer[] {
  return leaves(layersIn(operationalLayers))
    .map((layer) => ({
      id: layer.id,
      title: layer.title ?? '',
      itemId: layer.itemId,
      url: layer.url,
      secret: removeSecrets(layer).removed.length > 0,
    }))
    .toReversed();
}

function leaves(layers: readonly LayerJson[]): LayerJson[] {
  return layers.flatMap((layer) => {
    const members = isGroupOfCollections(layer) ? undefined : membersOf(layer);
    return members ? leaves(members) : [layer];
  });
}
