import { fromWebMercator } from '../../../../../wire/geometry/web-mercator.ts';
import type { FeatureLook } from '../../../../map/add/add-layers.ts';

/** A feature as it was read: WGS84, RFC 7946. */
export interface ReadFeature {
  type: 'Feature';
  geometry: { type: string; coordinates?: unknown; geometries?: unknown } | null;
  properties: Record<string, unknown> | null;
  /** How the file draws it. */
  look?: FeatureLook;
}

/** A part of a file that could not be read. */
export interface ReadFault {
  /** Line of a text, or number of a feature, from 1. */
  place: number;
  kind: 'line' | 'feature';
  /** The fault: a key of the message catalogue below `add.fault.`. */
  problem: 'position' | 'geometry';
  /** The unreadable text. */
  text?: string;
}

/** The content of a file. */
export interface ReadResult {
  features: ReadFeature[];
  faults: ReadFault[];
}

/** Limits of files read in the browser. */
export const readLimits = {
  /** Bytes of a file. */
  bytes: 100_000_000,
  /** Features per file, because all of them stay in memory. */
  features: 100_000,
} as const;

/** Why a file cannot be read at all: keys of the message catalogue below `add.problem.`. */
export type ReadProblem =
  | 'type'
  | 'size'
  | 'count'
  | 'broken'
  | 'empty'
  | 'noPositions'
  | 'noGeometry'
  | 'projection'
  | 'unreachable';

/** A file cannot be read; `detail` is the library's message. */
export class ReadError extends Error {
  readonly problem: ReadProblem;

  constructor(problem: ReadProblem, detail = '') {
    super(detail || problem);
    this.problem = problem;
  }
}

const kinds = new Set([
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
]);

/** Separates features with a position on Earth from those without. */
export function checked(features: readonly unknown[]): ReadResult {
  if (features.length > readLimits.features) throw new ReadError('count', String(features.length));
  const good: ReadFeature[] = [];
  const faults: ReadFault[] = [];
  features.forEach((one, index) => {
    const { geometry = null, properties = null, look } = (one ?? {}) as Partial<ReadFeature>;
    if (!geometry || !kinds.has(geometry.type)) {
      faults.push({
        kind: 'feature',
        place: index + 1,
        problem: 'geometry',
        text: String(geometry?.type ?? ''),
      });
    } else if (!onEarth(geometry.coordinates ?? geometry.geometries)) {
      faults.push({ kind: 'feature', place: index + 1, problem: 'position' });
    } else good.push({ type: 'Feature', geometry, properties, ...(look && { look }) });
  });
  if (good.length === 0) throw new ReadError(faults.length > 0 ? 'projection' : 'empty');
  return { features: good, faults };
}

/** Whether every position is in degrees; files without a spatial reference may contain coordinates in metres. */
function onEarth(coordinates: unknown): boolean {
  if (!Array.isArray(coordinates) || coordinates.length === 0) return false;
  if (typeof coordinates[0] === 'number') {
    const [lng, lat] = coordinates as number[];
    return Math.abs(lng ?? Number.NaN) <= 360 && Math.abs(lat ?? Number.NaN) <= 90;
  }
  return coordinates.every((part: unknown) =>
    onEarth(Array.isArray(part) ? part : (part as { coordinates?: unknown } | null)?.coordinates),
  );
}

/** A position in degrees from one in Web Mercator. */
export function degreesOfMercator(x: number, y: number): number[] {
  const { longitude, latitude } = fromWebMercator({ x, y });
  return [longitude, latitude];
}

/**
 * Features with coordinates in degrees.
 *
 * @param reference EPSG code: 4326 (or another in degrees of WGS84) or 3857
 * @throws ReadError `projection` for other references
 */
export function fromReference(features: ReadFeature[], reference: number): ReadFeature[] {
  if (reference === 4326 || reference === 4979) return features;
  if (reference !== 3857 && reference !== 900_913)
    throw new ReadError('projection', reference > 0 ? `EPSG:${reference}` : '');
  return features.map((feature) => ({
    ...feature,
    geometry: feature.geometry && inDegrees(feature.geometry),
  }));
}

type Geometry = NonNullable<ReadFeature['geometry']>;

function inDegrees({ type, coordinates, geometries }: Geometry): Geometry {
  if (Array.isArray(geometries)) return { type, geometries: (geometries as Geometry[]).map(inDegrees) };
  return { type, coordinates: positionsInDegrees(coordinates) };
}

function positionsInDegrees(coordinates: unknown): unknown {
  if (!Array.isArray(coordinates)) return coordinates;
  const [x, y] = coordinates as unknown[];
  if (typeof x === 'number' && typeof y === 'number') return degreesOfMercator(x, y);
  return coordinates.map(positionsInDegrees);
}
