import { changeIntegration, type Integration } from './integrations.ts';
import type { MapLocation } from './locations.ts';

/** What a reload brings back of the integrations; kept in the tab's own storage, so that a new tab begins with nothing. */
export interface KeptIntegrations {
  /** Those that were open, in a tab or in a window. A window cannot be opened again without a click, so all come back as active. */
  open: string[];
  location?: MapLocation;
  /** Whatever the integrations feature wants to find again; it checks this by itself. */
  more?: unknown;
}

const keyOf = (org: string) => `mapping.integrations.${org}`;

/** What was kept; nothing of it is trusted to be whole. */
export function readKept(storage: Pick<Storage, 'getItem'>, org: string): KeptIntegrations {
  try {
    const { open, location, more } = JSON.parse(
      storage.getItem(keyOf(org)) ?? '{}',
    ) as Partial<KeptIntegrations>;
    return {
      open: Array.isArray(open) ? open.filter((id) => typeof id === 'string') : [],
      ...(isLocation(location) && { location }),
      more,
    };
  } catch {
    return { open: [] };
  }
}

export function keep(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  org: string,
  kept: KeptIntegrations,
): void {
  try {
    if (kept.open.length === 0 && !kept.location) storage.removeItem(keyOf(org));
    else storage.setItem(keyOf(org), JSON.stringify(kept));
  } catch {
    // A full or forbidden storage costs the memory, nothing else.
  }
}

/** Opens again what was open. What is no longer configured stays away. */
export function reopen(
  integrations: readonly Integration[],
  { open }: KeptIntegrations,
): readonly Integration[] {
  return open.reduce((list, id) => changeIntegration(list, { type: 'open', id }), integrations);
}

function isLocation(value: unknown): value is MapLocation {
  if (typeof value !== 'object' || value === null) return false;
  const { lat, lng, x, y, wkid } = value as Record<string, unknown>;
  const whole = [lat, lng, x, y, wkid].every((number) => Number.isFinite(number));
  return whole && Math.abs(Number(lat)) <= 90 && Math.abs(Number(lng)) <= 180;
}
