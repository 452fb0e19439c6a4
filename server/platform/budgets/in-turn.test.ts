import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

/** Counts turns of the event loop until it is stopped. */
function countTurns() {
  let [turns, stopped] = [0, false];
  const next = () =>
    setImmediate(() => {
      turns += 1;
      if (!stopped) next();
    });
  next();
  return { turns: () => turns, stop: () => (stopped = true) };
}

function work(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

test('other requests get several turns of the event loop between pieces of work', async () => {
  const count = countTurns();
  const at: number[] = [];
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      await inTurn();
      at.push(count.turns());
      work(20);
    }),
  );
  count.stop();
  expect(at).toHaveLength(5);
  for (const [index, turn] of at.slice(1, -1).entries()) expect(turn - (at[index] ?? 0)).toBeGreaterThan(2);
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
