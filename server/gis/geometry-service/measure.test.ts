import { describe, expect, test } from 'vitest';
import type { Geometry } from '../geometry/geometry.ts';
import { densified, geodesicArea, geodesicDistance, planarArea } from './measure.ts';

const ring = (...coordinates: number[]): Geometry => ({
  kind: 'polygon',
  hasZ: false,
  hasM: false,
  coordinates: Float64Array.from(coordinates),
  parts: [coordinates.length / 2],
});

describe('geodesic distance', () => {
  // By PROJ's geod on the ellipsoid of WGS84.
  test.each<[[number, number], [number, number], number]>([
    [[0, 0], [0, 1], 110574.389],
    [[0, 0], [1, 0], 111319.491],
    [[1, 0], [0, 0], 111319.491],
    [[-1, 50], [0, 50], 71695.22],
    [[1, 1], [1, 0], 110574.389],
    [[5, 1], [6, 1], 111302.649],
    [[10, 20], [10, 20], 0],
  ])('from %j to %j is %d m', (from, to, metres) => {
    expect(geodesicDistance(from, to)).toBeCloseTo(metres, 2);
  });
});

test('the area of a degree at the equator is that of the ellipsoid', () => {
  expect(geodesicArea(ring(0, 0, 0, 1, 1, 1, 1, 0, 0, 0)) / 1e6).toBeCloseTo(12308.78, 0);
});

test('holes are subtracted from areas', () => {
  const outer = [0, 0, 0, 10, 10, 10, 10, 0, 0, 0];
  const hole = [2, 2, 4, 2, 4, 4, 2, 4, 2, 2];
  expect(planarArea({ ...ring(...outer, ...hole), parts: [5, 5] })).toBe(96);
});

test('dense lines keep their corners and stay closed', () => {
  const dense = densified(ring(0, 0, 0, 10, 10, 10, 0, 0), 2.5);
  expect([...dense.coordinates.subarray(0, 10)]).toEqual([0, 0, 0, 2.5, 0, 5, 0, 7.5, 0, 10]);
  expect([...dense.coordinates.subarray(-2)]).toEqual([0, 0]);
  expect(dense.parts).toEqual([dense.coordinates.length / 2]);
});
