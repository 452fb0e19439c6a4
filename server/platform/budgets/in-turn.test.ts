import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { inTurn } from './in-turn.ts';

/** Time passes by work and rests only. */
const clock = vi.hoisted(() => ({ now: 0, rests: [] as number[] }));

vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: async (milliseconds: number) => {
    clock.rests.push(milliseconds);
    clock.now += milliseconds;
  },
}));

beforeEach(async () => {
  // Long after the last piece of the test before, whose end is noticed in the next turn.
  await nextTurn();
  vi.spyOn(performance, 'now').mockImplementation(() => clock.now);
  clock.now += 1000;
  clock.rests = [];
});

function work(milliseconds: number): void {
  clock.now += milliseconds;
}

test('each piece of work is followed by a rest of its length while several wait', async () => {
  await Promise.all(
    [20, 7, 20, 20, 20].map(async (length) => {
      await inTurn();
      work(length);
    }),
  );
  expect(clock.rests).toEqual([20, 7, 20]);
});

test('a rest after a long piece of work is bounded', async () => {
  await Promise.all(
    [900, 1, 1].map(async (length) => {
      await inTurn();
      work(length);
    }),
  );
  expect(clock.rests).toEqual([25]);
});

test('pieces run in the order in which they were requested', async () => {
  const order: number[] = [];
  const pieces = [1, 2, 3].map(async (name) => {
    await inTurn();
    order.push(name);
    work(5);
  });
  await Promise.all(pieces);
  expect(order).toEqual([1, 2, 3]);
});
