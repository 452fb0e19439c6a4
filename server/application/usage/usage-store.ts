import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { deleteAllExpired } from '../../platform/database/expired-rows-store.ts';

/** Adds one to the count of a kind on a day (`yyyy-mm-dd`, UTC). */
export async function countUsage(
  database: Database,
  organisation: string,
  day: string,
  kind: string,
): Promise<void> {
  await database
    .insertInto('usage_day')
    .values({ organisation, day, kind, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['organisation', 'day', 'kind']).doUpdateSet({ count: sql`usage_day.count + 1` }),
    )
    .execute();
}

/**
 * Counts a user once a day without storing who it was: a hash keyed by a secret of that day, which is deleted
 * with the hashes when the day is over.
 */
export async function countActiveMember(
  database: Database,
  organisation: string,
  day: string,
  username: string,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const key = await keyOf(transaction, day);
    const mark = createHmac('sha256', key).update(`${organisation} ${username}`).digest().subarray(0, 16);
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('usage_person')
      .values({ organisation, day, mark })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows) await countUsage(transaction, organisation, day, 'people');
  });
}

async function keyOf(transaction: Database, day: string): Promise<Uint8Array> {
  const find = () => transaction.selectFrom('usage_key').select('key').where('day', '=', day);
  const known = await find().executeTakeFirst();
  if (known) return known.key;
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('usage_key')
    .values({ day, key: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  // On a new day, everything that could identify users of an earlier one is deleted. Their hashes are useless then, and many:
  // `forgetMembers` deletes them.
  if (numInsertedOrUpdatedRows) await transaction.deleteFrom('usage_key').where('day', '<', day).execute();
  return (await find().executeTakeFirstOrThrow()).key;
}

/** Deletes the hashes of earlier days, a part at a time: no request waits for all of them. */
export async function forgetMembers(database: Database, now: number): Promise<void> {
  const day = new Date(now).toISOString().slice(0, 10);
  await deleteAllExpired(database, 'usage_person', sql`day < ${day}`);
}

/** Counts by day and kind, both ends inclusive; shared maps are counted from their table. */
export async function readUsage(
  database: Database,
  organisation: string,
  from: string,
  until: string,
): Promise<{ day: string; kind: string; count: number }[]> {
  const shares = await database
    .selectFrom('shared_map')
    .select([
      sql<string>`to_char(to_timestamp(created_at / 1000.0) at time zone 'UTC', 'YYYY-MM-DD')`.as('day'),
      sql<string>`'shares'`.as('kind'),
      (eb) => eb.fn.countAll<number>().as('count'),
    ])
    .where('organisation', '=', organisation)
    .where('created_at', '>=', Date.parse(from))
    .groupBy('day')
    .execute();
  const counted = await database
    .selectFrom('usage_day')
    .select(['day', 'kind', 'count'])
    .where('organisation', '=', organisation)
    .where('day', '>=', from)
    .where('day', '<=', until)
    .execute();
  return [...counted, ...shares];
}
