import { MappingError } from '../../wire/errors.ts';
import type { PortalConnection } from './portal-connection.ts';
import { type PortalEndpoint, portalRequest } from './portal-request.ts';
import type { Portal, PortalUser } from './portal-types.ts';

/**
 * Loads the portal's description of itself (`portals/self`) in the user's language.
 * @param culture BCP 47 tag; sent in lower case as ArcGIS clients do
 * @throws MappingError `portal:app-id-not-found` with "App ID not found"
 */
export async function loadPortal(
  connection: PortalConnection,
  culture: string,
  signal?: AbortSignal,
): Promise<Portal> {
  if (!connection.appId) throw new MappingError('portal:app-id-not-found', 'App ID not found');
  return portalRequest<Portal>(connection, 'portals/self', {
    params: { culture: culture.toLowerCase() },
    signal,
  });
}

/** Loads the signed-in user with their groups, which a portal returns only here and not in searches. */
export async function loadUser(connection: PortalEndpoint, signal?: AbortSignal): Promise<PortalUser> {
  const user = await portalRequest<PortalUser>(connection, 'community/self', { signal });
  return {
    ...user,
    fullName: user.fullName || user.username,
    groups: user.groups ?? [],
    privileges: user.privileges ?? [],
  };
}

/** Whether a user administers the organisation: a member of the group that the configuration names. */
export function isAdministrator(user: PortalUser | undefined, adminGroupId: string): boolean {
  return adminGroupId !== '' && (user?.groups.some((group) => group.id === adminGroupId) ?? false);
}

/** A region that users of a portal can choose. */
interface PortalRegion {
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
interface PortalSettingsResponse {
  /** The portal administrators' message to all users. */
  informationalBanner?: { enabled?: boolean; text?: string };
}

/** The portal's settings (`portals/self/settings`). */
export async function loadPortalSettings(
  connection: PortalConnection,
  signal?: AbortSignal,
): Promise<PortalSettingsResponse> {
  return portalRequest(connection, 'portals/self/settings', { signal });
}

/**
 * A setting of the embedded portal: tokens in URLs (OAuth 2's implicit flow), required two-step verification,
 * or applications of devices.
 */
export type PortalSetting = 'implicitGrant' | 'requireSecondFactor' | 'nativeApps';

export async function loadPortalSetting(
  connection: PortalConnection,
  setting: PortalSetting,
  signal?: AbortSignal,
): Promise<boolean> {
  return (await portalRequest<Portal>(connection, 'portals/self', { signal }))[setting] === true;
}

export async function savePortalSetting(
  connection: PortalConnection,
  setting: PortalSetting,
  on: boolean,
): Promise<void> {
  await portalRequest(connection, 'portals/self/update', { body: { [setting]: String(on) } });
}
