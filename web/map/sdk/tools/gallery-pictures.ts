import type Basemap from '@arcgis/core/Basemap.js';
import type Collection from '@arcgis/core/core/Collection.js';
import { watch } from '@arcgis/core/core/reactiveUtils.js';
import { plainHttp } from '../plain-http.ts';

/**
 * Shows the basemaps' thumbnails on a page that was loaded over plain http: the browser requests them itself,
 * so the SDK's request interceptor, which reverts https (plain-http.ts), does not see them.
 *
 * @param source the basemaps of the gallery; their thumbnails are known once each is loaded
 * @returns a function that stops it
 */
export function showGalleryPictures(source: { readonly basemaps: Collection<Basemap> }): () => void {
  const correct = () => {
    for (const basemap of source.basemaps) {
      const address = basemap.thumbnailUrl;
      const plain = address && plainHttp(address, location.origin);
      if (plain !== address) basemap.thumbnailUrl = plain;
    }
  };
  // At once: the gallery draws a thumbnail as soon as it is known, and the browser would request it over https.
  const handle = watch(() => source.basemaps.toArray().map(({ thumbnailUrl }) => thumbnailUrl), correct, {
    initial: true,
    sync: true,
  });
  return () => handle.remove();
}
