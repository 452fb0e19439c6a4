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

/** Makes a position of x, y and a finite z, if there is one. */
type WritePosition = (x: number, y: number, z?: number) => Position;

const asStored: WritePosition = (x, y, z) => (z === undefined ? [x, y] : [x, y, z]);

/**
 * Writes GeoJSON: outer rings counter-clockwise (RFC 7946, section 3.1.6), single parts without the Multi form.
 * @param write makes each position, for example in another coordinate system
 */
export function writeGeoJson(geometry: Geometry, write: WritePosition = asStored): GeoJsonGeometry {
  const { kind } = geometry;
  if (kind === 'point') return { type: 'Point', coordinates: positions(geometry, 0, 1, write)[0] };
  if (kind === 'multipoint') {
    const count = geometry.coordinates.length / strideOf(geometry);
    return { type: 'MultiPoint', coordinates: positions(geometry, 0, count, write) };
  }
  return kind === 'polyline' ? writeLines(geometry, write) : writePolygons(geometry, write);
}

function writeLines(geometry: Geometry, write: WritePosition): GeoJsonGeometry {
  let first = 0;
  const paths = geometry.parts.map((count) => {
    const path = positions(geometry, first, count, write);
    first += count;
    return path;
  });
  return paths.length === 1
    ? { type: 'LineString', coordinates: paths[0] }
    : { type: 'MultiLineString', coordinates: paths };
}

function writePolygons(geometry: Geometry, write: WritePosition): GeoJsonGeometry {
  const stride = strideOf(geometry);
  const polygons: Position[][][] = [];
  let first = 0;
  for (const count of geometry.parts) {
    const hole = signedArea(geometry.coordinates, stride, first * stride, (first + count) * stride) > 0;
    const ring = positions(geometry, first, count, write).toReversed();
    const group = polygons.at(-1);
    if (hole && group) group.push(ring);
    else polygons.push([ring]);
    first += count;
  }
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0] }
    : { type: 'MultiPolygon', coordinates: polygons };
}

/** Positions of some vertices; GeoJSON has no measures. */
function positions(geometry: Geometry, first: number, count: number, write: WritePosition): Position[] {
  const { coordinates, hasZ } = geometry;
  const stride = strideOf(geometry);
  const result: Position[] = [];
  const end = (first + count) * stride;
  for (let at = first * stride; at < end; at += stride) {
    const z = hasZ ? (coordinates[at + 2] as number) : Number.NaN;
    const x = coordinates[at] as number;
    const y = coordinates[at + 1] as number;
    result.push(Number.isFinite(z) ? write(x, y, z) : write(x, y));
  }
  return result;
}
