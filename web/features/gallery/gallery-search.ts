import type { AppConfig } from '../../../wire/app-config.ts';
import { allOf, anyOf, quoted, searchText, webMapsOnly } from '../../portal/search-text.ts';

export const scopes = ['all', 'organisation', 'mine'] as const;
export const sorts = ['relevance', 'modified', 'title', 'views'] as const;
export type GalleryScope = (typeof scopes)[number];
export type GallerySort = (typeof sorts)[number];

/** What the gallery shows, as its address says it. */
export interface GallerySearch {
  text: string;
  scope: GalleryScope;
  /** Undefined: the best match for a text, else the last changed first. */
  sort: GallerySort | undefined;
  /** Pages of ten shown, counting from 1. */
  page: number;
}

/** Pages an address can ask for; scrolling goes on from there without telling the address. */
export const mostPages = 100;

/** Reads the address; what makes no sense there counts as not given. */
export function readGallerySearch(params: URLSearchParams): GallerySearch {
  const page = Number(params.get('page') ?? 1);
  return {
    text: params.get('q') ?? '',
    scope: oneOf(scopes, params.get('scope')) ?? 'all',
    sort: oneOf(sorts, params.get('sort')),
    page: Number.isInteger(page) && page > 1 ? Math.min(page, mostPages) : 1,
  };
}

/** Writes the address: only what differs from the defaults, leaving other parameters as they are. */
export function writeGallerySearch(
  params: URLSearchParams,
  { text, scope, sort, page }: GallerySearch,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string) => (value ? next.set(name, value) : next.delete(name));
  put('q', text);
  put('scope', scope === 'all' ? '' : scope);
  put('sort', sort ?? '');
  put('page', page > 1 ? String(page) : '');
  return next;
}

/** The order in force: relevance means something for a text only. */
export function effectiveSort({ sort, text }: Pick<GallerySearch, 'sort' | 'text'>): GallerySort {
  if (searchText(text) === '') return sort === undefined || sort === 'relevance' ? 'modified' : sort;
  return sort ?? 'relevance';
}

export interface GalleryViewer {
  /** Empty for anonymous people. */
  username: string;
  orgId: string | undefined;
}

/** The portal's query and order for what the gallery shows (portal-wire §4, q language). */
export function portalSearch(search: GallerySearch, gallery: AppConfig['gallery'], viewer: GalleryViewer) {
  const groups = anyOf(...gallery.groups.map((id) => `group:${quoted(id)}`));
  const q = allOf(
    webMapsOnly,
    searchText(search.text),
    scopeClause(search.scope, viewer),
    gallery.query,
    groups,
  );
  return { q, ...orders[effectiveSort(search)] };
}

function scopeClause(scope: GalleryScope, { username, orgId }: GalleryViewer): string {
  if (scope === 'mine' && username) return `owner:${quoted(username)}`;
  if (scope === 'organisation' && orgId) return `orgid:${quoted(orgId)}`;
  return '';
}

const orders: Record<GallerySort, { sortField?: string; sortOrder?: 'asc' | 'desc' }> = {
  relevance: {},
  modified: { sortField: 'modified', sortOrder: 'desc' },
  title: { sortField: 'title', sortOrder: 'asc' },
  views: { sortField: 'numViews', sortOrder: 'desc' },
};

function oneOf<Value extends string>(values: readonly Value[], value: string | null): Value | undefined {
  return values.find((candidate) => candidate === value);
}
