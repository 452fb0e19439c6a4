import { isEnded, offlineLimits, type Reader, type WorkerMessage } from '../../../wire/offline-maps.ts';

/** A page or a worker of this origin, as service workers see it. */
export interface WorkerClient {
  id: string;
  type: string;
  /** Of a page: `nested` in a frame. */
  frameType?: string;
  postMessage(message: WorkerMessage): void;
}

/** The clients of the service worker (https://developer.mozilla.org/docs/Web/API/Clients). */
export interface WorkerClients {
  get(id: string): Promise<WorkerClient | undefined>;
  matchAll(options: { type: 'window'; includeUncontrolled?: boolean }): Promise<readonly WorkerClient[]>;
}

/**
 * The readers of the open pages. Pages announce theirs; a service worker that the browser has ended and started again
 * asks for them.
 */
export class Readers {
  readonly #clients: WorkerClients;
  readonly #known = new Map<string, Reader>();
  /** Continue what waits for an announcement, by the page's id. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(clients: WorkerClients) {
    this.#clients = clients;
  }

  announce(id: string, reader: Reader): void {
    const [, portal = ''] = reader.store.split('.');
    // A page that was closed or reloaded does not say that its session has ended.
    for (const [each, { store }] of this.#known)
      if (isEnded(store, portal, reader.store)) this.#known.delete(each);
    this.#known.set(id, reader);
    for (const resume of this.#waiting.get(id) ?? []) resume();
    this.#waiting.delete(id);
  }

  /**
   * The reader of a client. Workers of the map SDK request features themselves, and cannot be told from those of
   * another page: theirs is that of the open pages, if they have the same.
   */
  async of(id: string): Promise<Reader | undefined> {
    const known = this.#known.get(id);
    if (known) return known;
    const client = await this.#clients.get(id);
    if (!client) return undefined;
    if (client.type === 'window') return this.#ask(client);
    const pages = await this.#clients.matchAll({ type: 'window', includeUncontrolled: true });
    const all = await Promise.all(
      pages.map(async (page) => ({ page, reader: this.#known.get(page.id) ?? (await this.#ask(page)) })),
    );
    // Frames of integrations have no reader. A page that does not say may have another one.
    if (all.some(({ page, reader }) => !reader && page.frameType !== 'nested')) return undefined;
    const readers = all.flatMap(({ reader }) => reader ?? []);
    if (new Set(readers.map(({ store }) => store)).size !== 1) return undefined;
    return readers.find(({ map }) => map) ?? readers[0];
  }

  /** Whether some page still has this store: it is not written to after its reader has signed out. */
  reads(store: string): boolean {
    return [...this.#known.values()].some((reader) => reader.store === store);
  }

  #ask(client: WorkerClient): Promise<Reader | undefined> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(client.id) ?? new Set();
      this.#waiting.set(client.id, waiting);
      const resume = () => {
        clearTimeout(timer);
        waiting.delete(resume);
        resolve(this.#known.get(client.id));
      };
      const timer = setTimeout(resume, offlineLimits.announceTime);
      waiting.add(resume);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- service workers reach clients of their own origin only
      if (waiting.size === 1) client.postMessage({ type: 'offline-ask' });
    });
  }
}
