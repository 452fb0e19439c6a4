import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRateLimit, throttleLatest } from './throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a rate limit', () => {
  it('is exhausted within a second, and restored in the next', () => {
    const rate = createRateLimit(3);
    expect([1, 2, 3, 4, 5].map(() => rate.take())).toEqual([true, true, true, false, false]);
    vi.advanceTimersByTime(999);
    expect(rate.take()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(rate.take()).toBe(true);
  });
});

describe('throttling to the latest call', () => {
  it('runs the first at once, the last after a delay, and none in between', () => {
    const seen: number[] = [];
    const throttled = throttleLatest<number>(50, (value) => seen.push(value));
    for (const value of [1, 2, 3, 4]) throttled.push(value);
    expect(seen).toEqual([1]);
    vi.advanceTimersByTime(50);
    expect(seen).toEqual([1, 4]);
    throttled.push(5);
    expect(seen).toEqual([1, 4]);
    vi.advanceTimersByTime(50);
    expect(seen).toEqual([1, 4, 5]);
    vi.advanceTimersByTime(500);
    throttled.push(6);
    expect(seen).toEqual([1, 4, 5, 6]);
  });

  it('drops the pending call on request', () => {
    const seen: number[] = [];
    const throttled = throttleLatest<number>(50, (value) => seen.push(value));
    throttled.push(1);
    throttled.push(2);
    throttled.drop();
    vi.advanceTimersByTime(500);
    expect(seen).toEqual([1]);
  });
});
