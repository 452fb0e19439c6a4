import Box from '@mui/material/Box';
import { useIdentity } from '../../../context/application-context.ts';
import { loadMessages } from '../../../i18n/index.ts';
import { LazyBoundary } from '../../../ui/lazy-boundary.tsx';
import { sizes } from '../../../ui/sizes.ts';

/** The bell of members, loaded once it is known who they are, which is after the first paint. */
export function NotificationsButton() {
  const { user } = useIdentity();
  if (!user) return null;
  return (
    <Box sx={{ flexShrink: 0, width: sizes.touch, height: sizes.touch }}>
      <LazyBoundary wanted load={loadBell} props={{ username: user.username }} />
    </Box>
  );
}

async function loadBell() {
  const [{ NotificationsBell }] = await Promise.all([
    import('./notifications-bell.tsx'),
    loadMessages('notifications'),
  ]);
  return NotificationsBell;
}
