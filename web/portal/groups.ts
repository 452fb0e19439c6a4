import { groupPath } from './paths.ts';
import type { PortalConnection } from './portal-connection.ts';
import { type PortalEndpoint, portalRequest } from './portal-request.ts';
import type { Portal, PortalGroup, PortalUser, SearchPage } from './portal-types.ts';
import { allOf, anyOf, quoted, searchText } from '../../wire/search-text.ts';

/** Groups in the order of their titles in the language of the page, with “Team 2” before “Team 10”. */
export function byTitle<Group extends { title: string }>(groups: readonly Group[]): Group[] {
  const { compare } = new Intl.Collator(globalThis.document?.documentElement.lang || undefined, {
    numeric: true,
  });
  return groups.toSorted((a, b) => compare(a.title, b.title));
}

/** The portal's featured groups that the user may see, by title. */
export async function featuredGroups(
  connection: PortalEndpoint,
  portal: Portal,
  signal?: AbortSignal,
): Promise<PortalGroup[]> {
  const featured = portal.featuredGroups ?? [];
  if (featured.length === 0) return [];
  const q = anyOf(...featured.map(({ title, owner }) => `(title:${quoted(title)} AND owner:${owner})`));
  return searchGroups(connection, q, signal, 100);
}

/**
 * Searches groups (`community/groups`) by a clause of the query language, sorted by title; at most `num`, 100
 * per request.
 */
export async function searchGroups(
  connection: PortalEndpoint,
  q: string,
  signal?: AbortSignal,
  num = 10,
): Promise<PortalGroup[]> {
  const params = { q, num, sortField: 'title', sortOrder: 'asc' };
  const page = await portalRequest<SearchPage<PortalGroup>>(connection, 'community/groups', {
    params,
    signal,
  });
  return page.results;
}

/** Groups on one page of a list. */
export const groupListPage = 25;

/** Lists the groups of an organisation that the caller may see, by title; `text` searches for words. */
export async function listGroups(
  connection: PortalEndpoint,
  orgId: string,
  { text, start }: { text: string; start: number },
  signal?: AbortSignal,
): Promise<SearchPage<PortalGroup>> {
  const q = allOf(searchText(text), `orgid:${orgId}`);
  const params = { q, num: groupListPage, start, sortField: 'title', sortOrder: 'asc' };
  return portalRequest(connection, 'community/groups', { params, signal });
}

/** Usernames of a group (`community/groups/{id}/users`): its owner, who runs it, and the other members. */
export async function groupPeople(
  connection: PortalEndpoint,
  id: string,
  signal?: AbortSignal,
): Promise<{ owner: string; admins: string[]; users: string[] }> {
  return portalRequest(connection, `${groupPath(id)}/users`, { signal });
}

/** Loads one group. @throws MappingError `portal:not-permitted`, `portal:group-not-found` */
export async function loadGroup(
  connection: PortalEndpoint,
  id: string,
  signal?: AbortSignal,
): Promise<PortalGroup> {
  return portalRequest(connection, groupPath(id), { signal });
}

/**
 * Searches users (`community/users`) by a clause of the query language, sorted by username; at most `num`,
 * 100 per request.
 */
export async function searchPeople(
  connection: PortalConnection,
  q: string,
  signal?: AbortSignal,
  num = 10,
): Promise<Pick<PortalUser, 'username' | 'fullName'>[]> {
  const params = { q, num, sortField: 'username', sortOrder: 'asc' };
  const page = await portalRequest<SearchPage<PortalUser>>(connection, 'community/users', { params, signal });
  return page.results;
}
