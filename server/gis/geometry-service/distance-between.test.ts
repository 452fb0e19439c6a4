import { expect, test } from 'vitest';
import type { Geometry, GeometryKind } from '../geometry/geometry.ts';
import { distanceBetween } from './distance-between.ts';

const shape = (kind: GeometryKind, ...positions: [number, number][]): Geometry => ({
  kind,
  hasZ: false,
  hasM: false,
  coordinates: Float64Array.from(positions.flat()),
  parts: kind === 'polyline' || kind === 'polygon' ? [positions.length] : [],
});
const box = (west: number, east: number) =>
  shape('polygon', [west, 0], [west, 10], [east, 10], [east, 0], [west, 0]);

test.each<[string, Geometry, Geometry, number]>([
  ['areas that touch at the antimeridian', box(170, 180), box(-180, -170), 0],
  ['a point and an area beyond the antimeridian', shape('point', [179, 5]), box(-180, -170), 110_895],
  // 0.9° to the north are 100 km, 0.95° to the east 53.
  ['the place to the east', shape('point', [0, 60]), shape('multipoint', [0, 60.9], [0.95, 60]), 52_978],
  ['opposite points', shape('point', [0, 0]), shape('point', [180, 0]), 20_003_931],
  [
    'lines far from each other',
    shape('polyline', [0, 0], [0, 40]),
    shape('polyline', [60, 0], [70, 0]),
    6_679_169,
  ],
])('%s', (_name, one, other, metres) => {
  expect(distanceBetween(one, other)).toBeCloseTo(metres, -2);
  expect(distanceBetween(other, one)).toBeCloseTo(metres, -2);
});
