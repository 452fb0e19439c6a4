import { expect, test } from 'vitest';
import { growthOf, isFlat } from '../soak/fit.ts';

const bound = { unit: 'MB', most: 5, share: 0.1 };
const noisy = (slope: number) =>
  Array.from({ length: 60 }, (_none, minute) => 100 + slope * minute + (minute % 3) * 4);

test.each([
  [[1, 2, 3, 4], 3],
  [[7, 7, 7], 0],
  [[4], 0],
  [[9, 5, 1], -8],
])('the line through %j grows by %d', (values, growth) => {
  expect(growthOf(values)).toBeCloseTo(growth);
});

test.each([
  ['noise', 0, true],
  ['a leak of 0.1 a minute, within the bound of an hour', 0.1, true],
  ['a leak of 1 a minute', 1, false],
  ['what shrinks', -1, true],
])('%s', (_what, slope, flat) => {
  expect(isFlat(noisy(slope), bound)).toBe(flat);
});
