import type { PublicConfig } from '../../wire/app-config.ts';
import { mapIdIn } from '../../wire/offline-maps.ts';

/**
 * The configuration of an organisation as it was when a form or a map was opened, so that forms, maps and home open
 * without a connection. It is public: every browser may read it.
 */
export function storeConfig(storage: Storage, org: string, config: PublicConfig): void {
  try {
    storage.setItem(keyOf(org), JSON.stringify(config));
  } catch {
    // If storage is full, pages need a connection.
  }
}

export function storedConfig(storage: Storage, org: string): PublicConfig | undefined {
  try {
    const stored = storage.getItem(keyOf(org));
    return stored === null ? undefined : (JSON.parse(stored) as PublicConfig);
  } catch {
    return undefined;
  }
}

/** Whether a path is that of a page that may open without a connection: a form, a map, or home, which lists the maps opened last. */
export function opensOffline(pathname: string): boolean {
  return isFormPath(pathname) || mapIdIn(pathname) !== undefined || /^\/[^/]+\/?$/.test(pathname);
}

/** Whether a path is that of a form, which opens without the portal. */
export function isFormPath(pathname: string): boolean {
  return /^\/[^/]+\/form\/[^/]+\/?$/.test(pathname);
}

const keyOf = (org: string) => `mapping.config.${org}`;
