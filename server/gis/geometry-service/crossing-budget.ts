import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { type Geometry, strideOf } from '../geometry/geometry.ts';

/**
 * The places of one request where geometries cross themselves, counted before they are cleaned of them: each takes time, and their
 * number grows with the square of the vertices.
 */
export class CrossingBudget {
  #left: number = limits.geometryServiceCrossings;

  /** @throws MappingError `services:invalid-geometry` (400) */
  spend(geometry: Geometry | null): void {
    const segments = geometry ? segmentsOf(geometry).toSorted((a, b) => a[0] - b[0]) : [];
    const east = Float64Array.from(segments, ([, , x]) => x);
    const south = Float64Array.from(segments, ([, ay, , by]) => Math.min(ay, by));
    const north = Float64Array.from(segments, ([, ay, , by]) => Math.max(ay, by));
    // Those that reach the west end of the next one, in place: a list of its own for each would take seconds.
    const open = new Int32Array(segments.length);
    let size = 0;
    for (const [index, segment] of segments.entries()) {
      const [west, top, bottom] = [segment[0], north[index] as number, south[index] as number];
      let kept = 0;
      for (let at = 0; at < size; at += 1) {
        const other = open[at] as number;
        if ((east[other] as number) < west) continue;
        open[kept] = other;
        kept += 1;
        if ((south[other] as number) > top || (north[other] as number) < bottom) continue;
        if (cross(segment, segments[other] as Segment)) this.#left -= 1;
      }
      if (this.#left < 0)
        throw new MappingError(
          'services:invalid-geometry',
          `The geometries cross themselves more than ${limits.geometryServiceCrossings} times. Send fewer geometries at once, or simpler ones.`,
          { status: 400 },
        );
      open[kept] = index;
      size = kept + 1;
    }
  }
}

/** A segment from west to east: x and y of both ends. */
type Segment = readonly [ax: number, ay: number, bx: number, by: number];

function segmentsOf({ coordinates, parts, ...geometry }: Geometry): Segment[] {
  if (geometry.kind !== 'polygon' && geometry.kind !== 'polyline') return [];
  const stride = strideOf(geometry);
  const segments: Segment[] = [];
  let at = 0;
  for (const count of parts) {
    const end = at + count * stride;
    for (let to = at + stride; to < end; to += stride) {
      const [ax, ay] = [coordinates[to - stride] as number, coordinates[to - stride + 1] as number];
      const [bx, by] = [coordinates[to] as number, coordinates[to + 1] as number];
      segments.push(ax <= bx ? [ax, ay, bx, by] : [bx, by, ax, ay]);
    }
    at = end;
  }
  return segments;
}

/** Whether two segments cross between their ends. */
function cross(one: Segment, other: Segment): boolean {
  return (
    side(one, other[0], other[1]) * side(one, other[2], other[3]) < 0 &&
    side(other, one[0], one[1]) * side(other, one[2], one[3]) < 0
  );
}

function side([ax, ay, bx, by]: Segment, x: number, y: number): number {
  return Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
}
