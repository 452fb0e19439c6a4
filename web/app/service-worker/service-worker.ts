import {
  cleanupOutdatedCaches,
  matchPrecache,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { parseReader } from '../../../wire/offline-maps.ts';
import { OfflineMaps, type RequestEvent } from './offline-maps.ts';
import type { WorkerClients } from './readers.ts';

/**
 * The service worker: built files that every visit needs, stored before they are needed, and what the maps that were
 * opened last have requested, by person (`OfflineMaps`). It stores no other page or response, and no token. A new
 * version is installed beside the old one and takes over when the last page of the old one is closed, so that an open
 * page finds its files until then.
 */

/** Files of the build with what changes when their content does; written by tools/service-worker/plugin.ts. */
declare const builtFiles: PrecacheEntry[];
/** The page without an organisation, which starts the application without a connection. */
declare const emptyPage: string;

/** A service worker's events, which the types of pages do not have. */
type FetchEvent = RequestEvent & { resultingClientId: string };
type ReaderEvent = MessageEvent<unknown> & { source: { id?: string } | null };

const { clients } = globalThis as unknown as { clients: WorkerClients };
const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };

const maps = new OfflineMaps({
  clients,
  caches,
  origin: location.origin,
  fetch: (request) => fetch(request),
  estimate: () => navigator.storage.estimate(),
  now: () => Date.now(),
  savesData: () => connection?.saveData === true,
});

// `/` and `/index` are addresses of their own, which the server answers.
precacheAndRoute(builtFiles, { directoryIndex: '', cleanURLs: false });
cleanupOutdatedCaches();

addEventListener('message', (event) => {
  const { data, source } = event as ReaderEvent;
  const reader = parseReader(data);
  if (reader && source?.id) maps.readers.announce(source.id, reader);
});

/** Addresses that are not pages of the application. */
const others = [/^\/(api|portal|server|integrations|assets|health|metrics)(\/|$)/, /\/signed-in$/];

registerRoute(
  new NavigationRoute(
    async ({ request, event }) => {
      try {
        const response = await fetch(request);
        maps.remember(request, response, (event as unknown as FetchEvent).resultingClientId);
        return response;
      } catch {
        const page = await matchPrecache(emptyPage);
        return page ? maps.withHosts(page, request.url) : Response.error();
      }
    },
    { denylist: others },
  ),
);

registerRoute(
  ({ request }) => maps.handles(request),
  ({ request, event }) => {
    const { clientId } = event as unknown as FetchEvent;
    return maps.answer({ request, clientId, waitUntil: (work) => event.waitUntil(work) });
  },
);
