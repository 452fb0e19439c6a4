import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { TryLimiter } from './try-limiter.ts';

/**
 * Counts tries in the database, so that every process of an installation counts together. Tries of one key are taken one
 * after another (a lock until the transaction ends): many at the same moment get no more than one after another would.
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
        // Made-up names fill nothing: what is over goes, a little at every try.
        await sql`delete from counted_try where ctid in (
          select ctid from counted_try where at <= ${since} limit 100 for update skip locked)`.execute(
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
    async clear(name) {
      await database.deleteFrom('counted_try').where('key', '=', keyOf(name)).execute();
    },
  };
}

/** A digest: what people type into a name is not kept, and whatever it is, NUL included, the database takes it. */
function keyOf(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}
