import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { limits } from '../../../limits.ts';
import type { Reading } from './item-search-condition.ts';
import { estimateMatches } from './sample-store.ts';

export interface Part {
  /** From 0. */
  offset: number;
  count: number;
}

/**
 * A part of what matches, in an order: gathered and sorted, or met on a walk along the index of the order. A walk soon has a page of very
 * many and never ends for few; gathering is the other way round. PostgreSQL guesses how many match from how often each word stands in
 * items, as if words knew nothing of each other: of two that are common and never together it would read the whole table.
 * @param matches how many match, Infinity for very many; undefined: nobody knows, and PostgreSQL guesses
 */
export async function readInOrder(
  database: Database,
  { where, along, sample }: Reading,
  matches: number | undefined,
  order: RawBuilder<unknown>,
  part: Part,
): Promise<string[]> {
  if (matches === undefined) return read(database, sql`portal_item where ${along}`, order, part);
  const walked = await isWalked(database, sample, matches, part.offset + part.count);
  return inTransaction(database, async (connection) => {
    await (walked ? preferOrder : preferIndexes)(connection);
    // Behind an offset the order of an index is of no use.
    const gathered = sql`(select * from portal_item where ${where} offset 0) as portal_item`;
    return read(connection, walked ? sql`portal_item where ${along}` : gathered, order, part);
  });
}

/** A walk meets one match in `items / matches`, and reading a row costs the same both ways. */
async function isWalked(
  database: Database,
  sample: RawBuilder<unknown> | undefined,
  matches: number,
  wanted: number,
): Promise<boolean> {
  const { rows } = await sql<{ items: number }>`
    select reltuples as items from pg_class where oid = 'portal_item'::regclass`.execute(database);
  const read = wanted * (rows[0]?.items ?? 0);
  if (matches < Infinity) return read < matches ** 2;
  const many = limits.searchSampled * limits.searchSampleOf;
  // Deep in very many it pays to know how many: the whole sample tells.
  return !sample || read < many ** 2 || read < (await estimateMatches(database, sample, Infinity)) ** 2;
}

async function read(
  database: Database,
  source: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { offset, count }: Part,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select portal_item.id from ${source}
    order by ${order} limit ${count} offset ${offset}`.execute(database);
  return rows.map(({ id }) => id);
}

/** Reading the table from its beginning looks cheap to the planner, which does not know how long it takes to look for words in a row. */
export async function preferIndexes(connection: Database): Promise<void> {
  await sql`select set_config('enable_seqscan', 'off', true), set_config('random_page_cost', '0.4', true),
    set_config('seq_page_cost', '0.4', true)`.execute(connection);
}

async function preferOrder(connection: Database): Promise<void> {
  await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_sort', 'off', true)`.execute(connection);
}
