import { createBrowserRouter, Outlet, type RouteObject } from 'react-router';
import { ErrorPage } from './error-page.tsx';
import { OrganisationError } from './organisation-error.tsx';
import { type LoaderServices, organisationLoaders } from './organisation-loader.ts';
import { OrganisationView } from './organisation-view.tsx';
import { RootView } from './root-view.tsx';
import { SignInError } from './sign-in-error.tsx';
import { StartingView } from './starting-view.tsx';

/** The pages of an organisation (docs/product.md#addresses); each view is loaded when it is first needed. */
const pages = (): RouteObject[] => [
  { index: true, lazy: { Component: async () => (await import('../routes/home.tsx')).HomeRoute } },
  { path: 'map', lazy: { Component: async () => (await import('../routes/map.tsx')).BasicMapRoute } },
  { path: 'map/wid/:wid', lazy: { Component: async () => (await import('../routes/map.tsx')).WebMapRoute } },
  {
    path: 'map/sid/:sid',
    lazy: { Component: async () => (await import('../routes/map.tsx')).SharedMapRoute },
  },
  { path: 'gallery', lazy: { Component: async () => (await import('../routes/gallery.tsx')).GalleryRoute } },
  { path: 'content', lazy: { Component: async () => (await import('../routes/content.tsx')).ContentRoute } },
  {
    path: 'administration',
    lazy: { Component: async () => (await import('../routes/administration.tsx')).AdministrationRoute },
  },
  { path: 'profile', lazy: { Component: async () => (await import('../routes/profile.tsx')).ProfileRoute } },
  { path: 'groups', lazy: { Component: async () => (await import('../routes/groups.tsx')).GroupsRoute } },
  { path: 'join', lazy: { Component: async () => (await import('../routes/join.tsx')).JoinRoute } },
  { path: '*', lazy: { Component: async () => (await import('../routes/not-found.tsx')).NotFoundRoute } },
];

/** Creates the routes of one router, which stores loaded data in them. */
export function applicationRoutes(services: LoaderServices): RouteObject[] {
  const { load, completeSignIn } = organisationLoaders(services);
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
          // The configuration is not reloaded while the person stays within the organisation.
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
              children: [{ Component: Outlet, ErrorBoundary: ErrorPage, children: pages() }],
            },
          ],
        },
      ],
    },
  ];
}

export function createRouter(services: LoaderServices) {
  return createBrowserRouter(applicationRoutes(services), { basename: '/' });
}
