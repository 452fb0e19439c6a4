import './no-code-from-text.ts';
import '@fontsource/roboto/400.css';
import '@fontsource/roboto/500.css';
import 'virtual:script-fonts.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { closeForeignHosts, watchClosedHosts } from '../context/page-hosts.ts';
import { currentDirection, currentLanguage, loadMessages, startLanguages } from '../i18n/index.ts';
import { ApplicationTheme, prepareDirection } from './application-theme.tsx';
import type { Organisation } from './organisation-loader.ts';
import { createQueryClient } from './query-client.ts';
import { reloadAfterUpdate } from './reload-after-update.ts';
import { loadSignIn } from '../portal/session/same-person.ts';
import { replaceBlockedStorage } from '../ui/blocked-storage.ts';
import { addEastAsianFonts, isEastAsian } from '../ui/east-asian-fonts.ts';
import { StartingView, startRouter } from './router.tsx';

/** Primary colour of the pages outside an organisation, and the default of an organisation's theme. */
const defaultPrimary = '#78A942';

replaceBlockedStorage();
watchClosedHosts();
if (document.querySelector('meta[data-opened]'))
  void closeForeignHosts(window.location.pathname.split('/')[1] ?? '');

const queryClient = createQueryClient();
const languages = startLanguages();

const addFonts = () => void addEastAsianFonts(currentLanguage()).catch(() => {});
async function followLanguage(): Promise<void> {
  const words = await languages;
  words.on('languageChanged', addFonts);
  if (isEastAsian(currentLanguage())) addFonts();
}
void followLanguage();

/** The organisation is requested at once, in parallel with the messages of the language. */
const routerStarts = startRouter(
  { queries: queryClient, language: () => languages.then(currentLanguage) },
  window.location.pathname,
  createBrowserRouter,
);
type Router = Awaited<typeof routerStarts>;

const organisationOf = ({ state }: Router) => state.loaderData['organisation'] as Organisation | undefined;

reloadAfterUpdate({
  page: window,
  running: new URL(import.meta.url).pathname,
  keepWork: async () => organisationOf(await routerStarts)?.connection.session.keepWork(),
  reload: () => window.location.reload(),
});

function Application({ router }: { router: Router }) {
  const primary = useSyncExternalStore(
    router.subscribe,
    () => organisationOf(router)?.config.theme.primary ?? defaultPrimary,
  );
  return (
    <ApplicationTheme primary={primary}>
      <RouterProvider router={router} />
    </ApplicationTheme>
  );
}

/** Milliseconds for which the page is as the server has drawn it while the organisation is loaded. */
const startingDelay = 100;

async function start(): Promise<Router> {
  await languages;
  await prepareDirection(queryClient, currentDirection());
  const element = document.getElementById('root');
  if (!element) throw new Error('The page has no element #root.');
  const root = createRoot(element);
  const render = (view: ReactNode) =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>{view}</QueryClientProvider>
      </StrictMode>,
    );
  const slow = setTimeout(() => {
    render(
      <ApplicationTheme primary={defaultPrimary}>
        <StartingView />
      </ApplicationTheme>,
    );
  }, startingDelay);
  const router = await routerStarts;
  clearTimeout(slow);
  render(<Application router={router} />);
  return router;
}

/** After the start, in milliseconds: a map is drawn before its files are stored for the next visit. */
const quietMilliseconds = 8000;

async function registerServiceWorker(): Promise<void> {
  const { followServiceWorker, thisPage } = await import('./service-worker/follow-service-worker.ts');
  await followServiceWorker(thisPage());
}

/** Resolves when the first view is loaded. */
function firstView(router: Router): Promise<void> {
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
  idle(
    () =>
      void loadSignIn()
        .then(({ repeatSignOuts }) => repeatSignOuts(window))
        .catch(() => {}),
  );
  // Another page then opens with as few requests in sequence as from the first file.
  idle(() => void import('./other-pages.ts').catch(() => {}));
  // For names and texts in other languages than the page's.
  if (!isEastAsian(currentLanguage())) idle(addFonts);
  setTimeout(() => idle(() => void registerServiceWorker().catch(() => {})), quietMilliseconds);
}

void start().then(firstView).then(loadTheRest);
