import type { AppConfig } from '../../../../wire/app-config.ts';
import type { ItemSearch } from '../../../portal/search-items.ts';
import { allOf, anyOf, quoted, searchText, webMapsOnly } from '../../../../wire/search-text.ts';
import {
  type GalleryKind,
  type GalleryScope,
  type GallerySearch,
  type GallerySort,
  scopes,
  defaultGallerySearch,
} from './gallery-search.ts';

/** The effective sort order: relevance only applies to a search text. */
export function effectiveSort({ sort, text }: Pick<GallerySearch, 'sort' | 'text'>): GallerySort {
  if (searchText(text) === '') return sort === undefined || sort === 'relevance' ? 'modified' : sort;
  return sort ?? 'relevance';
}

/** The user viewing the gallery. */
export interface GalleryViewer {
  /** Empty for visitors. */
  username: string;
  orgId: string | undefined;
  favGroupId: string | undefined;
}

/** A search of the portal: all items, or those of one group. */
export interface PortalSearch extends Pick<
  ItemSearch,
  'q' | 'filter' | 'bbox' | 'sortField' | 'sortOrder' | 'categories'
> {
  groupId?: string;
}

/**
 * The scopes to offer: "my" scopes only to signed-in users. The current scope is always offered, so that a received
 * link shows its scope.
 */
export function offeredScopes(signedIn: boolean, inForce: GalleryScope): readonly GalleryScope[] {
  return scopes.filter((scope) => signedIn || !personalScopes.includes(scope) || scope === inForce);
}

/**
 * The portal's query and sort order for what the gallery shows (docs/arcgis-protocol.md#search).
 * @param flagged ids of the maps that need attention, when only those are requested
 */
export function portalSearch(
  search: GallerySearch,
  gallery: AppConfig['gallery'],
  viewer: GalleryViewer,
  flagged: readonly string[] = [],
): PortalSearch {
  const scope = scopeClause(search, viewer);
  // Members find their own maps, favourites and those of another group, wherever they are shared.
  const groups =
    scope === '' && search.scope !== 'favourites'
      ? anyOf(...gallery.groups.map((id) => `group:${quoted(id)}`))
      : '';
  const q = allOf(
    kindClauses[search.kind],
    searchText(search.text),
    scope,
    search.attention ? anyOf(...flagged.map((id) => `id:${quoted(id)}`)) : '',
    gallery.query,
    groups,
  );
  // Tags are exact, and must not make an item more relevant than its title does.
  const filter = search.tags.map((tag) => `tags:${quoted(tag)}`).join(' AND ');
  const groupId = search.scope === 'favourites' ? viewer.favGroupId : filingGroup(search);
  return {
    q,
    ...(filter && { filter }),
    ...(search.area && { bbox: search.area }),
    ...orders[effectiveSort(search)],
    ...(search.category && { categories: [search.category] }),
    ...(groupId && { groupId }),
  };
}

/** The group to search in because the category may belong to the group's own schema. */
function filingGroup({ scope, group, category }: GallerySearch): string | undefined {
  return scope === 'group' && group && category ? group : undefined;
}

function scopeClause({ scope, group }: GallerySearch, { username, orgId }: GalleryViewer): string {
  if (scope === 'mine' && username) return `owner:${quoted(username)}`;
  if (scope === 'organisation' && orgId) return `orgid:${quoted(orgId)}`;
  if (scope === 'group' && group) return `group:${quoted(group)}`;
  return '';
}

const typed = (...types: string[]) => anyOf(...types.map((type) => `type:${quoted(type)}`));

const kindClauses: Record<GalleryKind, string> = {
  maps: webMapsOnly,
  scenes: typed('Web Scene'),
  layers: typed(
    'Feature Service',
    'Map Service',
    'Image Service',
    'Vector Tile Service',
    'Scene Service',
    'Feature Collection',
    'GeoJson',
    'CSV',
    'KML',
    'WMS',
    'WMTS',
    'WFS',
    'OGCFeatureServer',
  ),
  apps: typed('Web Mapping Application', 'Web Experience', 'StoryMap', 'Dashboard', 'Application'),
  all: '',
};

const orders: Record<GallerySort, Pick<ItemSearch, 'sortField' | 'sortOrder'>> = {
  relevance: {},
  modified: { sortField: 'modified', sortOrder: 'desc' },
  title: { sortField: 'title', sortOrder: 'asc' },
  views: { sortField: 'numViews', sortOrder: 'desc' },
};

/** The number of active filters of the panel. */
export function countFilters({ kind, category, tags, area, attention }: GallerySearch): number {
  const set = [kind !== defaultGallerySearch.kind, category !== '', area !== undefined, attention];
  return set.filter(Boolean).length + tags.length;
}

/** What is required before a search is possible. */
export type Missing = 'sign-in' | 'group';

/** Scopes for members only. */
const personalScopes: readonly GalleryScope[] = ['organisation', 'mine', 'favourites'];

/** What the URL requires but is missing; undefined: nothing. */
export function missingFor({ scope, group }: GallerySearch, signedIn: boolean): Missing | undefined {
  if (personalScopes.includes(scope) && !signedIn) return 'sign-in';
  return scope === 'group' && group === '' ? 'group' : undefined;
}

/** Whether any filter is active. */
export function isNarrowed(search: GallerySearch): boolean {
  return search.text.trim() !== '' || search.scope !== 'all' || countFilters(search) > 0;
}
