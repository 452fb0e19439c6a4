import { expect, it } from 'vitest';
import { resultOf } from './enriched-area.ts';

it('an enriched area has the figures of all layers, also of equal titles', () => {
  const names = {
    area: 'Area',
    count: (layer: string) => `${layer}: number`,
    sum: (layer: string, field: string) => `${layer}: sum of ${field}`,
    mean: (layer: string, field: string) => `${layer}: mean of ${field}`,
  };
  const height = { name: 'h', title: 'Height', sum: 12, mean: 4 };
  const none = { name: 'h', title: 'Height' };
  const { fields, attributes } = resultOf(
    2500,
    [
      { layerId: 'a', title: 'Деревья', count: 3, fields: [height], categories: [] },
      { layerId: 'b', title: 'Деревья', count: 0, fields: [none], categories: [] },
    ],
    names,
  );
  expect(fields.map(({ alias }) => alias)).toEqual([
    'Area',
    'Деревья: number',
    'Деревья: sum of Height',
    'Деревья: mean of Height',
    'Деревья: number',
    'Деревья: sum of Height',
    'Деревья: mean of Height',
  ]);
  expect(new Set(fields.map(({ name }) => name)).size).toBe(7);
  expect(attributes).toEqual({
    area_m2: 2500,
    layer1_count: 3,
    layer1_sum1: 12,
    layer1_mean1: 4,
    layer2_count: 0,
    layer2_sum1: null,
    layer2_mean1: null,
  });
});
