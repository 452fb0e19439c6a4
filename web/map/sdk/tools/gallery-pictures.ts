import { watch } from '@arcgis/core/core/reactiveUtils.js';
import type PortalBasemapsSource from '@arcgis/core/widgets/BasemapGallery/support/PortalBasemapsSource.js';
import type { MapInternals } from '../../map-model.ts';
import { plainHttp } from '../plain-http.ts';

/**
 * Shows the basemaps' pictures on a page that came over plain http: they are asked for by the browser itself, past the
 * SDK's requests and their way back from https (plain-http.ts).
 */
export function showGalleryPictures(_inside: MapInternals, element: HTMLElement): () => void {
  const { source } = element as HTMLElement & { source: PortalBasemapsSource };
  const handle = watch(
    () => source.basemaps.toArray().map(({ thumbnailUrl }) => thumbnailUrl),
    () => {
      for (const basemap of source.basemaps) {
        const address = basemap.thumbnailUrl;
        const plain = address && plainHttp(address, location.origin);
        if (plain !== address) basemap.thumbnailUrl = plain;
      }
    },
    { initial: true },
  );
  return () => handle.remove();
}
