import { featuredGroups } from './groups.ts';
import type { PortalConnection } from './portal-connection.ts';
import type { Portal, PortalItem } from './portal-types.ts';
import { searchItems } from './search-items.ts';
import { allOf, anyOf, quoted, webMapsOnly } from './search-text.ts';

/** The maps of the portal's featured groups, newest first; none when it features no group. */
export async function featuredMaps(
  connection: PortalConnection,
  portal: Portal,
  num: number,
  signal?: AbortSignal,
): Promise<PortalItem[]> {
  const groups = await featuredGroups(connection, portal, signal);
  if (groups.length === 0) return [];
  const inGroups = anyOf(...groups.map((group) => `group:${quoted(group.id)}`));
  const q = allOf(inGroups, webMapsOnly);
  const page = await searchItems(connection, { q, num, sortField: 'modified', sortOrder: 'desc' }, signal);
  return page.results;
}
