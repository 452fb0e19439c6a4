import { describe, expect, test, vi } from 'vitest';
import { createBudget } from '../platform/budgets/budget.ts';
import { createPageExtras } from './page-extras.ts';

const options = { name: 'pageExtras', concurrency: 1, queue: 0, deadlineMs: 60_000 };

/** A question whose answers are numbered. */
function question(age: number) {
  let time = 0;
  let asked = 0;
  const ask = vi.fn<(name: string) => Promise<string>>(async (name) => `${name} ${(asked += 1)}`);
  const budget = createBudget(options);
  const { remembering } = createPageExtras({ budget, age, now: () => time });
  const find = remembering((name: string) => name, ask);
  return { ask, budget, find, wait: (milliseconds: number) => (time += milliseconds) };
}

describe('what a page contains only when there is room', () => {
  test('is asked for once while the answer is new, and again afterwards', async () => {
    const { find, wait } = question(1000);
    expect(await find('a')).toBe('a 1');
    wait(999);
    expect(await find('a')).toBe('a 1');
    expect(await find('b')).toBe('b 2');
    wait(1);
    expect(await find('a')).toBe('a 3');
  });

  test('is left out while its class is full, and not remembered as missing', async () => {
    const { find, budget, ask } = question(1000);
    const place = Promise.withResolvers<void>();
    const held = budget.run(undefined, () => place.promise);
    expect(await find('a')).toBeUndefined();
    expect(ask).not.toHaveBeenCalled();
    place.resolve();
    await held;
    expect(await find('a')).toBe('a 1');
  });

  test('is left out when it fails', async () => {
    const { find, ask } = question(1000);
    ask.mockRejectedValueOnce(new Error('no database'));
    expect(await find('a')).toBeUndefined();
    expect(await find('a')).toBe('a 1');
  });

  test('does not fill the memory', async () => {
    const { find, ask } = question(1000);
    for (let each = 0; each < 1001; each += 1) await find(`name ${each}`);
    await find('name 1000');
    expect(ask).toHaveBeenCalledTimes(1001);
    await find('name 0');
    expect(ask).toHaveBeenCalledTimes(1002);
  });
});
