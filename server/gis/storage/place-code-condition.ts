import { type RawBuilder, sql } from 'kysely';
import { isGeographic } from '../geometry/spatial-reference.ts';

/** A query uses an expression index only with exactly the same expression: both take it from here. */

/** The longer side of a feature's envelope. */
export const largerSide = sql`greatest((box[0])[0] - (box[1])[0], (box[0])[1] - (box[1])[1])`;

/** Cells along each axis. */
export const placeCodeBits = 26;

/** Side of the smallest cell in a layer's units: 2²⁶ of them span the world, some sixty centimetres each. */
export function placeUnit(wkid: number): number {
  return (isGeographic(wkid) ? 360 : 40_075_017) / 2 ** placeCodeBits;
}

/** Position of a feature on the Z-order curve, see the migration of `hosted.place_code`. */
export function placeCode(wkid: number): RawBuilder<unknown> {
  return sql`hosted.place_code(box, ${double(placeUnit(wkid))})`;
}

/**
 * Sizes from which features have an index of their own: a pixel and a half of every second zoom, the smallest
 * first.
 */
export function indexedSizes(wkid: number): number[] {
  const world = isGeographic(wkid) ? 360 : 40_075_017;
  return [11, 9, 7, 5, 3].map((zoom) => (world / 2 ** zoom / 512) * 1.5);
}

/** A number as a literal in the statement. */
export function double(value: number): RawBuilder<unknown> {
  return sql`cast(${sql.lit(String(value))} as double precision)`;
}
