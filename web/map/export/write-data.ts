import { csvLine, csvMark } from '../../../wire/csv.ts';

/** A feature ready to be written: WGS84, attributes with dates as epoch milliseconds. */
export interface DataFeature {
  id: number | string | undefined;
  /** GeoJSON geometry; null if a feature has none. */
  geometry: { type: string; coordinates: unknown } | null;
  attributes: Readonly<Record<string, unknown>>;
  /** Names of date attributes. */
  dates: ReadonlySet<string>;
}

/** A comma-separated table of attributes, with longitude and latitude for points. */
export function writeCsv(features: readonly DataFeature[]): string {
  const names = [...new Set(features.flatMap(({ attributes }) => Object.keys(attributes)))];
  const points = features.some(({ geometry }) => geometry?.type === 'Point');
  const header = points ? [...names, ...positionColumns(names)] : names;
  const lines = features.map((feature) => {
    const values = names.map((name) => valueOf(feature, name));
    return points ? [...values, ...positionOf(feature)] : values;
  });
  return csvMark + [header, ...lines].map(csvLine).join('');
}

/** A FeatureCollection of RFC 7946. */
export function writeGeoJson(features: readonly DataFeature[]): string {
  return JSON.stringify({
    type: 'FeatureCollection',
    features: features.map((feature) => ({
      type: 'Feature',
      ...(feature.id !== undefined && { id: feature.id }),
      geometry: feature.geometry,
      properties: Object.fromEntries(
        Object.keys(feature.attributes).map((name) => [name, valueOf(feature, name) ?? null]),
      ),
    })),
  });
}

/** `Public transport stops.csv`, without characters that file systems reject. */
export function fileName(title: string, ending: string): string {
  const clean = [...title]
    .map((sign) => (/[\\/:*?"<>|]/.test(sign) || sign < ' ' ? ' ' : sign))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return `${[...clean].slice(0, 100).join('').trim() || 'map'}.${ending}`;
}

function valueOf({ attributes, dates }: DataFeature, name: string): unknown {
  const value = attributes[name];
  if (!dates.has(name) || typeof value !== 'number') return value;
  const date = new Date(value);
  // A number that is too large for a date stays one.
  return Number.isNaN(date.getTime()) ? value : date.toISOString();
}

/** Names of the columns of a point that no attribute has. */
function positionColumns(names: readonly string[]): string[] {
  const taken = new Set(names.map((name) => name.toLowerCase()));
  const free = (name: string): string => (taken.has(name) ? free(`${name}_`) : name);
  return [free('longitude'), free('latitude')];
}

function positionOf({ geometry }: DataFeature): unknown[] {
  return geometry?.type === 'Point' ? (geometry.coordinates as number[]).slice(0, 2) : ['', ''];
}

type Position = number[];
type Ring = Position[];

/** The members of an ArcGIS geometry that GeoJSON can express. */
interface ArcgisGeometry {
  x?: number;
  y?: number;
  points?: Position[];
  paths?: Ring[];
  rings?: Ring[];
}

interface GeoJsonGeometry {
  type: string;
  coordinates: unknown;
}

/**
 * Converts an ArcGIS geometry in WGS84 to GeoJSON: outer rings counter-clockwise, each hole assigned to the ring around
 * it (RFC 7946, section 3.1.6).
 */
export function geometryToGeoJson(json: object | undefined): GeoJsonGeometry | null {
  const { x, y, points, paths, rings } = (json ?? {}) as ArcgisGeometry;
  if (typeof x === 'number' && typeof y === 'number') return { type: 'Point', coordinates: [x, y] };
  if (points?.length) return { type: 'MultiPoint', coordinates: points.map(flat) };
  if (paths?.length) {
    const lines = paths.map((path) => path.map(flat));
    return lines.length === 1
      ? { type: 'LineString', coordinates: lines[0] }
      : { type: 'MultiLineString', coordinates: lines };
  }
  if (rings?.length) {
    const polygons = polygonsOf(rings.map((ring) => ring.map(flat)));
    return polygons.length === 1
      ? { type: 'Polygon', coordinates: polygons[0] }
      : { type: 'MultiPolygon', coordinates: polygons };
  }
  return null;
}

const flat = (position: Position): Position => position.slice(0, 2);

/** Groups rings into polygons. ArcGIS has clockwise outer rings and counter-clockwise holes, GeoJSON the reverse. */
function polygonsOf(rings: Ring[]): Ring[][] {
  const outer = rings.filter((ring) => signedArea(ring) <= 0);
  const holes = rings.filter((ring) => signedArea(ring) > 0);
  if (outer.length === 0) return holes.map((ring) => [ring]);
  const polygons = outer.map((ring) => [ring.toReversed()]);
  for (const hole of holes) {
    const holder = polygons
      .filter(([ring]) => ring && surrounds(ring, hole))
      // The smallest ring around the hole, for islands in lakes.
      .sort(([a], [b]) => Math.abs(signedArea(a ?? [])) - Math.abs(signedArea(b ?? [])))[0];
    (holder ?? polygons[0])?.push(hole.toReversed());
  }
  return polygons;
}

/** Positive if counter-clockwise. */
function signedArea(ring: Ring): number {
  let sum = 0;
  for (let at = 0; at + 1 < ring.length; at++) {
    const [x1 = 0, y1 = 0] = ring[at] ?? [];
    const [x2 = 0, y2 = 0] = ring[at + 1] ?? [];
    sum += x1 * y2 - x2 * y1;
  }
  return sum / 2;
}

/**
 * Of three corners, so that one on the ring itself decides nothing: holes may touch the rings around and
 * within them.
 */
function surrounds(ring: Ring, hole: Ring): boolean {
  return hole.slice(0, 3).filter((corner) => contains(ring, corner)).length > 1;
}

function contains(ring: Ring, [x = 0, y = 0]: Position): boolean {
  let inside = false;
  for (let at = 0; at + 1 < ring.length; at++) {
    const [x1 = 0, y1 = 0] = ring[at] ?? [];
    const [x2 = 0, y2 = 0] = ring[at + 1] ?? [];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}
