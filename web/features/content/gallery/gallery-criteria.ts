import { type GalleryScope, type GallerySearch, wholeGallery } from './gallery-search.ts';

/** The number of active filters of the panel. */
export function countFilters({ kind, category, tags, area, attention }: GallerySearch): number {
  const set = [kind !== wholeGallery.kind, category !== '', area !== undefined, attention];
  return set.filter(Boolean).length + tags.length;
}

/** What is required before a search is possible. */
export type Missing = 'sign-in' | 'group';

/** Scopes for members only. */
export const personalScopes: readonly GalleryScope[] = ['organisation', 'mine', 'favourites'];

/** What the URL requires but is missing; undefined: nothing. */
export function missingFor({ scope, group }: GallerySearch, signedIn: boolean): Missing | undefined {
  if (personalScopes.includes(scope) && !signedIn) return 'sign-in';
  return scope === 'group' && group === '' ? 'group' : undefined;
}

/** Whether any filter is active. */
export function isNarrowed(search: GallerySearch): boolean {
  return search.text.trim() !== '' || search.scope !== 'all' || countFilters(search) > 0;
}
