import {
  cleanupOutdatedCaches,
  matchPrecache,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/**
 * The service worker: built files that every visit needs, stored before they are needed. It stores nothing else: no
 * page of an organisation, no answer of a portal, a service or the application's API, and no token. A new version is
 * installed beside the old one and takes over when the last page of the old one is closed, so that an open page finds
 * its files until then.
 */

/** Files of the build with what changes when their content does; written by tools/service-worker/plugin.ts. */
declare const builtFiles: PrecacheEntry[];
/** The page without an organisation, which starts the application without a connection. */
declare const emptyPage: string;

// `/` and `/index` are addresses of their own, which the server answers.
precacheAndRoute(builtFiles, { directoryIndex: '', cleanURLs: false });
cleanupOutdatedCaches();

/** Addresses that are not pages of the application. */
const others = [/^\/(api|portal|server|integrations|assets|health|metrics)(\/|$)/, /\/signed-in$/];

registerRoute(
  new NavigationRoute(
    async ({ request }) => {
      try {
        return await fetch(request);
      } catch {
        return (await matchPrecache(emptyPage)) ?? Response.error();
      }
    },
    { denylist: others },
  ),
);
