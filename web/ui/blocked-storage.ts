/** Empty, and as if it were full. */
const noStorage: Storage = {
  length: 0,
  clear() {},
  getItem: () => null,
  key: () => null,
  removeItem() {},
  setItem() {
    throw new DOMException('This page has no storage.', 'QuotaExceededError');
  },
};

/**
 * Browsers that block a site's data, and sandboxed pages, throw on every access to storage. There it is
 * replaced by one that is empty and always full, so that the page works without what it would store.
 */
export function replaceBlockedStorage(page: Window = window): void {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    try {
      page[name].getItem('');
    } catch {
      Object.defineProperty(page, name, { value: { ...noStorage }, configurable: true });
    }
}
