/** What registering needs of the page; tests pass their own. */
export interface ServiceWorkerPage {
  container: Pick<ServiceWorkerContainer, 'register' | 'getRegistrations'> | undefined;
  caches: Pick<CacheStorage, 'keys' | 'delete'> | undefined;
  /** Whether the server offers a service worker; it does not when the operator has switched it off. */
  isOffered: boolean;
  /** Whether the user wants to save data. */
  savesData: boolean;
}

/** Address of the service worker; its scope is the whole origin. */
const address = '/service-worker.js';

/**
 * Registers the service worker (service-worker.ts), or removes it and its files when the server no
 * longer offers it. Browsers check for a new version themselves.
 */
export async function followServiceWorker({
  container,
  caches,
  isOffered,
  savesData,
}: ServiceWorkerPage): Promise<void> {
  if (!container) return;
  if (isOffered) {
    if (!savesData) await container.register(trusted(address) as string);
    return;
  }
  const registrations = await container.getRegistrations();
  if (registrations.length === 0) return;
  await Promise.all(registrations.map((registration) => registration.unregister()));
  const names = (await caches?.keys()) ?? [];
  await Promise.all(names.map((name) => caches?.delete(name)));
}

interface TypeFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): unknown;
  };
}

/** The page's policy accepts script addresses from its policies only; this one knows a single address. */
function trusted(url: string): unknown {
  const { trustedTypes } = globalThis as { trustedTypes?: TypeFactory };
  return (
    trustedTypes?.createPolicy('service-worker', { createScriptURL: () => address }).createScriptURL(url) ??
    url
  );
}

/** The page as it is. */
export function thisPage(): ServiceWorkerPage {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return {
    container: 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
    caches: 'caches' in window ? window.caches : undefined,
    isOffered: document.querySelector('meta[name="service-worker"]') !== null,
    savesData: connection?.saveData === true,
  };
}
