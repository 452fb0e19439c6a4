import type { BinaryRow } from '../../platform/database/binary-rows.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { limits } from '../../limits.ts';
import { TooHeavy } from '../../platform/threads/too-heavy.ts';
import type { Field } from '../layer/field.ts';
import { memoryOf, readEach, type RowLimit, tooLarge } from './feature-rows-store.ts';

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

/** How much of its rows a query reads; `room` does not count on the event loop, nor what is not wide. */
export interface ReadingLimit extends RowLimit {
  /** Bytes of wide columns that may be read on the event loop, which reads `loopValues` times as many of all columns. */
  loopBytes?: number | undefined;
  /** Goes on after rows that have no room, until as many bytes again were read in vain. */
  skips?: boolean;
}

/** Bytes of all columns on the event loop, as a multiple of those of wide ones, which are worked on longer. */
const loopValues = 5;

/**
 * Reads rows until they are too large together, or one of them is: what is too large by itself is not sent.
 * @param receive gets a reader of whole rows, and returns what takes each of them; the last column is not for it
 * @returns whether these are all rows
 * @throws TooHeavy on the event loop, when the rows or one of them are too large for it
 */
export async function takeWithinLimit(
  database: Database,
  { columns, rest }: SizedQuery,
  {
    onLoop = false,
    loopBytes = limits.loopBytes,
    room = { bytes: limits.responseBytes },
    skips = false,
  }: ReadingLimit,
  receive: (read: (row: BinaryRow) => unknown[]) => (row: BinaryRow) => void,
): Promise<boolean> {
  const max = onLoop ? loopBytes : room.bytes;
  const maxOfAll = onLoop ? loopBytes * loopValues : limits.responseBytes;
  const maxOfOne = sql.lit(onLoop ? limits.loopShapeBytes : Math.min(limits.responseBytes, max));
  // PostgreSQL knows the size of a value without reading it.
  const isHeavy = (column: SizedColumn) => sql`octet_length(${column.sql}) > ${maxOfOne}`;
  const values = columns.map((column, index) => {
    const light = column.wide ? sql`case when not ${isHeavy(column)} then ${column.sql} end` : column.sql;
    return sql`${light} as ${sql.ref(`c${index}`)}`;
  });
  const heavy = columns.filter(({ wide }) => wide).map(isHeavy);
  const weighed = columns.flatMap(({ wide }, index) => (wide ? [index] : []));
  const anyHeavy = heavy.length === 0 ? sql`false` : sql.join(heavy, sql` or `);
  const query = sql`select ${sql.join(values)}, ${anyHeavy} as is_heavy ${rest}`;
  let [total, skipped, taken, isWhole] = [0, 0, 0, true];
  await readEach(database, { compile: () => query.compile(database) }, (read) => {
    [total, skipped, taken, isWhole] = [0, 0, 0, true];
    const take = receive(read);
    return (row) => {
      const last = row.lengths.length - 1;
      let size = 0;
      for (const column of weighed) size += Math.max(0, row.lengths[column] as number);
      const isHeavyRow = row.lengths[last] !== -1 && row.bytes[row.starts[last] as number] !== 0;
      if (isHeavyRow || total + size > max) {
        isWhole = false;
        skipped += size;
        return skips && skipped <= max;
      }
      taken += memoryOf(row);
      if (taken > maxOfAll) return (isWhole = false);
      total += size;
      take(row);
      return true;
    };
  });
  room.bytes -= total;
  if (onLoop && !isWhole) throw new TooHeavy('pages');
  return isWhole;
}

/**
 * Reads rows as arrays, as `takeWithinLimit` does.
 * @throws TooHeavy as that
 */
export async function readWithinLimit(
  database: Database,
  query: SizedQuery,
  limit: ReadingLimit = {},
): Promise<{ rows: unknown[][]; isWhole: boolean }> {
  let rows: unknown[][] = [];
  const isWhole = await takeWithinLimit(database, query, limit, (read) => {
    rows = [];
    return (row) => {
      const values = read(row);
      values.pop();
      rows.push(values);
    };
  });
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
  limit: ReadingLimit = {},
): Promise<unknown[][]> {
  const { rows, isWhole } = await readWithinLimit(database, query, limit);
  if (!isWhole) throw tooLarge();
  return rows;
}
