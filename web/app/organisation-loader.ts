import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type LoaderFunctionArgs, replace } from 'react-router';
import type { PublicConfig } from '../../wire/app-config.ts';
import { MappingError } from '../../wire/errors.ts';
import { hostsOf } from '../../wire/map-hosts.ts';
import { isMapStore } from '../../wire/offline-maps.ts';
import { authorizeApi, getConfig } from '../api/api-client.ts';
import { opensOffline, storedConfig } from '../context/stored-config.ts';
import { openHostsOnce } from '../context/page-hosts.ts';
import { loadPortal, loadUser } from '../portal/load-portal.ts';
import { connectPortal, type PortalConnection } from '../portal/portal-connection.ts';
import { personKeys } from '../portal/query-keys.ts';

/** The data with which every page of an organisation starts. */
export interface Organisation {
  org: string;
  config: PublicConfig;
  connection: PortalConnection;
}

/** What the loaders need of the application around them. */
export interface LoaderServices {
  queries: QueryClient;
  /** Resolves with the current language once its messages are loaded. */
  language: () => Promise<string>;
}

export type OrganisationLoaders = ReturnType<typeof organisationLoaders>;

/** The loaders of the organisation's routes; an organisation is loaded once until another one is opened. */
export function organisationLoaders(services: LoaderServices) {
  let current: { org: string; organisation: Promise<Organisation> } | undefined;
  let failed: Promise<Organisation> | undefined;

  function load({ params }: Pick<LoaderFunctionArgs, 'params'>): Promise<Organisation> {
    const org = params['org'] ?? '';
    if (current?.org === org) return current.organisation;
    const organisation = beginOrganisation(org, services);
    current = { org, organisation };
    organisation.catch(() => {
      // The next navigation retries.
      if (current?.organisation === organisation) current = undefined;
    });
    return organisation;
  }

  return {
    /**
     * Loads the organisation of the first page before there is a router, whose own request then has the same
     * result.
     */
    async begin(org: string): Promise<Organisation | undefined> {
      const organisation = load({ params: { org } });
      return organisation.catch(() => {
        failed = organisation;
        return undefined;
      });
    },

    /** Loads the organisation's config and connects to its portal. */
    load(args: Pick<LoaderFunctionArgs, 'params'>): Promise<Organisation> {
      const begun = failed;
      failed = undefined;
      return begun ?? load(args);
    },

    /**
     * `/{org}/signed-in`, the redirect target of the portal: completes the sign-in and returns to the page where it
     * started. In a popup it stays, because the window closes itself.
     */
    async completeSignIn(args: Pick<LoaderFunctionArgs, 'params'>): Promise<null> {
      // A trial of other portal settings: the page that waits for its code continues.
      const { returnTrialCode } = await import('../portal/session/trial-sign-in.ts');
      if (returnTrialCode(window)) return null;
      const { org, connection } = await load(args);
      const returnTo = await connection.session.complete();
      if (returnTo === undefined) return null;
      throw replace(returnTo || `/${org}`);
    },
  };
}

async function beginOrganisation(org: string, services: LoaderServices): Promise<Organisation> {
  const config = await loadConfig(org);
  const connection = connectPortal(config.portal, org, window);
  const { session } = connection;
  authorizeApi(
    () => session.token(),
    (expiredToken) => session.renew(expiredToken),
    connection.url,
    () => session.confirm(),
    () => session.unverified,
  );
  // Not awaited: the views start to load meanwhile, and requests wait for it themselves. Best effort: pages request
  // what it could not load.
  const organisation = { org, config, connection };
  prefetchSession(organisation, services).catch(() => {});
  return organisation;
}

/** The configuration; without a connection, for pages that open offline, as it was when a form or a map was opened last. */
async function loadConfig(org: string): Promise<PublicConfig> {
  try {
    return await getConfig(org);
  } catch (error) {
    const isUnreachable = error instanceof MappingError && error.status === 0;
    const known =
      isUnreachable && opensOffline(window.location.pathname) ? storedConfig(localStorage, org) : undefined;
    if (known) return known;
    throw error;
  }
}

/** Parts of `portals/self` that name other servers of the portal. */
type PortalParts = Partial<Record<'defaultBasemap' | 'defaultVectorBasemap' | 'helperServices', unknown>>;

/** Restores the session and sends the requests that every page needs first, before the page is rendered. */
async function prefetchSession(
  organisation: Organisation,
  { queries, language }: LoaderServices,
): Promise<void> {
  const { org, connection } = organisation;
  const restored = connection.session.restore();
  const tag = await language();
  await restored;
  void readOffline(organisation).catch(() => {});
  const who = connection.session.credential?.userId ?? '';
  const portal = queries.fetchQuery(portalQuery(connection, who, tag));
  if (who) void queries.prefetchQuery(userQuery(connection, who));
  // Pages show why it failed.
  const described: PortalParts = await portal.catch(() => ({}));
  const { defaultBasemap, defaultVectorBasemap, helperServices } = described;
  openHostsOnce(hostsOf({ defaultBasemap, defaultVectorBasemap, helperServices }), {
    org,
    keepWork: () => connection.session.keepWork(),
  });
}

/** Lets the service worker store what maps request, where it controls the page, and deletes what it has stored for others. */
async function readOffline(organisation: Organisation): Promise<void> {
  const container = globalThis.navigator?.serviceWorker as ServiceWorkerContainer | undefined;
  if (!container || (!container.controller && !(await caches.keys()).some(isMapStore))) return;
  const { followOfflineMaps } = await import('../context/offline-maps.ts');
  await followOfflineMaps(organisation, { container, caches, storage: localStorage });
}

/** The portal's description of itself for the user (empty: anonymous) in their language. */
export function portalQuery(connection: PortalConnection, who: string, language: string) {
  return queryOptions({
    queryKey: personKeys(connection, who).portal(language),
    queryFn: ({ signal }) => loadPortal(connection, language, signal),
    staleTime: Infinity,
    // It was requested before the page was rendered; a failure is shown, not silently retried.
    retryOnMount: false,
    placeholderData: keepPreviousData,
  });
}

/** Who is signed in, with their groups. */
export function userQuery(connection: PortalConnection, who: string) {
  return queryOptions({
    queryKey: personKeys(connection, who).user,
    queryFn: ({ signal }) => loadUser(connection, signal),
    staleTime: Infinity,
    retryOnMount: false,
  });
}
