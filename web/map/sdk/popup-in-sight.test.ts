import { describe, expect, it } from 'vitest';
import { heightInSight, heightWithin } from './popup-in-sight.ts';

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

  it('stays where it is below a popup that fills the map', () => {
    expect(heightInSight(120, { top: 84, bottom: 0, end: 200 })).toBeUndefined();
  });
});

describe('a place with a popup beside it', () => {
  it.each([
    ['stays if the popup is within the map', 200, { top: 10, bottom: 180 }, undefined],
    ['moves down from the top edge', 115, { top: -46, bottom: 100 }, 161],
    ['moves up from the bottom edge', 300, { top: 315, bottom: 395 }, 255],
    ['moves so far that the top of a high popup is seen', 200, { top: 60, bottom: 500 }, 140],
    ['stays out of sight by the user’s own choice', -5, { top: -300, bottom: -20 }, undefined],
  ])('%s', (_what, y, edges, expected) => {
    expect(heightWithin(y, edges, 350)).toBe(expected);
  });
});
