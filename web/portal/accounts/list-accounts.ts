import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';
import type { PortalUser, SearchPage } from '../portal-types.ts';
import { allOf, searchText } from '../search-text.ts';

/** Sort orders of users; ArcGIS Online supports only the first three. */
export type AccountOrder = 'fullname' | 'username' | 'created' | 'lastlogin';

export interface AccountSearch {
  /** Words of a name; empty for everyone. */
  text: string;
  order: AccountOrder;
  /** First result, counting from 1. */
  start: number;
}

/** Users per page. */
export const accountsPage = 25;

/** The organisation's users (`portals/self/users/search`), as far as the caller may see them. */
export async function listAccounts(
  connection: PortalConnection,
  orgId: string,
  { text, order, start }: AccountSearch,
  signal?: AbortSignal,
): Promise<SearchPage<PortalUser>> {
  const params = {
    q: allOf(searchText(text), `orgid:${orgId}`),
    num: accountsPage,
    start,
    sortField: order,
    // Times are sorted latest first.
    sortOrder: order === 'created' || order === 'lastlogin' ? 'desc' : 'asc',
  };
  return portalRequest(connection, 'portals/self/users/search', { params, signal });
}

/** A user with their groups. */
export async function loadAccount(
  connection: PortalConnection,
  username: string,
  signal?: AbortSignal,
): Promise<PortalUser> {
  const user = await portalRequest<PortalUser>(connection, accountPath(username), { signal });
  return { ...user, groups: user.groups ?? [], privileges: user.privileges ?? [] };
}

export function accountPath(username: string): string {
  return `community/users/${encodeURIComponent(username)}`;
}

/** A role that the organisation created in addition to ArcGIS's own three. */
interface CustomRole {
  id: string;
  name: string;
}

/** The organisation's own roles (`portals/self/roles`): at most a hundred, which is more than any organisation has. */
export async function listRoles(connection: PortalConnection, signal?: AbortSignal): Promise<CustomRole[]> {
  const params = { num: 100 };
  const answer = await portalRequest<{ roles?: CustomRole[] }>(connection, 'portals/self/roles', {
    params,
    signal,
  });
  return answer.roles ?? [];
}
