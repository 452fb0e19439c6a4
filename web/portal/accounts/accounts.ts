import { accountPath } from '../paths.ts';
import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';
import type { PortalGroup, PortalUser, SearchPage } from '../portal-types.ts';
import { searchItems } from '../search-items.ts';
import { allOf, quoted, searchText } from '../../../wire/search-text.ts';
import type { Proof } from './second-factor.ts';

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

/** Enables or disables a user. @throws MappingError `portal:*`, such as for the last administrator */
export async function setDisabled(
  connection: PortalConnection,
  username: string,
  disabled: boolean,
): Promise<void> {
  const act = disabled ? 'disable' : 'enable';
  await portalRequest(connection, `${accountPath(username)}/${act}`, { body: {} });
}

/** Changes a user's role: `org_admin`, `org_publisher`, `org_user` or the id of one of the organisation's own roles. */
export async function setRole(connection: PortalConnection, username: string, role: string): Promise<void> {
  await portalRequest(connection, 'portals/self/updateUserRole', { body: { user: username, role } });
}

/** Changes to a user's profile; an empty text clears the field. */
export interface ProfileChange {
  fullName: string;
  email: string;
  description: string;
  /** Comma-separated. */
  tags: string;
  access: string;
  culture: string;
  region: string;
  units: string;
  /** A new picture; null removes it. */
  thumbnail?: File | null;
}

/** Changes a user's profile (`community/users/{u}/update`). */
export async function updateProfile(
  connection: PortalConnection,
  username: string,
  { thumbnail, ...texts }: Partial<ProfileChange>,
): Promise<void> {
  // Without `clearEmptyFields` a blank value counts as absent.
  const body: Record<string, unknown> = { clearEmptyFields: true, ...texts };
  if (thumbnail) body['thumbnail'] = thumbnail;
  if (thumbnail === null) body['thumbnail'] = ' ';
  await portalRequest(connection, `${accountPath(username)}/update`, { body });
}

/** Changes the user's own password and ends every other session. */
export async function changePassword(
  connection: PortalConnection,
  username: string,
  change: Proof & { newPassword: string },
): Promise<void> {
  await portalRequest(connection, `${accountPath(username)}/reset`, { body: { ...change } });
}

/** The number of items and groups a user owns. */
interface Belongings {
  items: number;
  groups: number;
}

/** Counts what a user owns, as far as the caller may see it; an administrator sees everything. */
export async function countBelongings(
  connection: PortalConnection,
  username: string,
  signal?: AbortSignal,
): Promise<Belongings> {
  const q = `owner:${quoted(username)}`;
  const [items, groups] = await Promise.all([
    searchItems(connection, { q, num: 1 }, signal),
    portalRequest<SearchPage<PortalGroup>>(connection, 'community/groups', { params: { q, num: 1 }, signal }),
  ]);
  return { items: items.total, groups: groups.total };
}

/**
 * Deletes a user (`community/users/{u}/delete`). Every portal refuses to delete a user who owns items or groups; the
 * embedded one can transfer them in the same step.
 *
 * @param newOwner the new owner of items and groups, if the portal can transfer them (`accountHandover`)
 * @throws MappingError `portal:*` with the portal's reason, such as the last administrator
 */
export async function deleteAccount(
  connection: PortalConnection,
  username: string,
  newOwner?: string,
): Promise<void> {
  const body = newOwner === undefined ? {} : { targetUsername: newOwner };
  await portalRequest(connection, `${accountPath(username)}/delete`, { body });
}

/** An active session. Times are epoch milliseconds. */
export interface AccountSession {
  id: string;
  /** Title of the application; null for programs that are not registered. */
  app: string | null;
  /** The client's `User-Agent`. */
  agent: string;
  started: number;
  lastUsed: number;
  expires: number;
  /** Whether it is the session of this request. */
  current: boolean;
}

export async function listSessions(
  connection: PortalConnection,
  username: string,
  signal?: AbortSignal,
): Promise<AccountSession[]> {
  const path = `${accountPath(username)}/sessions`;
  return (await portalRequest<{ sessions: AccountSession[] }>(connection, path, { signal })).sessions;
}

export async function endSession(connection: PortalConnection, username: string, id: string): Promise<void> {
  const path = `${accountPath(username)}/sessions/${encodeURIComponent(id)}/end`;
  await portalRequest(connection, path, { body: {} });
}

/** Ends every session of a user. @param keepCurrent except the session of this request */
export async function endSessions(
  connection: PortalConnection,
  username: string,
  keepCurrent: boolean,
): Promise<void> {
  await portalRequest(connection, `${accountPath(username)}/endSessions`, { body: { keepCurrent } });
}
