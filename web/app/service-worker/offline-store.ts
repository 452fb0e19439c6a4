import { offlineLimits } from '../../../wire/offline-maps.ts';

/** What the bounds need to know of a stored response. */
export interface StoredEntry {
  bytes: number;
  /** Epoch milliseconds. */
  at: number;
  /** Id of the web map that requested it last; empty: it belongs to none. */
  map: string;
}

export interface StoreBounds {
  bytes: number;
  responses: number;
  maps: number;
}

/** What a map cannot open without goes last: there is little of it, and it is the oldest of an open map. */
const needed =
  /\/sharing\/rest\/|\/offline-policy\/|\/(Feature|Map|Image|Scene|VectorTile)Server(\/\d+)?\/?(\?|$)|\/resources\/styles\//i;

/** How much is removed once a bound is exceeded, so that not every further response removes one. */
const slack = 0.9;

/**
 * Keys of the responses to remove: those of maps that were read longest ago, then the oldest.
 * @returns nothing while all bounds hold
 */
export function surplus(entries: ReadonlyMap<string, StoredEntry>, bounds: StoreBounds): string[] {
  const read = new Map<string, number>();
  for (const { map, at } of entries.values()) if (map) read.set(map, Math.max(read.get(map) ?? 0, at));
  const recent = [...read].sort(([, a], [, b]) => b - a).slice(0, bounds.maps);
  const maps = new Set(['', ...recent.map(([map]) => map)]);
  const removed = [...entries].flatMap(([key, { map }]) => (maps.has(map) ? [] : [key]));
  const left = [...entries].filter(([, { map }]) => maps.has(map));
  let bytes = left.reduce((sum, [, entry]) => sum + entry.bytes, 0);
  let { length } = left;
  if (bytes <= bounds.bytes && length <= bounds.responses) return removed;
  const rank = (key: string) => Number(needed.test(key));
  for (const [key, entry] of left.sort(([one, a], [other, b]) => rank(one) - rank(other) || a.at - b.at)) {
    if (bytes <= bounds.bytes * slack && length <= bounds.responses * slack) break;
    removed.push(key);
    bytes -= entry.bytes;
    length -= 1;
  }
  return removed;
}

const headers = {
  key: 'mapping-key',
  at: 'mapping-stored-at',
  bytes: 'mapping-bytes',
  map: 'mapping-map',
} as const;

/** A response of the store, and when it was stored (epoch milliseconds). */
export interface StoredResponse {
  response: Response;
  at: number;
}

export interface StorePlatform {
  caches: Pick<CacheStorage, 'open' | 'has'>;
  estimate: () => Promise<StorageEstimate>;
  now: () => number;
}

/** Responses after which the browser is asked for its free space again. */
const estimateEvery = 50;

/** A bounded store of responses. Their facts are headers of what is stored, so that there is no index to keep in step. */
export class OfflineStore {
  readonly #name: string;
  readonly #bounds: StoreBounds;
  readonly #platform: StorePlatform;
  #entries: Promise<Map<string, StoredEntry>> | undefined;
  #isFull = false;
  #written = 0;

  constructor(name: string, bounds: StoreBounds, platform: StorePlatform) {
    this.#name = name;
    this.#bounds = bounds;
    this.#platform = platform;
  }

  async find(key: string): Promise<StoredResponse | undefined> {
    // Opening a store would create it.
    if (!(await this.#platform.caches.has(this.#name))) return undefined;
    const cache = await this.#platform.caches.open(this.#name);
    const response = await cache.match(key);
    return response && { response, at: Number(response.headers.get(headers.at)) };
  }

  async has(key: string): Promise<boolean> {
    return (await this.#known()).has(key);
  }

  /**
   * Stores a response in place of an earlier one.
   * @param isWanted called right before it is written: its reader may have signed out meanwhile
   */
  async put(
    key: string,
    { body, type, map = '' }: { body: ArrayBuffer; type: string; map?: string | undefined },
    isWanted: () => boolean = () => true,
  ): Promise<void> {
    const entries = await this.#known();
    if (this.#written++ % estimateEvery === 0) this.#isFull = await this.#exceedsQuota();
    if (this.#isFull || !isWanted()) return;
    const entry = { bytes: body.byteLength, at: this.#platform.now(), map };
    const cache = await this.#platform.caches.open(this.#name);
    if (!isWanted()) return;
    await cache.put(key, stored(key, entry, body, type));
    entries.set(key, entry);
    for (const old of surplus(entries, this.#bounds)) {
      entries.delete(old);
      await cache.delete(old);
    }
  }

  #known(): Promise<Map<string, StoredEntry>> {
    this.#entries ??= this.#read().catch((error: unknown) => {
      this.#entries = undefined;
      throw error;
    });
    return this.#entries;
  }

  async #read(): Promise<Map<string, StoredEntry>> {
    const entries = new Map<string, StoredEntry>();
    if (!(await this.#platform.caches.has(this.#name))) return entries;
    const cache = await this.#platform.caches.open(this.#name);
    for (const { headers: facts } of await cache.matchAll()) {
      const [key, at, bytes] = [facts.get(headers.key), facts.get(headers.at), facts.get(headers.bytes)];
      if (key) entries.set(key, { at: Number(at), bytes: Number(bytes), map: facts.get(headers.map) ?? '' });
    }
    return entries;
  }

  async #exceedsQuota(): Promise<boolean> {
    const { quota = Infinity, usage = 0 } = await this.#platform
      .estimate()
      .catch((): StorageEstimate => ({}));
    return usage > quota * offlineLimits.quotaPart;
  }
}

/** Only the type of the body is kept of its headers: `Vary` would prevent finding it, others may name the user. */
function stored(key: string, { at, bytes, map }: StoredEntry, body: ArrayBuffer, type: string): Response {
  return new Response(body, {
    headers: {
      'content-type': type,
      [headers.key]: key,
      [headers.at]: String(at),
      [headers.bytes]: String(bytes),
      [headers.map]: map,
    },
  });
}
