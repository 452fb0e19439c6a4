import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ConfirmDialog } from '../../../../../ui/confirm-dialog.tsx';
import { useTranslation } from 'react-i18next';
import { useConfiguration, usePortalIdentity } from '../../../../../context/application-context.ts';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import { useFormats } from '../../../../../i18n/index.ts';
import type { HostedService } from '../../../../../portal/hosted-service.ts';
import {
  allowOffline,
  allowsOffline,
  loadOfflineCopies,
  type OfflineCopy,
  unregisterCopy,
} from '../../../../../portal/offline-copies.ts';
import type { PortalItem } from '../../../../../portal/portal-types.ts';
import { personKeys } from '../../../../../portal/query-keys.ts';
import { Part } from '../part.tsx';
import { useItemChanged } from '../use-item-changed.ts';
import { ServiceSwitch } from './service-switch.tsx';

interface OfflineProps {
  item: PortalItem;
  url: string;
  service: HostedService;
}

/** Whether members may take a service offline, and the copies that they have. */
export function OfflineSection({ item, url, service }: OfflineProps) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { who, known } = usePortalIdentity(connection);
  const allowed = allowsOffline(service);
  const copies = useQuery({
    queryKey: personKeys(connection, who).service(item.id, 'replicas'),
    queryFn: ({ signal }) => loadOfflineCopies(connection, url, signal),
    enabled: known && service.syncEnabled !== undefined && !service.isView,
  });
  if (service.syncEnabled === undefined || service.isView) return null;
  const hasCopies = (copies.data ?? []).length > 0;
  return (
    <Part title={t('gallery.offline')} gap={1}>
      <ServiceSwitch
        item={item}
        label={t('gallery.offline.allow')}
        hint={
          allowed
            ? t('gallery.offline.who')
            : t(hasCopies ? 'gallery.offline.ended' : 'gallery.offline.needs')
        }
        checked={allowed}
        save={(wanted) => allowOffline(connection, url, service, wanted)}
      />
      {copies.error && (
        <Alert severity="error">
          <ErrorMessage error={copies.error} />
        </Alert>
      )}
      {copies.data && (allowed || hasCopies) && <Copies item={item} url={url} copies={copies.data} />}
    </Part>
  );
}

function Copies({ item, url, copies }: { item: PortalItem; url: string; copies: readonly OfflineCopy[] }) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const [asked, setAsked] = useState<OfflineCopy>();
  const title = useId();
  if (copies.length === 0) return <Typography color="textSecondary">{t('gallery.offline.none')}</Typography>;
  return (
    <>
      <Typography id={title} variant="subtitle2" component="h4" sx={{ mt: 1 }}>
        {t('gallery.offline.copies')}
      </Typography>
      <List aria-labelledby={title} disablePadding dense>
        {copies.map((copy) => {
          const who = copy.owner ?? t('gallery.history.unknown');
          const when = copy.synchronizedAt === undefined ? '–' : dateTime(copy.synchronizedAt);
          return (
            <ListItem key={copy.id} disableGutters divider sx={{ gap: 1 }}>
              <ListItemText
                primary={<bdi>{copy.name}</bdi>}
                secondary={t('gallery.offline.synchronized', { who, when })}
                sx={{ overflowWrap: 'anywhere' }}
              />
              <Button
                size="small"
                color="error"
                aria-label={t('gallery.offline.unregister.of', { name: copy.name, who })}
                onClick={() => setAsked(copy)}
                sx={{ flexShrink: 0 }}
              >
                {t('gallery.offline.unregister')}
              </Button>
            </ListItem>
          );
        })}
      </List>
      {asked && <UnregisterDialog item={item} url={url} copy={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

/** Asks before a copy ends whose device may have edits. */
function UnregisterDialog({
  item,
  url,
  copy,
  onClose,
}: {
  item: PortalItem;
  url: string;
  copy: OfflineCopy;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const changed = useItemChanged(item.id, 'service');
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      await unregisterCopy(connection, url, copy.id);
      await changed();
      onClose();
    },
  });
  const who = copy.owner ?? t('gallery.history.unknown');
  return (
    <ConfirmDialog
      question={t('gallery.offline.unregister.of', { name: copy.name, who })}
      consequences={t('gallery.offline.unregister.sure')}
      confirm={t('gallery.offline.unregister')}
      cancel={t('gallery.fields.cancel')}
      isPending={isPending}
      error={error ? <ErrorMessage error={error} /> : undefined}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
