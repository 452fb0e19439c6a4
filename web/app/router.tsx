import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type HydrationState,
  type RouteObject,
  useLocation,
  useRevalidator,
  useRouteError,
  Link,
  useParams,
  useRouteLoaderData,
} from 'react-router';
import { useConfiguration, useIdentity } from '../context/application-context.ts';
import { isFormPath } from '../context/stored-config.ts';
import { NoticeContext, usePageSidebar, useSidebarPath } from '../context/page-frame.ts';
import { currentLanguage, errorText, loadMessages } from '../i18n/index.ts';
import { portalKeys } from '../portal/query-keys.ts';
import { LandingLayout, type LandingLayoutProps } from '../ui/landing-layout.tsx';
import { LazyBoundary } from '../ui/lazy-boundary.tsx';
import { LoadingBar } from '../ui/loading-bar.tsx';
import { sizes } from '../ui/sizes.ts';
import { ApplicationProvider } from './application-provider.tsx';
import { ErrorPage, PageView, RootView, useOwnPage } from './error-page.tsx';
import { MainLayout } from './main-layout.tsx';
import {
  organisationLoaders,
  type LoaderServices,
  type Organisation,
  type OrganisationLoaders,
} from './organisation-loader.ts';
import type { OtherPages } from './other-pages.ts';

/** The pages of an organisation (docs/product.md#addresses); each view is loaded when it is first needed. */
const pages = (): RouteObject[] => [
  { index: true, lazy: { Component: async () => (await import('../routes/home.tsx')).HomeRoute } },
  { path: 'map', lazy: { Component: loadMap } },
  { path: 'map/wid/:wid', lazy: { Component: loadMap } },
  { path: 'map/sid/:sid', lazy: { Component: loadMap } },
  { path: 'gallery', lazy: { Component: async () => (await import('../routes/gallery.tsx')).GalleryRoute } },
  otherPage('content'),
  otherPage('copy'),
  otherPage('administration'),
  otherPage('profile'),
  otherPage('groups'),
  otherPage('accessibility'),
  otherPage('join'),
  otherPage('form', 'form/:id'),
  { path: '*', lazy: { Component: async () => (await import('../routes/not-found.tsx')).NotFoundRoute } },
];

async function loadMap() {
  const [{ MapRoute }] = await Promise.all([import('../routes/map.tsx'), loadMessages('others')]);
  return MapRoute;
}

function otherPage(name: keyof OtherPages, path: string = name): RouteObject {
  return { path, lazy: { Component: async () => (await import('./other-pages.ts')).otherPages[name]() } };
}

/** Creates the routes of one router, which stores loaded data in them. */
export function applicationRoutes({ load, completeSignIn }: OrganisationLoaders): RouteObject[] {
  return [
    {
      Component: RootView,
      ErrorBoundary: ErrorPage,
      HydrateFallback: StartingView,
      children: [
        {
          index: true,
          lazy: { Component: async () => (await import('../routes/nothing.tsx')).NothingRoute },
        },
        {
          id: 'organisation',
          path: ':org',
          loader: load,
          // The configuration is not reloaded while the user stays within the organisation.
          shouldRevalidate: ({ currentParams, nextParams, defaultShouldRevalidate }) =>
            currentParams['org'] !== nextParams['org'] && defaultShouldRevalidate,
          ErrorBoundary: OrganisationError,
          children: [
            {
              path: 'signed-in',
              loader: completeSignIn,
              ErrorBoundary: SignInError,
              lazy: { Component: async () => (await import('../routes/signed-in.tsx')).SignedInRoute },
            },
            {
              Component: OrganisationView,
              children: [
                {
                  Component: PageView,
                  ErrorBoundary: ErrorPage,
                  HydrateFallback: StartingPage,
                  children: pages(),
                },
              ],
            },
          ],
        },
      ],
    },
  ];
}

/**
 * The router, once the organisation of the page is loaded: it then starts with the header, and the view's code follows.
 *
 * @param create makes it from routes and their data
 */
export async function startRouter<Router>(
  services: LoaderServices,
  pathname: string,
  create: (routes: RouteObject[], start: { hydrationData?: HydrationState }) => Router,
): Promise<Router> {
  const loaders = organisationLoaders(services);
  const [, org = ''] = pathname.split('/');
  const organisation = org ? await loaders.begin(org) : undefined;
  return create(
    applicationRoutes(loaders),
    organisation ? { hydrationData: { loaderData: { organisation } } } : {},
  );
}

/** The error view of the organisation route: why an organisation cannot be shown. */
function OrganisationError() {
  const { t } = useTranslation();
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  return (
    <Landing logo="" title={t('app.name')} error={errorText(t, error)}>
      <Button variant="outlined" onClick={() => void revalidate()}>
        {t('app.tryAgain')}
      </Button>
    </Landing>
  );
}

/** Shown in the frame of the first page until its view is loaded, below what the server has drawn of it. */
function StartingPage() {
  const { t } = useTranslation();
  usePageSidebar(useSidebarPath());
  return <LoadingBar active label={t('app.loading')} />;
}

/** Shown during the initial load, below the header that the server has drawn: an empty one, and the loading bar. */
export function StartingView() {
  const { t } = useTranslation();
  return (
    <>
      <LoadingBar active label={t('app.loading')} />
      <Box
        sx={{
          height: { xs: sizes.headerOnPhones, sm: sizes.header },
          backgroundColor: 'background.paper',
          borderBottom: 1,
          borderColor: 'divider',
        }}
      />
    </>
  );
}

/** The error of a redirect from the portal's sign-in page, with two ways to continue. */
function SignInError() {
  const { t } = useTranslation();
  const error = useRouteError();
  const { org } = useParams();
  const organisation = useRouteLoaderData<Organisation>('organisation');
  const { returnTo } = (error ?? {}) as { returnTo?: string };
  return (
    <Landing
      logo={organisation?.config.portal.customLogo ?? ''}
      title={t('app.name')}
      error={errorText(t, error)}
    >
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {organisation && (
          <Button
            variant="contained"
            onClick={() => void organisation.connection.session.signIn(currentLanguage())}
          >
            {t('app.tryAgain')}
          </Button>
        )}
        <Button variant="outlined" component={Link} replace to={returnTo || `/${org}`}>
          {t('session.withoutSignIn')}
        </Button>
      </Box>
    </Landing>
  );
}

function Landing(props: LandingLayoutProps) {
  useOwnPage();
  return <LandingLayout {...props} />;
}

/** Everything below `/{org}`: the application context and the main layout, or the landing layout with what failed. */
function OrganisationView() {
  const organisation = useRouteLoaderData<Organisation>('organisation');
  const [notice, setNotice] = useState('');
  const [attempt, setAttempt] = useState(0);
  // The parent route either loads it or shows its error.
  if (!organisation) throw new Error('The organisation has not been loaded.');
  return (
    <ApplicationProvider key={`${organisation.org} ${attempt}`} {...organisation} onNotice={setNotice}>
      <NoticeContext value={setNotice}>
        <MainOrLanding onAgain={() => setAttempt(attempt + 1)} />
      </NoticeContext>
      <LazyBoundary
        wanted={notice !== ''}
        load={loadNotice}
        props={{ text: notice, onClose: () => setNotice('') }}
      />
    </ApplicationProvider>
  );
}

const loadNotice = async () => (await import('./page-notes.tsx')).PassingNotice;

/** @param onAgain starts over: clears the error of a failed sign-in */
function MainOrLanding({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation();
  const { config, connection } = useConfiguration();
  const { error, user, signInHelps, signIn } = useIdentity();
  const { pathname } = useLocation();
  const queries = useQueryClient();
  // A form opens without the portal: its reports are stored until it responds.
  if (!error || (isFormPath(pathname) && !signInHelps)) return <MainLayout />;
  const again = () => {
    void queries.resetQueries({ queryKey: portalKeys(connection).all });
    onAgain();
  };
  return (
    <Landing logo={config.portal.customLogo} title={t('app.name')} error={error}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {signInHelps && !user && (
          <Button variant="contained" onClick={() => void signIn()}>
            {t('session.signIn')}
          </Button>
        )}
        <Button variant="outlined" onClick={again}>
          {t(connection.session.mode === 'anonymous' ? 'session.withoutSignIn' : 'app.tryAgain')}
        </Button>
      </Box>
    </Landing>
  );
}
