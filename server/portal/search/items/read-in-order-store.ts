import { type RawBuilder, sql } from 'kysely';
import { type Database, inReadTransaction } from '../../../platform/database/connect.ts';
import { limits } from '../../../limits.ts';
import type { Reading } from './item-search-condition.ts';

/**
 * The number of matches, estimated from the sample.
 * @param max in the sample: from there on it is Infinity; by default they represent some 16,000
 */
export async function estimateMatches(
  database: Database,
  sample: RawBuilder<unknown>,
  max: number = limits.searchSampled,
): Promise<number> {
  const statement = sql<{ count: number }>`select count(*)::integer as count
    from (select from ${sample} limit ${max === Infinity ? null : max}) as sampled`;
  const { rows } = await statement.execute(database);
  const count = rows[0]?.count ?? 0;
  return count < max ? count * limits.searchSampleOf : Infinity;
}

export interface Part {
  /** From 0. */
  offset: number;
  count: number;
}

/**
 * Part of the matches, in an order: either collected and sorted, or met on a scan along the index of the
 * order. A scan soon fills a page of very many matches but never ends for few; collecting is the other way
 * round. PostgreSQL estimates the number of matches from the frequency of each word, as if words were
 * independent: for two that are common and never together it would read the whole table.
 * @param matches number of matches, Infinity for very many; undefined: unknown, and PostgreSQL estimates
 */
export async function readInOrder(
  database: Database,
  { where, along, sample }: Reading,
  matches: number | undefined,
  order: RawBuilder<unknown>,
  part: Part,
): Promise<string[]> {
  if (matches === undefined) return read(database, sql`portal_item where ${along}`, order, part);
  const inOrder = await isReadInOrder(database, sample, matches, part.offset + part.count);
  return inReadTransaction(database, async (connection) => {
    await (inOrder ? preferOrder : preferIndexes)(connection);
    // Behind an offset the order of an index is useless.
    const gathered = sql`(select * from portal_item where ${where} offset 0) as portal_item`;
    return read(connection, inOrder ? sql`portal_item where ${along}` : gathered, order, part);
  });
}

/** A scan meets one match in `items / matches`, and reading a row costs the same both ways. */
async function isReadInOrder(
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
  // For deep pages of very many it pays to count: the whole sample is read.
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

/**
 * Reading the table from its beginning looks cheap to the planner, which underestimates the cost of searching
 * words in a row.
 */
export async function preferIndexes(connection: Database): Promise<void> {
  await sql`select set_config('enable_seqscan', 'off', true), set_config('random_page_cost', '0.4', true),
    set_config('seq_page_cost', '0.4', true)`.execute(connection);
}

async function preferOrder(connection: Database): Promise<void> {
  await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_sort', 'off', true)`.execute(connection);
}
