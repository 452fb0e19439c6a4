import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { askBeforeLeaving, type Leaving, mayLeave, whenMayLeave, wouldLose } from './before-leaving.ts';

/** Registers a question for the current test. */
function register(left: Leaving, answer: boolean, requested: string[] = []) {
  onTestFinished(
    askBeforeLeaving(left, async () => {
      requested.push(left);
      return answer;
    }),
  );
}

describe('leaving', () => {
  it.each(['tool', 'page'] as const)('the %s happens in the same call when no guard asks', (left) => {
    const go = vi.fn<() => void>();
    whenMayLeave(left, go);
    expect(go).toHaveBeenCalledOnce();
  });

  it('the page asks about its tool first, then about itself', async () => {
    const requested: string[] = [];
    register('page', true, requested);
    register('tool', true, requested);
    expect(await mayLeave('page')).toBe(true);
    expect(requested).toEqual(['tool', 'page']);
  });

  it('the tool asks nothing about the page', async () => {
    const requested: string[] = [];
    register('page', false, requested);
    expect(wouldLose('tool')).toBe(false);
    expect(wouldLose('page')).toBe(true);
    expect(await mayLeave('tool')).toBe(true);
    expect(requested).toEqual([]);
  });

  it('ends at the first refusal', async () => {
    const requested: string[] = [];
    register('tool', false, requested);
    register('page', true, requested);
    expect(await mayLeave('page')).toBe(false);
    expect(requested).toEqual(['tool']);
  });

  it.each([
    [true, ['tool', 'page']],
    [false, []],
  ])('carries out the answers in order once all agree (%s)', async (lastAnswer, expected) => {
    const done: string[] = [];
    for (const left of ['tool', 'page'] as const)
      onTestFinished(askBeforeLeaving(left, async () => async () => done.push(left)));
    register('page', lastAnswer);
    expect(await mayLeave('page')).toBe(lastAnswer);
    expect(done).toEqual(expected);
  });

  it('happens after a question only once it is answered with yes', async () => {
    let answer: (goOn: boolean) => void = () => {};
    onTestFinished(askBeforeLeaving('tool', () => new Promise((resolve) => (answer = resolve))));
    const go = vi.fn<() => void>();
    whenMayLeave('page', go);
    expect(go).not.toHaveBeenCalled();
    answer(true);
    await vi.waitFor(() => expect(go).toHaveBeenCalledOnce());
  });

  it('is not asked about after the question is withdrawn', () => {
    askBeforeLeaving('tool', async () => false)();
    expect(wouldLose('page')).toBe(false);
  });
});
