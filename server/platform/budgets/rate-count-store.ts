import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import { deleteAllExpired } from '../database/expired-rows-store.ts';
import { withoutSecondNode } from '../database/stand-in.ts';

export interface RateCount {
  key: string;
  /** Minutes since 1970. */
  minute: number;
  count: number;
}

/** Adds to counts in one statement; returns their new values, of all processes together. */
export async function addCounts(database: Database, counts: readonly RateCount[]): Promise<RateCount[]> {
  // In one order, so that two processes wait for each other instead of deadlocking.
  const sorted = counts.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const { rows } = await sql<RateCount>`
    insert into rate_count (key, minute, count)
    select * from unnest(
      cast(${sorted.map(({ key }) => key)} as text[]),
      cast(${sorted.map(({ minute }) => minute)} as bigint[]),
      cast(${sorted.map(({ count }) => count)} as integer[]))
    where ${withoutSecondNode}
    on conflict (minute, key) do update set count = rate_count.count + excluded.count
    returning key, minute, count`.execute(database);
  return rows;
}

/** Deletes earlier minutes. */
export async function deleteCountsBefore(database: Database, minute: number): Promise<void> {
  await deleteAllExpired(database, 'rate_count', sql`minute < ${minute}`);
}
