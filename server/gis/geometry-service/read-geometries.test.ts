import { expect, test } from 'vitest';
import { Parameters } from '../../platform/arcgis/parameters.ts';
import { countGeometries } from './read-geometries.ts';

test.each<[string, Record<string, string>, number]>([
  ['points without JSON', { geometries: '1,2,3,4,5,6' }, 3],
  ['a polygon', { polygons: '[{"rings":[[[0,0],[1,0],[1,1],[0,0]]]}]' }, 1],
  ['a list of geometries', { geometries: '{"geometries":[{"x":1,"y":2},{"x":3,"y":4}]}' }, 3],
  ['distances', { distances: '1,2,3,4' }, 4],
  ['distances as JSON', { Distances: '[1,2,3,4]' }, 4],
  ['numbers as JSON', { geometries: '[1,2,3,4]' }, 2],
])('%s count as the geometries that they make', (_what, parameters, count) => {
  expect(countGeometries(new Parameters(parameters))).toBe(count);
});
