import { changeIntegration, type Integration } from './integrations.ts';
import type { MapLocation } from './locations.ts';

/**
 * The state of integrations that a reload restores; in the tab's session storage, so that a new tab starts without it.
 */
export interface StoredIntegrations {
  /**
   * Those that were open, in a tab or in a window. A window cannot be reopened without a click, so all are restored as
   * active.
   */
  open: string[];
  location?: MapLocation;
  /** State of the integrations feature, which validates it itself. */
  more?: unknown;
}

const keyOf = (org: string) => `mapping.integrations.${org}`;

/** The stored state; it may be incomplete. */
export function readStoredIntegrations(storage: Pick<Storage, 'getItem'>, org: string): StoredIntegrations {
  try {
    const { open, location, more } = JSON.parse(
      storage.getItem(keyOf(org)) ?? '{}',
    ) as Partial<StoredIntegrations>;
    return {
      open: Array.isArray(open) ? open.filter((id) => typeof id === 'string') : [],
      ...(isLocation(location) && { location }),
      more,
    };
  } catch {
    return { open: [] };
  }
}

export function storeIntegrations(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  org: string,
  kept: StoredIntegrations,
): void {
  try {
    if (kept.open.length === 0 && !kept.location) storage.removeItem(keyOf(org));
    else storage.setItem(keyOf(org), JSON.stringify(kept));
  } catch {
    // If storage is full or blocked, only the restored state is lost.
  }
}

/** Reopens integrations, except those no longer configured. */
export function reopen(
  integrations: readonly Integration[],
  { open }: StoredIntegrations,
): readonly Integration[] {
  return open.reduce((list, id) => changeIntegration(list, { type: 'open', id }), integrations);
}

function isLocation(value: unknown): value is MapLocation {
  if (typeof value !== 'object' || value === null) return false;
  const { lat, lng, x, y, wkid } = value as Record<string, unknown>;
  const whole = [lat, lng, x, y, wkid].every((number) => Number.isFinite(number));
  return whole && Math.abs(Number(lat)) <= 90 && Math.abs(Number(lng)) <= 180;
}
