/** The part of `CacheStorage` that the application uses, in memory; keys are addresses. */
export class FakeCaches {
  readonly stores = new Map<string, Map<string, Response>>();

  async keys(): Promise<string[]> {
    return [...this.stores.keys()];
  }

  async has(name: string): Promise<boolean> {
    return this.stores.has(name);
  }

  async delete(name: string): Promise<boolean> {
    return this.stores.delete(name);
  }

  async match(key: string): Promise<Response | undefined> {
    for (const store of this.stores.values()) if (store.has(key)) return store.get(key)?.clone();
    return undefined;
  }

  async open(name: string): Promise<Cache> {
    const store = this.stores.get(name) ?? new Map<string, Response>();
    this.stores.set(name, store);
    const cache: Partial<Cache> = {
      match: async (key) => store.get(String(key))?.clone(),
      matchAll: async () => [...store.values()],
      // The last one stored is the last of the keys.
      put: async (key, response) => {
        store.delete(String(key));
        store.set(String(key), response);
      },
      keys: async () => [...store.keys()].map((key) => ({ url: addressOf(key) }) as Request),
      delete: async (key) =>
        store.delete(
          typeof key === 'object' && 'url' in key
            ? ([...store.keys()].find((each) => addressOf(each) === key.url) ?? '')
            : String(key),
        ),
    };
    return cache as Cache;
  }

  /** Keys of everything that is stored, by store. */
  contents(): Record<string, string[]> {
    return Object.fromEntries([...this.stores].map(([name, store]) => [name, [...store.keys()]]));
  }
}

/** Paths are of the page's origin. */
function addressOf(key: string): string {
  return new URL(key, 'https://maps.example').href;
}
