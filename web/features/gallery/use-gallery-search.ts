import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type GallerySearch, readGallerySearch, writeGallerySearch } from './gallery-search.ts';

/**
 * What the gallery shows, kept in the address, so that back, reload and a copied link show the same.
 * Changing anything but the page starts at the first page again.
 */
export function useGallerySearch(): [GallerySearch, (change: Partial<GallerySearch>) => void] {
  const [params, setParams] = useSearchParams();
  const search = useMemo(() => readGallerySearch(params), [params]);
  const change = useCallback(
    (parts: Partial<GallerySearch>) => {
      setParams((now) => writeGallerySearch(now, { ...readGallerySearch(now), page: 1, ...parts }), {
        replace: true,
        preventScrollReset: true,
      });
    },
    [setParams],
  );
  return [search, change];
}
