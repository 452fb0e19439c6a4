import { describe, expect, test } from 'vitest';
import { limits } from '../../limits.ts';
import type { Geometry } from '../geometry/geometry.ts';
import { CrossingBudget } from './crossing-budget.ts';

type Place = readonly [x: number, y: number];

/** Lines, by the places of each. */
const lines = (...paths: readonly Place[][]): Geometry => ({
  kind: 'polyline',
  hasZ: false,
  hasM: false,
  coordinates: Float64Array.from(paths.flat(2)),
  parts: paths.map((path) => path.length),
});
const many = <Each>(count: number, each: (index: number) => Each) =>
  Array.from({ length: count }, (_none, index) => each(index));

const within = (geometry: Geometry) => () => new CrossingBudget().spend(geometry);
const between = (geometries: Geometry[]) => () => new CrossingBudget().spendBetween(geometries);

/** Lines that all hold the ends of shorter ones. */
const nested = (count: number) =>
  many(count, (index): Place[] => [
    [-index, -index],
    [index + 1, index + 1],
  ]);
const star = (count: number) =>
  many(count, (index): Place[] => [
    [0, 0],
    [Math.cos(index), Math.sin(index)],
  ]);
const comb = (count: number): Place[][] => [
  [
    [-1, 0],
    [count, 0],
  ],
  ...many(count, (index): Place[] => [
    [index, 0],
    [index, 5],
  ]),
];
const upright = (count: number) =>
  many(count, (index): Place[] => [
    [0, -index],
    [0, index + 1],
  ]);

describe('places where segments are cut are crossings', () => {
  test.each([
    ['lines on one line, each within the next', lines(...nested(200))],
    ['upright lines, each within the next', lines(...upright(200))],
    ['one path to and fro', lines(many(300, (index): Place => [index % 2 ? index : -index, 0]))],
    ['ends that lie on a line', lines(...comb(limits.geometryServiceCrossings + 1))],
  ])('%s', (_what, geometry) => {
    expect(within(geometry)).toThrow(`cross themselves more than ${limits.geometryServiceCrossings} times`);
  });

  test('also between geometries', () => {
    const geometries = nested(400).map((path) => lines(path));
    expect(between(geometries)).toThrow(`cross each other more than ${limits.geometryServiceMeetings} times`);
  });
});

describe('common ends are touches', () => {
  const most = `more than ${limits.geometryServiceTouches} times`;

  test('of lines from one place', () => {
    expect(within(lines(...star(1500)))).toThrow(`touch themselves ${most}`);
    expect(between(star(1500).map((path) => lines(path)))).toThrow(`touch each other ${most}`);
  });

  test('of equal lines', () => {
    expect(
      within(
        lines(
          ...many(1500, (): Place[] => [
            [0, 0],
            [5, 5],
          ]),
        ),
      ),
    ).toThrow(`touch themselves ${most}`);
  });
});

test.each([
  [
    'a path of as many vertices as a request may have',
    lines(many(20_000, (at): Place => [at, (at * at) % 7])),
  ],
  [
    'a grid of streets',
    lines(
      ...many(60, (at): Place[] => [
        [0, at],
        [59, at],
      ]),
      ...many(60, (at): Place[] => [
        [at, 0],
        [at, 59],
      ]),
    ),
  ],
  [
    'lines beside each other on one line',
    lines(
      ...many(5000, (at): Place[] => [
        [2 * at, 0],
        [2 * at + 1, 0],
      ]),
    ),
  ],
  ['a star of a thousand lines', lines(...star(1000))],
])('%s is accepted', (_what, geometry) => {
  expect(within(geometry)).not.toThrow();
});
