import Extent from '@arcgis/core/geometry/Extent.js';
import SpatialReference from '@arcgis/core/geometry/SpatialReference.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type WebMap from '@arcgis/core/WebMap.js';
import type { MapSource } from '../map-source.ts';
import { extentOf } from './create-map.ts';

/** Half the width of what is shown around a single point, in degrees and in metres or feet. */
const around = { degrees: 0.005, units: 500 };
/** The inhabited part of the world: west, south, east, north in degrees. */
const world = [-180, -60, 180, 75] as const;

/**
 * Completes what a view needs to become ready if its map does not define it: a spatial reference if there are no layers
 * and no basemap, and a viewpoint if no layer has an extent of some size, such as a layer of one point. The SDK would
 * wait for them forever.
 */
export async function startSomewhere(
  view: MapView,
  map: WebMap,
  { place, extent }: Pick<MapSource, 'place' | 'extent'>,
): Promise<void> {
  await map.load();
  await map.basemap?.loadAll().catch(() => {});
  await Promise.allSettled(map.allLayers.toArray().map((layer) => layer.load()));
  if (view.destroyed || view.ready) return;
  const extents = map.allLayers.toArray().flatMap(({ fullExtent }) => (fullExtent ? [fullExtent] : []));
  const { viewpoint } = map.initialViewProperties ?? {};
  if (extents.length === 0)
    view.spatialReference ??= viewpoint?.targetGeometry?.spatialReference ?? SpatialReference.WebMercator;
  const hasSize = extents.some(({ width, height }) => width > 0 || height > 0);
  if (place || viewpoint || hasSize) return;
  const [point] = extents;
  const half = point?.spatialReference.isGeographic ? around.degrees : around.units;
  const { xmin, ymin, xmax, ymax } = point ?? { xmin: 0, ymin: 0, xmax: 0, ymax: 0 };
  const start = point
    ? new Extent({
        spatialReference: point.spatialReference,
        xmin: xmin - half,
        ymin: ymin - half,
        xmax: xmax + half,
        ymax: ymax + half,
      })
    : extentOf(extent ?? world);
  if (start) view.extent = start;
}
