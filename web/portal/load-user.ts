import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';
import type { PortalUser } from './portal-types.ts';

/** Loads the signed-in user with their groups, which a portal returns only here and not in searches. */
export async function loadUser(connection: PortalConnection, signal?: AbortSignal): Promise<PortalUser> {
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
