import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { type Geometry, strideOf } from '../geometry/geometry.ts';

/**
 * The places of one request where geometries cross themselves and each other, counted before they are cleaned or combined: each
 * takes time, and their number grows with the square of the vertices.
 */
export class CrossingBudget {
  #within: number = limits.geometryServiceCrossings;
  #between: number = limits.geometryServiceMeetings;

  /**
   * Counts where a geometry crosses itself.
   * @throws MappingError `services:invalid-geometry` (400)
   */
  spend(geometry: Geometry | null): void {
    this.#within -= crossingsOf(geometry ? segmentsOf(geometry, 0) : [], this.#within, () => true);
    if (this.#within < 0) throw tooMany('themselves', limits.geometryServiceCrossings);
  }

  /**
   * Counts where geometries cross each other, or where they cross one other.
   * @throws MappingError `services:invalid-geometry` (400)
   */
  spendBetween(geometries: readonly (Geometry | null)[], one?: Geometry): void {
    const segments = geometries.flatMap((geometry, index) => (geometry ? segmentsOf(geometry, index) : []));
    const others = one ? segmentsOf(one, -1) : [];
    const counts = (a: number, b: number) => (one ? (a === -1) !== (b === -1) : a !== b);
    this.#between -= crossingsOf([...segments, ...others], this.#between, counts);
    if (this.#between < 0) throw tooMany('each other', limits.geometryServiceMeetings);
  }
}

/** Whether geometries cross each other at more places than this. */
export function crossMoreThan(most: number, geometries: readonly Geometry[]): boolean {
  const segments = geometries.flatMap((geometry, index) => segmentsOf(geometry, index));
  return crossingsOf(segments, most, (a, b) => a !== b) > most;
}

function tooMany(what: 'themselves' | 'each other', most: number): MappingError {
  return new MappingError(
    'services:invalid-geometry',
    `The geometries cross ${what} more than ${most} times. Send fewer geometries at once, or simpler ones.`,
    { status: 400 },
  );
}

/** A segment from west to east: x and y of both ends, and the number of its geometry. */
type Segment = readonly [ax: number, ay: number, bx: number, by: number, of: number];

/** The number of crossings that count, by the numbers of their geometries; when it exceeds `most`, the rest is not counted. */
function crossingsOf(
  given: readonly Segment[],
  most: number,
  counts: (one: number, other: number) => boolean,
): number {
  let found = 0;
  const segments = given.toSorted((a, b) => a[0] - b[0]);
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
      const crossed = segments[other] as Segment;
      if (counts(segment[4], crossed[4]) && cross(segment, crossed)) found += 1;
    }
    if (found > most) return found;
    open[kept] = index;
    size = kept + 1;
  }
  return found;
}

function segmentsOf({ coordinates, parts, ...geometry }: Geometry, of: number): Segment[] {
  if (geometry.kind !== 'polygon' && geometry.kind !== 'polyline') return [];
  const stride = strideOf(geometry);
  const segments: Segment[] = [];
  let at = 0;
  for (const count of parts) {
    const end = at + count * stride;
    for (let to = at + stride; to < end; to += stride) {
      const [ax, ay] = [coordinates[to - stride] as number, coordinates[to - stride + 1] as number];
      const [bx, by] = [coordinates[to] as number, coordinates[to + 1] as number];
      segments.push(ax <= bx ? [ax, ay, bx, by, of] : [bx, by, ax, ay, of]);
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
