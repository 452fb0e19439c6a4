import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import type TileLayer from '@arcgis/core/layers/TileLayer.js';
import type VectorTileLayer from '@arcgis/core/layers/VectorTileLayer.js';
import { isDrawing } from './failed-requests.ts';
import type { SdkRequest } from './late-requests.ts';

/** Members of only some layers. */
type AnyLayer = Layer & { mapUrl?: string | null } & Partial<
    Pick<FeatureLayer, 'url' | 'layerId'> &
      Pick<TileLayer, 'getTileUrl'> &
      Pick<VectorTileLayer, 'currentStyleInfo'>
  >;

/** Kinds of layers that are drawn from pictures or tiles, and where they request them. */
const pictures: Readonly<Record<string, (layer: AnyLayer, url: string) => boolean>> = {
  tile: isTileOf,
  wmts: isTileOf,
  'web-tile': isTileOf,
  'imagery-tile': ({ url }, requested) => isBelow(requested, url, '/tile/'),
  'vector-tile': ({ url, currentStyleInfo }, requested) =>
    isBelow(requested, currentStyleInfo?.serviceUrl ?? url, '/tile/'),
  imagery: ({ url }, requested) => isBelow(requested, url, '/exportImage'),
  'map-image': ({ url }, requested) => isBelow(requested, url, '/export'),
  wms: ({ mapUrl }, requested) => Boolean(mapUrl) && withoutQuery(requested) === withoutQuery(mapUrl ?? ''),
};

/** Whether a request was for features, a picture or a tile that the map draws of this layer. */
export function isDrawnFrom(layer: Layer, { url, query }: SdkRequest): boolean {
  const isPicture = pictures[layer.type];
  if (isPicture) return layer.loaded && isPicture(layer, url);
  const { url: address, layerId } = layer as AnyLayer;
  if (!address || layerId === undefined || !isDrawing(query)) return false;
  return url.startsWith(`${address}/${layerId}/query`);
}

/** Whether an address is that of a tile: like others of the layer but for its numbers, on one of its servers. */
function isTileOf(layer: AnyLayer, url: string): boolean {
  const requested = withoutNumbers(url);
  return Array.from({ length: 8 }, (_none, row) => layer.getTileUrl?.(0, row, 0) ?? '').some(
    (tile) => withoutNumbers(tile) === requested,
  );
}

const withoutNumbers = (url: string) => url.replace(/^https?:/, '').replaceAll(/\d+/g, '0');
const withoutQuery = (url: string) => url.replace(/\?.*/s, '');

function isBelow(requested: string, service: string | null | undefined, path: string): boolean {
  return Boolean(service) && requested.startsWith(`${withoutQuery(service ?? '').replace(/\/$/, '')}${path}`);
}

/** Whether a layer is drawn as one picture of the view, which is requested again when the view changes. */
export function isDrawnAnew({ type }: Layer): boolean {
  return ['imagery', 'map-image', 'wms'].includes(type);
}

/**
 * Whether a refusal with this status leaves out what the layer has. Servers of tiles refuse those that they
 * do not have, many of them without CORS headers, which looks like no response; and without a network, the
 * page says so.
 */
export function leavesOut(layer: Layer, status: number): boolean {
  if (!pictures[layer.type]) return true;
  return status === 429 || status >= 500 || (status === 0 && isDrawnAnew(layer) && navigator.onLine);
}
