import NotificationsNone from '@mui/icons-material/NotificationsNoneOutlined';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, usePortalIdentity } from '../../../context/application-context.ts';
import { useFormats } from '../../../i18n/index.ts';
import { listNotifications } from '../../../portal/accounts/notifications.ts';
import { personKeys } from '../../../portal/query-keys.ts';
import { Hint } from '../../../ui/hint.tsx';
import { sizes } from '../../../ui/sizes.ts';
import { useStoredText } from '../../../ui/use-stored.ts';
import { NotificationsPanel } from './notifications-panel.tsx';

/** Milliseconds after which a visible page requests the list again. */
const requestEvery = 300_000;

/**
 * The bell with the number of notifications that arrived since the list was last opened on this device;
 * portals do not store what was read. Absent where the portal has no notifications.
 */
export function NotificationsBell({ username }: { username: string }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { connection } = useConfiguration();
  const { who, known } = usePortalIdentity(connection);
  const panelId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  // What is new while the list is open stays marked as new until it is closed.
  const [seen, setSeen] = useStoredText(`mapping.notifications.seen:${connection.restUrl}:${username}`);
  const [newSince, setNewSince] = useState(0);
  const { data, error, errorUpdateCount, refetch } = useQuery({
    queryKey: personKeys(connection, who).notifications,
    queryFn: ({ signal }) => listNotifications(connection, username, signal),
    enabled: known,
    refetchInterval: requestEvery,
  });
  // The error is cleared while the request is repeated.
  if (data === null || (!data && errorUpdateCount === 0)) return null;
  const count = (data ?? []).filter(({ received }) => received > Number(seen)).length;
  const label = count > 0 ? t('notifications.open', { count }) : t('notifications.title');
  const markSeen = () => {
    const newest = data?.[0]?.received ?? 0;
    if (newest > Number(seen)) setSeen(String(newest));
  };
  return (
    <>
      <Hint title={t('notifications.title')}>
        <IconButton
          color="inherit"
          aria-label={label}
          aria-haspopup="dialog"
          aria-controls={anchor ? panelId : undefined}
          aria-expanded={anchor !== null}
          onClick={(event) => {
            setNewSince(Number(seen));
            markSeen();
            setAnchor(event.currentTarget);
          }}
          sx={{ width: sizes.touch, height: sizes.touch }}
        >
          <Badge
            invisible={count === 0}
            badgeContent={count > 99 ? `${number(99)}+` : number(count)}
            color="error"
          >
            <NotificationsNone fontSize="small" />
          </Badge>
        </IconButton>
      </Hint>
      <NotificationsPanel
        id={panelId}
        anchor={anchor}
        username={username}
        notifications={data}
        failure={error}
        onRetry={() => void refetch()}
        newSince={newSince}
        onClose={() => {
          markSeen();
          setAnchor(null);
        }}
      />
    </>
  );
}
