import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { detailsStep } from '../../context/item-address.ts';
import { type GallerySearch, readGallerySearch, writeGallerySearch } from './gallery-search.ts';

/** Parts that are changed bit by bit: each bit is no step one would want to go back over. */
const gradual: readonly (keyof GallerySearch)[] = ['text', 'page'];
/** Parts that change how the gallery looks, not what it holds. */
const looks: readonly (keyof GallerySearch)[] = ['page', 'layout', 'item'];

export type ChangeGallery = (change: Partial<GallerySearch>) => void;

/**
 * What the gallery shows, kept in the address, so that back, reload and a copied link show the same.
 * A choice is a step in the browser's history; typing and scrolling are not. What changes the maps starts at the first page.
 */
export function useGallerySearch(): [GallerySearch, ChangeGallery] {
  const [params, setParams] = useSearchParams();
  const search = useMemo(() => readGallerySearch(params), [params]);
  const change = useCallback(
    (parts: Partial<GallerySearch>) => {
      const changed = Object.keys(parts) as (keyof GallerySearch)[];
      const rewind = changed.every((part) => looks.includes(part)) ? {} : { page: 1 };
      const closing = changed.length === 1 && parts.item === '';
      setParams((now) => writeGallerySearch(now, { ...readGallerySearch(now), ...rewind, ...parts }), {
        replace: closing || changed.every((part) => gradual.includes(part)),
        preventScrollReset: true,
        ...(parts.item && { state: detailsStep }),
      });
    },
    [setParams],
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
