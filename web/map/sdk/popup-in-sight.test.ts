import { describe, expect, it } from 'vitest';
import { heightInSight } from './popup-in-sight.ts';

describe('a place beneath a popup at the foot of the map', () => {
  const free = { top: 60, bottom: 200, end: 340 };

  it.each([
    ['above the popup, with its symbol', 179, undefined],
    ['with its symbol partly beneath it', 181, 130],
    ['beneath it', 300, 130],
    ['below it, out of sight by the person’s own choice', 361, undefined],
  ])('%s', (_where, y, expected) => {
    expect(heightInSight(y, free)).toBe(expected);
  });

  it('is shown beneath the search when there is no other room', () => {
    expect(heightInSight(120, { top: 84, bottom: 100, end: 340 })).toBe(50);
  });
});
