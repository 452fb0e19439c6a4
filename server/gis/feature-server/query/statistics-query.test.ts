import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createModelLayer,
  modelFeatures as features,
  type ModelLayer,
} from '../../../../testing/rig/model-layer.ts';

let ask: ModelLayer['ask'];
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ ask, drop } = await createModelLayer());
});
afterAll(() => drop());

describe('statistics', () => {
  test('without groups are one row, which HAVING may remove', async () => {
    const count = [{ statisticType: 'count', onStatisticField: 'OBJECTID', outStatisticFieldName: 'c' }];
    expect((await ask({ outStatistics: count })).features).toEqual([{ attributes: { c: features.length } }]);
    expect(await ask({ outStatistics: count, returnCountOnly: true })).toEqual({ count: 1 });
    expect(
      await ask({ outStatistics: count, having: 'COUNT(OBJECTID) > 1000', returnCountOnly: true }),
    ).toEqual({ count: 0 });
    expect((await ask({ outStatistics: count, where: '1=0' })).features).toEqual([{ attributes: { c: 0 } }]);
  });

  test('have the minimum and maximum of every type of field', async () => {
    const extremes = (on: string) =>
      ['min', 'max'].map((statisticType) => ({
        statisticType,
        onStatisticField: on,
        outStatisticFieldName: statisticType,
      }));
    const { objectIds } = await ask({ returnIdsOnly: true });
    expect((await ask({ outStatistics: extremes('OBJECTID') })).features[0].attributes).toEqual({
      min: 1,
      max: objectIds.length,
    });
    const all = (await ask({ outFields: 'GlobalID', returnGeometry: false })).features
      .map(({ attributes }: any) => attributes.GlobalID)
      .sort();
    expect((await ask({ outStatistics: extremes('GlobalID') })).features[0].attributes).toEqual({
      min: all[0],
      max: all.at(-1),
    });
    const { fields } = await ask({ outStatistics: extremes('w') });
    expect(fields.map(({ type }: { type: string }) => type)).toEqual([
      'esriFieldTypeDate',
      'esriFieldTypeDate',
    ]);
  });

  test.each([
    '[]',
    '{}',
    '[null]',
    '[{"statisticType":"mode","onStatisticField":"n"}]',
    '[{"statisticType":"sum","onStatisticField":"t"}]',
    '[{"statisticType":"percentile_cont","onStatisticField":"n"}]',
  ])('with outStatistics %s are rejected', async (outStatistics) => {
    await expect(ask({ outStatistics })).rejects.toThrow('Invalid or missing input parameters');
  });
});

test('rejects a distance in a unit of the language but not of the service', async () => {
  for (const units of ['constructor', 'toString', '__proto__', 'esriSRUnit_Parsec'])
    await expect(ask({ geometry: '0,0', distance: 5, units })).rejects.toThrow(
      'Invalid or missing input parameters',
    );
  const near = await ask({
    geometry: '0,0',
    distance: 120,
    units: 'esriSRUnit_Kilometer',
    returnIdsOnly: true,
  });
  expect(near.objectIds).toEqual(features.filter(({ x, y }) => Math.hypot(x, y) < 1.05).map(({ id }) => id));
});
