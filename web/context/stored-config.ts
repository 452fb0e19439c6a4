import type { PublicConfig } from '../../wire/app-config.ts';

/**
 * The configuration of an organisation as it was when a form was opened, so that forms open without a
 * connection. It is public: every browser may read it.
 */
export function storeConfig(storage: Storage, org: string, config: PublicConfig): void {
  try {
    storage.setItem(keyOf(org), JSON.stringify(config));
  } catch {
    // If storage is full, the form needs a connection.
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

/** Whether a path is that of a form, the only page that opens without a connection. */
export function isFormPath(pathname: string): boolean {
  return /^\/[^/]+\/form\/[^/]+\/?$/.test(pathname);
}

const keyOf = (org: string) => `mapping.config.${org}`;
