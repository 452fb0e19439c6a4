import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';
import type { PortalGroup, SearchPage } from '../portal-types.ts';
import { searchItems } from '../search-items.ts';
import { quoted } from '../search-text.ts';
import { accountPath } from './list-accounts.ts';

/** The number of items and groups a user owns. */
export interface Belongings {
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
