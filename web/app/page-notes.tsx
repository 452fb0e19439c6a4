import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity, usePortalIdentity } from '../context/application-context.ts';
import { useStanding } from '../context/use-standing.ts';
import {
  dismissClosedHosts,
  dismissHostsFailure,
  reloadWithHosts,
  useClosedHosts,
  useHostsFailure,
} from '../context/page-hosts.ts';
import { openedMap } from '../context/offline-maps.ts';
import { waitingMark } from '../waiting/waiting-mark.ts';
import { errorText, loadMessages } from '../i18n/index.ts';
import { loadPortalSettings } from '../portal/load-portal.ts';
import { personKeys } from '../portal/query-keys.ts';
import { lowWindows } from '../ui/sizes.ts';
import { LazyBoundary } from '../ui/lazy-boundary.tsx';
import { useStore } from '../store.ts';
import { ConfigNote } from './config-note.tsx';

/** Notices of every page: below the header, and a floating one. Loaded after the frame. */
export function PageNotes() {
  const isWaiting = useStore(waitingMark);
  // Without a connection it could not be loaded when something has to wait.
  const map = useStore(openedMap);
  return (
    <>
      <PortalNotes />
      <ClosedHostsNote />
      <ConfigNote />
      <LazyBoundary wanted={isWaiting || map !== undefined} load={loadKeeper} props={nothing} />
    </>
  );
}

/** Sends what waits in this browser, and asks before a sign-out deletes it. */
const loadKeeper = async () => {
  const [{ WaitingKeeper }] = await Promise.all([import('./waiting-keeper.tsx'), loadMessages('others')]);
  return WaitingKeeper;
};
const nothing = {};

/** A message that disappears after a while; empty for none. */
export function PassingNotice({ text, onClose }: { text: string; onClose: () => void }) {
  return <Snackbar open={text !== ''} message={text} autoHideDuration={6000} onClose={onClose} />;
}

/** A note below the header about the portal; once closed it stays hidden in this tab until its text changes. */
function PortalNote({ text, label, closedKey }: { text: string; label: string; closedKey: string }) {
  const [closed, setClosed] = useState(() => sessionStorage.getItem(closedKey));
  if (text === '' || text === closed) return null;
  const close = () => {
    setClosed(text);
    try {
      sessionStorage.setItem(closedKey, text);
    } catch {
      // If storage is full, the note appears again after a reload.
    }
  };
  return (
    <Alert
      role="note"
      severity="info"
      aria-label={label}
      onClose={close}
      sx={{ borderRadius: 0, py: 0, px: { xs: 2, sm: 3 }, overflowWrap: 'anywhere' }}
    >
      {text}
    </Alert>
  );
}

/** The message of the portal's administrators, and what it means that this server does not know the user. */
function PortalNotes() {
  const { t } = useTranslation();
  const { config, connection, org } = useConfiguration();
  const { portal, user } = useIdentity();
  const { who } = usePortalIdentity(connection);
  const settings = useQuery({
    queryKey: personKeys(connection, who).settings,
    queryFn: ({ signal }) => loadPortalSettings(connection, signal),
    enabled: portal !== undefined,
    staleTime: Infinity,
  });
  const { enabled, text = '' } = settings.data?.informationalBanner ?? {};
  const standing = useStanding();
  const strip = useHeightForFrame();
  const notes = [
    { label: t('app.portalMessage'), text: enabled ? text : '', closedKey: 'mapping.portal-message' },
    {
      label: t('session.otherOrganisation'),
      text:
        standing === 'outsider' && user
          ? t('session.otherOrganisation.what', { username: user.username, title: config.title || org })
          : '',
      closedKey: 'mapping.other-organisation',
    },
    {
      label: t('session.unverified'),
      text:
        standing === 'unverified' ? t('session.unverified.what', { host: new URL(connection.url).host }) : '',
      closedKey: 'mapping.unverified',
    },
  ];
  return (
    <Box
      ref={strip}
      sx={{
        position: 'sticky',
        top: 'var(--bar-height)',
        zIndex: 'appBar',
        backgroundColor: 'background.paper',
        [lowWindows]: { position: 'static' },
      }}
    >
      {notes.map((note) => (
        <PortalNote key={note.closedKey} {...note} />
      ))}
    </Box>
  );
}

/** Reports an element's height to the frame of the page, which leaves room for it below the header. */
function useHeightForFrame() {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const strip = element.current;
    const frame = strip?.parentElement;
    if (!strip || !frame) return undefined;
    const observer = new ResizeObserver(() => {
      frame.style.setProperty('--notes-height', `${strip.offsetHeight}px`);
    });
    observer.observe(strip);
    return () => {
      observer.disconnect();
      frame.style.removeProperty('--notes-height');
    };
  }, []);
  return element;
}

/** Hosts listed in one notice; a table of pictures may have hundreds. */
const shown = 3;

/**
 * Offers to allow hosts that the page's policy has just blocked, such as those of pictures in a popup; hosts that a map
 * itself names are already allowed.
 */
export function ClosedHostsNote() {
  const { t } = useTranslation();
  const { org, connection } = useConfiguration();
  const hosts = useClosedHosts();
  const failure = useHostsFailure();
  const names = hosts.slice(0, shown).map((host) => host.replace(/^https?:\/\//, ''));
  const load = () => void reloadWithHosts(hosts, { org, keepWork: () => connection.session.keepWork() });
  if (failure)
    return (
      <Snackbar open>
        <Alert severity="error" onClose={dismissHostsFailure} sx={styles.note}>
          {errorText(t, failure)}
        </Alert>
      </Snackbar>
    );
  return (
    <Snackbar open={hosts.length > 0}>
      <Alert severity="info" onClose={dismissClosedHosts} sx={styles.note}>
        {t('app.closedHosts', { hosts: [...names, ...(hosts.length > shown ? ['…'] : [])].join(', ') })}
        <Button size="small" onClick={load} sx={{ display: 'block', mt: 0.5, marginInlineStart: '-5px' }}>
          {t('app.closedHosts.open')}
        </Button>
      </Alert>
    </Snackbar>
  );
}

const styles = {
  note: { maxWidth: 420, border: 1, borderColor: 'divider', overflowWrap: 'anywhere' },
} as const;
