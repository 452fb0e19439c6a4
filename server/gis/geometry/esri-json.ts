import { limits } from '../../limits.ts';
import { TooHeavy } from '../../platform/threads/too-heavy.ts';
import {
  type Envelope,
  type Geometry,
  geometryError,
  type GeometryKind,
  partsOf,
  strideOf,
} from './geometry.ts';
import { polygonOfRings } from './rings.ts';

/** Geometry as ArcGIS clients write it. */
export type EsriGeometry =
  | { x: number; y: number; z?: number; m?: number }
  | { points: number[][]; hasZ?: boolean; hasM?: boolean }
  | { paths: number[][][]; hasZ?: boolean; hasM?: boolean }
  | { rings: number[][][]; hasZ?: boolean; hasM?: boolean };

/**
 * Reads Esri JSON. Empty geometry (no vertices, or x of `null` or "NaN") is `null`.
 * @param max maximum number of vertices
 * @param loopMax maximum number on the event loop: which rings contain which takes far longer to find than vertices to count
 * @throws MappingError `services:invalid-geometry` (400) that names the invalid member; TooHeavy above `loopMax`
 */
export function readEsriGeometry(
  value: unknown,
  path: string,
  max: number = limits.featureVertices,
  loopMax = Infinity,
): Geometry | null {
  if (value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value)) throw geometryError(path, 'Expected an object.');
  const json = value as Record<string, unknown>;
  if ('x' in json) return readPoint(json, path);
  if ('points' in json) {
    checkSize([json['points']], path, max, loopMax);
    return readMultipoint(json, path);
  }
  if ('paths' in json) {
    checkSize(json['paths'], path, max, loopMax);
    return readPaths(json, path);
  }
  if ('rings' in json) {
    checkSize(json['rings'], path, max, loopMax);
    return readRings(json, path);
  }
  if ('curvePaths' in json || 'curveRings' in json)
    throw geometryError(path, 'Curves are not supported: densify them first.');
  if (Object.keys(json).every((key) => key === 'spatialReference')) return null;
  throw geometryError(path, 'Expected x and y, points, paths or rings.');
}

/** Counts vertices and parts before reading any of them. */
function checkSize(parts: unknown, path: string, max: number, loopMax: number): void {
  if (!Array.isArray(parts)) return;
  if (parts.length > limits.geometryParts)
    throw geometryError(path, `Expected at most ${limits.geometryParts} parts. Simplify the geometry.`);
  const vertices = parts.reduce(
    (sum: number, part: unknown) => sum + (Array.isArray(part) ? part.length : 0),
    0,
  );
  if (vertices > max) throw geometryError(path, `Expected at most ${max} vertices. Simplify the geometry.`);
  if (vertices > loopMax) throw new TooHeavy();
}

function readPoint(json: Record<string, unknown>, path: string): Geometry | null {
  if (json['x'] === null || json['x'] === 'NaN' || json['x'] === undefined) return null;
  const hasZ = typeof json['z'] === 'number';
  const hasM = typeof json['m'] === 'number';
  const numbers = ['x', 'y', ...(hasZ ? ['z'] : []), ...(hasM ? ['m'] : [])].map((name) =>
    finite(json[name], `${path}.${name}`),
  );
  return { kind: 'point', hasZ, hasM, coordinates: Float64Array.from(numbers), parts: [] };
}

function readMultipoint(json: Record<string, unknown>, path: string): Geometry | null {
  const [hasZ, hasM] = [json['hasZ'] === true, json['hasM'] === true];
  const numbers = readVertices(json['points'], strideOf({ hasZ, hasM }), `${path}.points`);
  if (numbers.length === 0) return null;
  return { kind: 'multipoint', hasZ, hasM, coordinates: Float64Array.from(numbers), parts: [] };
}

function readPaths(json: Record<string, unknown>, path: string): Geometry | null {
  const [hasZ, hasM] = [json['hasZ'] === true, json['hasM'] === true];
  const stride = strideOf({ hasZ, hasM });
  // A path of one vertex draws nothing.
  const paths = readParts(json['paths'], stride, `${path}.paths`).filter(
    (numbers) => numbers.length >= 2 * stride,
  );
  if (paths.length === 0) return null;
  const parts = paths.map((numbers) => numbers.length / stride);
  return { kind: 'polyline', hasZ, hasM, coordinates: Float64Array.from(paths.flat()), parts };
}

function readRings(json: Record<string, unknown>, path: string): Geometry | null {
  const [hasZ, hasM] = [json['hasZ'] === true, json['hasM'] === true];
  return polygonOfRings(readParts(json['rings'], strideOf({ hasZ, hasM }), `${path}.rings`), hasZ, hasM);
}

function readParts(value: unknown, stride: number, path: string): number[][] {
  if (!Array.isArray(value)) throw geometryError(path, 'Expected an array.');
  return value.map((part, index) => readVertices(part, stride, `${path}.${index}`));
}

function readVertices(value: unknown, stride: number, path: string): number[] {
  if (!Array.isArray(value)) throw geometryError(path, 'Expected an array of coordinates.');
  const numbers: number[] = [];
  value.forEach((vertex: unknown, index) => {
    if (!Array.isArray(vertex) || vertex.length < 2)
      throw geometryError(`${path}.${index}`, 'Expected [x, y].');
    for (let at = 0; at < stride; at += 1)
      numbers.push((at < 2 ? finite : finiteOrUnknown)(vertex[at], `${path}.${index}`));
  });
  return numbers;
}

/** A z or m. A missing one is unknown, which WKB writes as NaN. */
function finiteOrUnknown(value: unknown, path: string): number {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isNaN(number) ? number : finite(number, path);
}

function finite(value: unknown, path: string): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw geometryError(path, 'Expected a finite number.');
}

/** Reads `{xmin, ymin, xmax, ymax}`. */
export function readEsriEnvelope(json: Record<string, unknown>, path: string): Envelope {
  const [xmin, ymin, xmax, ymax] = ['xmin', 'ymin', 'xmax', 'ymax'].map((name) =>
    finite(json[name], `${path}.${name}`),
  );
  return { xmin: xmin ?? 0, ymin: ymin ?? 0, xmax: xmax ?? 0, ymax: ymax ?? 0 };
}

/** Writes Esri JSON; an unknown z or m is `null`. */
export function writeEsriGeometry(geometry: Geometry): EsriGeometry {
  const { kind, coordinates } = geometry;
  const dimensions = { ...(geometry.hasZ && { hasZ: true }), ...(geometry.hasM && { hasM: true }) };
  const stride = strideOf(geometry);
  if (kind === 'point') {
    const [x = 0, y = 0, third] = coordinates;
    return {
      x,
      y,
      ...(geometry.hasZ && { z: third }),
      ...(geometry.hasM && { m: coordinates[stride - 1] }),
    };
  }
  const parts: number[][][] = [];
  let at = 0;
  for (const count of partsOf(geometry)) {
    const part: number[][] = [];
    for (let vertex = 0; vertex < count; vertex += 1, at += stride)
      part.push(readVertex(coordinates, at, stride));
    parts.push(part);
  }
  if (kind === 'multipoint') return { ...dimensions, points: parts[0] ?? [] };
  return kind === 'polyline' ? { ...dimensions, paths: parts } : { ...dimensions, rings: parts };
}

function readVertex(coordinates: Float64Array, at: number, stride: number): number[] {
  if (stride === 2) return [coordinates[at] as number, coordinates[at + 1] as number];
  return Array.from(coordinates.subarray(at, at + stride), (number) =>
    Number.isNaN(number) ? (null as unknown as number) : number,
  );
}

/** A geometry without vertices, as JSON of its type. */
export function emptyEsriGeometry(kind: GeometryKind): object {
  return {
    point: { x: 'NaN', y: 'NaN' },
    multipoint: { points: [] },
    polyline: { paths: [] },
    polygon: { rings: [] },
  }[kind];
}
