import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/** Counts attempts in a sliding window. */
export interface TryLimiter {
  /** Counts one attempt. @returns 0 when it is allowed, else the seconds to wait */
  take(key: string): Promise<number>;
  /** Takes back one attempt of a key, the last one: nothing was tried. */
  giveBack(key: string): Promise<void>;
  /** Resets the attempts of a key, after a success. */
  clear(key: string): Promise<void>;
}

/** How long to wait, for an error in English. */
export function waitText(seconds: number): string {
  const time = seconds > 120 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
  return `Too many attempts. Wait ${time} and try again.`;
}

/** Attempts of limiters with different windows share the table: each is kept for the longest of them. */
const longestWindowMs = 3_600_000;

/**
 * Counts attempts in the database, together for every process of an installation. Attempts of one key are
 * serialised (a lock until the transaction ends): many concurrent ones get no more than sequential ones
 * would.
 */
export function createSharedTryLimiter(
  database: Database,
  options: { tries: number; windowMs: number; now: () => number },
): TryLimiter {
  const { tries, windowMs, now } = options;
  return {
    async take(name) {
      const key = keyOf(name);
      return database.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 7))`.execute(transaction);
        const since = now() - windowMs;
        // Made-up names do not accumulate: every attempt deletes a few expired rows.
        await sql`delete from counted_try where ctid in (
          select ctid from counted_try where at <= ${now() - longestWindowMs} limit 100 for update skip locked)`.execute(
          transaction,
        );
        const recent = await transaction
          .selectFrom('counted_try')
          .select('at')
          .where('key', '=', key)
          .where('at', '>', since)
          .orderBy('at')
          .execute();
        const oldest = recent[0];
        if (recent.length >= tries && oldest)
          return Math.max(1, Math.ceil((oldest.at + windowMs - now()) / 1000));
        await transaction.insertInto('counted_try').values({ key, at: now() }).execute();
        return 0;
      });
    },
    async giveBack(name) {
      await sql`delete from counted_try where ctid in (
        select ctid from counted_try where key = ${keyOf(name)} order by at desc limit 1 for update skip locked)`.execute(
        database,
      );
    },
    async clear(name) {
      await database.deleteFrom('counted_try').where('key', '=', keyOf(name)).execute();
    },
  };
}

/**
 * A digest: names typed by users are not stored, and the database accepts it whatever they contain, NUL
 * included.
 */
function keyOf(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}
