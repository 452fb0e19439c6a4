import {
  hashOf,
  isMapStore,
  isVisitorStore,
  mapIdIn,
  type ReaderMessage,
  storeName,
  type WorkerMessage,
} from '../../wire/offline-maps.ts';
import type { PublicConfig } from '../../wire/app-config.ts';
import type { PortalConnection } from '../portal/portal-connection.ts';
import { listStoredPeople, type StoredPerson } from '../portal/session/stored-people.ts';
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
 * person only, and deletes what it has stored for members of any portal whose session has ended. Started once the
 * session has been restored.
 */
export async function followOfflineMaps(
  { org, config, connection: { restUrl, session } }: Followed,
  { container, caches, storage }: OfflinePage,
): Promise<void> {
  const turn = (followers += 1);
  const names = new Map<string, string>();
  const announce = async () => {
    // The page may have gone on to another organisation.
    if (turn !== followers || session.restoring) return;
    const { author } = session;
    if (!names.has(author)) names.set(author, await storeOf(restUrl, config.portal.appId, author));
    if (session.author !== author) return announce();
    const store = names.get(author) ?? '';
    // Who has signed out, rather than being found to have no session any more.
    const left = author || session.expired ? undefined : session.lastUser;
    const map = openedMap.get();
    const message: ReaderMessage = { type: 'offline-reader', store, ...(map && { map }) };
    container.controller?.postMessage(message);
    await forgetEnded(caches, store, () =>
      listStoredPeople(storage, Date.now()).filter(({ username }) => username !== left),
    );
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

/** The name of a person's store; sessions are of a portal and an application. */
async function storeOf(restUrl: string, appId: string, username: string): Promise<string> {
  const person = username && (await hashOf(`${restUrl} ${username}`));
  return storeName(await hashOf(`${restUrl} ${appId}`), person || undefined);
}

/**
 * Deletes the stores of members, except that of this page's reader and those of people who are signed in: also those of portals and
 * applications that organisations have had before, for which no page asks again.
 * @param signedIn called once the stores are known: a session is stored before its store is made
 */
async function forgetEnded(
  caches: OfflinePage['caches'],
  own: string,
  signedIn: () => readonly StoredPerson[],
): Promise<void> {
  const ofMembers = (await caches.keys()).filter((name) => isMapStore(name) && !isVisitorStore(name));
  const live = await Promise.all(
    signedIn().map(({ restUrl, appId, username }) => storeOf(restUrl, appId, username)),
  );
  const ended = ofMembers.filter((name) => name !== own && !live.includes(name));
  await Promise.all(ended.map((name) => caches.delete(name)));
}
