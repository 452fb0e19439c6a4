import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';
import type { Portal, PortalGroup, PortalItem, SearchPage } from './portal-types.ts';
import { allOf, anyOf, quoted, webMapsOnly } from './search-text.ts';

/** Groups asked for when the portal names its featured groups (spec §9). */
const groupsWanted = 100;

/** The maps of the portal's featured groups, newest first; none when it features no group. */
export async function featuredMaps(
  connection: PortalConnection,
  portal: Portal,
  num: number,
  signal?: AbortSignal,
): Promise<PortalItem[]> {
  const featured = portal.featuredGroups ?? [];
  if (featured.length === 0) return [];
  const q = anyOf(...featured.map(({ title, owner }) => `(title:${quoted(title)} AND owner:${owner})`));
  const groups = await portalRequest<SearchPage<PortalGroup>>(connection, 'community/groups', {
    params: { q, num: groupsWanted, sortField: 'title' },
    signal,
  });
  if (groups.results.length === 0) return [];
  const inGroups = anyOf(...groups.results.map((group) => `group:${quoted(group.id)}`));
  const page = await portalRequest<SearchPage<PortalItem>>(connection, 'search', {
    params: { q: allOf(inGroups, webMapsOnly), num, sortField: 'modified', sortOrder: 'desc' },
    signal,
  });
  return page.results;
}
