import { expect, test } from 'vitest';
import { limits } from '../../../limits.ts';
import { viewLayer } from './change-view.ts';
import {
  layerAddition,
  layerRemoval,
  layerUpdate,
  readDefinition,
  refuseManyLayers,
  serviceAddition,
} from './read-definition.ts';

const many = (length: number) => Array.from({ length }, (_none, index) => ({ name: `f${index}` }));
const twice = [{ name: 'a' }, { name: 'A' }];
const source = { sourceServiceName: 'City', sourceLayerId: 0 };

test.each([
  ['changed fields', layerUpdate, { fields: twice }, 'listed twice'],
  ['shown fields', viewLayer, { ...source, sourceLayerFields: twice }, 'listed twice'],
  ['deleted indexes', layerRemoval, { indexes: twice }, 'listed twice'],
  ['changed fields', layerUpdate, { fields: many(500) }, 'at most 420'],
  ['deleted fields', layerRemoval, { fields: many(500) }, 'at most 420'],
  ['indexes', layerAddition, { indexes: many(500).map((each) => ({ ...each, fields: 'x' })) }, 'at most 420'],
  ['layers', serviceAddition, { layers: many(limits.uploadLayers + 1) }, 'at most 50 layers'],
])('%s have a limit, and each is listed once', (_what, schema, given, problem) => {
  const read = () => readDefinition(schema, 'definition', given);
  expect(read).toThrow(expect.objectContaining({ status: 400, message: expect.stringContaining(problem) }));
});

test('a list of the fields of the largest layer is read', () =>
  expect(
    readDefinition(layerUpdate, 'definition', { fields: many(limits.layerFields + 6) }).fields,
  ).toHaveLength(limits.layerFields + 6));

test('a service with added layers has a limit of layers and of their indexes, where they are not those of a source', () => {
  const indexed = (count: number) => ({ indexes: many(count) });
  expect(() => refuseManyLayers(Array.from({ length: limits.uploadLayers + 1 }, () => ({})))).toThrow(
    'at most 50 layers',
  );
  expect(() => refuseManyLayers([indexed(limits.serviceIndexes), indexed(1)])).toThrow('at most 400 indexes');
  expect(() =>
    refuseManyLayers([indexed(limits.serviceIndexes), { ...indexed(1), source: {} }]),
  ).not.toThrow();
});
