import { inTurn } from '../../platform/budgets/in-turn.ts';
import type { Geometry } from './geometry.ts';

/** Work of one or two milliseconds, or of fifteen where each vertex is projected: a vertex is one, a feature besides ten. */
const sliceWeight = 5000;
const featureWeight = 10;
/** Milliseconds after which others get their turn. */
const turn = 8;

/**
 * Works on many features a slice at a time and lets other requests be answered between slices; of several such works one goes on
 * in each turn of the event loop. One feature is never cut:
 * the largest there may be, of a million vertices, takes its time.
 * @param cost how much dearer a vertex is than to be written down
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
