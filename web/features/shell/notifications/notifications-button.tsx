import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { useIdentity } from '../../../context/application-context.ts';
import { loadMessages } from '../../../i18n/index.ts';
import { whenIdle } from '../../../ui/browser.ts';
import { LazyBoundary } from '../../../ui/lazy-boundary.tsx';
import { sizes } from '../../../ui/sizes.ts';

/** Milliseconds after which the notifications are loaded on a page that is never idle. */
const latest = 5000;

/** The bell of members, loaded once the page is idle. */
export function NotificationsButton() {
  const { user } = useIdentity();
  const [idle, setIdle] = useState(false);
  const known = user !== undefined;
  useEffect(() => (known ? whenIdle(() => setIdle(true), latest) : undefined), [known]);
  if (!user) return null;
  return (
    <Box sx={{ flexShrink: 0, width: sizes.touch, height: sizes.touch }}>
      <LazyBoundary wanted={idle} load={loadBell} props={{ username: user.username }} />
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
