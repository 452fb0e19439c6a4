import { orient2d } from 'robust-predicates';
import { type Envelope, envelopeOf, type Geometry, strideOf } from '../geometry.ts';

/**
 * The edges of a line or polygon, sorted into horizontal strips, so that a question about a small place looks at the
 * edges near it alone. All answers are exact (robust predicates).
 */
export class Edges {
  readonly geometry: Geometry;
  readonly envelope: Envelope;
  readonly #strips: number[][];
  readonly #height: number;
  readonly #stride: number;

  constructor(geometry: Geometry) {
    this.geometry = geometry;
    this.envelope = envelopeOf(geometry);
    this.#stride = strideOf(geometry);
    const vertices = geometry.coordinates.length / this.#stride;
    const count = Math.max(1, Math.min(2048, Math.floor(vertices / 8)));
    this.#height = (this.envelope.ymax - this.envelope.ymin) / count || 1;
    this.#strips = Array.from({ length: count }, () => []);
    this.#fill();
  }

  #fill(): void {
    const { coordinates, parts } = this.geometry;
    let at = 0;
    for (const count of parts) {
      const end = at + (count - 1) * this.#stride;
      for (; at < end; at += this.#stride) {
        const y1 = coordinates[at + 1] as number;
        const y2 = coordinates[at + this.#stride + 1] as number;
        const last = this.#stripOf(Math.max(y1, y2));
        for (let strip = this.#stripOf(Math.min(y1, y2)); strip <= last; strip += 1)
          this.#strips[strip]?.push(at);
      }
      at += this.#stride;
    }
  }

  #stripOf(y: number): number {
    return Math.max(
      0,
      Math.min(this.#strips.length - 1, Math.floor((y - this.envelope.ymin) / this.#height)),
    );
  }

  /** Where a point lies: 1 inside the polygon, 0 on an edge, -1 outside. For lines never 1. */
  locate(x: number, y: number): -1 | 0 | 1 {
    const { xmin, ymin, xmax, ymax } = this.envelope;
    if (x < xmin || x > xmax || y < ymin || y > ymax) return -1;
    const { coordinates, kind } = this.geometry;
    let inside = false;
    for (const at of this.#strips[this.#stripOf(y)] ?? []) {
      const x1 = coordinates[at] as number;
      const y1 = coordinates[at + 1] as number;
      const x2 = coordinates[at + this.#stride] as number;
      const y2 = coordinates[at + this.#stride + 1] as number;
      if ((y < y1 && y < y2) || (y > y1 && y > y2) || (x > x1 && x > x2)) continue;
      // Strictly to the left of the edge's box: no arithmetic is needed to know that a ray to the right crosses it.
      if (x < x1 && x < x2) {
        if (y1 > y !== y2 > y) inside = !inside;
        continue;
      }
      const side = orient2d(x1, y1, x2, y2, x, y);
      if (side === 0) {
        if (between(x, x1, x2) && between(y, y1, y2)) return 0;
      } else if (y1 > y !== y2 > y && side > 0 !== y2 > y1) inside = !inside;
    }
    return inside && kind === 'polygon' ? 1 : -1;
  }

  /** Whether a segment has a point in common with any edge. */
  meets(ax: number, ay: number, bx: number, by: number): boolean {
    const [left, right] = ax < bx ? [ax, bx] : [bx, ax];
    const [low, high] = ay < by ? [ay, by] : [by, ay];
    const { envelope } = this;
    if (left > envelope.xmax || right < envelope.xmin || low > envelope.ymax || high < envelope.ymin)
      return false;
    const { coordinates } = this.geometry;
    const last = this.#stripOf(high);
    for (let strip = this.#stripOf(low); strip <= last; strip += 1) {
      for (const at of this.#strips[strip] ?? []) {
        const x1 = coordinates[at] as number;
        const x2 = coordinates[at + this.#stride] as number;
        if ((x1 > right && x2 > right) || (x1 < left && x2 < left)) continue;
        const y1 = coordinates[at + 1] as number;
        const y2 = coordinates[at + this.#stride + 1] as number;
        if ((y1 > high && y2 > high) || (y1 < low && y2 < low)) continue;
        if (segmentsMeet(ax, ay, bx, by, x1, y1, x2, y2)) return true;
      }
    }
    return false;
  }

  /** Whether any edge of another line or polygon meets one of these. */
  meetsEdgesOf(other: Geometry): boolean {
    const stride = strideOf(other);
    const { coordinates } = other;
    let at = 0;
    for (const count of other.parts) {
      const end = at + (count - 1) * stride;
      for (; at < end; at += stride) {
        const met = this.meets(
          coordinates[at] as number,
          coordinates[at + 1] as number,
          coordinates[at + stride] as number,
          coordinates[at + stride + 1] as number,
        );
        if (met) return true;
      }
      at += stride;
    }
    return false;
  }
}

function between(value: number, a: number, b: number): boolean {
  return a < b ? value >= a && value <= b : value >= b && value <= a;
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
