import { describe, expect, it } from 'vitest';
import { positionsOf, spanOf, type TimeMode } from './time.ts';

const stops = [0, 1000, 2000, 5000];
const date = (time: number) => new Date(time);

describe('the stops of a time', () => {
  it.each<[TimeMode, number | null, number | null, number[]]>([
    ['time-window', 0, 2000, [0, 2]],
    ['time-window', 400, 4000, [0, 3]],
    ['time-window', 0, null, []],
    ['instant', 1000, 1000, [1]],
    ['cumulative-from-start', null, 2000, [2]],
    ['cumulative-from-end', 1000, null, [1]],
  ])('are those nearest to a span (%s, %s to %s)', (mode, start, end, positions) => {
    const span = { start: start === null ? null : date(start), end: end === null ? null : date(end) };
    expect(positionsOf(mode, span, stops)).toEqual(positions);
  });

  it('are none without a span or without stops', () => {
    expect(positionsOf('instant', null, stops)).toEqual([]);
    expect(positionsOf('instant', { start: date(0), end: date(0) }, [])).toEqual([]);
  });

  it.each<[TimeMode, number[], object | undefined]>([
    ['time-window', [2, 0], { start: date(0), end: date(2000) }],
    ['time-window', [1, 1], undefined],
    ['instant', [3], { start: date(5000), end: date(5000) }],
    ['cumulative-from-start', [1], { start: null, end: date(1000) }],
    ['cumulative-from-end', [1], { start: date(1000), end: null }],
    ['instant', [], undefined],
  ])('make a span of %s at %j', (mode, positions, span) => {
    expect(spanOf(mode, positions, stops)).toEqual(span);
  });
});
