import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';
import type { PortalGroup, SearchPage } from '../portal-types.ts';
import { searchItems } from '../search-items.ts';
import { quoted } from '../search-text.ts';
import { accountPath } from './list-accounts.ts';

/** How much of a portal is in one person's name. */
export interface Belongings {
  items: number;
  groups: number;
}

/** Counts what a person owns, as far as the caller may see it; an administrator sees everything. */
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
 * Deletes a person (`community/users/{u}/delete`). Every portal refuses whoever owns items or groups; ours hands them over
 * in the same step.
 *
 * @param heir who gets the items and groups, where the portal hands over (`accountHandover`)
 * @throws MappingError `portal:*` with the portal's reason, such as the last administrator
 */
export async function deleteAccount(
  connection: PortalConnection,
  username: string,
  heir?: string,
): Promise<void> {
  const body = heir === undefined ? {} : { targetUsername: heir };
  await portalRequest(connection, `${accountPath(username)}/delete`, { body });
}
