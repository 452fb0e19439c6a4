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

/**
 * Adds to a count unless the sum would be more than `max`, which may be infinite. One statement: others see no sum that is refused.
 * @returns whether it was added
 */
export async function addCountWithin(
  database: Database,
  { key, minute, count }: RateCount,
  max: number,
): Promise<boolean> {
  const most = sql`cast(${max} as double precision)`;
  const { rows } = await sql`
    insert into rate_count (key, minute, count)
    select ${key}, cast(${minute} as bigint), cast(${count} as integer)
    where cast(${count} as integer) <= ${most} and ${withoutSecondNode}
    on conflict (minute, key) do update set count = rate_count.count + excluded.count
    where cast(rate_count.count as bigint) + excluded.count <= ${most}
    returning key`.execute(database);
  return rows.length > 0;
}

/** Deletes earlier minutes. */
export async function deleteCountsBefore(database: Database, minute: number): Promise<void> {
  await deleteAllExpired(database, 'rate_count', sql`minute < ${minute}`);
}
