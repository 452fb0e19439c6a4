import { expect, test } from 'vitest';
import { limits } from '../../limits.ts';
import { Parameters } from '../../platform/arcgis/parameters.ts';
import { combRing, starRing, wavyRing } from '../../../testing/rig/heavy-shapes.ts';
import { relation } from './relation.ts';

interface Rings {
  rings: number[][][];
}

const relate = (geometries1: readonly Rings[], geometries2: readonly Rings[]) => {
  const values = {
    sr: '3857',
    relation: 'esriGeometryRelationIntersection',
    geometries1: JSON.stringify(geometries1),
    geometries2: JSON.stringify(geometries2),
  };
  return relation(new Parameters(new Map(Object.entries(values).map(([name, text]) => [name, [text]]))));
};
const times = (count: number, ring: number[][]): Rings[] =>
  Array.from({ length: count }, () => ({ rings: [ring] }));
const upright = (ring: number[][]) => ring.map(([x = 0, y = 0]) => [y + 20, x - 20]);

test.each([
  ['polygons that cross each other', times(1, combRing(4000)), times(1, upright(combRing(4000)))],
  [
    'polygons that cross themselves, compared often',
    times(10, starRing(400, 71)),
    times(10, starRing(400, 71)),
  ],
])('places are counted before %s are compared', (_what, ones, others) => {
  expect(() => relate(ones, others)).toThrow(
    expect.objectContaining({
      faults: [
        expect.objectContaining({
          message: expect.stringContaining(`${limits.geometryServiceRelated} times`),
        }),
      ],
    }),
  );
});

test('many small polygons on each other are compared', () => {
  const { relations } = relate(times(20, wavyRing(30)), times(20, wavyRing(30))) as { relations: object[] };
  expect(relations).toHaveLength(400);
});
