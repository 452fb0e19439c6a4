import { inTurn } from '../../platform/budgets/in-turn.ts';
import type { Geometry } from './geometry.ts';

/**
 * Work of one or two milliseconds, or of fifteen where each vertex is projected: a vertex counts as one, a
 * feature adds ten.
 */
const sliceWeight = 5000;
const featureWeight = 10;
/** Milliseconds before yielding. */
const turn = 8;

/**
 * Processes many features in slices and yields to other requests in between; of several such jobs one
 * continues in each turn of the event loop. A single feature is never split: the largest possible, of a
 * million vertices, blocks as long as it takes.
 * @param cost cost of a vertex relative to writing it
 */
export async function inSlices<Row, Result>(
  rows: readonly Row[],
  geometryOf: (row: Row) => Geometry | null,
  work: (slice: readonly Row[]) => Result,
  cost = 1,
): Promise<Result[]> {
  const results: Result[] = [];
  let from = 0;
  let weight = 0;
  if (rows.length * featureWeight > sliceWeight) await inTurn();
  let began = performance.now();
  for (const [index, row] of rows.entries()) {
    weight += (featureWeight + (geometryOf(row)?.coordinates.length ?? 0) / 2) * cost;
    if (weight < sliceWeight && index < rows.length - 1) continue;
    results.push(work(rows.slice(from, index + 1)));
    from = index + 1;
    weight = 0;
    if (from === rows.length || performance.now() - began < turn) continue;
    await inTurn();
    began = performance.now();
  }
  return results;
}

/** The members of a JSON array that were written in slices, between what comes before and after them. */
export function joinSlices(before: string, slices: readonly Uint8Array[], after: string): Uint8Array {
  const comma = Buffer.from(',');
  const members = slices.flatMap((slice, index) => (index === 0 ? [slice] : [comma, slice]));
  return Buffer.concat([Buffer.from(before), ...members, Buffer.from(after)]);
}
