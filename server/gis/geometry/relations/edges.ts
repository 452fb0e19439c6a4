import Flatbush from 'flatbush';
import { orient2d } from 'robust-predicates';
import { type Envelope, envelopeOf, type Geometry, partsOf, strideOf } from '../geometry.ts';

/** Tests the edge from (x1, y1) to (x2, y2); true ends the search. */
export type EdgeTest = (x1: number, y1: number, x2: number, y2: number) => boolean;

/** Up to this many edges a scan is faster than an index. */
const few = 32;

/**
 * The edges of a line or polygon in a spatial index, so that a test near a place reads only the edges near
 * it. A point is a zero-length edge. All answers are exact (robust predicates).
 */
export class Edges {
  readonly geometry: Geometry;
  readonly envelope: Envelope;
  /** Number of edges. */
  readonly count: number;
  readonly #stride: number;
  readonly #isLinear: boolean;
  #index: Flatbush | undefined;
  /** Offset of each indexed edge. */
  #starts = new Uint32Array();
  #searches = 0;

  constructor(geometry: Geometry) {
    this.geometry = geometry;
    this.envelope = envelopeOf(geometry);
    this.#stride = strideOf(geometry);
    this.#isLinear = geometry.kind === 'polyline' || geometry.kind === 'polygon';
    const vertices = geometry.coordinates.length / this.#stride;
    this.count = this.#isLinear ? vertices - geometry.parts.length : vertices;
  }

  /** Whether the test holds for any edge whose box meets this one. */
  some(xmin: number, ymin: number, xmax: number, ymax: number, test: EdgeTest): boolean {
    this.#searches += 1;
    // Building an index pays off only from the second test.
    if (!this.#index && this.count > few && this.#searches > 1) this.#index = this.#build();
    const { coordinates } = this.geometry;
    const step = this.#isLinear ? this.#stride : 0;
    const testAt = (at: number) =>
      test(
        coordinates[at] as number,
        coordinates[at + 1] as number,
        coordinates[at + step] as number,
        coordinates[at + step + 1] as number,
      );
    if (this.#index)
      return this.#index.collides(xmin, ymin, xmax, ymax, (edge) => testAt(this.#starts[edge] as number));
    return this.#someStart((at) => {
      const x1 = coordinates[at] as number;
      const x2 = coordinates[at + step] as number;
      if ((x1 > xmax && x2 > xmax) || (x1 < xmin && x2 < xmin)) return false;
      const y1 = coordinates[at + 1] as number;
      const y2 = coordinates[at + step + 1] as number;
      return !((y1 > ymax && y2 > ymax) || (y1 < ymin && y2 < ymin)) && test(x1, y1, x2, y2);
    });
  }

  #someStart(test: (at: number) => boolean): boolean {
    let at = 0;
    const last = this.#isLinear ? 1 : 0;
    for (const count of partsOf(this.geometry)) {
      const end = at + (count - last) * this.#stride;
      for (; at < end; at += this.#stride) if (test(at)) return true;
      at += last * this.#stride;
    }
    return false;
  }

  #build(): Flatbush {
    const { coordinates } = this.geometry;
    const step = this.#isLinear ? this.#stride : 0;
    const index = new Flatbush(this.count);
    this.#starts = new Uint32Array(this.count);
    this.#someStart((at) => {
      const [x1, y1] = [coordinates[at] as number, coordinates[at + 1] as number];
      const [x2, y2] = [coordinates[at + step] as number, coordinates[at + step + 1] as number];
      const edge = index.add(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
      this.#starts[edge] = at;
      return false;
    });
    index.finish();
    return index;
  }

  /** Location of a point: 1 inside the polygon, 0 on an edge, -1 outside. For lines and points never 1. */
  locate(x: number, y: number): -1 | 0 | 1 {
    const { xmin, ymin, xmax, ymax } = this.envelope;
    if (x < xmin || x > xmax || y < ymin || y > ymax) return -1;
    const reach = this.geometry.kind === 'polygon' ? xmax : x;
    let inside = false;
    const onEdge = this.some(x, y, reach, y, (x1, y1, x2, y2) => {
      // Strictly to the left of the edge's box: no arithmetic is needed to know that a ray to the right crosses it.
      if (x < x1 && x < x2) {
        if (y1 > y !== y2 > y) inside = !inside;
        return false;
      }
      const side = orient2d(x1, y1, x2, y2, x, y);
      if (side === 0) return between(x, x1, x2) && between(y, y1, y2);
      if (y1 > y !== y2 > y && side > 0 !== y2 > y1) inside = !inside;
      return false;
    });
    if (onEdge) return 0;
    return inside && this.geometry.kind === 'polygon' ? 1 : -1;
  }

  /** Whether a segment has a point in common with any edge. */
  meets(ax: number, ay: number, bx: number, by: number): boolean {
    const { envelope } = this;
    const [left, right] = ax < bx ? [ax, bx] : [bx, ax];
    const [low, high] = ay < by ? [ay, by] : [by, ay];
    if (left > envelope.xmax || right < envelope.xmin || low > envelope.ymax || high < envelope.ymin)
      return false;
    return this.some(left, low, right, high, (x1, y1, x2, y2) =>
      segmentsMeet(ax, ay, bx, by, x1, y1, x2, y2),
    );
  }

  /** Whether any edge of another geometry meets one of these. */
  meetsEdgesOf(other: Edges): boolean {
    const { xmin, ymin, xmax, ymax } = this.envelope;
    return other.some(xmin, ymin, xmax, ymax, (x1, y1, x2, y2) => this.meets(x1, y1, x2, y2));
  }
}

export function between(value: number, a: number, b: number): boolean {
  return a < b ? value >= a && value <= b : value >= b && value <= a;
}

/** Squared distance of a point from the segment between two others. */
export function squaredDistance(
  x: number,
  y: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
  const [ex, ey] = [x - ax - share * dx, y - ay - share * dy];
  return ex * ex + ey * ey;
}

/** Whether two segments, ends included, have a point in common; segments may be single points. */
export function segmentsMeet(
  ...[ax, ay, bx, by, cx, cy, dx, dy]: [number, number, number, number, number, number, number, number]
): boolean {
  const c = Math.sign(orient2d(ax, ay, bx, by, cx, cy));
  const d = Math.sign(orient2d(ax, ay, bx, by, dx, dy));
  if (c * d > 0) return false;
  const a = Math.sign(orient2d(cx, cy, dx, dy, ax, ay));
  const b = Math.sign(orient2d(cx, cy, dx, dy, bx, by));
  if (a * b > 0) return false;
  if (a !== 0 || b !== 0 || c !== 0 || d !== 0) return true;
  // All on one line: they meet when their boxes do.
  return (
    Math.max(ax, bx) >= Math.min(cx, dx) &&
    Math.min(ax, bx) <= Math.max(cx, dx) &&
    Math.max(ay, by) >= Math.min(cy, dy) &&
    Math.min(ay, by) <= Math.max(cy, dy)
  );
}
