/** What pages and the service worker agree on, so that maps stay readable without a connection. */

/** Bounds of what a browser stores of the maps that one person has opened on one portal. */
export const offlineLimits = {
  /** Maps; those opened longest ago are removed. */
  maps: 5,
  bytes: 60_000_000,
  responses: 3000,
  responseBytes: 5_000_000,
  attachmentBytes: 1_000_000,
  /** Built files that maps have loaded, for everyone; the first ones of a visit are stored besides. */
  fileBytes: 30_000_000,
  /** Part of what the browser grants to this website; nothing is stored above it. */
  quotaPart: 0.8,
  /** Milliseconds for which a response that could be stored waits for its page to say whose it is: a page that loads slowly says it late. */
  announceTime: 20_000,
  /** Milliseconds for which a request without a connection waits for that. */
  replyTime: 2000,
} as const;

/** Whose responses a page requests, and for which map: without one, only the portal's description and the user's. */
export interface Reader {
  /** Name of the store (`storeName`). */
  store: string;
  /** Id of the open web map. */
  map?: string;
}

/** From a page to the worker, when its reader changes and when the worker asks. */
export type ReaderMessage = { type: 'offline-reader' } & Reader;

/** From the worker to its pages: it must know the reader, or has answered a request from the store. */
export type WorkerMessage = { type: 'offline-ask' } | { type: 'offline-copy'; storedAt: number };

const prefix = 'mapping-maps.';
const visitor = 'visitor';

/** Store of the built files that maps have loaded. */
export const filesStore = 'mapping-map-files';

/** Hash of a text for the name of a store: names of stores are shown in the browser's tools, and persist. */
export async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Name of the store of one person on one portal.
 * @param portal hash of the portal's REST root
 * @param person hash of their username there; undefined for visitors, who share one
 */
export function storeName(portal: string, person: string | undefined): string {
  return `${prefix}${portal}.${person ?? visitor}`;
}

/** Whether a store holds what maps have requested. */
export function isMapStore(name: string): boolean {
  return name.startsWith(prefix);
}

/** Whether a store is that of a portal's visitors. */
export function isVisitorStore(name: string): boolean {
  return name.endsWith(`.${visitor}`);
}

/** Whether a store is of a member of the portal other than the owner of `own`: its session has ended. */
export function isEnded(name: string, portal: string, own: string): boolean {
  return name.startsWith(`${prefix}${portal}.`) && name !== own && name !== storeName(portal, undefined);
}

/** Reads a message of a page; undefined if it is another one. */
export function parseReader(message: unknown): Reader | undefined {
  const { type, store, map } = (message ?? {}) as Record<string, unknown>;
  if (type !== 'offline-reader' || typeof store !== 'string' || !storePattern.test(store)) return undefined;
  return { store, ...(typeof map === 'string' && /^[\w-]{1,100}$/.test(map) && { map }) };
}

const storePattern = /^mapping-maps\.[0-9a-f]{32}\.([0-9a-f]{32}|visitor)$/;

/** Id of the web map that a path opens, which may be readable without a connection. */
export function mapIdIn(pathname: string): string | undefined {
  return /^\/[^/]+\/map\/wid\/([^/]+)\/?$/.exec(pathname)?.[1];
}
