import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import AttributeBinsQuery from '@arcgis/core/rest/support/AttributeBinsQuery.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { ServiceClient } from '../rig/service-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** Bins of numbers and dates, requested by the SDK and by HTTP. */

let server: TestServer;
let client: ServiceClient;
let layer: any;

const day = 86_400_000;
const first = Date.UTC(2026, 0, 30);

beforeAll(async () => {
  server = await startTestServer();
  await createHostedLayer(
    { database: server.database },
    {
      serviceName: 'Rain',
      layers: [
        {
          name: 'Rain',
          fields: [
            { name: 'amount', type: 'esriFieldTypeDouble' },
            { name: 'place', type: 'esriFieldTypeString' },
            { name: 'at', type: 'esriFieldTypeDate' },
          ],
          // 0 … 9 every third day, in turn at two places; and one without values.
          features: [
            ...Array.from({ length: 10 }, (_none, index) => ({
              properties: { amount: index, place: index % 2 ? 'B' : 'A', at: first + index * 3 * day },
            })),
            { properties: { amount: null, place: 'C', at: null } },
          ],
        },
      ],
    },
  );
  client = new ServiceClient(server.url);
  layer = await client.get('Rain/FeatureServer/0');
});
afterAll(() => server.stop());

const ask = (bin: object, more: object = {}) =>
  client.get('Rain/FeatureServer/0/queryBins', { where: '1=1', bin, ...more });
const sum = { statisticType: 'sum', onStatisticField: 'amount', outStatisticFieldName: 'total' };
const attributesOf = ({ features }: any) => features.map(({ attributes }: any) => attributes);
const iso = (instant: number) => new Date(instant).toISOString().slice(0, 10);

/** A request for each capability that is true. */
const requested: Record<string, () => Promise<void>> = {
  supportsFixedBoundariesBin: async () => {
    const bin = { type: 'fixedBoundariesBin', onField: 'amount', parameters: { boundaries: [6, 0, 2] } };
    expect(attributesOf(await ask(bin, { outStatistics: [sum], upperBoundaryAlias: 'to' }))).toEqual([
      { lowerBoundary: 0, to: 2, total: 1 },
      // The last bin has its upper boundary too.
      { lowerBoundary: 2, to: 6, total: 2 + 3 + 4 + 5 + 6 },
    ]);
  },
  supportsFixedIntervalBin: async () => {
    const bin = {
      type: 'fixedIntervalBin',
      onField: 'amount',
      parameters: { interval: 4, start: 0, end: 10 },
    };
    expect(attributesOf(await ask(bin, { binOrder: 'DESC' }))).toEqual([
      { lowerBoundary: 8, upperBoundary: 12, frequency: 2 },
      { lowerBoundary: 4, upperBoundary: 8, frequency: 4 },
      { lowerBoundary: 0, upperBoundary: 4, frequency: 4 },
    ]);
  },
  supportsAutoIntervalBin: async () => {
    const bin = { type: 'autoIntervalBin', onField: 'amount', parameters: { numberOfBins: 3 } };
    expect(attributesOf(await ask(bin)).map(({ frequency }: any) => frequency)).toEqual([3, 3, 4]);
    expect(attributesOf(await ask(bin, { where: 'amount > 100' }))).toEqual([]);
  },
  supportsDateBin: async () => {
    const bin = { type: 'dateBin', onField: 'at', parameters: { number: 1, unit: 'month' } };
    const bins = attributesOf(await ask(bin));
    expect(
      bins.map(({ lowerBoundary, upperBoundary, frequency }: any) => [
        iso(lowerBoundary),
        iso(upperBoundary),
        frequency,
      ]),
    ).toEqual([
      ['2026-01-01', '2026-02-01', 1],
      ['2026-02-01', '2026-02-26', 9],
    ]);
  },
  supportsReturnFullIntervalBin: async () => {
    const parameters = { number: 1, unit: 'month', returnFullIntervalBin: true };
    const bins = attributesOf(await ask({ type: 'dateBin', onField: 'at', parameters }));
    expect(iso(bins[1].upperBoundary)).toBe('2026-03-01');
  },
  supportsSnapToData: async () => {
    const of = async (snapToData: string) =>
      attributesOf(
        await ask({ type: 'dateBin', onField: 'at', parameters: { number: 20, unit: 'day', snapToData } }),
      ).map(({ lowerBoundary, frequency }: any) => [iso(lowerBoundary), frequency]);
    expect(await of('first')).toEqual([
      ['2026-01-30', 7],
      ['2026-02-19', 3],
    ]);
    expect(await of('last')).toEqual([
      ['2026-01-30', 3],
      ['2026-02-06', 7],
    ]);
  },
  supportsFirstDayOfWeek: async () => {
    const of = async (firstDayOfWeek?: number) => {
      const bin = { type: 'dateBin', onField: 'at', firstDayOfWeek, parameters: { number: 1, unit: 'week' } };
      return iso(attributesOf(await ask(bin))[0].lowerBoundary);
    };
    expect([await of(), await of(1), await of(5)]).toEqual(['2026-01-25', '2026-01-26', '2026-01-30']);
  },
  supportsStackBy: async () => {
    const bin = {
      type: 'fixedIntervalBin',
      onField: 'amount',
      parameters: { interval: 5, start: 0, end: 10 },
      stackBy: { value: 'place', outAlias: 'where' },
    };
    const { features } = await ask(bin, { outStatistics: [sum] });
    expect(features[0]).toEqual({
      attributes: { lowerBoundary: 0, upperBoundary: 5, bin: 1 },
      stackedAttributes: [
        { where: 'A', total: 6 },
        { where: 'B', total: 4 },
      ],
    });
    const flat = attributesOf(await ask({ ...bin, jsonStyle: 'flat', hideUpperBound: true }));
    expect(flat[0]).toEqual({ lowerBoundary: 0, bin: 1, where: 'A', frequency: 3 });
  },
  supportsSplitBy: async () => {
    const bin = {
      type: 'autoIntervalBin',
      onField: 'amount',
      parameters: { numberOfBins: 2 },
      splitBy: { value: 'place' },
    };
    expect(attributesOf(await ask(bin, { where: 'amount IS NOT NULL' }))).toEqual([
      { lowerBoundary: 0, upperBoundary: 4, place: 'A', bin: 1, frequency: 2 },
      { lowerBoundary: 4, upperBoundary: 8, place: 'A', bin: 2, frequency: 3 },
      { lowerBoundary: 1, upperBoundary: 5, place: 'B', bin: 1, frequency: 2 },
      { lowerBoundary: 5, upperBoundary: 9, place: 'B', bin: 2, frequency: 3 },
    ]);
  },
  supportsNormalization: async () => {
    const of = async (parameters: object) =>
      attributesOf(
        await ask({
          type: 'autoIntervalBin',
          onField: 'amount',
          parameters: { numberOfBins: 1, ...parameters },
        }),
      )[0];
    const results = {
      field: { upperBoundary: 1 },
      log: { upperBoundary: Math.log10(9), frequency: 9 },
      naturalLog: { upperBoundary: expect.closeTo(Math.log(9)) },
      percentOfTotal: { upperBoundary: 20, frequency: 10 },
      squareRoot: { upperBoundary: 3, frequency: 10 },
    };
    expect(layer.queryBinsCapabilities.supportedNormalizationTypes).toEqual(Object.keys(results));
    for (const [normalizationType, expected] of Object.entries(results))
      expect(await of({ normalizationType, normalizationField: 'amount' })).toMatchObject(expected);
  },
};

describe('queryBinsCapabilities', () => {
  test('has a request here for each that is true', () => {
    const yes = Object.entries(layer.queryBinsCapabilities).filter(([, value]) => value === true);
    expect(Object.keys(requested).toSorted()).toEqual(yes.map(([name]) => name).toSorted());
    expect(layer.advancedQueryCapabilities.supportsQueryBins).toBe(true);
  });

  test.each(Object.keys(requested))('%s', async (name) => {
    expect.hasAssertions();
    await requested[name]?.();
  });

  test('lists the statistics that bins can have', async () => {
    const types: string[] = layer.queryBinsCapabilities.supportedStatisticTypes;
    const bin = { type: 'autoIntervalBin', onField: 'amount', parameters: { numberOfBins: 1 } };
    const outStatistics = types.map((statisticType) => ({
      statisticType,
      onStatisticField: 'amount',
      outStatisticFieldName: statisticType,
      statisticParameters: { value: 0.5 },
    }));
    const [all] = attributesOf(await ask(bin, { outStatistics }));
    expect(all).toMatchObject({ COUNT: 10, SUM: 45, AVG: 4.5, MIN: 0, MAX: 9, PERCENTILE_CONT: 4.5 });
  });
});

describe('the SDK', () => {
  const query = async (properties: object) => {
    const rain = new FeatureLayer({ url: `${server.url}/server/rest/services/Rain/FeatureServer/0` });
    await rain.load();
    const answer = await rain.queryAttributeBins(new AttributeBinsQuery(properties as any));
    return answer.features.map(({ attributes }): any => attributes);
  };

  test('counts by interval and by an expression', async () => {
    const binParameters = { type: 'auto-interval', field: 'amount', numBins: 2 };
    expect(await query({ binParameters })).toMatchObject([{ frequency: 5 }, { frequency: 5 }]);
    const doubled = {
      type: 'fixed-interval',
      expression: 'amount * 2',
      expressionValueType: 'double',
      interval: 10,
    };
    expect(await query({ binParameters: { ...doubled, start: 0, end: 20 } })).toMatchObject([
      { frequency: 5 },
      { frequency: 5 },
    ]);
  });

  test('counts by the calendar of a time zone, with an offset', async () => {
    const binParameters = {
      type: 'date',
      field: 'at',
      interval: { value: 1, unit: 'months' },
      offset: { value: 12, unit: 'hours' },
    };
    const [january] = await query({ binParameters, outTimeZone: 'Asia/Tokyo' });
    expect(new Date(january['lowerBoundary']).toISOString()).toBe('2026-01-01T03:00:00.000Z');
  });
});

describe('queryDateBins', () => {
  const dateBins = (parameters: object) =>
    client.get('Rain/FeatureServer/0/queryDateBins', { where: '1=1', binField: 'at', ...parameters });

  test('counts by the calendar and by fixed spans', async () => {
    const months = attributesOf(
      await dateBins({ bin: { calendarBin: { unit: 'month' } }, outStatistics: [sum] }),
    );
    expect(months.map(({ boundary, total }: any) => [iso(boundary), total])).toEqual([
      ['2026-01-01', 0],
      ['2026-02-01', 45],
    ]);
    const weeks = await dateBins({
      bin: { fixedBin: { number: 2, unit: 'week' } },
      binOrder: 'desc',
      binBoundaryAlias: 'from',
    });
    expect(attributesOf(weeks).map(({ from, frequency }: any) => [iso(from), frequency])).toEqual([
      ['2026-02-23', 2],
      ['2026-02-09', 4],
      ['2026-01-26', 4],
    ]);
  });

  test.each([
    { bin: {} },
    { bin: { calendarBin: { unit: 'moon' } } },
    { bin: { calendarBin: { unit: 'day' } }, returnCentroid: true },
  ])('rejects %j', async (parameters) => expect((await dateBins(parameters)).error.code).toBe(400));
});

describe('queryBins rejects', () => {
  const auto = { type: 'autoIntervalBin', onField: 'amount' };
  test.each<[string, object, object?]>([
    ['no type', { onField: 'amount' }],
    ['no value', { type: 'autoIntervalBin' }],
    ['two values', { ...auto, onExpression: { value: '1' } }],
    ['a text', { ...auto, onField: 'place' }],
    ['an unknown field', { ...auto, onField: 'unknown' }],
    ['a number as a date', { type: 'dateBin', onField: 'amount', parameters: { unit: 'day' } }],
    ['a million bins', { type: 'fixedIntervalBin', onField: 'amount', parameters: { interval: 0.000_001 } }],
    ['bins of a second', { type: 'dateBin', onField: 'at', parameters: { unit: 'second' } }],
    ['a start after the end', { ...auto, parameters: { start: 5, end: 1 } }],
    ['a date that splits', { ...auto, splitBy: { value: 'at' } }],
    ['both groupings', { ...auto, splitBy: { value: 'place' }, stackBy: { value: 'place' } }],
    ['geometry', auto, { outStatistics: [{ statisticType: 'EnvelopeAggregate' }] }],
    ['an unknown time zone', auto, { outTimeReference: { ianaTimeZone: "UTC'; select 1" } }],
    ['ids of features', auto, { returnAggIds: true }],
  ])('%s', async (_what, bin, more) => {
    expect((await ask(bin, more)).error.code).toBe(400);
  });
});
