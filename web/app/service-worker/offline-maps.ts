import {
  filesStore,
  isMapStore,
  isVisitorStore,
  offlineLimits,
  type Reader,
} from '../../../wire/offline-maps.ts';
import { OfflineStore, type StorePlatform } from './offline-store.ts';
import { Readers, type WorkerClients } from './readers.ts';
import { hasToken, keyOf, kindOf, mayStore, mayStoreBody, type ResponseKind } from './stored-responses.ts';

/** What the handler needs of the service worker around it; tests pass their own. */
export interface OfflinePlatform extends StorePlatform {
  clients: WorkerClients;
  fetch: (request: Request) => Promise<Response>;
  caches: Pick<CacheStorage, 'open' | 'has' | 'keys'>;
  origin: string;
  /** Whether the user wants to save data. */
  savesData: () => boolean;
}

/** The parts of a fetch event that are used. */
export interface RequestEvent {
  request: Request;
  clientId: string;
  waitUntil(work: Promise<unknown>): void;
}

/** Who has sent a request; `reader` is absent for built files, which everyone reads. */
interface Asker {
  clientId: string;
  reader: Promise<Reader | undefined> | undefined;
  hasToken: boolean;
}

/** Bounds of the built files, which belong to no map. */
const fileBounds = { bytes: offlineLimits.fileBytes, responses: offlineLimits.responses, maps: 0 };

/**
 * Stores the responses that open maps request, by reader, and answers from the store where the network does not. The
 * network's response is always preferred, also an error.
 */
export class OfflineMaps {
  readonly readers: Readers;
  readonly #platform: OfflinePlatform;
  readonly #stores = new Map<string, OfflineStore>();
  /** Policies of the pages that were loaded since the worker was started, by the client that shows the page. */
  readonly #policies = new Map<string, { key: string; policy: string }>();

  constructor(platform: OfflinePlatform) {
    this.#platform = platform;
    this.readers = new Readers(platform.clients);
  }

  /** Whether the response of a request may be stored (`kindOf`). */
  handles(request: Request): boolean {
    return kindOf(request, this.#platform.origin) !== undefined;
  }

  async answer({ request, clientId, waitUntil }: RequestEvent): Promise<Response> {
    const kind = kindOf(request, this.#platform.origin) ?? 'map';
    const key = keyOf(request.url);
    // Whose request it is: the page may have another reader when the response arrives.
    const reader = kind === 'file' ? undefined : this.readers.of(clientId).catch(() => undefined);
    const asker: Asker = { clientId, reader, hasToken: hasToken(request) };
    try {
      const response = await this.#platform.fetch(request);
      if (mayStore(response, key) && !this.#platform.savesData())
        // A response that could not be stored is requested again.
        waitUntil(this.#keep(kind, key, response.clone(), asker).catch(() => {}));
      return response;
    } catch (failure) {
      const found = request.signal.aborted
        ? undefined
        : await this.#find(kind, key, asker).catch(() => undefined);
      if (!found) throw failure;
      return found;
    }
  }

  /** Remembers the policy of a page, which names the hosts of its maps: a page that is opened from the store needs it. */
  remember({ url }: Pick<Request, 'url'>, response: Response, resultingClientId: string): void {
    const policy = response.headers.get('content-security-policy');
    if (policy && resultingClientId) this.#policies.set(resultingClientId, { key: policyKey(url), policy });
  }

  /** A page with the hosts of the last one of the same organisation that had a map open. */
  async withHosts(page: Response, url: string): Promise<Response> {
    const policy = await this.#lastPolicy(url).catch(() => undefined);
    const own = page.headers.get('content-security-policy');
    if (!policy || !own) return page;
    const headers = new Headers(page.headers);
    headers.set('content-security-policy', withSourcesOf(policy, own));
    const html = await page.text();
    const hosts = hostsIn(policy).join(' ');
    return new Response(
      html.replace('<meta name="hosts" content="', (start) => start + hosts),
      { headers },
    );
  }

  async #lastPolicy(url: string): Promise<string | undefined> {
    const names = (await this.#platform.caches.keys()).filter(isMapStore);
    const found = await Promise.all(names.map((name) => this.#store(name).find(policyKey(url))));
    const [last] = found.filter((each) => each !== undefined).toSorted((one, other) => other.at - one.at);
    return last?.response.text();
  }

  async #keep(kind: ResponseKind, key: string, response: Response, asker: Asker): Promise<void> {
    const type = response.headers.get('content-type') ?? '';
    if (kind === 'file') {
      const files = this.#store(filesStore);
      // Built files are named by their content. Not awaited: the other reader of the body may still be at work.
      if (await files.has(key)) return void response.body?.cancel();
      return files.put(key, { body: await response.arrayBuffer(), type });
    }
    const reader = await asker.reader;
    // A token may outlive its session: what it may read is not a visitor's.
    const isForeign = reader !== undefined && asker.hasToken && isVisitorStore(reader.store);
    if (!reader || isForeign || (kind === 'map' && !reader.map)) return void response.body?.cancel();
    const body = await response.arrayBuffer();
    if (!mayStoreBody(body, key)) return;
    const map = kind === 'map' ? reader.map : undefined;
    const store = this.#store(reader.store);
    await store.put(key, { body, type, map }, () => this.readers.reads(reader.store));
    await this.#keepPolicy(asker.clientId, reader, store);
  }

  async #keepPolicy(clientId: string, { map, store: name }: Reader, store: OfflineStore): Promise<void> {
    const page = this.#policies.get(clientId);
    if (!page || !map) return;
    this.#policies.delete(clientId);
    const body = new TextEncoder().encode(page.policy).buffer;
    await store.put(page.key, { body, type: 'text/plain' }, () => this.readers.reads(name));
  }

  async #find(
    kind: ResponseKind,
    key: string,
    { clientId, reader: asked }: Asker,
  ): Promise<Response | undefined> {
    if (kind === 'file') return (await this.#store(filesStore).find(key))?.response;
    const late = new Promise<undefined>((resolve) => {
      setTimeout(resolve, offlineLimits.replyTime);
    });
    const reader = await Promise.race([asked, late]);
    // Other pages could not say that what they show is a copy.
    const found = reader && (kind === 'frame' || reader.map) && (await this.#store(reader.store).find(key));
    if (!found) return undefined;
    const pages = await this.#platform.clients.matchAll({ type: 'window' });
    const client = pages.find(({ id }) => id === clientId);
    for (const page of client ? [client] : pages)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- service workers reach clients of their own origin only
      page.postMessage({ type: 'offline-copy', storedAt: found.at });
    return found.response;
  }

  #store(name: string): OfflineStore {
    const known = this.#stores.get(name);
    if (known) return known;
    const bounds = name === filesStore ? fileBounds : offlineLimits;
    const store = new OfflineStore(name, bounds, this.#platform);
    this.#stores.set(name, store);
    return store;
  }
}

/** An address at which nothing is served: one per organisation. */
function policyKey(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}/offline-policy/${pathname.split('/')[1] ?? ''}`;
}

/** The hosts that a policy allows for data. */
function hostsIn(policy: string): string[] {
  const [, sources = ''] = /connect-src ([^;]*)/.exec(policy) ?? [];
  return sources.split(' ').filter((source) => /[.:]\w/.test(source) && !source.startsWith("'"));
}

/** A policy with the hosts for data and pictures of another; its rules for scripts stay. */
export function withSourcesOf(other: string, policy: string): string {
  return policy.replace(/(connect|img)-src [^;]*/g, (own, name: string) => {
    return (
      other
        .split(';')
        .find((directive) => directive.trim().startsWith(`${name}-src `))
        ?.trim() ?? own
    );
  });
}
