import { type Geometry, geometryError, strideOf } from './geometry.ts';
import { polygonOfParts, signedArea } from './rings.ts';

/** A GeoJSON geometry (RFC 7946), except collections, which a layer cannot store. */
export interface GeoJsonGeometry {
  type: string;
  coordinates?: unknown;
}

type Position = number[];

/**
 * Reads a GeoJSON geometry; a third number of a position is z. Empty geometry is `null`.
 * @throws MappingError `services:invalid-geometry` (400)
 */
export function readGeoJson(value: GeoJsonGeometry | null | undefined, path: string): Geometry | null {
  if (value === null || value === undefined) return null;
  const { coordinates } = value;
  switch (value.type) {
    case 'Point':
      return isEmpty(coordinates) ? null : flat('point', [[position(coordinates, path)]], path);
    case 'MultiPoint':
      return flat('multipoint', [positions(coordinates, path)], path);
    case 'LineString':
      return flat('polyline', lines([coordinates], path), path);
    case 'MultiLineString':
      return flat('polyline', lines(array(coordinates, path), path), path);
    case 'Polygon':
      return polygon([coordinates], path);
    case 'MultiPolygon':
      return polygon(array(coordinates, path), path);
    default:
      throw geometryError(
        path,
        `A geometry of type ${String(value.type).slice(0, 24)} cannot be kept in a layer.`,
      );
  }
}

function isEmpty(coordinates: unknown): boolean {
  return Array.isArray(coordinates) && coordinates.length === 0;
}

function array(value: unknown, path: string): unknown[] {
  if (!Array.isArray(value)) throw geometryError(path, 'Expected an array of coordinates.');
  return value;
}

function position(value: unknown, path: string): Position {
  const numbers = array(value, path);
  const [x, y, z] = numbers;
  if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y)) {
    throw geometryError(path, 'Expected a position of two finite numbers.');
  }
  return typeof z === 'number' && Number.isFinite(z) ? [x, y, z] : [x, y];
}

function positions(value: unknown, path: string): Position[] {
  return array(value, path).map((member, index) => position(member, `${path}.${index}`));
}

/** Reads lines; those with fewer than two positions are left out. */
function lines(value: unknown[], path: string): Position[][] {
  return value.map((line, index) => positions(line, `${path}.${index}`)).filter((line) => line.length > 1);
}

function flat(
  kind: 'point' | 'multipoint' | 'polyline',
  parts: Position[][],
  _path: string,
): Geometry | null {
  const all = parts.flat();
  if (all.length === 0) return null;
  const hasZ = all.some((vertex) => vertex.length > 2);
  const coordinates = Float64Array.from(all.flatMap((vertex) => flatten(vertex, hasZ)));
  return {
    kind,
    hasZ,
    hasM: false,
    coordinates,
    parts: kind === 'polyline' ? parts.map((part) => part.length) : [],
  };
}

function flatten([x = 0, y = 0, z = Number.NaN]: Position, hasZ: boolean): number[] {
  return hasZ ? [x, y, z] : [x, y];
}

function polygon(value: unknown[], path: string): Geometry | null {
  const parts = value.map((rings, part) =>
    array(rings, path).map((ring, index) => positions(ring, `${path}.${part}.${index}`)),
  );
  const hasZ = parts.some((rings) => rings.some((ring) => ring.some((vertex) => vertex.length > 2)));
  const flattened = parts.map((rings) =>
    rings.map((ring) => ring.flatMap((vertex) => flatten(vertex, hasZ))),
  );
  return polygonOfParts(flattened, hasZ, false);
}

/** Writes GeoJSON: outer rings counter-clockwise (RFC 7946, section 3.1.6), single parts without the Multi form. */
export function writeGeoJson(geometry: Geometry): GeoJsonGeometry {
  const { kind } = geometry;
  if (kind === 'point') return { type: 'Point', coordinates: vertices(geometry, 0, 1)[0] };
  if (kind === 'multipoint') {
    return {
      type: 'MultiPoint',
      coordinates: vertices(geometry, 0, geometry.coordinates.length / strideOf(geometry)),
    };
  }
  return kind === 'polyline' ? writeLines(geometry) : writePolygons(geometry);
}

function writeLines(geometry: Geometry): GeoJsonGeometry {
  let first = 0;
  const paths = geometry.parts.map((count) => {
    const path = vertices(geometry, first, count);
    first += count;
    return path;
  });
  return paths.length === 1
    ? { type: 'LineString', coordinates: paths[0] }
    : { type: 'MultiLineString', coordinates: paths };
}

function writePolygons(geometry: Geometry): GeoJsonGeometry {
  const stride = strideOf(geometry);
  const polygons: Position[][][] = [];
  let first = 0;
  for (const count of geometry.parts) {
    const hole = signedArea(geometry.coordinates, stride, first * stride, (first + count) * stride) > 0;
    const ring = vertices(geometry, first, count).toReversed();
    const group = polygons.at(-1);
    if (hole && group) group.push(ring);
    else polygons.push([ring]);
    first += count;
  }
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0] }
    : { type: 'MultiPolygon', coordinates: polygons };
}

/** Positions with x, y and z; GeoJSON has no measures. */
function vertices(geometry: Geometry, first: number, count: number): Position[] {
  const stride = strideOf(geometry);
  const result: Position[] = [];
  for (let vertex = first; vertex < first + count; vertex += 1) {
    const [x = 0, y = 0, z = 0] = geometry.coordinates.subarray(vertex * stride, (vertex + 1) * stride);
    result.push(geometry.hasZ && Number.isFinite(z) ? [x, y, z] : [x, y]);
  }
  return result;
}
