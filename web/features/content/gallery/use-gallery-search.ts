import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { detailsStep } from '../../../context/addresses.ts';
import { useNewestLocation } from '../../../context/search-params.ts';
import { type GallerySearch, readGallerySearch, writeGallerySearch } from './gallery-search.ts';

/** Parts that change continuously, without a history entry per change. */
const gradual: readonly (keyof GallerySearch)[] = ['text'];
/** Parts that change the layout, not the results. */
const layoutParts: readonly (keyof GallerySearch)[] = ['layout', 'item'];

export type ChangeGallery = (change: Partial<GallerySearch>) => void;

/** The gallery's state in a history entry. */
interface GalleryStep {
  /** Pages loaded so far: scrolling does not change the URL. */
  pages?: number;
  details?: boolean;
}

/**
 * The gallery's state, stored in the URL, so that back, reload and a copied link show the same; the number of pages is
 * stored only in the history. A selection adds a history entry; typing and scrolling do not. Changes of the results
 * start at the first page.
 */
export function useGallerySearch(): [GallerySearch, ChangeGallery] {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const pages = (state as GalleryStep | null)?.pages ?? 1;
  const search = useMemo(() => {
    const requested = readGallerySearch(params);
    return { ...requested, page: Math.max(requested.page, pages) };
  }, [params, pages]);
  const navigate = useNavigate();
  const newestLocation = useNewestLocation();
  const change = useCallback(
    ({ page, ...parts }: Partial<GallerySearch>) => {
      const newest = newestLocation();
      if (!newest) return;
      const step = newest.state as GalleryStep | null;
      const now = new URLSearchParams(newest.search);
      const changed = Object.keys(parts) as (keyof GallerySearch)[];
      // The number of pages is that of the results on the screen, perhaps of an earlier search.
      if (changed.length === 0 && now.toString() !== params.toString()) return;
      const sameMaps = changed.every((part) => layoutParts.includes(part));
      const closing = changed.length === 1 && parts.item === '';
      const shown = page ?? (sameMaps ? (step?.pages ?? 1) : 1);
      const next: GalleryStep = {
        ...(changed.length === 0 && step),
        ...(parts.item && detailsStep),
        ...(shown > 1 && { pages: shown }),
      };
      const rewind = sameMaps ? {} : { page: 1 };
      const written =
        changed.length === 0
          ? now
          : writeGallerySearch(now, { ...readGallerySearch(now), ...rewind, ...parts });
      void navigate(`?${written.toString()}`, {
        replace: closing || changed.every((part) => gradual.includes(part)),
        preventScrollReset: true,
        state: next,
      });
    },
    [navigate, newestLocation, params],
  );
  return [search, change];
}

/** Closes the details by navigating back to where they were opened, so that the next step back does not reopen them. */
export function useCloseDetails(change: ChangeGallery): () => void {
  const { state } = useLocation();
  const navigate = useNavigate();
  const opened = (state as typeof detailsStep | null)?.details === true;
  return () => (opened ? void navigate(-1) : change({ item: '' }));
}

/** The gallery's URL with changes, for links. */
export function useGallerySearchLink(change: Partial<GallerySearch>): { search: string } {
  const [params] = useSearchParams();
  return { search: `?${writeGallerySearch(params, { ...readGallerySearch(params), ...change }).toString()}` };
}
