import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { type Geometry, strideOf } from '../geometry/geometry.ts';

/**
 * The places of one request where geometries cross and touch themselves and each other, counted before they are cleaned or combined:
 * each takes time, and their number grows with the square of the vertices. Segments cross where one has a point of the other between
 * its ends, so also where an end lies on a segment and where segments overlap: there they are cut. They touch where they have an end
 * in common, at which nothing is cut.
 */
export class CrossingBudget {
  #within: Meetings = { crossings: limits.geometryServiceCrossings, touches: limits.geometryServiceTouches };
  #between: Meetings = { crossings: limits.geometryServiceMeetings, touches: limits.geometryServiceTouches };

  /**
   * Counts where a geometry meets itself.
   * @throws MappingError `services:invalid-geometry` (400)
   */
  spend(geometry: Geometry | null): void {
    this.#within = rest(
      this.#within,
      meetingsOf(geometry ? segmentsOf(geometry, 0) : [], this.#within, () => true),
    );
    refuse(this.#within, 'themselves', limits.geometryServiceCrossings);
  }

  /**
   * Counts where geometries meet each other, or where they meet one other.
   * @throws MappingError `services:invalid-geometry` (400)
   */
  spendBetween(geometries: readonly (Geometry | null)[], one?: Geometry): void {
    const segments = geometries.flatMap((geometry, index) => (geometry ? segmentsOf(geometry, index) : []));
    const others = one ? segmentsOf(one, -1) : [];
    const counts = (a: number, b: number) => (one ? (a === -1) !== (b === -1) : a !== b);
    this.#between = rest(this.#between, meetingsOf([...segments, ...others], this.#between, counts));
    refuse(this.#between, 'each other', limits.geometryServiceMeetings);
  }
}

/** Whether geometries cross each other at more places than this. */
export function crossMoreThan(most: number, geometries: readonly Geometry[]): boolean {
  const segments = geometries.flatMap((geometry, index) => segmentsOf(geometry, index));
  const found = meetingsOf(segments, { crossings: most, touches: Infinity }, (a, b) => a !== b);
  return found.crossings > most;
}

/** Places where the geometries of one list meet those of another; when there are more than `most`, the rest is not counted. */
export function meetingsBetween(
  ones: readonly Geometry[],
  others: readonly Geometry[],
  most: number,
): number {
  const segments = [ones, others].flatMap((list, of) => list.flatMap((each) => segmentsOf(each, of)));
  const found = meetingsOf(segments, { crossings: most, touches: most }, (a, b) => a !== b);
  return found.crossings + found.touches;
}

/** Places where a geometry meets itself, besides the ends that its segments have in common; at most a few more than `most`. */
export function meetingsWithin(geometry: Geometry, most: number): number {
  const segments = segmentsOf(geometry, 0);
  const found = meetingsOf(segments, { crossings: most, touches: most + segments.length }, () => true);
  return found.crossings + Math.max(0, found.touches - segments.length);
}

/** Numbers of pairs of segments. */
interface Meetings {
  crossings: number;
  touches: number;
}

function rest(left: Meetings, spent: Meetings): Meetings {
  return { crossings: left.crossings - spent.crossings, touches: left.touches - spent.touches };
}

function refuse(left: Meetings, what: 'themselves' | 'each other', crossings: number): void {
  if (left.crossings < 0) throw tooMany(`cross ${what} more than ${crossings} times`);
  if (left.touches < 0) throw tooMany(`touch ${what} more than ${limits.geometryServiceTouches} times`);
}

function tooMany(how: string): MappingError {
  return new MappingError(
    'services:invalid-geometry',
    `The geometries ${how}. Send fewer geometries at once, or simpler ones.`,
    { status: 400 },
  );
}

/** A segment from west to east: x and y of both ends, and the number of its geometry. */
export type Segment = readonly [ax: number, ay: number, bx: number, by: number, of: number];

/** The meetings that count, by the numbers of their geometries; when they exceed `most`, the rest is not counted. */
function meetingsOf(
  given: readonly Segment[],
  most: Meetings,
  counts: (one: number, other: number) => boolean,
): Meetings {
  const found = { crossings: 0, touches: 0 };
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
      if (!counts(segment[4], crossed[4])) continue;
      const meeting = meetingOf(segment, crossed);
      if (meeting) found[meeting] += 1;
    }
    if (found.crossings > most.crossings || found.touches > most.touches) return found;
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

/** How two segments meet whose envelopes meet; undefined when they do not. */
export function meetingOf(one: Segment, other: Segment): keyof Meetings | undefined {
  const [a, b] = [side(one, other[0], other[1]), side(one, other[2], other[3])];
  const [c, d] = [side(other, one[0], one[1]), side(other, one[2], one[3])];
  if (a * b > 0 || c * d > 0) return undefined;
  if (a * b < 0 || c * d < 0) return 'crossings';
  const isOnOneLine = a === 0 && b === 0;
  return isOnOneLine && (holdsEndOf(one, other) || holdsEndOf(other, one)) ? 'crossings' : 'touches';
}

/** Whether a segment has an end of another on the same line between its own ends. */
function holdsEndOf([ax, ay, bx, by]: Segment, [cx, cy, dx, dy]: Segment): boolean {
  const isSteep = ax === bx;
  const [from, to] = isSteep ? [Math.min(ay, by), Math.max(ay, by)] : [ax, bx];
  const [c, d] = isSteep ? [cy, dy] : [cx, dx];
  return (c > from && c < to) || (d > from && d < to);
}

/** On which side of a segment a point is: -1 or 1; 0 on its line. */
function side([ax, ay, bx, by]: Segment, x: number, y: number): number {
  return Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
}
