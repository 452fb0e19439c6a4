import { type GalleryScope, type GallerySearch, wholeGallery } from './gallery-search.ts';

/** How many criteria of the filter panel are set. */
export function countFilters({ kind, category, tags, area, attention }: GallerySearch): number {
  const set = [kind !== wholeGallery.kind, category !== '', area !== undefined, attention];
  return set.filter(Boolean).length + tags.length;
}

/** What has to be done before there is anything to search among. */
export type Missing = 'sign-in' | 'group';

/** Scopes that mean something to members alone. */
export const personalScopes: readonly GalleryScope[] = ['organisation', 'mine', 'favourites'];

/** What an address asks for that cannot be shown as things are; undefined: nothing is missing. */
export function missingFor({ scope, group }: GallerySearch, signedIn: boolean): Missing | undefined {
  if (personalScopes.includes(scope) && !signedIn) return 'sign-in';
  return scope === 'group' && group === '' ? 'group' : undefined;
}

/** Whether anything narrows the gallery. */
export function isNarrowed(search: GallerySearch): boolean {
  return search.text.trim() !== '' || search.scope !== 'all' || countFilters(search) > 0;
}
