import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromJSON } from '@arcgis/core/renderers/support/jsonUtils.js';
import { loadCity } from '../rig/city-service.ts';
import { ServiceClient } from '../rig/service-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
let client: ServiceClient;

beforeAll(async () => {
  server = await startTestServer();
  await loadCity(server.database, {});
  client = new ServiceClient(server.url);
});
afterAll(() => server.stop());

/** Of the stops, whose scores are 0, 0.125 … 24.875. */
const generate = (classificationDef: object, more = {}, id = 2) =>
  client.post(`City/FeatureServer/${id}/generateRenderer`, { classificationDef, ...more });
const breaksOf = async (more: object, parameters = {}) => {
  const answer = await generate(
    { type: 'classBreaksDef', classificationField: 'score', breakCount: 4, ...more },
    parameters,
  );
  return answer.classBreakInfos.map(({ classMaxValue }: any) => classMaxValue);
};

describe('class breaks', () => {
  test('are equally wide', async () => {
    expect(await breaksOf({ classificationMethod: 'esriClassifyEqualInterval' })).toEqual([
      24.875 / 4,
      24.875 / 2,
      (24.875 * 3) / 4,
      24.875,
    ]);
  });

  test('have equal numbers of features', async () => {
    const quantiles = { classificationMethod: 'esriClassifyQuantile' };
    expect(await breaksOf(quantiles)).toEqual([49 / 8, 99 / 8, 149 / 8, 199 / 8]);
    expect(await breaksOf(quantiles, { where: 'code <= 4' })).toEqual([0, 1 / 8, 2 / 8, 3 / 8]);
  });

  test('are standard deviations around the mean', async () => {
    const [mean, deviation] = [199 / 16, Math.sqrt((200 ** 2 - 1) / 12) / 8];
    const breaks = await breaksOf({ classificationMethod: 'esriClassifyStandardDeviation' });
    expect(breaks).toHaveLength(5);
    for (const [index, step] of [-1.5, -0.5, 0.5, 1.5].entries())
      expect(breaks[index]).toBeCloseTo(mean + step * deviation, 6);
    expect(breaks.at(-1)).toBe(24.875);
  });

  test('are one beyond two and a half standard deviations, and are labelled by them', async () => {
    const far = { classificationMethod: 'esriClassifyStandardDeviation', classificationField: 'score' };
    // One of these is far above the others.
    const where = 'score <= 2 or score = 24.875';
    const { classBreakInfos } = await generate({ type: 'classBreaksDef', ...far }, { where });
    expect(classBreakInfos.map(({ label }: any) => label)).toEqual([
      '-0.5 - 0.5 Std. Dev.',
      '0.5 - 1.5 Std. Dev.',
      '1.5 - 2.5 Std. Dev.',
      '> 2.5 Std. Dev.',
    ]);
    expect(classBreakInfos.at(-1)).toMatchObject({ classMaxValue: 24.875 });
  });

  test('are natural', async () => {
    const natural = { classificationMethod: 'esriClassifyNaturalBreaks', breakCount: 2 };
    // The scores of these have two groups: up to 2, and from 20.
    expect(await breaksOf(natural, { where: 'score <= 2 or score >= 20' })).toEqual([2, 24.875]);
    expect(await breaksOf({ ...natural, breakCount: 9 }, { where: 'code <= 3' })).toEqual([0, 0.125, 0.25]);
  });

  test('are normalised by a field and by logarithm', async () => {
    const equal = { classificationMethod: 'esriClassifyEqualInterval', breakCount: 1 };
    expect(
      await breaksOf({ ...equal, normalizationType: 'esriNormalizeByField', normalizationField: 'score' }),
    ).toEqual([1]);
    const [log] = await breaksOf({ ...equal, normalizationType: 'esriNormalizeByLog' });
    expect(log).toBeCloseTo(Math.log10(24.875), 9);
  });

  test('make a renderer that the SDK reads', async () => {
    const json = await generate({
      type: 'classBreaksDef',
      classificationField: 'score',
      classificationMethod: 'esriClassifyQuantile',
      breakCount: 3,
      colorRamp: { type: 'algorithmic', fromColor: [0, 0, 0, 255], toColor: [200, 100, 0, 255] },
    });
    const renderer: any = fromJSON(json);
    expect(renderer.type).toBe('class-breaks');
    expect(renderer.classBreakInfos.map((each: any) => each.symbol.color.toRgb())).toEqual([
      [0, 0, 0],
      [100, 50, 0],
      [200, 100, 0],
    ]);
  });

  test('of no features are none', async () => {
    expect(await breaksOf({}, { where: 'code < 0' })).toEqual([]);
  });
});

describe('unique values', () => {
  test('are counted, the most frequent first, and make a renderer that the SDK reads', async () => {
    const json = await generate({ type: 'uniqueValueDef', uniqueValueFields: ['kind'] });
    expect(json).toMatchObject({ type: 'uniqueValue', field1: 'kind' });
    expect(json.uniqueValueInfos.map(({ value, count }: any) => [value, count])).toEqual([
      ['0', 50],
      ['1', 50],
      ['2', 50],
      ['3', 50],
    ]);
    const renderer: any = fromJSON(json);
    expect(renderer.type).toBe('unique-value');
    expect(renderer.uniqueValueInfos).toHaveLength(4);
  });

  test('combine fields', async () => {
    const json = await generate(
      { type: 'uniqueValueDef', uniqueValueFields: ['kind', 'code'], fieldDelimiter: '|' },
      { where: 'code <= 2' },
    );
    expect(json.uniqueValueInfos.map(({ value }: any) => value)).toEqual(['0|1', '1|2']);
  });
});

describe('what cannot be classified', () => {
  test.each([
    [{ type: 'other' }, /type/],
    [{ type: 'classBreaksDef', classificationField: 'name' }, /expected a field of numbers/],
    [{ type: 'classBreaksDef', classificationField: 'nothing' }, /nothing/],
    [{ type: 'classBreaksDef', classificationField: 'score', breakCount: 1e6 }, /breakCount/],
    [
      { type: 'classBreaksDef', classificationField: 'score', classificationMethod: 'esriClassifyManual' },
      /classificationMethod/,
    ],
    [
      {
        type: 'classBreaksDef',
        classificationField: 'score',
        normalizationType: 'esriNormalizeByPercentOfTotal',
      },
      /normalizationType/,
    ],
    [{ type: 'uniqueValueDef', uniqueValueFields: ['name || code'] }, /names of fields/],
    [{ type: 'uniqueValueDef', uniqueValueFields: [] }, /uniqueValueFields/],
    [
      { type: 'uniqueValueDef', uniqueValueFields: ['code'], baseSymbol: { size: Array(6000).fill(0) } },
      /baseSymbol.*200 classes has at most 10000 characters/,
    ],
  ])('is refused: %j', async (definition, reason) => {
    const { error } = await generate(definition);
    expect(error.code).toBe(400);
    expect(JSON.stringify(error)).toMatch(reason);
  });
});
