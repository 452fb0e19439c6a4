/** Storage that is cleared at the end of the test. */
export class MemoryStorage implements Storage {
  readonly #entries = new Map<string, string>();
  get length(): number {
    return this.#entries.size;
  }
  clear(): void {
    this.#entries.clear();
  }
  getItem(key: string): string | null {
    return this.#entries.get(key) ?? null;
  }
  key(index: number): string | null {
    return [...this.#entries.keys()][index] ?? null;
  }
  removeItem(key: string): void {
    this.#entries.delete(key);
  }
  setItem(key: string, value: string): void {
    this.#entries.set(key, value);
  }
}

export interface FakePage {
  page: Window;
  storage: MemoryStorage;
  /** Notifies the page that another tab wrote to storage. */
  otherTabWrote(key: string, newValue: string | null): void;
  /** Addresses the page navigated to; its own when it was reloaded. */
  left: string[];
}

/**
 * The part of a browser window that the session uses; timers are the global ones, so fake timers control
 * them.
 */
export function fakePage(address = 'http://maps.example/demo/map?a=1#at=1,2'): FakePage {
  const storage = new MemoryStorage();
  const events = new EventTarget();
  const left: string[] = [];
  const { origin, pathname, search, hash } = new URL(address);
  const location = {
    origin,
    pathname,
    search,
    hash,
    get href() {
      return address;
    },
    set href(next: string) {
      left.push(next);
    },
    reload: () => void left.push(address),
  };
  const page = {
    location,
    localStorage: storage,
    sessionStorage: new MemoryStorage(),
    opener: null,
    close: () => {},
    crypto: globalThis.crypto,
    TextEncoder,
    btoa,
    isSecureContext: true,
    setTimeout: (action: () => void, after: number) => setTimeout(action, after),
    clearTimeout: (timer: number) => clearTimeout(timer),
    setInterval: (action: () => void, each: number) => setInterval(action, each),
    clearInterval: (timer: number) => clearInterval(timer),
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
  };
  return {
    page: page as unknown as Window,
    storage,
    left,
    otherTabWrote(key, newValue) {
      if (newValue === null) storage.removeItem(key);
      else storage.setItem(key, newValue);
      events.dispatchEvent(Object.assign(new Event('storage'), { key, newValue, storageArea: storage }));
    },
  };
}
