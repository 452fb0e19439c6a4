import Close from '@mui/icons-material/Close';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import NotificationsNone from '@mui/icons-material/NotificationsNoneOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import MuiLink from '@mui/material/Link';
import Popover from '@mui/material/Popover';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfiguration, usePortalIdentity } from '../../../context/application-context.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import { deleteNotifications, type PortalNotification } from '../../../portal/accounts/notifications.ts';
import { personKeys } from '../../../portal/query-keys.ts';
import { lowWindows, sizes, targetLink } from '../../../ui/sizes.ts';
import { StateMessage } from '../../../ui/state-message.tsx';
import { readNotification } from './notification-text.ts';

interface NotificationsPanelProps {
  id: string;
  anchor: HTMLElement | null;
  username: string;
  /** The newest first; undefined if none were loaded yet. */
  notifications: readonly PortalNotification[] | undefined;
  /** Why the last request for them failed. */
  failure: Error | null;
  onRetry: () => void;
  /** Later ones are marked as new; epoch milliseconds. */
  newSince: number;
  onClose: () => void;
}

/** The list below the bell; as wide as the window on phones. */
export function NotificationsPanel({
  id,
  anchor,
  username,
  notifications,
  failure,
  onRetry,
  newSince,
  onClose,
}: NotificationsPanelProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const { connection } = useConfiguration();
  const { who } = usePortalIdentity(connection);
  const queries = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (ids: readonly string[]) => deleteNotifications(connection, username, ids),
    // Some of several may be gone after a failure, too.
    onSettled: () => queries.invalidateQueries({ queryKey: personKeys(connection, who).notifications }),
  });
  const close = () => {
    reset();
    onClose();
  };
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={close}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      marginThreshold={8}
      slotProps={{ paper: { id, role: 'dialog', 'aria-labelledby': titleId, sx: styles.paper } }}
    >
      <Box sx={styles.top}>
        <Typography id={titleId} variant="h3" component="h2" sx={{ flex: 1 }}>
          {t('notifications.title')}
        </Typography>
        {notifications && notifications.length > 1 && (
          <Button
            color="error"
            disabled={isPending}
            onClick={() => mutate(notifications.map((each) => each.id))}
            sx={{ minHeight: sizes.touch }}
          >
            {t('notifications.deleteAll')}
          </Button>
        )}
        <IconButton aria-label={t('notifications.close')} onClick={close} sx={styles.touch}>
          <Close fontSize="small" />
        </IconButton>
      </Box>
      {error && (
        <Alert severity="error" sx={{ mx: 2, mb: 1 }}>
          <ErrorMessage error={error} />
        </Alert>
      )}
      {failure && (
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={onRetry}>
              {t('app.tryAgain')}
            </Button>
          }
          sx={{ mx: 2, mb: 1 }}
        >
          <ErrorMessage error={failure} />
        </Alert>
      )}
      {!notifications ? (
        !failure && (
          <Box component="output" aria-label={t('app.loading')} sx={{ display: 'block', px: 2, pb: 2 }}>
            <Skeleton height={48} />
          </Box>
        )
      ) : notifications.length === 0 ? (
        <Box sx={{ p: 2, pt: 0 }}>
          <StateMessage
            icon={<NotificationsNone />}
            title={t('notifications.none')}
            detail={t('notifications.none.why')}
          />
        </Box>
      ) : (
        <Box component="ul" aria-labelledby={titleId} sx={styles.list}>
          {notifications.map((notification) => (
            <Row
              key={notification.id}
              notification={notification}
              isNew={notification.received > newSince}
              disabled={isPending}
              onFollow={close}
              onDelete={() => mutate([notification.id])}
            />
          ))}
        </Box>
      )}
    </Popover>
  );
}

interface RowProps {
  notification: PortalNotification;
  isNew: boolean;
  disabled: boolean;
  onFollow: () => void;
  onDelete: () => void;
}

function Row({ notification, isNew, disabled, onFollow, onDelete }: RowProps) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const { ago, dateTime } = useFormats();
  const { text, detail, to } = readNotification(t, org, notification);
  return (
    <li>
      <Box sx={{ flex: 1, minWidth: 0, py: 1, overflowWrap: 'anywhere' }}>
        <Typography dir="auto" sx={{ fontWeight: isNew ? 500 : undefined }}>
          {to === undefined ? (
            text
          ) : (
            <MuiLink component={Link} to={to} onClick={onFollow} sx={targetLink}>
              {text}
            </MuiLink>
          )}
        </Typography>
        {detail !== undefined && (
          <Typography variant="body2" dir="auto" sx={{ whiteSpace: 'pre-line' }}>
            {detail}
          </Typography>
        )}
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 0.5 }}>
          <Typography
            variant="body2"
            color="textSecondary"
            component="time"
            dateTime={new Date(notification.received).toISOString()}
            title={dateTime(notification.received)}
          >
            {ago(notification.received)}
          </Typography>
          {isNew && <Chip size="small" color="primary" variant="outlined" label={t('notifications.new')} />}
        </Box>
      </Box>
      <IconButton
        aria-label={t('notifications.delete.of', { text })}
        disabled={disabled}
        onClick={onDelete}
        sx={styles.touch}
      >
        <DeleteOutlined fontSize="small" />
      </IconButton>
    </li>
  );
}

const styles = {
  // The list scrolls below the title: rows do not lie below it, half covered. Low windows have no room for that.
  paper: {
    display: 'flex',
    flexDirection: 'column',
    [lowWindows]: { display: 'block' },
    width: { xs: 'calc(100vw - 16px)', sm: 400 },
    maxWidth: 'none',
    maxHeight: { xs: 'calc(100dvh - 64px)', sm: 'min(560px, 80dvh)' },
  },
  top: {
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    gap: 1,
    paddingInlineStart: 2,
    paddingInlineEnd: 0.5,
    minHeight: sizes.header,
  },
  touch: { flexShrink: 0, width: sizes.touch, height: sizes.touch },
  list: {
    m: 0,
    p: 0,
    paddingInlineStart: 2,
    paddingInlineEnd: 0.5,
    listStyle: 'none',
    overflowY: 'auto',
    [lowWindows]: { overflowY: 'visible' },
    '& > li': { display: 'flex', alignItems: 'flex-start', gap: 1, borderTop: 1, borderColor: 'divider' },
  },
} as const;
