import { webMercatorToGeographic } from '@arcgis/core/geometry/support/webMercatorUtils.js';
import type Extent from '@arcgis/core/geometry/Extent.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type { Area } from '../../../wire/area.ts';

/**
 * The extent of a view: west, south, east, north in degrees; undefined in projections other than the two common ones.
 */
export function boundsOf({ extent }: MapView): Area | undefined {
  const { isWebMercator, isWGS84 } = extent?.spatialReference ?? {};
  if (!isWebMercator && !isWGS84) return undefined;
  const { xmin, ymin, xmax, ymax } = isWGS84 ? extent : (webMercatorToGeographic(extent) as Extent);
  return [xmin, ymin, xmax, ymax];
}
