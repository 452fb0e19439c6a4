import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { detailsStep } from '../../../context/item-address.ts';
import { type GallerySearch, readGallerySearch, writeGallerySearch } from './gallery-search.ts';

/** Parts that are changed bit by bit: each bit is no step one would want to go back over. */
const gradual: readonly (keyof GallerySearch)[] = ['text'];
/** Parts that change how the gallery looks, not what it holds. */
const looks: readonly (keyof GallerySearch)[] = ['layout', 'item'];

export type ChangeGallery = (change: Partial<GallerySearch>) => void;

/** What a step of the browser's history remembers of the gallery. */
interface GalleryStep {
  /** Pages loaded so far: the address stays as it was opened while someone scrolls. */
  pages?: number;
  details?: boolean;
}

/**
 * What the gallery shows, stored in the address, so that back, reload and a copied link show the same; how many pages are shown
 * is stored in the history only. A choice is a step in the browser's history; typing and scrolling are not. What changes the
 * maps starts at the first page.
 */
export function useGallerySearch(): [GallerySearch, ChangeGallery] {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const step = state as GalleryStep | null;
  const pages = step?.pages ?? 1;
  const search = useMemo(() => {
    const asked = readGallerySearch(params);
    return { ...asked, page: Math.max(asked.page, pages) };
  }, [params, pages]);
  const change = useCallback(
    ({ page, ...parts }: Partial<GallerySearch>) => {
      const changed = Object.keys(parts) as (keyof GallerySearch)[];
      const sameMaps = changed.every((part) => looks.includes(part));
      const closing = changed.length === 1 && parts.item === '';
      const shown = page ?? (sameMaps ? pages : 1);
      const next: GalleryStep = {
        ...(changed.length === 0 && step),
        ...(parts.item && detailsStep),
        ...(shown > 1 && { pages: shown }),
      };
      const write = (now: URLSearchParams) => {
        if (changed.length === 0) return now;
        const rewind = sameMaps ? {} : { page: 1 };
        return writeGallerySearch(now, { ...readGallerySearch(now), ...rewind, ...parts });
      };
      setParams(write, {
        replace: closing || changed.every((part) => gradual.includes(part)),
        preventScrollReset: true,
        state: next,
      });
    },
    [setParams, step, pages],
  );
  return [search, change];
}

/** Closes the details: goes back where they were opened from, so that the next step back does not open them again. */
export function useCloseDetails(change: ChangeGallery): () => void {
  const { state } = useLocation();
  const navigate = useNavigate();
  const opened = (state as typeof detailsStep | null)?.details === true;
  return () => (opened ? void navigate(-1) : change({ item: '' }));
}

/** The address of the gallery as it is, with something changed: for links. */
export function useGallerySearchLink(change: Partial<GallerySearch>): { search: string } {
  const [params] = useSearchParams();
  return { search: `?${writeGallerySearch(params, { ...readGallerySearch(params), ...change }).toString()}` };
}
