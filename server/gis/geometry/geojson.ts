import { type Geometry, geometryError, strideOf } from './geometry.ts';
import { joinRings, polygonOfParts, type Ring, signedArea } from './rings.ts';

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
  const hasZ = findZ(coordinates, 0);
  switch (value.type) {
    case 'Point':
      return isEmpty(coordinates) ? null : flat('point', [line([coordinates], path, hasZ)], hasZ);
    case 'MultiPoint':
      return flat('multipoint', [line(coordinates, path, hasZ)], hasZ);
    case 'LineString':
      return flat('polyline', lines([coordinates], path, hasZ), hasZ);
    case 'MultiLineString':
      return flat('polyline', lines(array(coordinates, path), path, hasZ), hasZ);
    case 'Polygon':
      return polygon([coordinates], path, hasZ);
    case 'MultiPolygon':
      return polygon(array(coordinates, path), path, hasZ);
    default:
      throw geometryError(path, `Geometries of type ${String(value.type).slice(0, 24)} are not supported.`);
  }
}

/** Depth of positions in the coordinates of a MultiPolygon. */
const deepest = 3;

/** Whether a position has a third finite number. */
function findZ(value: unknown, depth: number): boolean {
  if (!Array.isArray(value) || depth > deepest) return false;
  if (!Array.isArray(value[0])) return Number.isFinite(value[2]) && typeof value[0] === 'number';
  return value.some((member) => findZ(member, depth + 1));
}

function isEmpty(coordinates: unknown): boolean {
  return Array.isArray(coordinates) && coordinates.length === 0;
}

function array(value: unknown, path: string): unknown[] {
  if (!Array.isArray(value)) throw geometryError(path, 'Expected an array of coordinates.');
  return value;
}

/** Reads positions as flat numbers; a missing z is NaN. */
function line(value: unknown, path: string, hasZ: boolean): Ring {
  const ring: Ring = [];
  const members = array(value, path);
  for (let index = 0; index < members.length; index += 1) {
    const member = members[index];
    if (!Array.isArray(member)) throw geometryError(`${path}.${index}`, 'Expected an array of coordinates.');
    const [x, y, z] = member as unknown[];
    if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y))
      throw geometryError(`${path}.${index}`, 'Expected a position of two finite numbers.');
    ring.push(x, y);
    if (hasZ) ring.push(typeof z === 'number' && Number.isFinite(z) ? z : Number.NaN);
  }
  return ring;
}

/** Reads lines; those with fewer than two positions are left out. */
function lines(value: unknown[], path: string, hasZ: boolean): Ring[] {
  return value
    .map((each, index) => line(each, `${path}.${index}`, hasZ))
    .filter((each) => each.length > strideOf({ hasZ, hasM: false }));
}

function flat(kind: 'point' | 'multipoint' | 'polyline', parts: Ring[], hasZ: boolean): Geometry | null {
  const coordinates = joinRings(parts);
  if (coordinates.length === 0) return null;
  const stride = strideOf({ hasZ, hasM: false });
  return {
    kind,
    hasZ,
    hasM: false,
    coordinates,
    parts: kind === 'polyline' ? parts.map((part) => part.length / stride) : [],
  };
}

function polygon(value: unknown[], path: string, hasZ: boolean): Geometry | null {
  const parts = value.map((rings, part) =>
    array(rings, path).map((ring, index) => line(ring, `${path}.${part}.${index}`, hasZ)),
  );
  return polygonOfParts(parts, hasZ, false);
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
