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
import { useConfiguration } from '../../../context/application-context.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useMapWork, useWorkState } from '../../../map/document/map-work.ts';
import { type SharedLayer, sharedLayers } from '../../../map/document/shared-layers.ts';
import { useMapState } from '../../../map/map-model.ts';
import { layerById } from '../../../map/map-state.ts';
import { checkAccess, isGone, type LayerAccess } from '../../../portal/layer-access.ts';
import { portalKeys } from '../../../portal/query-keys.ts';
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
        title={<ErrorMessage error={layers.error} />}
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
    gone && <ErrorMessage key="gone" error={isGone(error) ? error : goneError(layer)} />,
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
      <ListItemText
        primary={layer.title}
        secondary={notes.flatMap((note) => [note, ' '])}
        sx={{ overflowWrap: 'anywhere' }}
      />
    </ListItem>
  );
}

function goneError({ itemId }: SharedLayer): MappingError {
  return itemId
    ? new MappingError('portal:item-not-found', 'The item does not exist.', { status: 404 })
    : new MappingError('layer:not-found', 'The service does not exist.', { status: 404 });
}
