import type Extent from '@arcgis/core/geometry/Extent.js';
import type Point from '@arcgis/core/geometry/Point.js';
import { webMercatorToGeographic } from '@arcgis/core/geometry/support/webMercatorUtils.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { wrapLongitude } from '../../../wire/geometry/web-mercator.ts';
import type { Area, MapPlace } from '../../../wire/url-state.ts';
import type { MapPoint } from '../map-model.ts';
import { type MapState, scaleOfZoom, zoomOfScale } from '../map-state.ts';

/** The viewpoint of a view. */
export function placeOf({ center, scale, rotation }: MapView): MapPlace | undefined {
  if (!center || center.latitude === null || center.latitude === undefined || !scale) return undefined;
  return {
    lat: center.latitude,
    lng: wrapLongitude(center.longitude ?? 0),
    zoom: zoomOfScale(scale),
    // The SDK also rotates clockwise; -90 and 270 are equal.
    rotation: ((rotation % 360) + 360) % 360,
  };
}

/** The map state of a stationary view. */
export function stationaryState(view: MapView): Pick<MapState, 'place' | 'area' | 'metresPerPixel'> {
  return { place: placeOf(view), area: areaOf(view), metresPerPixel: metresPerPixel(view) };
}

/** The extent of a view within the world: a map that shows all of it, or more, has -180 to 180. */
function areaOf(view: MapView): Area | undefined {
  const bounds = view.extent && boundsOf(view);
  if (!bounds) return undefined;
  const [west, south, east, north] = bounds;
  return east - west >= 360
    ? [-180, south, 180, north]
    : [wrapLongitude(west), south, wrapLongitude(east), north];
}

/**
 * The properties of a view, or the target of `goTo`, for a place. A scale is used, so that no tiling scheme
 * is needed.
 */
export function viewAt(place: Partial<MapPlace>): {
  center?: [number, number];
  scale?: number;
  rotation?: number;
} {
  return {
    ...(place.lat !== undefined &&
      place.lng !== undefined && { center: [place.lng, place.lat] as [number, number] }),
    ...(place.zoom !== undefined && { scale: scaleOfZoom(place.zoom) }),
    ...(place.rotation !== undefined && { rotation: place.rotation }),
  };
}

/** A map point in degrees and in map coordinates. */
export function pointOf(point: Point | null | undefined): MapPoint | undefined {
  if (!point || typeof point.latitude !== 'number' || typeof point.longitude !== 'number') return undefined;
  const wkid = point.spatialReference.latestWkid ?? point.spatialReference.wkid ?? 0;
  return { lat: point.latitude, lng: wrapLongitude(point.longitude), x: point.x, y: point.y, wkid };
}

/** Metres on the ground per pixel at the centre, because Web Mercator stretches with the latitude. */
export function metresPerPixel(view: MapView): number {
  const { resolution, spatialReference, center } = view;
  if (!resolution || !spatialReference) return 0;
  const stretch = spatialReference.isWebMercator ? Math.cos(((center?.latitude ?? 0) * Math.PI) / 180) : 1;
  return resolution * (spatialReference.metersPerUnit || 111_319.49) * stretch;
}

/**
 * The extent of a view: west, south, east, north in degrees; undefined in projections other than the two common ones.
 */
export function boundsOf({ extent }: MapView): Area | undefined {
  const { isWebMercator, isWGS84 } = extent?.spatialReference ?? {};
  if (!isWebMercator && !isWGS84) return undefined;
  const { xmin, ymin, xmax, ymax } = isWGS84 ? extent : (webMercatorToGeographic(extent) as Extent);
  return [xmin, ymin, xmax, ymax];
}
