import { arcgisError } from '../../platform/http/arcgis-error.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { limits } from '../../limits.ts';
import { TooHeavy } from '../../platform/threads/too-heavy.ts';
import type { Field } from '../layer/field.ts';
import { readRows } from './feature-rows-store.ts';

/** A column to read; a wide one may have any number of bytes (geometry, text). */
export interface SizedColumn {
  sql: RawBuilder<unknown>;
  wide: boolean;
}

export interface SizedQuery {
  columns: readonly SizedColumn[];
  /** From `from` to `limit`: everything after the columns of a select. */
  rest: RawBuilder<unknown>;
}

/**
 * Reads rows with their wide values, unless these are too large (`limits.answerBytes`): then `isWhole` is
 * false, and the rows beyond the limit are missing: all but the first of them are not sent. PostgreSQL knows the size of a value without reading it.
 * @param onLoop whether this runs on the event loop
 * @param loopBytes bytes that may be read there
 * @throws TooHeavy on the event loop, when the rows or one of them are too large for it
 */
export async function readWithinLimit(
  database: Database,
  { columns, rest }: SizedQuery,
  onLoop = false,
  loopBytes: number = limits.loopBytes,
): Promise<{ rows: unknown[][]; isWhole: boolean }> {
  if (!columns.some(({ wide }) => wide)) {
    const plain = sql`select ${sql.join(columns.map((column) => column.sql))} ${rest}`;
    return { rows: await readRows(database, { compile: () => plain.compile(database) }), isWhole: true };
  }
  const named = columns.map((column, index) => ({ ...column, name: sql.ref(`c${index}`) }));
  const sizes = named
    .filter(({ wide }) => wide)
    .map(({ name }) => sql`cast(coalesce(octet_length(page.${name}), 0) as double precision)`);
  const max = onLoop ? loopBytes : limits.answerBytes;
  const maxOfOne = onLoop ? limits.loopShapeBytes : limits.answerBytes;
  const light = sql`total <= ${max} and largest <= ${maxOfOne}`;
  const values = named.map(({ name, wide }) => (wide ? sql`case when ${light} then ${name} end` : name));
  // Sums up to each row are computed while rows are read; those of all rows would hold all of them back. A sum of
  // bigint is numeric, which takes longer than a double, and that is exact up to 2^53.
  const query = sql`
    select ${sql.join(values)}, total, largest from (
      select weighed.*, sum(weight) over so_far as total, max(weight) over so_far as largest
      from (
        select page.*, ${sql.join(sizes, sql` + `)} as weight
        from (select ${sql.join(named.map((column) => sql`${column.sql} as ${column.name}`))} ${rest}) as page
      ) as weighed window so_far as (rows unbounded preceding)
    ) as summed
    where total - weight <= ${max}`;
  const found = await readRows(database, { compile: () => query.compile(database) });
  const isLight = (row: readonly unknown[] | undefined) => {
    const [total = 0, largest = 0] = (row?.slice(-2) ?? []) as number[];
    return total <= max && largest <= maxOfOne;
  };
  const isWhole = isLight(found.at(-1));
  if (onLoop && !isWhole) throw new TooHeavy('pages');
  const rows = isWhole ? found : found.filter(isLight);
  for (const row of rows) row.length -= 2;
  return { rows, isWhole };
}

/** A field's column: a short text does not count. */
export function fieldColumn({ column, type, length }: Field): SizedColumn {
  return {
    sql: sql.ref(column),
    wide: type === 'esriFieldTypeString' && (length === undefined || length > 1000),
  };
}

/**
 * Reads the rows of one response.
 * @throws TooHeavy on the event loop, and MappingError `services:invalid-query` (400) elsewhere, when they
 * are too large
 */
export async function readPageOf(
  database: Database,
  query: SizedQuery,
  onLoop = false,
  loopBytes?: number,
): Promise<unknown[][]> {
  const { rows, isWhole } = await readWithinLimit(database, query, onLoop, loopBytes);
  if (isWhole) return rows;
  throw arcgisError('services:invalid-query', {
    faults: [
      {
        path: 'resultRecordCount',
        message: `The features have more than ${limits.answerBytes} bytes together. Request fewer of them at a time.`,
      },
    ],
  });
}
