import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withTimeout } from './with-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<string>(() => {});

describe('work with a timeout', () => {
  it('returns its result, or its error, and leaves no timer', async () => {
    expect(await withTimeout(Promise.resolve('done'), 1000, () => 'late')).toBe('done');
    const failing = Promise.reject<string>(new Error('failed'));
    await expect(withTimeout(failing, 1000, () => 'late')).rejects.toThrow('failed');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('returns something else, or throws, once it takes too long', async () => {
    const replaced = withTimeout(never, 1000, () => 'late');
    const refused = withTimeout(never, 1000, () => {
      throw new Error('too late');
    }).catch(String);
    await vi.advanceTimersByTimeAsync(1000);
    expect([await replaced, await refused]).toEqual(['late', 'Error: too late']);
  });
});
