import { intersection, type Geom } from 'polyclip-ts';
import { limits } from '../../limits.ts';
import { type Envelope, envelopeOf, type Geometry, geometryError, strideOf } from './geometry.ts';
import { polygonOfParts } from './rings.ts';
import { worldWidth } from './spatial-reference.ts';

/**
 * Cuts a geometry that crosses the antimeridian (x beyond ±180°, or the same in metres) into parts that lie within the world,
 * as RFC 7946, section 3.1.9 requires; clients draw an uncut one across the whole map.
 */
export function cutAtAntimeridian(geometry: Geometry, wkid: number): Geometry {
  const width = worldWidth(wkid);
  if (width === undefined || !crossesAntimeridian(geometry, width)) return geometry;
  const half = width / 2;
  if (geometry.kind === 'polyline') return cutLines(geometry, half);
  if (geometry.kind === 'polygon') {
    if (geometry.coordinates.length / strideOf(geometry) > limits.antimeridianVertices)
      throw geometryError(
        'geometry',
        `A polygon over the antimeridian may have at most ${limits.antimeridianVertices} vertices. Cut it there, or simplify it.`,
      );
    return cutPolygon(geometry, half);
  }
  return shift(geometry, half);
}

function crossesAntimeridian(geometry: Geometry, width: number): boolean {
  const { xmin, xmax } = envelopeOf(geometry);
  const half = width / 2;
  // A coordinate rounded at the world's edge is not a crossing. What is wider than the world, or farther away, is not cut.
  const slack = width * 1e-12;
  return (
    (xmin < -half - slack || xmax > half + slack) && xmax - xmin <= width && Math.max(-xmin, xmax) <= 3 * half
  );
}

/** Whether the cut is expensive: self-intersecting rings cost the square of their vertices. */
export function isCutExpensive(geometry: Geometry, wkid: number): boolean {
  const width = worldWidth(wkid);
  return (
    geometry.kind === 'polygon' &&
    geometry.coordinates.length > 100 &&
    width !== undefined &&
    crossesAntimeridian(geometry, width)
  );
}

function shift(geometry: Geometry, half: number): Geometry {
  const stride = strideOf(geometry);
  const coordinates = geometry.coordinates.map((number, at) =>
    at % stride === 0 ? wrap(number, half) : number,
  );
  return { ...geometry, coordinates };
}

function wrap(x: number, half: number): number {
  if (x > half) return x - 2 * half;
  return x < -half ? x + 2 * half : x;
}

function cutLines(geometry: Geometry, half: number): Geometry {
  const stride = strideOf(geometry);
  const paths: number[][] = [];
  let at = 0;
  for (const count of geometry.parts) {
    const end = at + count * stride;
    let path = [...geometry.coordinates.subarray(at, at + stride)];
    let side = sideOf(path[0] as number, half);
    for (at += stride; at < end; at += stride) {
      const before = path.slice(-stride);
      const here = [...geometry.coordinates.subarray(at, at + stride)];
      const edge = [half, -half].find((x) => ((before[0] as number) - x) * ((here[0] as number) - x) < 0);
      const next = sideOf(here[0] as number, half);
      if (edge !== undefined) {
        const share = (edge - (before[0] as number)) / ((here[0] as number) - (before[0] as number));
        const cut = before.map((number, index) => number + ((here[index] as number) - number) * share);
        cut[0] = edge;
        paths.push([...path, ...cut]);
        path = cut;
        side = next;
      } else if (side !== undefined && next !== undefined && next !== side) {
        // The vertex lies on the edge itself.
        paths.push(path);
        path = before;
        side = next;
      }
      side ??= next;
      path.push(...here);
    }
    paths.push(path);
  }
  const kept = paths
    .filter((path) => path.length >= 2 * stride)
    .map((path) => moveIntoWorld(path, stride, half));
  return {
    ...geometry,
    coordinates: Float64Array.from(kept.flat()),
    parts: kept.map((path) => path.length / stride),
  };
}

/** -1 beyond the western edge, 0 within the world, 1 beyond the eastern edge; undefined on an edge. */
function sideOf(x: number, half: number): -1 | 0 | 1 | undefined {
  if (Math.abs(x) === half) return undefined;
  return x > half ? 1 : x < -half ? -1 : 0;
}

/** Moves a path that lies entirely beyond an edge of the world into the world. */
function moveIntoWorld(path: number[], stride: number, half: number): number[] {
  // A loop, because a function call accepts only some hundred thousand arguments.
  let [least, most] = [Infinity, -Infinity];
  for (let at = 0; at < path.length; at += stride) {
    least = Math.min(least, path[at] as number);
    most = Math.max(most, path[at] as number);
  }
  const turn = most > half ? -2 * half : least < -half ? 2 * half : 0;
  return path.map((number, at) => (at % stride === 0 ? number + turn : number));
}

/** Cuts a polygon. z and m are dropped, because a new vertex on the edge has none. */
function cutPolygon(geometry: Geometry, half: number): Geometry {
  const stride = strideOf(geometry);
  const rings: [number, number][][] = [];
  let at = 0;
  for (const count of geometry.parts) {
    const ring: [number, number][] = [];
    for (const end = at + count * stride; at < end; at += stride) {
      ring.push([geometry.coordinates[at] as number, geometry.coordinates[at + 1] as number]);
    }
    rings.push(ring);
  }
  const { ymin, ymax } = envelopeOf(geometry);
  const pieces = [-1, 0, 1].flatMap((turn) => {
    const left = -half + turn * 2 * half;
    const box: Geom = [
      [
        [
          [left, ymin - 1],
          [left + 2 * half, ymin - 1],
          [left + 2 * half, ymax + 1],
          [left, ymax + 1],
          [left, ymin - 1],
        ],
      ],
    ];
    return cut([rings] as Geom, box).map((polygon) =>
      polygon.map((ring) => ring.flatMap(([x, y]) => [x - turn * 2 * half, y])),
    );
  });
  return polygonOfParts(pieces, false, false) ?? geometry;
}

/** The library throws where it cannot order intersections that nearly coincide. */
function cut(polygon: Geom, box: Geom): ReturnType<typeof intersection> {
  try {
    return intersection(polygon, box);
  } catch {
    throw geometryError('geometry', 'The polygon cannot be cut at the antimeridian. Simplify it.');
  }
}

/**
 * Splits a requested envelope into one or two within the world: two when it crosses the antimeridian. One that lies entirely
 * beyond it, as of a map that was panned around the world, is moved back by whole turns.
 */
export function splitAtAntimeridian(envelope: Envelope, wkid: number): Envelope[] {
  const width = worldWidth(wkid);
  if (width === undefined) return [envelope];
  const half = width / 2;
  if (envelope.xmax - envelope.xmin >= width)
    return [{ ...envelope, xmin: Math.min(envelope.xmin, -half), xmax: Math.max(envelope.xmax, half) }];
  const isOutside = envelope.xmin > half || envelope.xmax < -half;
  const turned = isOutside ? Math.round((envelope.xmin + envelope.xmax) / 2 / width) * width : 0;
  const [xmin, xmax] = [envelope.xmin - turned, envelope.xmax - turned];
  if (xmin <= half && xmax > half)
    return [
      { ...envelope, xmin, xmax: half },
      { ...envelope, xmin: -half, xmax: xmax - width },
    ];
  if (xmin < -half && xmax >= -half)
    return [
      { ...envelope, xmin: xmin + width, xmax: half },
      { ...envelope, xmin: -half, xmax },
    ];
  return [turned === 0 ? envelope : { ...envelope, xmin, xmax }];
}
