import type { Envelope } from './geometry.ts';
import { type AxisProjector, axesBetween } from './project.ts';
import type { Grid } from './quantize.ts';

/** Types of well-known binary. */
const [point, polygons] = [1, 6];

/** Writes a number from 0 to 2^53 in groups of seven bits. @returns the next place */
export function writeVarint(bytes: Uint8Array, place: number, value: number): number {
  let at = place;
  let rest = value;
  for (; rest > 0x7fffffff; rest = Math.floor(rest / 128)) bytes[at++] = (rest % 128) | 128;
  for (; rest > 127; rest >>>= 7) bytes[at++] = (rest & 127) | 128;
  bytes[at++] = rest;
  return at;
}

/** A signed number with its sign in the last bit (`sint64` of protocol buffers). */
export function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

/**
 * Puts stored points, lines and areas (`wkb.ts`) without z and m on a grid and writes them as numbers of variable length: what
 * `projectGeometry`, `quantize` and a writer of protocol buffers do together, without objects for each geometry.
 */
export class WkbOnGrid {
  /** The coordinates that were written, of which `length` bytes count. */
  bytes: Uint8Array = new Uint8Array(4096);
  length = 0;
  /** Vertices of each part that remains, of which `partCount` count. */
  readonly parts: number[] = [];
  partCount = 0;
  /** Around all vertices, before they were projected. */
  readonly envelope: Envelope = { xmin: 0, ymin: 0, xmax: 0, ymax: 0 };
  #viewed: Buffer | undefined;
  #view: DataView = new DataView(new ArrayBuffer(0));
  readonly #axes: { x: AxisProjector; y: AxisProjector };
  readonly #grid: Grid;
  readonly #simplify: boolean;

  constructor(axes: { x: AxisProjector; y: AxisProjector }, grid: Grid, simplify: boolean) {
    this.#axes = axes;
    this.#grid = grid;
    this.#simplify = simplify;
  }

  /** @returns a writer for this projection; undefined if x and y do not depend on x and y only */
  static between(from: number, to: number, grid: Grid, simplify: boolean): WkbOnGrid | undefined {
    const axes = axesBetween(from, to);
    return axes && new WkbOnGrid(axes, grid, simplify);
  }

  /** @returns whether all of it can be projected */
  write(wkb: Buffer, start: number, size: number): boolean {
    const view = this.#viewOf(wkb);
    const type = view.getUint32(start + 1, true);
    const isArea = type === polygons;
    // Sixteen bytes of a vertex become twenty at most.
    if (this.bytes.length < size * 2) this.bytes = new Uint8Array(size * 2);
    this.length = 0;
    this.partCount = 0;
    const { envelope } = this;
    envelope.xmin = envelope.ymin = Infinity;
    envelope.xmax = envelope.ymax = -Infinity;
    if (type === point) return this.#writePart(view, start + 5, 1, 1);
    let at = start + 9;
    for (let left = view.getUint32(start + 5, true); left > 0; left -= 1) {
      const rings = isArea ? view.getUint32(at + 5, true) : 1;
      at += isArea ? 9 : 5;
      for (let ring = 0; ring < rings; ring += 1) {
        const count = view.getUint32(at, true);
        if (!this.#writePart(view, at + 4, count, isArea ? 4 : 2)) return false;
        at += 4 + count * 16;
      }
    }
    return true;
  }

  /** Many geometries are in the same bytes. */
  #viewOf(bytes: Buffer): DataView {
    if (bytes !== this.#viewed) {
      this.#viewed = bytes;
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    return this.#view;
  }

  #writePart(view: DataView, start: number, count: number, min: number): boolean {
    const { bytes, envelope } = this;
    const { x: projectX, y: projectY } = this.#axes;
    const { scale, translate, originPosition } = this.#grid;
    const { x: tx, y: ty } = translate;
    const inverse = 1 / scale;
    const down = originPosition === 'upperLeft' ? -inverse : inverse;
    let { xmin, ymin, xmax, ymax } = envelope;
    let px = 0;
    let py = 0;
    let kept = 0;
    let place = this.length;
    const end = start + count * 16;
    for (let at = start; at < end; at += 16) {
      const x = view.getFloat64(at, true);
      const y = view.getFloat64(at + 8, true);
      if (x < xmin) xmin = x;
      if (x > xmax) xmax = x;
      if (y < ymin) ymin = y;
      if (y > ymax) ymax = y;
      const column = Math.round((projectX(x) - tx) * inverse) + 0;
      const row = Math.round((projectY(y) - ty) * down) + 0;
      if (kept > 0 && this.#simplify && column === px && row === py) continue;
      place = writeVarint(bytes, place, zigzag(column - px));
      place = writeVarint(bytes, place, zigzag(row - py));
      px = column;
      py = row;
      kept += 1;
    }
    envelope.xmin = xmin;
    envelope.ymin = ymin;
    envelope.xmax = xmax;
    envelope.ymax = ymax;
    if (!Number.isFinite(px + py)) return false;
    if (this.#simplify && kept < min) return true;
    this.length = place;
    this.parts[this.partCount] = kept;
    this.partCount += 1;
    return true;
  }
}
