import Close from '@mui/icons-material/Close';
import CloudOff from '@mui/icons-material/CloudOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity, usePortalIdentity } from '../../../../context/application-context.ts';
import { loadItem } from '../../../../portal/item-details.ts';
import { needsSignIn } from '../../../../portal/portal-error.ts';
import { StateMessage } from '../../../../ui/state-message.tsx';
import { sizes } from '../../../../ui/sizes.ts';
import { ErrorMessage } from '../../../../i18n/error-message.tsx';
import { personKeys } from '../../../../portal/query-keys.ts';
import type { GalleryActions } from '../gallery-actions.ts';
import { ItemDetails } from './item-details.tsx';

export interface DetailsDrawerProps {
  /** Id of the item. */
  id: string;
  actions: GalleryActions;
  onTag: (tag: string) => void;
  onClose: () => void;
  onMapIntent: () => void;
}

/** Details of one item beside the gallery; full screen on phones. */
export function DetailsDrawer({ id, actions, onTag, onClose, onMapIntent }: DetailsDrawerProps) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { user, signIn } = useIdentity();
  const { who, known } = usePortalIdentity(connection);
  const { data, error, refetch } = useQuery({
    queryKey: personKeys(connection, who).item(id),
    queryFn: ({ signal }) => loadItem(connection, id, signal),
    enabled: known,
  });
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': t('gallery.details'), role: 'dialog', sx: paper } }}
    >
      <Box sx={bar}>
        <Typography variant="h3" component="p" sx={{ flex: 1 }}>
          {t('gallery.details')}
        </Typography>
        <IconButton
          aria-label={t('gallery.details.close')}
          onClick={onClose}
          sx={{ width: sizes.touch, height: sizes.touch }}
        >
          <Close />
        </IconButton>
      </Box>
      <Box
        sx={{ p: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, alignContent: 'start' }}
      >
        {/* When they cannot be loaded again after a change, open dialogs and typed text stay. */}
        {data ? (
          <ItemDetails key={id} item={data} actions={actions} onTag={onTag} onMapIntent={onMapIntent} />
        ) : error ? (
          <StateMessage
            role="alert"
            icon={<CloudOff />}
            title={t('gallery.details.error')}
            detail={<ErrorMessage error={error} />}
            action={
              !user && needsSignIn(error) ? (
                <Button variant="contained" onClick={() => void signIn()}>
                  {t('session.signIn')}
                </Button>
              ) : (
                <Button onClick={() => void refetch()}>{t('app.tryAgain')}</Button>
              )
            }
          />
        ) : (
          <Loading label={t('app.loading')} />
        )}
      </Box>
    </Drawer>
  );
}

function Loading({ label }: { label: string }) {
  return (
    <Box component="output" aria-label={label} sx={{ display: 'grid', gap: 2 }}>
      <Skeleton variant="rounded" height="auto" sx={{ aspectRatio: '3 / 2' }} />
      <Skeleton width="60%" height={32} />
      <Skeleton height={120} variant="rounded" />
    </Box>
  );
}

const paper = { width: { xs: '100%', sm: 440 }, maxWidth: '100%' } as const;
const bar = {
  position: 'sticky',
  top: 0,
  zIndex: 1,
  display: 'flex',
  alignItems: 'center',
  paddingInlineStart: 2,
  paddingInlineEnd: 0.5,
  minHeight: sizes.header,
  borderBottom: 1,
  borderColor: 'divider',
  backgroundColor: 'background.paper',
} as const;
