import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pause } from './pause.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a pause', () => {
  it('ends after its time and leaves nothing at the signal', async () => {
    const { signal } = new AbortController();
    const removed = vi.spyOn(signal, 'removeEventListener');
    const paused = pause(1000, signal);
    vi.advanceTimersByTime(999);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    await paused;
    expect(removed).toHaveBeenCalledOnce();
  });

  it.each([
    ['during it', false],
    ['before it', true],
  ])('is refused with the reason when the signal is aborted %s', async (_when, before) => {
    const leaving = new AbortController();
    const reason = new Error('left');
    if (before) leaving.abort(reason);
    const paused = pause(1000, leaving.signal);
    leaving.abort(reason);
    await expect(paused).rejects.toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });
});
