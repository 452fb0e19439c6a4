import { type Area, parseArea, printArea } from '../../../../wire/url-state.ts';
export const scopes = ['all', 'organisation', 'group', 'mine', 'favourites'] as const;
export const sorts = ['relevance', 'modified', 'title', 'views'] as const;
export const kinds = ['maps', 'scenes', 'layers', 'apps', 'all'] as const;
export const layouts = ['cards', 'list'] as const;
export type GalleryScope = (typeof scopes)[number];
export type GallerySort = (typeof sorts)[number];
export type GalleryKind = (typeof kinds)[number];
export type GalleryLayout = (typeof layouts)[number];

/** The gallery's state, as stored in its URL and the browser's history. */
export interface GallerySearch {
  text: string;
  scope: GalleryScope;
  /** Id of the group for the scope `group`; empty while none is selected. */
  group: string;
  kind: GalleryKind;
  /** Path of a category, such as `/Categories/Transport`; empty: any. */
  category: string;
  /** Tags of which an item must have all. */
  tags: readonly string[];
  /** Only items whose extent meets this area; undefined: anywhere. */
  area: Area | undefined;
  /** Only maps with problems found by the map doctor. */
  attention: boolean;
  /** Undefined: by relevance for a text, else the last changed first. */
  sort: GallerySort | undefined;
  /** Pages of ten shown, counting from 1. */
  page: number;
  layout: GalleryLayout;
  /** Id of the item whose details are open; empty: none. */
  item: string;
}

/** The gallery's default state. */
export const defaultGallerySearch: GallerySearch = {
  text: '',
  scope: 'all',
  group: '',
  kind: 'maps',
  category: '',
  tags: [],
  area: undefined,
  attention: false,
  sort: undefined,
  page: 1,
  layout: 'cards',
  item: '',
};

/** Pages that navigating back or a reload restores; scrolling continues from there. */
export const maxPages = 100;
/** Maximum number of tags in a URL. */
export const maxTags = 10;

/** Parses the URL; invalid values count as absent. */
export function readGallerySearch(params: URLSearchParams): GallerySearch {
  const page = Number(params.get('page') ?? 1);
  const tags = params.getAll('tag').filter((tag) => tag.trim() !== '');
  return {
    text: params.get('q') ?? '',
    scope: oneOf(scopes, params.get('scope')) ?? 'all',
    group: idOf(params.get('group')),
    kind: oneOf(kinds, params.get('type')) ?? 'maps',
    category: params.get('category') ?? '',
    tags: [...new Set(tags)].slice(0, maxTags),
    area: parseArea(params.get('area')),
    attention: params.get('check') === 'attention',
    sort: oneOf(sorts, params.get('sort')),
    page: Number.isInteger(page) && page > 1 ? Math.min(page, maxPages) : 1,
    layout: oneOf(layouts, params.get('view')) ?? 'cards',
    item: idOf(params.get('item')),
  };
}

/** Writes the URL: only what differs from the defaults, leaving other parameters unchanged. */
export function writeGallerySearch(params: URLSearchParams, search: GallerySearch): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string, usual = '') =>
    value === usual ? next.delete(name) : next.set(name, value);
  put('q', search.text);
  put('scope', search.scope, defaultGallerySearch.scope);
  put('group', search.group);
  put('type', search.kind, defaultGallerySearch.kind);
  put('category', search.category);
  next.delete('tag');
  for (const tag of search.tags) next.append('tag', tag);
  put('area', search.area ? printArea(search.area) : '');
  put('check', search.attention ? 'attention' : '');
  put('sort', search.sort ?? '');
  put('page', String(search.page), '1');
  put('view', search.layout, defaultGallerySearch.layout);
  // A tab is that of the item it was linked with.
  if ((params.get('item') ?? '') !== search.item) next.delete('tab');
  put('item', search.item);
  return next;
}

/** The same gallery without filters; sorting and layout remain. */
export function withoutCriteria(search: GallerySearch): GallerySearch {
  return { ...defaultGallerySearch, sort: search.sort, layout: search.layout };
}

/** Portal ids consist of letters, digits and hyphens. */
function idOf(value: string | null): string {
  return value !== null && /^[\w-]{1,100}$/.test(value) ? value : '';
}

function oneOf<Value extends string>(values: readonly Value[], value: string | null): Value | undefined {
  return values.find((candidate) => candidate === value);
}
