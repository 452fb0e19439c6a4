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
    const first = extremes('GlobalID').slice(0, 1);
    for (const having of [`MIN(GlobalID) = '{${all[0].toUpperCase()}}'`, `min = '${all[0]}'`])
      expect((await ask({ outStatistics: first, having })).features).toHaveLength(1);
    const { fields } = await ask({ outStatistics: extremes('w') });
    expect(fields.map(({ type }: { type: string }) => type)).toEqual([
      'esriFieldTypeDate',
      'esriFieldTypeDate',
    ]);
  });

  test('with one name for different values are rejected, and repeated ones are answered once', async () => {
    const of = (statisticType: string, outStatisticFieldName: string) => ({
      statisticType,
      onStatisticField: 'OBJECTID',
      outStatisticFieldName,
    });
    const response = await ask({ outStatistics: [of('count', 'c'), of('max', 'most'), of('count', 'c')] });
    expect(response.features).toEqual([{ attributes: { c: features.length, most: features.length } }]);
    expect(response.fields.map(({ name }: { name: string }) => name)).toEqual(['c', 'most']);
    for (const more of [
      { outStatistics: [of('count', 'c'), of('max', 'C')] },
      { outStatistics: [of('count', 'n')], groupByFieldsForStatistics: 'n' },
    ])
      await expect(ask(more)).rejects.toThrow('Choose another outStatisticFieldName');
  });

  test.each([
    '[]',
    '{}',
    '[null]',
    '[{"statisticType":"mode","onStatisticField":"n"}]',
    '[{"statisticType":"sum","onStatisticField":"t"}]',
    '[{"statisticType":"percentile_cont","onStatisticField":"n"}]',
    '[{"statisticType":"max","onStatisticField":"INTERVAL \'1\' DAY"}]',
  ])('with outStatistics %s are rejected', async (outStatistics) => {
    await expect(ask({ outStatistics })).rejects.toThrow('Invalid or missing input parameters');
  });
});

test('an order of any length is read once', async () => {
  // A pattern that tries every division of the blanks would take minutes.
  await expect(ask({ orderByFields: `n${' '.repeat(300_000)}x` })).rejects.toThrow('Invalid');
});
test('an order puts missing values first or last', async () => {
  const ids = async (orderByFields: string) => (await ask({ orderByFields, returnIdsOnly: false })).features;
  expect(await ids('n DESC  NULLS last')).toEqual(await ids('n desc'));
  expect(await ids('n nulls first')).toEqual(await ids('n'));
  expect(await ids('n DESC NULLS FIRST')).toEqual((await ids('n NULLS LAST, OBJECTID DESC')).toReversed());
});

test('more values than a statement may have are an error of the request', async () => {
  const many = `n IN (${'1,'.repeat(49_000)}1)`;
  const having = `COUNT(n) IN (${'1,'.repeat(40_000)}1)`;
  const outStatistics = [{ statisticType: 'count', onStatisticField: 'n' }];
  await expect(ask({ where: many, having, outStatistics })).rejects.toMatchObject({ status: 400 });
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
