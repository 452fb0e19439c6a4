import { createHash } from 'node:crypto';
import type { Database } from '../database/connect.ts';
import { addCounts, addCountWithin, deleteCountsBefore } from './rate-count-store.ts';
import { withoutRequester } from './requester.ts';

/** Counts by caller and minute, shared by all processes of the installation. */
export interface RateCounter {
  /**
   * Counts one, or a request's size: all of it, or nothing. Small numbers are exact; other processes see larger ones within half a
   * second. Without a database each process counts by itself.
   * @returns 0 when it is within `max` a minute, else the seconds until the next minute
   */
  take(name: string, max: number, size?: number): Promise<number>;
  /** The same without counting, as far as this process knows: it learns the number of all processes when it counts. */
  wait(name: string, max: number): number;
  /**
   * Counts one of a day (UTC), or a request's size, in the database at once. What is refused does not count.
   * @returns 0 when it is within `max` a day, else the seconds until the next day
   */
  takeOfDay(name: string, max: number, size?: number): Promise<number>;
  /** The same without counting. */
  waitOfDay(name: string, max: number, size?: number): Promise<number>;
  /** Stops the exchange with the database. */
  stop(): void;
}

/** Counts not yet sent to the database. */
interface Batch {
  minute: number;
  counts: Map<string, number>;
  /** Count of other processes before these. */
  before: Map<string, number>;
  sent?: Promise<void>;
}

/**
 * Up to this number every count is sent to the database at once: such limits protect expensive operations.
 */
const exact = 600;
const exchangeMilliseconds = 500;

export function createRateCounter(database: Database, now: () => number = Date.now): RateCounter {
  const newBatch = (minute: number): Batch => ({ minute, counts: new Map(), before: new Map() });
  let next = newBatch(0);
  /** Count of this minute in the database, as far as this process knows. */
  let known = new Map<string, number>();
  let sending = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const turn = () => {
    const minute = Math.floor(now() / 60_000);
    if (minute === next.minute) return;
    next = newBatch(minute);
    known = new Map();
    withoutRequester(() => deleteCountsBefore(database, minute)).catch(() => {});
  };

  const exchange = async (batch: Batch) => {
    // Later callers join the next one.
    if (next === batch) next = newBatch(batch.minute);
    const { minute, counts } = batch;
    const ofThisMinute = known;
    for (const [key, count] of counts) ofThisMinute.set(key, (ofThisMinute.get(key) ?? 0) + count);
    const sent = [...counts].map(([key, count]) => ({ key, minute, count }));
    const answers = await withoutRequester(() => addCounts(database, sent)).catch(() => []);
    for (const { key, count } of answers) {
      batch.before.set(key, count - (counts.get(key) ?? 0));
      ofThisMinute.set(key, count);
    }
  };

  /** One exchange at a time. */
  const send = (batch: Batch) => {
    batch.sent ??= sending = sending.then(() => exchange(batch));
    return batch.sent;
  };

  /** @param size what is asked for, of which `counted` is counted */
  const countOfDay = async (name: string, max: number, size: number, counted: number) => {
    const today = Math.floor(now() / dayMilliseconds);
    // Stored with the last minute of the day, until which it is not deleted.
    const minute = (today + 1) * 1440 - 1;
    const count = { key: keyOf(`${name} a day`), minute, count: counted };
    const most = max - (size - counted);
    if (await withoutRequester(() => addCountWithin(database, count, most))) return 0;
    return Math.ceil(((today + 1) * dayMilliseconds - now()) / 1000);
  };

  const untilNext = () => 60 - (Math.floor(now() / 1000) % 60);

  return {
    wait(name, max) {
      turn();
      const key = keyOf(name);
      return (known.get(key) ?? 0) + (next.counts.get(key) ?? 0) < max ? 0 : untilNext();
    },
    async take(name, max, size = 1) {
      turn();
      const key = keyOf(name);
      const wait = untilNext();
      const batch = next;
      const earlier = known.get(key) ?? 0;
      const own = (batch.counts.get(key) ?? 0) + size;
      if (earlier + own > max) return wait;
      batch.counts.set(key, own);
      if (max <= exact) {
        await send(batch);
        return (batch.before.get(key) ?? earlier) + own > max ? wait : 0;
      }
      timer ??= setTimeout(() => {
        timer = undefined;
        void send(next);
      }, exchangeMilliseconds).unref();
      return 0;
    },
    takeOfDay: (name, max, size = 1) => countOfDay(name, max, size, size),
    waitOfDay: (name, max, size = 1) => countOfDay(name, max, size, 0),
    stop: () => clearTimeout(timer),
  };
}

const dayMilliseconds = 86_400_000;

/** Names of callers are not stored. */
function keyOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 22);
}
