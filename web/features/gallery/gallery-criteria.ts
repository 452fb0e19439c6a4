import { type GallerySearch, wholeGallery } from './gallery-search.ts';

/** How many criteria of the filter panel are set. */
export function countFilters({ kind, category, tags, attention }: GallerySearch): number {
  return (kind === wholeGallery.kind ? 0 : 1) + (category ? 1 : 0) + tags.length + (attention ? 1 : 0);
}

/** Whether anything narrows the gallery. */
export function isNarrowed(search: GallerySearch): boolean {
  return search.text.trim() !== '' || search.scope !== 'all' || countFilters(search) > 0;
}
