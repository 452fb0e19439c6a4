import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClock, minute, second } from '../../../testing/rig/clock.ts';
import { createTestDatabase } from '../../../testing/rig/test-database.ts';
import { connectDatabase, type Database } from '../../platform/database/connect.ts';
import { createSharedTryLimiter } from './try-limiter-store.ts';

let rig: Awaited<ReturnType<typeof createTestDatabase>>;
let other: Database;
const clock = createClock();
const options = { name: 'sign-in', tries: 10, windowMs: minute, now: clock.now };

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

describe('attempts', () => {
  test('of two processes are counted together, also at the same moment', async () => {
    const limiters = [createSharedTryLimiter(rig.database, options), createSharedTryLimiter(other, options)];
    const waits = await Promise.all(
      Array.from({ length: 24 }, (_, index) => limiters[index % 2]?.take('ada ::1')),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
    expect(waits.filter((wait) => wait === 60)).toHaveLength(14);
  });

  test('expire one after another', async () => {
    const limiter = createSharedTryLimiter(rig.database, options);
    for (let count = 0; count < 10; count++) await limiter.take('ada ::1');
    clock.advance(minute - 1);
    expect(await limiter.take('ada ::1')).toBe(1);
    clock.advance(1);
    expect(await limiter.take('ada ::1')).toBe(0);
  });

  test('are counted by key, and a success resets them', async () => {
    const limiter = createSharedTryLimiter(rig.database, options);
    for (let count = 0; count < 11; count++) await limiter.take('ada ::1');
    expect(await limiter.take('grace ::1')).toBe(0);
    await limiter.clear('ada ::1');
    expect(await limiter.take('ada ::1')).toBe(0);
  });

  test('are counted by limiter: a success of one does not reset another with the same key', async () => {
    const passwords = createSharedTryLimiter(rig.database, { ...options, name: 'account' });
    const codes = createSharedTryLimiter(rig.database, { ...options, name: 'code' });
    for (let count = 0; count < 10; count++) await codes.take('known ada');
    expect(await passwords.take('known ada')).toBe(0);
    await passwords.clear('known ada');
    expect(await codes.take('known ada')).toBe(60);
  });

  test('are given back one at a time', async () => {
    const limiter = createSharedTryLimiter(rig.database, options);
    for (let count = 0; count < 10; count++) await limiter.take('ada ::1');
    await limiter.giveBack('ada ::1');
    await limiter.giveBack('grace ::1');
    expect(await limiter.take('ada ::1')).toBe(0);
    expect(await limiter.take('ada ::1')).toBe(60);
  });

  test('are deleted when they have expired', async () => {
    const limiter = createSharedTryLimiter(rig.database, options);
    for (let count = 0; count < 50; count++) await limiter.take(`made-up-${count}`);
    clock.advance(61 * minute);
    await limiter.take('ada ::1');
    expect(await rig.database.selectFrom('counted_try').selectAll().execute()).toHaveLength(1);
  });

  test('are counted for any name, without storing the name', async () => {
    const limiter = createSharedTryLimiter(rig.database, options);
    expect(await limiter.take('a\0da ::1')).toBe(0);
    const rows = await rig.database.selectFrom('counted_try').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('da ::1');
  });

  test('during a wait do not extend it', async () => {
    const limiter = createSharedTryLimiter(rig.database, options);
    for (let count = 0; count < 30; count++) await limiter.take('ada ::1');
    clock.advance(minute);
    expect(await limiter.take('ada ::1')).toBe(0);
  });
});

describe('any history of attempts', () => {
  type Step = { take: string } | { clear: string } | { wait: number };
  const key = fc.constantFrom('ada', 'grace');
  const steps: fc.Arbitrary<Step[]> = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.record({ take: key }) },
      { weight: 1, arbitrary: fc.record({ clear: key }) },
      { weight: 2, arbitrary: fc.record({ wait: fc.integer({ min: 1, max: 70 }) }) },
    ),
    { maxLength: 60 },
  );

  test('never allows more than three of a key in any minute, and always one after the wait', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        await rig.database.deleteFrom('counted_try').execute();
        const limiter = createSharedTryLimiter(rig.database, { ...options, tries: 3 });
        let time = 0;
        const allowed: Record<string, number[]> = { ada: [], grace: [] };
        const responses: number[] = [];
        const expected: number[] = [];
        for (const step of history) {
          if ('wait' in step) {
            clock.advance(step.wait * second);
            time += step.wait;
          } else if ('clear' in step) {
            await limiter.clear(step.clear);
            allowed[step.clear] = [];
          } else {
            // By a simple model: allowed below three, else when the oldest of the minute has expired.
            const recent = allowed[step.take]!.filter((at) => at > time - 60);
            expected.push(recent.length < 3 ? 0 : recent[0]! + 60 - time);
            allowed[step.take] = recent.length < 3 ? [...recent, time] : recent;
            responses.push(await limiter.take(step.take));
          }
        }
        expect(responses).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });
});
