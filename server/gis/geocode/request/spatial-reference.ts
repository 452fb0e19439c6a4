import { isObject } from '../../../../wire/json.ts';
import { parseJson } from '../../../platform/safety/json-shape.ts';
import { z } from 'zod';
import { fromWebMercator, type LonLat, toWebMercator } from '../../../../wire/geometry/web-mercator.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { readSpatialReference as readWkid } from '../../geometry/spatial-reference.ts';

/** The object in a JSON parameter, or undefined for anything else. */
export function readJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = parseJson(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A number, or the text of one; undefined for anything else, for NaN and for infinity. */
export function finite(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** The two spatial references of maps. `wkid` is returned as requested. */
export interface SpatialReference {
  wkid: number;
  latestWkid: number;
}

export const wgs84: SpatialReference = { wkid: 4326, latestWkid: 4326 };

/**
 * Reads `4326`, `102100` or `{"wkid":102100,"latestWkid":3857}`, as text or as JSON within JSON.
 * @throws MappingError `arcgis:invalid-parameter`
 */
export function readSpatialReference(value: unknown, parameter: string): SpatialReference {
  const known = readWkid(value, parameter);
  if (known === 4326) return wgs84;
  if (known === 3857) return { wkid: writtenWkid(value) ?? 3857, latestWkid: 3857 };
  throw parameterError(parameter, 'Expected the spatial reference 4326 or 3857 (102100).');
}

/** A parameter of this name; WGS84 by default. */
export function spatialReference(name: string) {
  return z
    .string()
    .transform((text) => readSpatialReference(text, name))
    .default(wgs84);
}

/** Web Mercator has had several codes; clients expect the one they sent. */
function writtenWkid(value: unknown): number | undefined {
  const object = typeof value === 'string' ? readJson(value) : value;
  return finite(isObject(object) ? (object['wkid'] ?? object['latestWkid']) : value);
}

/** A position in a spatial reference as degrees. */
export function toDegrees({ x, y }: { x: number; y: number }, { latestWkid }: SpatialReference): LonLat {
  return latestWkid === 3857 ? fromWebMercator({ x, y }) : { longitude: x, latitude: y };
}

/** Degrees as a position in a spatial reference. */
export function fromDegrees(place: LonLat, { latestWkid }: SpatialReference): { x: number; y: number } {
  return latestWkid === 3857 ? toWebMercator(place) : { x: place.longitude, y: place.latitude };
}
