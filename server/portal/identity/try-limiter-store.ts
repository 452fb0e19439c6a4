import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { networksOf } from '../../platform/budgets/address-group.ts';
import type { Database } from '../../platform/database/connect.ts';
import { asBookkeeping } from '../../platform/database/current-work.ts';
import { deleteSomeExpired } from '../../platform/database/expired-rows-store.ts';

/** Counts attempts in a sliding window. */
export interface TryLimiter {
  /**
   * Counts one attempt.
   * @param times how many times the attempts of the limiter the key may make
   * @returns 0 when it is allowed, else the seconds to wait
   */
  take(key: string, times?: number): Promise<number>;
  /** The same without counting: for attempts that are counted only when they have failed. */
  wait(key: string, times?: number): Promise<number>;
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

/**
 * Attempts of limiters with different windows share the table, also with groups that members give
 * (`community/groups-of-user-store.ts`) and new words of items (`portal_words_added`): each is kept for the longest of them, an hour.
 */
const longestWindowMs = 3_600_000;

/**
 * Counts attempts in the database, together for every process of an installation. Attempts of one key are
 * serialised (a lock until the transaction ends): many concurrent ones get no more than sequential ones
 * would.
 * @param options.name of the limiter: the keys of one with another name are others
 */
export function createSharedTryLimiter(
  database: Database,
  options: { name: string; tries: number; windowMs: number; now: () => number },
): TryLimiter {
  const { name: limiter, tries, windowMs, now } = options;
  const keyOf = (name: string) => digestOf(limiter, name);
  /** Until when the attempts of a key are used up: as long as the earliest of the last ones counts. */
  const secondsToWait = async (on: Database, key: string, times: number): Promise<number> => {
    const used = await on
      .selectFrom('counted_try')
      .select('at')
      .where('key', '=', key)
      .where('at', '>', now() - windowMs)
      .orderBy('at', 'desc')
      .offset(tries * times - 1)
      .limit(1)
      .executeTakeFirst();
    return used ? Math.max(1, Math.ceil((used.at + windowMs - now()) / 1000)) : 0;
  };
  return {
    wait: (name, times = 1) => secondsToWait(database, keyOf(name), times),
    async take(name, times = 1) {
      const key = keyOf(name);
      const count = async (transaction: Database) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 7))`.execute(transaction);
        // Made-up names do not accumulate.
        await deleteSomeExpired(transaction, 'counted_try', sql`at <= ${now() - longestWindowMs}`);
        const seconds = await secondsToWait(transaction, key, times);
        if (seconds > 0) return seconds;
        await transaction.insertInto('counted_try').values({ key, at: now() }).execute();
        return 0;
      };
      return asBookkeeping(() => database.transaction().execute(count));
    },
    async giveBack(name) {
      const remove = sql`delete from counted_try where ctid in (
        select ctid from counted_try where key = ${keyOf(name)} order by at desc limit 1 for update skip locked)`;
      await asBookkeeping(() => remove.execute(database));
    },
    async clear(name) {
      const remove = database.deleteFrom('counted_try').where('key', '=', keyOf(name));
      await asBookkeeping(() => remove.execute());
    },
  };
}

/**
 * Counts an attempt for the networks of an address, the narrowest first: what is refused for one does not count for wider ones.
 * @param what such as `forgotten`
 * @returns 0 when it is allowed, else the seconds to wait
 */
export async function takeOfNetworks(limiter: TryLimiter, what: string, address: string): Promise<number> {
  return firstWait(address, (name, times) => limiter.take(`${what} ${name}`, times));
}

/** The same without counting. */
export async function waitOfNetworks(limiter: TryLimiter, what: string, address: string): Promise<number> {
  return firstWait(address, (name, times) => limiter.wait(`${what} ${name}`, times));
}

async function firstWait(
  address: string,
  secondsOf: (name: string, times: number) => Promise<number>,
): Promise<number> {
  for (const { name, times } of networksOf(address)) {
    // oxlint-disable-next-line no-await-in-loop -- wider networks only after narrower ones
    const seconds = await secondsOf(name, times);
    if (seconds > 0) return seconds;
  }
  return 0;
}

/**
 * A digest: names typed by users are not stored, and the database accepts it whatever they contain, NUL
 * included. As JSON, so that no typed name makes a key of one limiter that of another, which a success would clear.
 */
function digestOf(limiter: string, name: string): string {
  return createHash('sha256')
    .update(JSON.stringify([limiter, name]))
    .digest('hex');
}
