import type { Geometry, Properties } from '../geometry/types.ts';

/** The layers of the Protomaps basemap schema, version 4 (https://docs.protomaps.com/basemaps/layers). */
export const layerNames = [
  'earth',
  'landcover',
  'landuse',
  'water',
  'roads',
  'buildings',
  'boundaries',
  'places',
  'pois',
] as const;

export type LayerName = (typeof layerNames)[number];

/** One feature of the basemap and the zooms it is cut into tiles for. */
export interface MapFeature {
  layer: LayerName;
  minZoom: number;
  /** Last zoom, where another feature takes over (coarser outlines of the world). */
  maxZoom?: number;
  properties: Properties;
  geometry: Geometry;
}
