import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClock, minute } from '../../../testing/rig/clock.ts';
import { createTestDatabase } from '../../../testing/rig/test-database.ts';
import { connectDatabase, type Database } from '../../database/connect.ts';
import { createSharedTryLimiter } from './shared-try-limiter-store.ts';

let rig: Awaited<ReturnType<typeof createTestDatabase>>;
let other: Database;
const clock = createClock();
const options = { tries: 10, windowMs: minute, now: clock.now };

beforeAll(async () => {
  rig = await createTestDatabase();
  other = connectDatabase(rig.url);
});
afterAll(async () => {
  await other.destroy();
  await rig.drop();
});
beforeEach(async () => {
  await rig.database.deleteFrom('counted_try').execute();
});

describe('tries', () => {
  test('of two processes are counted together, also at the same moment', async () => {
    const limiters = [createSharedTryLimiter(rig.database, options), createSharedTryLimiter(other, options)];
    const waits = await Promise.all(
      Array.from({ length: 24 }, (_, index) => limiters[index % 2]?.take('ada ::1')),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
    expect(waits.filter((wait) => wait === 60)).toHaveLength(14);
  });

  test('pass with time, one after another', async () => {
    const limiter = createSharedTryLimiter(rig.database, options);
    for (let count = 0; count < 10; count++) await limiter.take('ada ::1');
    clock.advance(minute - 1);
    expect(await limiter.take('ada ::1')).toBe(1);
    clock.advance(1);
    expect(await limiter.take('ada ::1')).toBe(0);
  });

  test('of one key leave another alone, and a success forgets them', async () => {
    const limiter = createSharedTryLimiter(rig.database, options);
    for (let count = 0; count < 11; count++) await limiter.take('ada ::1');
    expect(await limiter.take('grace ::1')).toBe(0);
    await limiter.clear('ada ::1');
    expect(await limiter.take('ada ::1')).toBe(0);
  });

  test('that are over are swept away', async () => {
    const limiter = createSharedTryLimiter(rig.database, options);
    for (let count = 0; count < 50; count++) await limiter.take(`made-up-${count}`);
    clock.advance(2 * minute);
    await limiter.take('ada ::1');
    expect(await rig.database.selectFrom('counted_try').selectAll().execute()).toHaveLength(1);
  });
});
