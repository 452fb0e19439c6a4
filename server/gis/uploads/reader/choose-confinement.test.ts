import { describe, expect, test, vi } from 'vitest';
import { ConfinementChoice, missingProtection, tryToStart } from './choose-confinement.ts';
import type { Confinement } from './confine.ts';

type Result = 'works' | 'fails' | 'late';
const never = () => new Promise<never>(() => {});

/** Trials with these results in turn, each when it is released; their names. */
function choice(results: readonly Result[], patience: () => Promise<unknown> = never) {
  const tried: string[] = [];
  const waiting: (() => void)[] = [];
  let isHeld = false;
  const trial = async ({ isolation }: Confinement): Promise<Result> => {
    const result = results[tried.length] ?? 'fails';
    tried.push(nameOf({ isolation }));
    if (isHeld) await new Promise<void>((resolve) => void waiting.push(resolve));
    return result;
  };
  const chosen = new ConfinementChoice({ trial, patience });
  const notified = vi.fn<(name: string) => void>();
  chosen.notify = (confinement) => notified(nameOf(confinement));
  return {
    chosen,
    tried,
    notified,
    find: async () => nameOf(await chosen.find()),
    hold: () => void (isHeld = true),
    release: () => void waiting.shift()?.(),
  };
}

function nameOf({ isolation, isUntried }: Pick<Confinement, 'isolation' | 'isUntried'>): string {
  const name = isolation.includes('setpriv') ? 'best' : isolation.length > 0 ? 'second' : 'none';
  return isUntried ? `${name}, untried` : name;
}

describe.runIf(process.platform === 'linux')('the isolation of a reader', () => {
  test.each<[string, Result[], string]>([
    ['that works', ['works'], 'best'],
    ['that works without the better one', ['fails', 'works'], 'second'],
    ['that is missing', ['fails', 'fails'], 'none'],
  ])('%s is tried once', async (_what, results, expected) => {
    const { find, tried, notified } = choice(results);
    expect(await Promise.all([find(), find()])).toEqual([expected, expected]);
    expect(await find()).toBe(expected);
    expect(tried).toHaveLength(results.length);
    expect(notified.mock.calls).toEqual([[expected]]);
  });

  test('whose trial is late is used, and never less', async () => {
    const { find, chosen } = choice(['late']);
    expect(await find()).toBe('best, untried');
    expect(chosen.staysUntried).toBe(false);
  });

  test('that failed is not used, even if the trial of the next one is late', async () => {
    const { find } = choice(['fails', 'late']);
    expect(await find()).toBe('second, untried');
  });

  test('is tried again beside the next files, which do not wait, until it is known', async () => {
    const { find, hold, release, tried, notified } = choice(['late', 'fails', 'works']);
    expect(await find()).toBe('best, untried');
    hold();
    expect([await find(), await find()]).toEqual(['best, untried', 'best, untried']);
    expect(tried).toEqual(['best', 'best']);
    release();
    await expect.poll(() => tried.length).toBe(3);
    expect(await find()).toBe('second, untried');
    release();
    await expect.poll(() => notified.mock.calls).toEqual([['second']]);
    expect(await find()).toBe('second');
  });

  test('stays untried when several trials were late, and no other is made', async () => {
    const { find, chosen, tried, notified } = choice(['late', 'late', 'late', 'works']);
    for (const count of [1, 2, 3]) {
      await find();
      await expect.poll(() => tried.length).toBe(count);
      // The trial beside the file ends.
      await new Promise(setImmediate);
    }
    expect(chosen.staysUntried).toBe(true);
    expect(await find()).toBe('best, untried');
    expect(tried).toHaveLength(3);
    expect(notified.mock.calls).toEqual([['best, untried']]);
  });

  test('is not waited for longer than a file has patience, and its trial goes on', async () => {
    const { find, hold, release, tried } = choice(['works'], async () => {});
    hold();
    expect(await find()).toBe('best, untried');
    release();
    await expect.poll(find).toBe('best');
    expect(tried).toHaveLength(1);
  });
});

test('a trial is late when it is ended by the timeout, and fails when it ends by itself', async (context) => {
  context.skip(process.platform === 'win32');
  const sleeping = ['sh', '-c', 'exec sleep 60', 'sh'];
  expect(await tryToStart({ limits: true, isolation: sleeping }, 1)).toBe('late');
  expect(await tryToStart({ limits: true, isolation: ['false'] })).toBe('fails');
});

test('reports to the operator which protections the computer lacks', () => {
  expect(missingProtection({ limits: true, isolation: ['unshare'] })).toBeUndefined();
  expect(missingProtection({ limits: true, isolation: [] })).toMatch(/network/);
  expect(missingProtection({ limits: true, isolation: ['unshare'], isUntried: true })).toMatch(/tried/);
  expect(missingProtection({ limits: false, isolation: [] })).toMatch(/Windows/);
});
