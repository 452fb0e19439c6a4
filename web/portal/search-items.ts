import type { Area } from '../../wire/url-state.ts';
import { featuredGroups } from './groups.ts';
import { type PortalEndpoint, portalRequest } from './portal-request.ts';
import type { Portal, PortalItem, SearchPage } from './portal-types.ts';
import { allOf, anyOf, quoted, webMapsOnly } from '../../wire/search-text.ts';

export interface ItemSearch {
  q: string;
  /** First result, counting from 1. */
  start?: number;
  /** Number of results, at most 100; 10 by default. */
  num?: number;
  sortField?: string;
  sortOrder?: 'asc' | 'desc';
  /** Category paths; an item must have one of them, or a subcategory. */
  categories?: readonly string[];
  /** Items whose extent meets this area. */
  bbox?: Area;
  /** A query in the language of `q` with exact matches, which does not affect relevance. */
  filter?: string;
  /** Fields whose most frequent values are counted, such as `tags`. */
  countFields?: readonly string[];
  countSize?: number;
}

/** Searches the items the user may see (`search`). */
export async function searchItems(
  connection: PortalEndpoint,
  search: ItemSearch,
  signal?: AbortSignal,
): Promise<SearchPage<PortalItem>> {
  return portalRequest(connection, 'search', { params: searchParameters(search), signal });
}

/** Searches the items of one group (`content/groups/{id}/search`); only this finds the items of a favourites group. */
export async function searchGroupItems(
  connection: PortalEndpoint,
  groupId: string,
  search: ItemSearch,
  signal?: AbortSignal,
): Promise<SearchPage<PortalItem>> {
  const path = `content/groups/${encodeURIComponent(groupId)}/search`;
  return portalRequest(connection, path, { params: searchParameters(search), signal });
}

/**
 * A search goes through this many results. A portal that has more reports this number, and refuses to continue.
 * https://developers.arcgis.com/rest/users-groups-and-items/search/
 */
export const maxResults = 10_000;

/** Where the next page of a search starts; undefined after the last result that portals return. */
export function nextPage({ nextStart }: { nextStart: number }): number | undefined {
  return nextStart > 0 && nextStart <= maxResults ? nextStart : undefined;
}

/**
 * The results of a search for few items. A page of large items ends before it has as many as requested, and
 * the next one begins there.
 * @param most results that are wanted
 */
export async function fewResults(
  most: number,
  readPage: (page: { start: number; num: number }) => Promise<SearchPage<PortalItem>>,
): Promise<PortalItem[]> {
  const found: PortalItem[] = [];
  for (let start = 1; start > 0 && found.length < most;) {
    const { results, nextStart } = await readPage({ start, num: most - found.length });
    found.push(...results);
    start = results.length > 0 ? nextStart : -1;
  }
  return found;
}

function searchParameters(search: ItemSearch): Record<string, string | number> {
  const { q, start = 1, num = 10, sortField, sortOrder, categories, bbox, filter } = search;
  return {
    q,
    start,
    num,
    ...(sortField && { sortField, sortOrder: sortOrder ?? 'asc' }),
    ...(categories && categories.length > 0 && { categories: JSON.stringify(categories) }),
    ...(bbox && { bbox: bbox.join(',') }),
    ...(filter && { filter }),
    ...(search.countFields && { countFields: search.countFields.join(',') }),
    ...(search.countSize !== undefined && { countSize: search.countSize }),
  };
}

/** The maps of the portal's featured groups, newest first; none when it features no group. */
export async function featuredMaps(
  connection: PortalEndpoint,
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
