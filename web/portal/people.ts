import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';
import type { PortalUser, SearchPage } from './portal-types.ts';

/**
 * Loads a user's profile (`community/users/{username}`), with their tags and those of their groups the caller may see.
 */
export async function loadPerson(
  connection: PortalConnection,
  username: string,
  signal?: AbortSignal,
): Promise<PortalUser> {
  return portalRequest(connection, `community/users/${encodeURIComponent(username)}`, { signal });
}

/** Searches users (`community/users`) by a clause of the query language, sorted by username. */
export async function searchPeople(
  connection: PortalConnection,
  q: string,
  signal?: AbortSignal,
): Promise<Pick<PortalUser, 'username' | 'fullName'>[]> {
  const params = { q, num: 10, sortField: 'username', sortOrder: 'asc' };
  const page = await portalRequest<SearchPage<PortalUser>>(connection, 'community/users', { params, signal });
  return page.results;
}
