import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Snackbar from '@mui/material/Snackbar';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { useConfiguration, useIdentity, usePortalIdentity } from '../context/application-context.ts';
import { PageFrameContext, useEmbedded } from '../context/page-frame.ts';
import { dismissClosedHosts, reloadWithHosts, useClosedHosts } from '../context/page-hosts.ts';
import {
  ChoosePlaceNote,
  IntegrationsDrawer,
  IntegrationsProvider,
} from '../features/map-tools/integrations/index.ts';
import { FeedbackButton, FeedbackRow } from '../features/sharing/feedback/index.ts';
import { CommandButton, CommandsProvider } from '../features/shell/commands/index.ts';
import { AppHeader } from '../features/shell/navigation/index.ts';
import { AccountRows, SessionEndedDialog, UserMenu } from '../features/shell/session/index.ts';
import { LanguageMenu } from '../i18n/index.ts';
import { isOfOtherOrganisation } from '../portal/capabilities.ts';
import { loadPortalSettings } from '../portal/load-portal.ts';
import { personKeys } from '../portal/query-keys.ts';
import { sizes } from '../ui/sizes.ts';

/** A note below the header about the portal; once closed it stays hidden in this tab until its text changes. */
function PortalNote({ text, label, closedKey }: { text: string; label: string; closedKey: string }) {
  const [closed, setClosed] = useState(() => sessionStorage.getItem(closedKey));
  if (text === '' || text === closed) return null;
  const close = () => {
    sessionStorage.setItem(closedKey, text);
    setClosed(text);
  };
  return (
    <Alert
      role="note"
      severity="info"
      variant="outlined"
      aria-label={label}
      onClose={close}
      sx={{ maxWidth: 720, overflowWrap: 'anywhere', backgroundColor: 'background.paper' }}
    >
      {text}
    </Alert>
  );
}

/** The message of the portal's administrators, and to people of another organisation what that means. */
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
  const foreign =
    user !== undefined && portal !== undefined && isOfOtherOrganisation(user, portal, config.portal);
  const notes = [
    { label: t('app.portalMessage'), text: enabled ? text : '', closedKey: 'mapping.portal-message' },
    {
      label: t('session.otherOrganisation'),
      text: foreign
        ? t('session.otherOrganisation.what', { username: user.username, title: config.title || org })
        : '',
      closedKey: 'mapping.other-organisation',
    },
  ];
  return (
    <Snackbar
      open={notes.some((note) => note.text !== '')}
      anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
      sx={{ top: 'calc(var(--header-height) + 8px) !important' }}
    >
      <Box sx={{ display: 'grid', gap: 1 }}>
        {notes.map((note) => (
          <PortalNote key={note.closedKey} {...note} />
        ))}
      </Box>
    </Snackbar>
  );
}

/** The frame of every page of an organisation: header, the page, and the drawer of integrations beside it. */
export function MainLayout() {
  const { t } = useTranslation();
  const { config } = useConfiguration();
  const [pageTitle, setTitle] = useState<string>();
  const [hasSidebar, setHasSidebar] = useState(false);
  const title = pageTitle ?? config.title;
  useEffect(() => {
    document.title = title ? t('app.titled', { title }) : t('app.name');
  }, [title, t]);
  const embedded = useEmbedded();
  const frame = useMemo(() => ({ setTitle, setHasSidebar }), []);
  if (embedded)
    return (
      <PageFrameContext value={frame}>
        <Box component="main" sx={styles.embedded}>
          <Outlet />
        </Box>
      </PageFrameContext>
    );
  return (
    <PageFrameContext value={frame}>
      <IntegrationsProvider>
        <CommandsProvider>
          <Box sx={styles.frame}>
            <Link href="#content" sx={styles.skip}>
              {t('app.skipToContent')}
            </Link>
            <AppHeader
              title={title}
              hasSidebar={hasSidebar}
              commands={<CommandButton />}
              account={<UserMenu />}
              accountRows={<AccountRows />}
              feedback={<FeedbackButton />}
              feedbackRow={<FeedbackRow />}
              languages={<LanguageMenu offered={config.languages} />}
            />
            <Box sx={styles.beside}>
              <Box component="main" id="content" tabIndex={-1} sx={styles.main}>
                <Outlet />
              </Box>
              <IntegrationsDrawer />
            </Box>
            <PortalNotes />
            <ChoosePlaceNote onMap={false} />
            <SessionEndedDialog />
            <ClosedHostsNote />
          </Box>
        </CommandsProvider>
      </IntegrationsProvider>
    </PageFrameContext>
  );
}

const styles = {
  frame: {
    '--header-height': { xs: `${sizes.headerOnPhones + 1}px`, sm: `${sizes.header + 1}px` },
    minHeight: '100dvh',
    display: 'flex',
    flexDirection: 'column',
  },
  embedded: { '--header-height': '0px', minHeight: '100dvh', display: 'flex', flexDirection: 'column' },
  skip: {
    position: 'absolute',
    insetInlineStart: 8,
    top: -60,
    zIndex: 'tooltip',
    px: 2,
    py: 1,
    borderRadius: 1,
    backgroundColor: 'background.paper',
    '&:focus': { top: 8 },
  },
  beside: { flex: 1, display: 'flex', minHeight: 0 },
  main: { flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', outline: 'none' },
} as const;

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
  const names = hosts.slice(0, shown).map((host) => host.replace(/^https?:\/\//, ''));
  const load = () => void reloadWithHosts(hosts, { org, keepWork: () => connection.session.keepWork() });
  return (
    <Snackbar open={hosts.length > 0} sx={{ bottom: { xs: 84, sm: 24 } }}>
      <Alert
        severity="info"
        onClose={dismissClosedHosts}
        sx={{ maxWidth: 420, border: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}
      >
        {t('app.closedHosts', { hosts: [...names, ...(hosts.length > shown ? ['…'] : [])].join(', ') })}
        <Button size="small" onClick={load} sx={{ display: 'block', mt: 0.5, marginInlineStart: '-5px' }}>
          {t('app.closedHosts.open')}
        </Button>
      </Alert>
    </Snackbar>
  );
}
