import { type Envelope, type Geometry, strideOf } from './geometry.ts';
import { canonicalWkid, converterOf } from './spatial-reference.ts';
import { MappingError } from '../../../wire/errors.ts';
import { earthRadius } from '../../../wire/geometry/web-mercator.ts';

const degree = Math.PI / 180;
/** Where Web Mercator is cut off at the poles; beyond, y would be infinite. */
const northmost = 89.99999;

/** Converts x and y of flat coordinates; z and m are unchanged. Unreachable coordinates become NaN. */
export type Projector = (coordinates: Float64Array, stride: number) => Float64Array;

/**
 * A projector from one spatial reference to another (canonical codes); undefined when they are the same.
 * @throws MappingError `services:invalid-geometry` (400) for unknown codes
 */
export function projectorBetween(from: number, to: number, path = 'outSR'): Projector | undefined {
  if (from === to) return undefined;
  const axes = axesBetween(from, to);
  if (axes) return (coordinates, stride) => map(coordinates, stride, axes.x, axes.y);
  const source = converterOf(from, path);
  const target = converterOf(to, path);
  return projectorOf((x, y) => target.forward(source.inverse([x, y])));
}

/** Converts one coordinate, which does not depend on the other. */
export type AxisProjector = (value: number) => number;

/** Projectors of x and y by themselves; undefined where each depends on both. */
export function axesBetween(from: number, to: number): { x: AxisProjector; y: AxisProjector } | undefined {
  if (from === to) return { x: unchanged, y: unchanged };
  if (from === 4326 && to === 3857) return { x: toMercatorX, y: toMercatorY };
  if (from === 3857 && to === 4326) return { x: fromMercatorX, y: fromMercatorY };
  return undefined;
}

function unchanged(value: number): number {
  return value;
}

/** A projector by a function of proj4, which throws for coordinates it cannot project. */
export function projectorOf(convert: (x: number, y: number) => readonly number[]): Projector {
  return (coordinates, stride) => {
    const projected = coordinates.slice();
    for (let at = 0; at < projected.length; at += stride) {
      let point: readonly number[] = [];
      try {
        point = convert(projected[at] as number, projected[at + 1] as number);
      } catch {
        // Unreachable.
      }
      projected[at] = point[0] ?? Number.NaN;
      projected[at + 1] = point[1] ?? Number.NaN;
    }
    return projected;
  };
}

function map(
  coordinates: Float64Array,
  stride: number,
  x: (x: number) => number,
  y: (y: number) => number,
): Float64Array {
  const projected = coordinates.slice();
  for (let at = 0; at < projected.length; at += stride) {
    projected[at] = x(projected[at] as number);
    projected[at + 1] = y(projected[at + 1] as number);
  }
  return projected;
}

function toMercatorX(longitude: number): number {
  return longitude * degree * earthRadius;
}

function toMercatorY(latitude: number): number {
  const sine = Math.sin(Math.max(-northmost, Math.min(northmost, latitude)) * degree);
  return (earthRadius / 2) * Math.log((1 + sine) / (1 - sine));
}

function fromMercatorX(x: number): number {
  return x / degree / earthRadius;
}

function fromMercatorY(y: number): number {
  return (2 * Math.atan(Math.exp(y / earthRadius)) - Math.PI / 2) / degree;
}

/** A geometry in another spatial reference; `null` when part of it cannot be projected. */
export function projectGeometry(geometry: Geometry, projector: Projector | undefined): Geometry | null {
  if (!projector) return geometry;
  const stride = strideOf(geometry);
  const coordinates = projector(geometry.coordinates, stride);
  for (let at = 0; at < coordinates.length; at += stride) {
    if (!Number.isFinite(coordinates[at]) || !Number.isFinite(coordinates[at + 1])) return null;
  }
  return { ...geometry, coordinates };
}

/** Steps an edge is cut into before it is bent by a projection. */
const steps = 16;

/** The outline of an envelope with points between its corners, clockwise, closed. */
export function densifyEnvelope({ xmin, ymin, xmax, ymax }: Envelope): Float64Array {
  const corners = [
    [xmin, ymin],
    [xmin, ymax],
    [xmax, ymax],
    [xmax, ymin],
    [xmin, ymin],
  ] as const;
  const outline: number[] = [];
  for (let corner = 0; corner < 4; corner += 1) {
    const [x1, y1] = corners[corner] as readonly [number, number];
    const [x2, y2] = corners[corner + 1] as readonly [number, number];
    for (let step = 0; step < steps; step += 1) {
      outline.push(x1 + ((x2 - x1) * step) / steps, y1 + ((y2 - y1) * step) / steps);
    }
  }
  outline.push(xmin, ymin);
  return Float64Array.from(outline);
}

/** The envelope around an envelope in another spatial reference; `null` when none of it can be projected. */
export function projectEnvelope(envelope: Envelope, projector: Projector | undefined): Envelope | null {
  if (!projector) return envelope;
  const outline = projector(densifyEnvelope(envelope), 2);
  const projected = { xmin: Infinity, ymin: Infinity, xmax: -Infinity, ymax: -Infinity };
  for (let at = 0; at < outline.length; at += 2) {
    const x = outline[at] as number;
    const y = outline[at + 1] as number;
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    projected.xmin = Math.min(projected.xmin, x);
    projected.xmax = Math.max(projected.xmax, x);
    projected.ymin = Math.min(projected.ymin, y);
    projected.ymax = Math.max(projected.ymax, y);
  }
  return projected.xmin <= projected.xmax ? projected : null;
}

/**
 * One position in another spatial reference.
 * @throws MappingError `services:invalid-geometry` (400) for unknown codes and unreachable positions
 */
export function projectPosition(
  [x, y]: readonly [number, number],
  from: number,
  to: number,
): [number, number] {
  const projector = projectorBetween(canonicalWkid(from), canonicalWkid(to));
  const [px = x, py = y] = projector?.(Float64Array.of(x, y), 2) ?? [x, y];
  if (Number.isFinite(px) && Number.isFinite(py)) return [px, py];
  throw new MappingError(
    'services:invalid-geometry',
    `The location is outside the spatial reference ${to}.`,
    {
      status: 400,
    },
  );
}
