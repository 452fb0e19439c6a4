import type { Database } from '../database/connect.ts';
import { limits } from '../limits.ts';
import { createTryLimiter } from './identity/try-limiter.ts';
import type { PortalContext } from './operation.ts';
import { defaultPortalSettings, type PortalSettings } from './portal-settings.ts';

/** The context every portal operation receives; `portal` overrides single settings. */
export function createPortalContext(options: {
  database: Database;
  publicUrl: string;
  now?: () => number;
  portal?: Partial<PortalSettings>;
}): PortalContext {
  const now = options.now ?? Date.now;
  return {
    database: options.database,
    publicUrl: options.publicUrl,
    now,
    portal: { ...defaultPortalSettings, ...options.portal },
    signInTries: createTryLimiter({ tries: limits.signInTriesPerMinute, windowMs: 60_000, now }),
  };
}
