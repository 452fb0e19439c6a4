import Box from '@mui/material/Box';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { useConfiguration } from '../context/application-context.ts';
import { repeatEarlyClick } from '../context/early-input.ts';
import { PageFrameContext, useEmbedded, useSidebarPath } from '../context/page-frame.ts';
import { IntegrationsDrawer, IntegrationsProvider } from '../features/map-tools/integrations/index.ts';
import { FeedbackButton, FeedbackRow } from '../features/sharing/feedback/index.ts';
import { CommandButton, CommandsProvider } from '../features/shell/commands/index.ts';
import { Guides } from '../features/shell/guide/index.ts';
import { AppHeader } from '../features/shell/navigation/index.ts';
import { NotificationsButton } from '../features/shell/notifications/index.ts';
import { LazyAccountRows, SessionDialogs, UserMenu } from '../features/shell/session/index.ts';
import { LanguageMenu } from '../i18n/index.ts';
import { LazyBoundary } from '../ui/lazy-boundary.tsx';
import { scrollToFocus } from '../ui/scroll-to-focus.ts';
import { lowWindows, sizes } from '../ui/sizes.ts';
import { Arrival } from './arrival.tsx';

/** The frame of every page of an organisation: header, the page, and the drawer of integrations beside it. */
export function MainLayout() {
  const { t } = useTranslation();
  const { config } = useConfiguration();
  const [pageTitle, setTitle] = useState<string>();
  const [name, setName] = useState<string>();
  const [hasSidebar, setHasSidebar] = useState(useSidebarPath());
  const title = pageTitle ?? config.title;
  const titled = title ? t('app.titled', { title }) : t('app.name');
  const tabTitle = name ? `${name} – ${titled}` : titled;
  useEffect(() => {
    document.title = tabTitle;
  }, [tabTitle]);
  useEffect(repeatEarlyClick, []);
  useEffect(scrollToFocus, []);
  const main = useRef<HTMLElement>(null);
  const embedded = useEmbedded();
  const frame = useMemo(() => ({ setTitle, setName, setHasSidebar }), []);
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
            <Box component="a" href="#content" sx={styles.skip}>
              {t('app.skipToContent')}
            </Box>
            <AppHeader
              title={title}
              hasSidebar={hasSidebar}
              commands={<CommandButton />}
              notifications={<NotificationsButton />}
              account={<UserMenu />}
              accountRows={<LazyAccountRows />}
              feedback={<FeedbackButton />}
              feedbackRow={<FeedbackRow />}
              languages={<LanguageMenu offered={config.languages} />}
            />
            <LazyBoundary wanted load={loadNotes} props={nothing} />
            <Box sx={styles.beside}>
              <Box component="main" ref={main} id="content" tabIndex={-1} sx={styles.main}>
                <Outlet />
              </Box>
              <IntegrationsDrawer />
            </Box>
            <Arrival title={tabTitle} main={main} />
            <SessionDialogs />
            <Guides />
          </Box>
        </CommandsProvider>
      </IntegrationsProvider>
    </PageFrameContext>
  );
}

const loadNotes = async () => (await import('./page-notes.tsx')).PageNotes;
const nothing = {};

const styles = {
  frame: {
    // Two lines of the title (app-header.tsx) are higher where the text is larger; index.html has the same.
    '--bar-height': {
      xs: `calc(max(${sizes.headerOnPhones}px, 2.4rem) + 1px)`,
      sm: `calc(max(${sizes.header}px, 2.25rem) + 1px)`,
    },
    '--header-height': 'calc(var(--bar-height) + var(--notes-height, 0px))',
    // There the header scrolls away, and a map is as high as the window.
    [lowWindows]: { '--header-height': '0px' },
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
    color: 'primary.readable',
    backgroundColor: 'background.paper',
    '&:focus': { top: 8 },
  },
  beside: { flex: 1, display: 'flex', minHeight: 0 },
  main: { flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', outline: 'none' },
} as const;
