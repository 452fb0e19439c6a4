import { type Geometry, strideOf } from './geometry.ts';
import { squaredDistance } from './relations/edges.ts';

/** Coordinates rounded to decimal places (geometryPrecision). */
export function roundCoordinates(geometry: Geometry, places: number): Geometry {
  const factor = 10 ** Math.max(0, Math.min(15, places));
  return {
    ...geometry,
    coordinates: geometry.coordinates.map((number) => Math.round(number * factor) / factor),
  };
}

/**
 * Leaves out vertices that lie nearer than `offset` (in the geometry's units) to the line that remains
 * (Douglas–Peucker). Rings that shrink to nothing vanish; `null` when no ring is left. Points stay.
 */
export function generalise(geometry: Geometry, offset: number): Geometry | null {
  if (!(offset > 0) || geometry.kind === 'point' || geometry.kind === 'multipoint') return geometry;
  const stride = strideOf(geometry);
  const min = geometry.kind === 'polygon' ? 4 : 2;
  const coordinates: number[] = [];
  const parts: number[] = [];
  let from = 0;
  for (const count of geometry.parts) {
    const kept = keptVertices(geometry.coordinates, from, count, stride, offset);
    from += count * stride;
    if (kept.length < min) continue;
    parts.push(kept.length);
    for (const at of kept)
      for (let index = 0; index < stride; index += 1)
        coordinates.push(geometry.coordinates[at + index] as number);
  }
  if (parts.length === 0) return null;
  return { ...geometry, coordinates: Float64Array.from(coordinates), parts };
}

/** Offsets of the vertices that stay, in order; a loop over a stack, since paths may be millions of vertices long. */
function keptVertices(
  coordinates: Float64Array,
  from: number,
  count: number,
  stride: number,
  offset: number,
): number[] {
  const keep = new Uint8Array(count);
  keep[0] = 1;
  keep[count - 1] = 1;
  const stack: [number, number][] = [[0, count - 1]];
  const limit = offset * offset;
  for (let span = stack.pop(); span; span = stack.pop()) {
    const [first, last] = span;
    const [a, b] = [from + first * stride, from + last * stride];
    const [ax, ay] = [coordinates[a] as number, coordinates[a + 1] as number];
    const [bx, by] = [coordinates[b] as number, coordinates[b + 1] as number];
    let farthest = limit;
    let split = -1;
    for (let vertex = first + 1; vertex < last; vertex += 1) {
      const at = from + vertex * stride;
      const distance = squaredDistance(
        coordinates[at] as number,
        coordinates[at + 1] as number,
        ax,
        ay,
        bx,
        by,
      );
      if (distance > farthest) [farthest, split] = [distance, vertex];
    }
    if (split < 0) continue;
    keep[split] = 1;
    stack.push([first, split], [split, last]);
  }
  const kept: number[] = [];
  keep.forEach((stays, vertex) => {
    if (stays) kept.push(from + vertex * stride);
  });
  return kept;
}
