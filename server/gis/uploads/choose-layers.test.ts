import { describe, expect, test } from 'vitest';
import { chooseLayers } from './choose-layers.ts';
import type { PlannedLayer } from './plan-layers.ts';
import { type LayerChoices, wgs84 } from './upload-source.ts';

/** Points with a number whose decimals follow a comma, and a date in epoch milliseconds. */
const planned: PlannedLayer = {
  shape: {
    name: 'Trees',
    geometryType: 'esriGeometryPoint',
    wkid: 4326,
    fields: [
      { name: 'height', source: 'h', type: 'esriFieldTypeDouble' },
      { name: 'seen', source: 's', type: 'esriFieldTypeDate' },
    ],
  },
  source: {
    name: 'Trees',
    fields: [
      { key: 'h', name: 'height' },
      { key: 's', name: 'seen', type: 'esriFieldTypeDate' },
    ],
    reference: () => wgs84,
    features: async function* () {},
  },
  kinds: new Set(['point']),
  commas: new Set(['h']),
  featureCount: 0,
  sample: [{ h: '1,5', s: 1_763_683_200_000 }],
};

describe('layers of a file', () => {
  test('are what fits the file without a choice', () => {
    expect(chooseLayers([planned])).toEqual([planned]);
  });

  test('have the chosen name only if there is one', () => {
    const choices = { name: 'Oaks' };
    expect(chooseLayers([planned], choices).map(({ shape }) => shape.name)).toEqual(['Oaks']);
    expect(chooseLayers([planned, planned], choices).map(({ shape }) => shape.name)).toEqual([
      'Trees',
      'Trees',
    ]);
  });

  test('keep decimal commas in a text, and only there', () => {
    const [asText] = chooseLayers([planned], { fields: [{ name: 'height', type: 'esriFieldTypeString' }] });
    expect(asText?.shape.fields[0]).toMatchObject({ type: 'esriFieldTypeString', length: 256 });
    expect(asText?.commas).toEqual(new Set());
    const [single] = chooseLayers([planned], { fields: [{ name: 'height', type: 'esriFieldTypeSingle' }] });
    expect(single?.commas).toEqual(new Set(['h']));
  });

  test.each<[string, LayerChoices, RegExp]>([
    [
      'dates in epoch milliseconds as text',
      { fields: [{ name: 'seen', type: 'esriFieldTypeString' }] },
      /fields\.seen/,
    ],
    ['an unknown field', { fields: [{ name: 'SEEN' }] }, /fields\.SEEN/],
    ['another geometry type', { geometryType: 'esriGeometryPolygon' }, /geometryType/],
    ['a table', { geometryType: null }, /no table/],
  ])('are refused with %s', (_what, choices, problem) => {
    expect(() => chooseLayers([planned], choices)).toThrow(problem);
  });
});
