import type { Envelope } from '../geometry/geometry.ts';
import { placeCodeBits } from './place-code-condition.ts';

/** A range of codes: from the first, up to and without the second. They fit into a number: 52 bits. */
export type PlaceRange = readonly [number, number];

/** Blocks a cover is cut into along each axis, at most, besides those at its edges. */
const blocksAcross = 4;
const middle = 2 ** (placeCodeBits - 1);

/**
 * Ranges of codes (see `hosted.place_code`) that together hold everything in a cover, and not much beyond it.
 * @param unit side of the smallest cell, in the units of the cover
 * @param shift the cells asked for have 2^shift such sides; no range cuts through one
 */
export function placeRanges(cover: Envelope, unit: number, shift: number): PlaceRange[] {
  const [x0, y0] = [cellOf(cover.xmin, unit), cellOf(cover.ymin, unit)];
  const [x1, y1] = [cellOf(cover.xmax, unit), cellOf(cover.ymax, unit)];
  const side = Math.max(x1 - x0, y1 - y0, 1) / blocksAcross;
  const level = Math.min(placeCodeBits, Math.max(shift, Math.ceil(Math.log2(side))));
  const block = 2 ** level;
  const starts: number[] = [];
  for (let y = Math.floor(y0 / block); y <= Math.floor(y1 / block); y += 1)
    for (let x = Math.floor(x0 / block); x <= Math.floor(x1 / block); x += 1)
      starts.push(interleave(x, y) * block * block);
  return join(
    starts.toSorted((a, b) => a - b),
    block * block,
  );
}

function cellOf(coordinate: number, unit: number): number {
  return Math.min(Math.max(Math.floor(coordinate / unit) + middle, 0), 2 * middle - 1);
}

/** Bits of x at the even places, those of y at the odd ones. */
export function interleave(x: number, y: number): number {
  let code = 0;
  for (let bit = 0; bit < placeCodeBits; bit += 1) {
    const [a, b] = [Math.floor(x / 2 ** bit) % 2, Math.floor(y / 2 ** bit) % 2];
    code += (a + 2 * b) * 4 ** bit;
  }
  return code;
}

function join(starts: readonly number[], length: number): PlaceRange[] {
  const ranges: [number, number][] = [];
  for (const start of starts) {
    const last = ranges.at(-1);
    if (last && last[1] === start) last[1] = start + length;
    else ranges.push([start, start + length]);
  }
  return ranges;
}
