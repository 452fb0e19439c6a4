import './no-code-from-text.ts';
import '@fontsource/roboto/400.css';
import '@fontsource/roboto/500.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { watchClosedHosts } from '../context/page-hosts.ts';
import { currentDirection, currentLanguage, loadMessages, startLanguages } from '../i18n/index.ts';
import { ApplicationTheme, prepareDirection } from './application-theme.tsx';
import type { Organisation } from './organisation-loader.ts';
import { createQueryClient } from './query-client.ts';
import { reloadAfterUpdate } from './reload-after-update.ts';
import { loadSignIn } from '../portal/session/portal-session.ts';
import { createRouter } from './router.tsx';

/** Primary colour of the pages outside an organisation, and the default of an organisation's theme. */
const defaultPrimary = '#78A942';

watchClosedHosts();

// Start loading the router at once, in parallel with the messages of the language.
const queryClient = createQueryClient();
const languages = startLanguages();
const router = createRouter({ queries: queryClient, language: () => languages.then(currentLanguage) });

reloadAfterUpdate({
  page: window,
  running: new URL(import.meta.url).pathname,
  keepWork: async () => {
    const organisation = router.state.loaderData['organisation'] as Organisation | undefined;
    await organisation?.connection.session.keepWork();
  },
  reload: () => window.location.reload(),
});

function Application() {
  const primary = useSyncExternalStore(router.subscribe, readPrimary);
  return (
    <ApplicationTheme primary={primary}>
      <RouterProvider router={router} />
    </ApplicationTheme>
  );
}

function readPrimary(): string {
  const organisation = router.state.loaderData['organisation'] as Organisation | undefined;
  return organisation?.config.theme.primary ?? defaultPrimary;
}

async function start(): Promise<void> {
  await languages;
  await prepareDirection(queryClient, currentDirection());
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element #root.');
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Application />
      </QueryClientProvider>
    </StrictMode>,
  );
}

/** After the start, in milliseconds: a map is drawn before its files are stored for the next visit. */
const quietMilliseconds = 8000;

async function registerServiceWorker(): Promise<void> {
  const { followServiceWorker, thisPage } = await import('./service-worker/follow-service-worker.ts');
  await followServiceWorker(thisPage());
}

/** Resolves when the first view is loaded. */
function firstView(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!router.state.initialized || router.state.navigation.state !== 'idle') return;
      stop();
      resolve();
    };
    const stop = router.subscribe(check);
    check();
  });
}

/** Loads what the first view does without once it is shown, so that it is there before it is needed. */
function loadTheRest(): void {
  const idle = window.requestIdleCallback ?? ((load: () => void) => setTimeout(load, 1000));
  // A view that needs them tries again.
  idle(() => void loadMessages('others').catch(() => {}));
  idle(() => void loadSignIn().catch(() => {}));
  setTimeout(() => idle(() => void registerServiceWorker().catch(() => {})), quietMilliseconds);
}

void start().then(firstView).then(loadTheRest);
