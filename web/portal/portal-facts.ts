import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';

/** A region that users of a portal can choose. */
export interface PortalRegion {
  /** ISO 3166-1 code; `WO` for the world. */
  region: string;
  /** English name. */
  name: string;
  /** Name in the requested language. */
  localizedName?: string;
}

/** The regions of a portal (`portals/regions`), sorted by their names in the user's language. */
export async function loadRegions(
  connection: PortalConnection,
  culture: string,
  signal?: AbortSignal,
): Promise<PortalRegion[]> {
  const params = { culture: culture.toLowerCase() };
  return portalRequest(connection, 'portals/regions', { params, signal });
}

/** The parts of `portals/self/settings` that the product uses. */
export interface PortalSettingsAnswer {
  /** The portal administrators' message to all users. */
  informationalBanner?: { enabled?: boolean; text?: string };
}

/** The portal's settings (`portals/self/settings`). */
export async function loadPortalSettings(
  connection: PortalConnection,
  signal?: AbortSignal,
): Promise<PortalSettingsAnswer> {
  return portalRequest(connection, 'portals/self/settings', { signal });
}
