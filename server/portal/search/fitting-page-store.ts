import { sql, type SqlBool } from 'kysely';
import { limits } from '../../limits.ts';
import { inTurn } from '../../platform/budgets/in-turn.ts';
import type { Database } from '../../platform/database/connect.ts';
import { prepared } from '../../platform/database/prepared.ts';

/** The rows of a page that fit into one response, in order. */
export interface FittingPage<Row> {
  rows: Row[];
  /** Ids of the page up to the last row, where the page ends early; otherwise undefined. */
  endsAfter: number | undefined;
}

/** What is listed in pages; its column `json_bytes` has the bytes of a row's texts as JSON. */
type Listed = 'portal_item' | 'portal_group';

/** Condition that is true for all rows of a page if they are so small together that nothing needs to be weighed. */
export function isSmallPage(table: Listed, ids: readonly string[]) {
  return sql<SqlBool>`(select sum(json_bytes) from ${sql.table(table)} where id = any(${[...ids]}::text[]))
    <= ${sql.lit(limits.smallPageBytes)}`;
}

/**
 * Loads a page of items or groups. A few of them may be as large as thousands of others, so a page that is not small is weighed before
 * it leaves the database: it has as many rows as fit, at least one, and waits for its turn on the event loop, because it is written next.
 * @param ids of the page, in its order
 * @param load those of the rows that the caller may see, in any order; with `onlySmall`, under the condition `isSmallPage`
 */
export async function loadFittingPage<Row extends { id: string }>(
  database: Database,
  table: Listed,
  ids: readonly string[],
  load: (ids: readonly string[], onlySmall: boolean) => Promise<Row[]>,
): Promise<FittingPage<Row>> {
  if (ids.length === 0) return { rows: [], endsAfter: undefined };
  const small = await load(ids, true);
  if (small.length > 0) return { rows: inOrder(ids, small), endsAfter: undefined };
  const count = await countFitting(database, table, ids);
  const rows = inOrder(ids, await load(ids.slice(0, count), false));
  await inTurn();
  return { rows, endsAfter: count < ids.length ? count : undefined };
}

/** How many of these, from the first one on, fit into one response; at least one. */
async function countFitting(database: Database, table: Listed, ids: readonly string[]): Promise<number> {
  const rows = await database
    .selectFrom(table)
    .select(['id', 'json_bytes'])
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .modifyEnd(prepared)
    .execute();
  const bytesOf = new Map(rows.map(({ id, json_bytes: bytes }) => [id, bytes]));
  let bytes = 0;
  const tooMany = ids.findIndex((id) => (bytes += bytesOf.get(id) ?? 0) > limits.pageBytes);
  return tooMany < 0 ? ids.length : Math.max(1, tooMany);
}

function inOrder<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}
