import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CallReceived from '@mui/icons-material/CallReceived';
import Box from '@mui/material/Box';
import CssBaseline from '@mui/material/CssBaseline';
import { createTheme, ThemeProvider, useColorScheme, useTheme } from '@mui/material/styles';
import { useEffect, useState, type ReactNode, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useIntegrations } from '../../../../context/application-context.ts';
import type { Integration } from '../../../../context/integrations.ts';
import { colorSchemeAttribute, colorSchemeKey } from '../../../../ui/theme.ts';
import { useLanguage } from '../../../../i18n/index.ts';
import { Capture } from '../capture/capture.tsx';
import { BarButton } from '../drawer/bar-button.tsx';
import { IntegrationPane } from '../drawer/integration-pane.tsx';
import { useHub } from '../host/hub.ts';

/** Polling interval in milliseconds for a closed window, because browsers have no reliable event. */
const lookMilliseconds = 500;

/**
 * An integration in its own window: the same pane, rendered there by a React portal. However the window closes, it
 * returns to the drawer.
 */
export function PoppedOut({ integration }: { integration: Integration }) {
  const { t } = useTranslation();
  const hub = useHub();
  const { closeIntegrationPortal } = useIntegrations();
  const { id, title } = integration;
  const [holder] = useState(() => hub.windows.get(id));
  const root = usePopOutRoot(holder, title);

  useEffect(() => {
    const back = () => closeIntegrationPortal(id);
    if (!holder) return back();
    const timer = setInterval(() => holder.closed && back(), lookMilliseconds);
    return () => clearInterval(timer);
  }, [holder, id, closeIntegrationPortal]);

  useEffect(
    () => () => {
      // Deferred: in development effects run twice, and a closed window cannot be reopened.
      setTimeout(() => {
        if (hub.windows.get(id) === holder && !document.querySelector(`[data-popped-out="${id}"]`)) {
          hub.windows.delete(id);
          holder?.close();
          focusBack(id);
        }
      });
    },
    [hub, id, holder],
  );

  return (
    <>
      <span hidden data-popped-out={id} />
      {root &&
        createPortal(
          <PopOutTheme root={root}>
            <Box sx={styles.window}>
              <IntegrationPane
                integration={integration}
                shown
                titled
                actions={
                  <BarButton label={t('integration.back', { title })} onClick={() => holder?.close()}>
                    <CallReceived />
                  </BarButton>
                }
              />
            </Box>
            <Capture integration={integration} />
          </PopOutTheme>,
          root,
        )}
    </>
  );
}

/** Closing the window returns to where it was opened. */
function focusBack(id: string): void {
  document.getElementById(`intg-tab-${id}`)?.focus();
}

const styles = {
  window: { display: 'flex', flexDirection: 'column', height: '100dvh', backgroundColor: 'background.paper' },
} as const;

/**
 * The portal's element in a window, once its own page has loaded (some browsers drop earlier content), with this page's
 * fonts, language and title.
 */
function usePopOutRoot(holder: Window | undefined, title: string): HTMLElement | undefined {
  const { language, direction } = useLanguage();
  const [root, setRoot] = useState<HTMLElement>();
  useEffect(() => {
    if (!holder) return undefined;
    const find = () => {
      const found = holder.document?.getElementById('pop-out');
      if (!found) return false;
      carryStyleSheets(holder.document);
      setRoot(found);
      return true;
    };
    if (find()) return undefined;
    holder.addEventListener('load', find);
    // The listener is lost when the initial empty page is replaced.
    const timer = setInterval(() => find() && clearInterval(timer), 50);
    return () => {
      clearInterval(timer);
      holder.removeEventListener('load', find);
    };
  }, [holder]);
  useEffect(() => {
    if (root) namePage(root.ownerDocument, { title, language, direction });
  }, [root, title, language, direction]);
  return root;
}

function namePage(page: Document, words: { title: string; language: string; direction: string }): void {
  page.title = words.title;
  page.documentElement.lang = words.language;
  page.documentElement.dir = words.direction;
}

/** The fonts are in linked style sheets; the theme creates everything else. */
function carryStyleSheets(page: Document): void {
  if (page.head.querySelector('link[rel="stylesheet"]')) return;
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    const copy = page.createElement('link');
    copy.rel = 'stylesheet';
    copy.href = link.href;
    page.head.append(copy);
  }
}

/**
 * The theme in another window: styles are inserted into that window's head, menus and tooltips open in that window, and
 * the colour scheme is the application's.
 */
function PopOutTheme({ root, children }: { root: HTMLElement; children: ReactNode }) {
  const outer = useTheme();
  const { colorScheme } = useColorScheme();
  const page = root.ownerDocument;
  const cache = useCache(page, outer.direction);
  const theme = useMemo(() => {
    const container = { defaultProps: { container: root } };
    return createTheme(outer, {
      components: { MuiPopper: container, MuiPopover: container, MuiModal: container, MuiDialog: container },
    });
  }, [outer, root]);
  useEffect(() => {
    page.documentElement.setAttribute(colorSchemeAttribute, colorScheme ?? 'light');
  }, [page, colorScheme]);
  if (!cache) return null;
  return (
    <CacheProvider value={cache}>
      <ThemeProvider
        theme={theme}
        disableNestedContext
        documentNode={page}
        colorSchemeNode={page.documentElement}
        modeStorageKey={colorSchemeKey}
        storageWindow={page.defaultView}
      >
        <CssBaseline enableColorScheme />
        {children}
      </ThemeProvider>
    </CacheProvider>
  );
}

function useCache(page: Document, direction: 'ltr' | 'rtl'): EmotionCache | undefined {
  const [cache, setCache] = useState<EmotionCache>();
  useEffect(() => {
    let gone = false;
    const prepare = async () => {
      const plugins = await stylisPlugins(direction);
      if (!gone) setCache(createCache({ key: `pop-${direction}`, container: page.head, ...plugins }));
    };
    void prepare();
    return () => {
      gone = true;
    };
  }, [page, direction]);
  return cache;
}

async function stylisPlugins(direction: 'ltr' | 'rtl') {
  if (direction === 'ltr') return {};
  const [{ prefixer }, { default: mirror }] = await Promise.all([
    import('stylis'),
    import('stylis-plugin-rtl'),
  ]);
  return { stylisPlugins: [prefixer, mirror] };
}
