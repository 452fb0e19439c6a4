import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { expect, it } from 'vitest';
import { fieldsOf } from './layer-fields.ts';

const layerWith = (...fields: { name: string; type: string }[]) => ({ fields }) as unknown as FeatureLayer;

it('lists the fields in the order of the service, and those that only identify features last', () => {
  const layer = layerWith(
    { name: 'OBJECTID', type: 'oid' },
    { name: 'GlobalID', type: 'global-id' },
    { name: 'species', type: 'string' },
    { name: 'parent', type: 'guid' },
    { name: 'height', type: 'double' },
  );
  expect(fieldsOf(layer).map(({ name, isId }) => [name, isId ?? false])).toEqual([
    ['species', false],
    ['height', false],
    ['OBJECTID', true],
    ['GlobalID', true],
    ['parent', true],
  ]);
});

it('leaves out fields whose values cannot be compared', () => {
  const layer = layerWith(
    { name: 'picture', type: 'raster' },
    { name: 'shape', type: 'geometry' },
    { name: 'planted', type: 'date-only' },
  );
  expect(fieldsOf(layer)).toEqual([{ name: 'planted', title: 'planted', kind: 'date' }]);
});
