import { fromWebMercator, type LonLat, toWebMercator } from '../../../../wire/geometry/web-mercator.ts';
import { invalid } from './invalid.ts';
import { finite, readJson } from './read-json.ts';

/** The two spatial references that maps use. `wkid` is sent back as it was asked for. */
export interface SpatialReference {
  wkid: number;
  latestWkid: number;
}

export const wgs84: SpatialReference = { wkid: 4326, latestWkid: 4326 };

/** EPSG's number for Web Mercator and those that ArcGIS and others gave it before. */
const webMercator = new Set([3857, 102100, 102113, 900913]);

/**
 * Reads `4326`, `102100` or `{"wkid":102100,"latestWkid":3857}`, as a text or as JSON inside other JSON.
 * @throws MappingError `places:invalid-parameter`
 */
export function readSpatialReference(value: unknown, parameter: string): SpatialReference {
  const object = typeof value === 'string' ? readJson(value) : readObject(value);
  const wkid = finite(object ? (object['wkid'] ?? object['latestWkid']) : value);
  if (wkid === 4326) return wgs84;
  if (wkid !== undefined && webMercator.has(wkid)) return { wkid, latestWkid: 3857 };
  throw invalid(parameter, 'only the spatial references 4326 and 3857 (102100) are known here.');
}

function readObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}

/** A position in a spatial reference as degrees. */
export function toDegrees({ x, y }: { x: number; y: number }, { latestWkid }: SpatialReference): LonLat {
  return latestWkid === 3857 ? fromWebMercator({ x, y }) : { longitude: x, latitude: y };
}

/** Degrees as a position in a spatial reference. */
export function fromDegrees(place: LonLat, { latestWkid }: SpatialReference): { x: number; y: number } {
  return latestWkid === 3857 ? toWebMercator(place) : { x: place.longitude, y: place.latitude };
}
