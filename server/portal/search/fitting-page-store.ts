import { type AliasedRawBuilder, sql, type SqlBool } from 'kysely';
import { limits } from '../../limits.ts';
import { inTurn } from '../../platform/budgets/in-turn.ts';

/** What `weighing` adds to a row. */
export interface Weighed {
  /** Bytes of the row's texts as JSON. */
  json_bytes: number;
  /** The same of all rows of the page up to this one. */
  bytes_through: number;
  /** Rows of the page, with those that do not fit. */
  page_rows: number;
}

/** The rows of a page that fit into one answer, in order. */
export interface FittingPage<Row> {
  rows: Row[];
  /** Ids of the page up to the last row, where the page ends early; otherwise undefined. */
  endsAfter: number | undefined;
}

/**
 * Columns by which the database weighs the rows of a page before it sends them: a few of them may be as large as thousands of others.
 * @param ids of the page, in its order
 */
export function weighing(
  table: 'portal_item' | 'portal_group',
  ids: readonly string[],
): readonly [
  AliasedRawBuilder<number, 'json_bytes'>,
  AliasedRawBuilder<number, 'bytes_through'>,
  AliasedRawBuilder<number, 'page_rows'>,
] {
  const bytes = sql.ref<number>(`${table}.json_bytes`);
  const place = sql`array_position(${[...ids]}::text[], ${sql.ref(`${table}.id`)})`;
  return [
    bytes.as('json_bytes'),
    sql<number>`(sum(${bytes}) over (order by ${place}))::integer`.as('bytes_through'),
    sql<number>`(count(*) over ())::integer`.as('page_rows'),
  ];
}

/** Condition of rows with the columns of `weighing`: as many as fit, and the first in any case. */
export const fits = sql<SqlBool>`(bytes_through <= ${sql.lit(limits.pageBytes)} or bytes_through = json_bytes)`;

/** The rows in the order of the page's ids. Waits for a turn if they are large, because they are written next. */
export async function fittingPage<Row extends Weighed & { id: string }>(
  ids: readonly string[],
  found: readonly Row[],
): Promise<FittingPage<Row>> {
  const byId = new Map(found.map((row) => [row.id, row]));
  const rows = ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
  const last = rows.at(-1);
  if (last !== undefined && last.bytes_through > limits.turnPageBytes) await inTurn();
  // Rows may also be missing because the caller may not see them any longer: the page does not end there.
  const endsEarly = last !== undefined && rows.length < last.page_rows;
  return { rows, endsAfter: endsEarly ? ids.indexOf(last.id) + 1 : undefined };
}
