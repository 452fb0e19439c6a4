import { describe, expect, it } from 'vitest';
import { clamp } from './sessions.ts';

describe('the wished life of a token', () => {
  it.each([
    [undefined, 30],
    [5, 5],
    [5.9, 5],
    [30, 30],
    [31, 30],
    [0, 30],
    [-1, 30],
    [Number.NaN, 30],
    [Number.POSITIVE_INFINITY, 30],
  ])('%s minutes gives %s of at most 30', (wish, life) => expect(clamp(wish, 30)).toBe(life));
});
