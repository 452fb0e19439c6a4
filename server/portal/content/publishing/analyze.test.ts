import { describe, expect, test, vi } from 'vitest';
import { createBudgets } from '../../../platform/budgets/budgets.ts';
import { asRequester } from '../../../platform/budgets/requester.ts';
import { contentRoutes } from '../routes.ts';

/** A preview that runs until released. */
function endless() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: vi.fn<() => Promise<void>>(() => promise), release: () => resolve() };
}

describe('previews', () => {
  test('have a budget of their own, which no other operation waits for', () => {
    const route = contentRoutes.find(({ path }) => path === '/content/features/analyze');
    expect(route?.budget).toBe('previews');
  });

  test('run two at a time per user; a third waits, and another user does not', async () => {
    const { previews } = createBudgets();
    const { signal } = new AbortController();
    const start = (caller: string) => {
      const preview = endless();
      void asRequester({ caller, signal }, () => previews.run(undefined, preview.work));
      return preview;
    };
    const mine = [start('account ada'), start('account ada'), start('account ada')];
    const other = start('account grace');
    await vi.waitUntil(() => other.work.mock.calls.length === 1);
    expect(mine.map(({ work }) => work.mock.calls.length)).toEqual([1, 1, 0]);
    mine[0]?.release();
    await vi.waitUntil(() => mine[2]?.work.mock.calls.length === 1);
    for (const preview of [...mine, other]) preview.release();
  });
});
