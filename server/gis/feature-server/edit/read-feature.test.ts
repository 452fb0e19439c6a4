import { expect, test } from 'vitest';
import type { Field } from '../../layer/field.ts';
import { type HostedLayer, systemFields } from '../../layer/layer.ts';
import { TooHeavy } from '../../../platform/threads/too-heavy.ts';
import { readAddition } from './read-feature.ts';

const fields = ['name', 'kind'].map((name): Field => ({
  name,
  alias: name,
  type: 'esriFieldTypeString',
  nullable: true,
  editable: true,
  domain: null,
  defaultValue: 'usual',
  column: name,
}));
const layer = { fields: [...systemFields, ...fields], geometryType: null } as unknown as HostedLayer;
const valuesOf = (attributes: unknown) => {
  const { values } = readAddition({ attributes }, layer, false);
  return fields.map((field) => values.get(field));
};

test.each([
  [{ name: 'a', kind: 'b' }, ['a', 'b']],
  [{ NAME: 'a', Kind: null }, ['a', null]],
  [{ NAME: 'first', Name: 'second' }, ['first', 'usual']],
  [{ NAME: 'other', name: 'as written' }, ['as written', 'usual']],
  [null, ['usual', 'usual']],
  ['text', ['usual', 'usual']],
])(
  'attributes are found as written, else in any letter case, the first of several: %j',
  (attributes, expected) => expect(valuesOf(attributes)).toEqual(expected),
);

test('on the event loop vertices are counted before they are read', () => {
  // The last one cannot be read.
  const geometry = { rings: [[...Array.from({ length: 1000 }, (_none, at) => [at, at % 7]), [0, null]]] };
  const areas = { ...layer, geometryType: 'esriGeometryPolygon', wkid: 3857 } as unknown as HostedLayer;
  expect(() => readAddition({ geometry }, areas, false, true)).toThrow(TooHeavy);
  expect(() => readAddition({ geometry }, areas, false)).toThrow(expect.objectContaining({ status: 400 }));
});
