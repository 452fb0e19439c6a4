import { MappingError } from '../../../wire/errors.ts';

/** An unreadable geometry or spatial reference: 400 with the parameter and the fault. */
export function geometryError(path: string, problem: string): MappingError {
  return new MappingError('services:invalid-geometry', 'The geometry or spatial reference cannot be read.', {
    status: 400,
    faults: [{ path, message: problem }],
  });
}

/** Kinds of geometry a layer may hold. */
export type GeometryKind = 'point' | 'multipoint' | 'polyline' | 'polygon';

/**
 * A geometry that is not empty (an empty one is `null` everywhere). Coordinates are flat: x, y and then z and m where
 * the flags say so. `parts` counts the vertices of each path or ring; points and multipoints have none.
 * Rings are closed, outer ones clockwise and each followed by its holes, counter-clockwise, as Esri JSON has them.
 */
export interface Geometry {
  kind: GeometryKind;
  hasZ: boolean;
  hasM: boolean;
  coordinates: Float64Array;
  parts: readonly number[];
}

/** An axis-parallel box. */
export interface Envelope {
  xmin: number;
  ymin: number;
  xmax: number;
  ymax: number;
}

const kinds = {
  esriGeometryPoint: 'point',
  esriGeometryMultipoint: 'multipoint',
  esriGeometryPolyline: 'polyline',
  esriGeometryPolygon: 'polygon',
} as const;

/** ArcGIS names of the kinds. */
export type EsriGeometryType = keyof typeof kinds;

export function kindOf(type: EsriGeometryType): GeometryKind {
  return kinds[type];
}

/** The ArcGIS name of each kind. */
export const esriTypes: Readonly<Record<GeometryKind, EsriGeometryType>> = {
  point: 'esriGeometryPoint',
  multipoint: 'esriGeometryMultipoint',
  polyline: 'esriGeometryPolyline',
  polygon: 'esriGeometryPolygon',
};

/** Topological dimension of each kind. */
export const dimensions = { point: 0, multipoint: 0, polyline: 1, polygon: 2 } as const;

/** Numbers per vertex: 2, or more with z and m. */
export function strideOf({ hasZ, hasM }: { hasZ: boolean; hasM: boolean }): number {
  return 2 + Number(hasZ) + Number(hasM);
}

/** The vertex counts of a geometry's parts; points and multipoints are one part. */
export function partsOf(geometry: Geometry): readonly number[] {
  return geometry.parts.length > 0 ? geometry.parts : [geometry.coordinates.length / strideOf(geometry)];
}

/** The geometry with only x and y, or also z and m as requested; missing dimensions are not added. */
export function keepDimensions(geometry: Geometry, z: boolean, m: boolean): Geometry {
  const hasZ = geometry.hasZ && z;
  const hasM = geometry.hasM && m;
  if (hasZ === geometry.hasZ && hasM === geometry.hasM) return geometry;
  const [from, to] = [strideOf(geometry), strideOf({ hasZ, hasM })];
  const count = geometry.coordinates.length / from;
  const coordinates = new Float64Array(count * to);
  for (let vertex = 0; vertex < count; vertex += 1) {
    coordinates[vertex * to] = geometry.coordinates[vertex * from] as number;
    coordinates[vertex * to + 1] = geometry.coordinates[vertex * from + 1] as number;
    if (hasZ) coordinates[vertex * to + 2] = geometry.coordinates[vertex * from + 2] as number;
    if (hasM) coordinates[vertex * to + to - 1] = geometry.coordinates[vertex * from + from - 1] as number;
  }
  return { ...geometry, hasZ, hasM, coordinates };
}

/** The smallest envelope around a geometry. */
export function envelopeOf(geometry: Geometry): Envelope {
  const stride = strideOf(geometry);
  const { coordinates } = geometry;
  const envelope = { xmin: Infinity, ymin: Infinity, xmax: -Infinity, ymax: -Infinity };
  for (let at = 0; at < coordinates.length; at += stride) {
    const x = coordinates[at] as number;
    const y = coordinates[at + 1] as number;
    if (x < envelope.xmin) envelope.xmin = x;
    if (x > envelope.xmax) envelope.xmax = x;
    if (y < envelope.ymin) envelope.ymin = y;
    if (y > envelope.ymax) envelope.ymax = y;
  }
  return envelope;
}

export function envelopesMeet(a: Envelope, b: Envelope): boolean {
  return a.xmin <= b.xmax && a.xmax >= b.xmin && a.ymin <= b.ymax && a.ymax >= b.ymin;
}

/** Whether `inner` lies in `outer`, edges included. */
export function envelopeHolds(outer: Envelope, inner: Envelope): boolean {
  return (
    inner.xmin >= outer.xmin &&
    inner.xmax <= outer.xmax &&
    inner.ymin >= outer.ymin &&
    inner.ymax <= outer.ymax
  );
}

/** The envelope around both; `null` stands for none. */
export function joinEnvelopes(a: Envelope | null, b: Envelope | null): Envelope | null {
  if (!a || !b) return a ?? b;
  return {
    xmin: Math.min(a.xmin, b.xmin),
    ymin: Math.min(a.ymin, b.ymin),
    xmax: Math.max(a.xmax, b.xmax),
    ymax: Math.max(a.ymax, b.ymax),
  };
}

/** An envelope as a polygon, or as a line or point if it has no height or width. */
export function envelopeAsGeometry({ xmin, ymin, xmax, ymax }: Envelope): Geometry {
  const plain = { hasZ: false, hasM: false };
  if (xmin === xmax && ymin === ymax)
    return { kind: 'point', ...plain, coordinates: Float64Array.of(xmin, ymin), parts: [] };
  if (xmin === xmax || ymin === ymax) {
    return { kind: 'polyline', ...plain, coordinates: Float64Array.of(xmin, ymin, xmax, ymax), parts: [2] };
  }
  const coordinates = Float64Array.of(xmin, ymin, xmin, ymax, xmax, ymax, xmax, ymin, xmin, ymin);
  return { kind: 'polygon', ...plain, coordinates, parts: [5] };
}

/**
 * Twice the signed area of the triangle of an edge and a point: 0 on its line, positive to the left of it in a coordinate system whose
 * y grows upwards.
 */
export function sideOf(a: readonly number[], b: readonly number[], point: readonly number[]): number {
  const [ax, ay] = a as [number, number];
  const [bx, by] = b as [number, number];
  const [x, y] = point as [number, number];
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
}
