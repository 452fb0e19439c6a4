import {
  hashOf,
  isEnded,
  mapIdIn,
  type ReaderMessage,
  storeName,
  type WorkerMessage,
} from '../../wire/offline-maps.ts';
import type { PublicConfig } from '../../wire/app-config.ts';
import type { PortalConnection } from '../portal/portal-connection.ts';
import { createStore } from '../store.ts';
import { storeConfig } from './stored-config.ts';

/**
 * Id of the web map that the page shows; undefined on other pages. What it requests is stored for later. The page's first map is
 * requested before its view is rendered.
 */
export const openedMap = createStore(mapIdIn(globalThis.location?.pathname ?? ''));

/** When the oldest response that the open map has from the store was stored, in epoch milliseconds; undefined: none. */
export const offlineCopy = createStore<number | undefined>(undefined);

/** Number of the organisations that the page has shown. */
let followers = 0;

/** What following needs of the page; tests pass their own. */
export interface OfflinePage {
  container: Pick<ServiceWorkerContainer, 'controller' | 'addEventListener' | 'startMessages'>;
  caches: Pick<CacheStorage, 'keys' | 'delete'>;
  storage: Storage;
}

interface Followed {
  org: string;
  config: PublicConfig;
  connection: PortalConnection;
}

/**
 * Tells the service worker whose page this is and which map it shows, so that it stores what the map requests for this
 * person only, and deletes what it has stored for members of this portal whose session has ended. Started once the
 * session has been restored.
 */
export async function followOfflineMaps(
  { org, config, connection: { restUrl, session } }: Followed,
  { container, caches, storage }: OfflinePage,
): Promise<void> {
  const turn = (followers += 1);
  // Sessions are of a portal and an application.
  const portal = await hashOf(`${restUrl} ${config.portal.appId}`);
  const hashes = new Map<string, string>();
  const announce = async () => {
    // The page may have gone on to another organisation.
    if (turn !== followers || session.restoring) return;
    const { author } = session;
    if (author && !hashes.has(author)) hashes.set(author, await hashOf(`${restUrl} ${author}`));
    if (session.author !== author) return announce();
    const store = storeName(portal, hashes.get(author));
    const map = openedMap.get();
    const message: ReaderMessage = { type: 'offline-reader', store, ...(map && { map }) };
    container.controller?.postMessage(message);
    await forgetEnded(caches, portal, store);
  };
  const follow = () => void announce().catch(() => {});
  container.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
    if (data.type === 'offline-ask') follow();
    const before = offlineCopy.get() ?? Infinity;
    if (data.type === 'offline-copy' && openedMap.get()) offlineCopy.set(Math.min(before, data.storedAt));
  });
  container.startMessages();
  session.subscribe(follow);
  const followMap = () => {
    offlineCopy.set(undefined);
    if (turn === followers && openedMap.get()) storeConfig(storage, org, config);
    follow();
  };
  openedMap.subscribe(followMap);
  followMap();
}

/** Deletes the stores of members of a portal, except that of this page's reader. */
async function forgetEnded(caches: OfflinePage['caches'], portal: string, own: string): Promise<void> {
  const names = (await caches.keys()).filter((name) => isEnded(name, portal, own));
  await Promise.all(names.map((name) => caches.delete(name)));
}
