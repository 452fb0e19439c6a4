import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cityNames, firstDay, loadCity } from '../rig/city-service.ts';
import { ServiceClient } from '../rig/service-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
let client: ServiceClient;

beforeAll(async () => {
  server = await startTestServer();
  await loadCity(server.database);
  client = new ServiceClient(server.url);
});
afterAll(() => server.stop());

const blocks = 'City/FeatureServer/0/query';
const streets = 'City/FeatureServer/1/query';
const stops = 'City/FeatureServer/2/query';
const table = 'City/FeatureServer/3/query';

async function ids(path: string, parameters: Record<string, unknown>): Promise<number[]> {
  const { objectIds, error } = await client.get(path, { ...parameters, returnIdsOnly: true });
  expect(error).toBeUndefined();
  return objectIds;
}

async function count(path: string, parameters: Record<string, unknown>): Promise<number> {
  const answer = await client.get(path, { ...parameters, returnCountOnly: true });
  expect(answer.error).toBeUndefined();
  return answer.count;
}

describe('where', () => {
  test.each([
    [blocks, '1=1', 100],
    [blocks, '1=0', 0],
    [blocks, 'levels = 3', 14],
    [blocks, 'LEVELS = 3', 14],
    [blocks, '"levels" = 3 AND use = \'office\'', 5],
    [blocks, 'height IS NULL', 15],
    [blocks, 'height IS NOT NULL', 85],
    [blocks, 'height = 3.25', 15],
    [blocks, 'levels IN (1, 2) OR levels BETWEEN 5 AND 6', 57],
    [blocks, "name LIKE 'Block 1%'", 12],
    [blocks, "LOWER(name) LIKE '%block 10%'", 2],
    [blocks, `built >= DATE '2026-01-11' AND built < DATE '2026-01-21'`, 10],
    [blocks, `built = TIMESTAMP '2026-01-02 00:00:00'`, 1],
    [blocks, 'EXTRACT(MONTH FROM built) = 2', 28],
    [blocks, 'MOD(OBJECTID, 10) = 0', 10],
    [blocks, 'levels / 0 = 1', 0],
    [stops, "name = 'Есіл'", 25],
    [stops, "UPPER(name) = 'ЕСІЛ'", 25],
    [stops, "name = 'King''s Cross'", 25],
    [stops, "name LIKE '50!% off' ESCAPE '!'", 25],
    [stops, "name LIKE 'under\\_score'", 0],
    [stops, "name = ''", 25],
    [stops, 'kind = 2 AND opened IS NULL', 10],
    [table, "result = 'good'", 15],
    [table, 'stop_code <= 2', 6],
  ])('%s %s finds %d', async (path, where, expected) => {
    expect(await count(path, { where })).toBe(expected);
    expect(await ids(path, { where })).toHaveLength(expected);
  });

  test('reports the position of a syntax error', async () => {
    const { error } = await client.get(blocks, { where: 'levels = = 3' });
    expect(error).toEqual({
      code: 400,
      message: 'Cannot perform query. Invalid query parameters.',
      details: ['where: At character 10: expected a field, a value or “(” but found “=”.'],
    });
  });

  test.each([
    'levels = 3; DROP TABLE hosted_service',
    '1=1) UNION SELECT 1 --',
    'nofield = 1',
    "levels = 'x'",
    'SQRT(0 - 1) = 1',
    "CAST('x' AS INTEGER) = 1",
  ])('responds to %s with 400, and changes nothing', async (where) => {
    const { error } = await client.get(blocks, { where });
    expect(error.code).toBe(400);
    expect(JSON.stringify(error).length).toBeLessThan(750);
    expect(await count(blocks, {})).toBe(100);
  });

  test('accepts a very long list of ids by POST', async () => {
    const where = `OBJECTID IN (${Array.from({ length: 3000 }, (_none, index) => index * 2).join(',')})`;
    expect(await client.post(blocks, { where, returnCountOnly: true })).toEqual({ count: 50 });
  });
});

describe('objectIds', () => {
  test('combine with where', async () => {
    expect(await ids(blocks, { objectIds: '1,2,3,999' })).toEqual([1, 2, 3]);
    expect(await ids(blocks, { objectIds: '[4,5]' })).toEqual([4, 5]);
    expect(await ids(blocks, { objectIds: '1,2,3', where: 'levels = 1' })).toEqual([2]);
    expect((await client.get(blocks, { objectIds: '1,x' })).error.code).toBe(400);
  });
});

describe('features', () => {
  test('have the requested fields, in the fields’ own spelling', async () => {
    const answer = await client.get(blocks, {
      objectIds: 11,
      outFields: 'NAME,levels',
      returnGeometry: false,
    });
    expect(answer.features).toEqual([{ attributes: { name: 'Block 11', levels: 3 } }]);
    expect(answer.fields.map(({ name, type, alias }: any) => [name, type, alias])).toEqual([
      ['name', 'esriFieldTypeString', 'Name'],
      ['levels', 'esriFieldTypeSmallInteger', 'levels'],
    ]);
    expect(answer).toMatchObject({ objectIdFieldName: 'OBJECTID', globalIdFieldName: 'GlobalID' });
    expect(answer).not.toHaveProperty('geometryType');
    expect(answer).not.toHaveProperty('exceededTransferLimit');
  });

  test('have all fields for *, only the object id for an empty list', async () => {
    const all = await client.get(blocks, { objectIds: 11, outFields: '*' });
    expect(all.features[0].attributes).toEqual({
      OBJECTID: 11,
      GlobalID: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Block 11',
      levels: 3,
      height: 9.75,
      use: 'office',
      built: firstDay + 10 * 86_400_000,
    });
    const none = await client.get(blocks, { objectIds: 11 });
    expect(none.features[0].attributes).toEqual({ OBJECTID: 11 });
    expect((await client.get(blocks, { outFields: 'nofield' })).error.code).toBe(400);
  });

  test('keep holes and parts: outer rings clockwise, holes counter-clockwise, closed', async () => {
    const answer = await client.get(blocks, { objectIds: '11,25' });
    const [withHole, withParts] = answer.features.map(({ geometry }: any) => geometry.rings);
    expect(withHole).toEqual([
      [
        [71, 51.01],
        [71, 51.018],
        [71.008, 51.018],
        [71.008, 51.01],
        [71, 51.01],
      ],
      [
        [71.002, 51.012],
        [71.005, 51.012],
        [71.005, 51.015],
        [71.002, 51.015],
        [71.002, 51.012],
      ],
    ]);
    expect(withParts).toHaveLength(2);
    expect(answer.geometryType).toBe('esriGeometryPolygon');
    expect(answer.spatialReference).toEqual({ wkid: 4326, latestWkid: 4326 });
  });

  test('without geometry have none in every format', async () => {
    const { features } = await client.get(stops, { objectIds: 200, outFields: 'name' });
    expect(features).toEqual([{ attributes: { name: cityNames[7] }, geometry: null }]);
    const geojson = await client.get(stops, { objectIds: 200, f: 'geojson' });
    expect(geojson.features[0].geometry).toBeNull();
  });

  test('of a table have no geometry', async () => {
    const answer = await client.get(table, { objectIds: 1, outFields: '*' });
    expect(answer).not.toHaveProperty('geometryType');
    expect(answer.features[0]).not.toHaveProperty('geometry');
    expect((await client.get(table, { geometry: '0,0,1,1' })).error.code).toBe(400);
  });
});

describe('geometry and spatialRel', () => {
  const inside = { xmin: 71.001, ymin: 51.001, xmax: 71.017, ymax: 51.017 };

  test.each([
    [
      'an envelope as JSON',
      blocks,
      { geometry: inside, geometryType: 'esriGeometryEnvelope' },
      [1, 2, 11, 12],
    ],
    ['an envelope as numbers', blocks, { geometry: '71.001,51.001,71.017,51.017' }, [1, 2, 11, 12]],
    ['an envelope in a courtyard', blocks, { geometry: '71.003,51.003,71.004,51.004' }, []],
    ['an envelope on an edge', blocks, { geometry: '71.008,51.0,71.009,51.001' }, [1]],
    ['an envelope between blocks', blocks, { geometry: '71.0081,51.0,71.0099,51.001' }, []],
    ['a point', blocks, { geometry: '71.001,51.001', geometryType: 'esriGeometryPoint' }, [1]],
    [
      'a point in a courtyard',
      blocks,
      { geometry: { x: 71.003, y: 51.003 }, geometryType: 'esriGeometryPoint' },
      [],
    ],
    [
      'a multipoint',
      blocks,
      {
        geometry: {
          points: [
            [71.001, 51.001],
            [71.021, 51.001],
          ],
        },
        geometryType: 'esriGeometryMultipoint',
      },
      [1, 3],
    ],
    [
      'a polyline',
      blocks,
      {
        geometry: {
          paths: [
            [
              [71.001, 51.004],
              [71.025, 51.004],
            ],
          ],
        },
        geometryType: 'esriGeometryPolyline',
      },
      [1, 2, 3],
    ],
    [
      'a polygon',
      blocks,
      {
        geometry: {
          rings: [
            [
              [70.99, 50.99],
              [70.99, 51.012],
              [71.012, 50.99],
              [70.99, 50.99],
            ],
          ],
        },
        geometryType: 'esriGeometryPolygon',
      },
      [1],
    ],
    [
      'a polygon with a hole',
      stops,
      {
        geometry: {
          rings: [
            [
              [71, 51],
              [71, 51.01],
              [71.01, 51.01],
              [71.01, 51],
              [71, 51],
            ],
            [
              [71.001, 51.001],
              [71.009, 51.001],
              [71.009, 51.009],
              [71.001, 51.009],
              [71.001, 51.001],
            ],
          ],
        },
        geometryType: 'esriGeometryPolygon',
      },
      [1, 2, 3, 19, 20, 21],
    ],
    ['contains', blocks, { geometry: inside, spatialRel: 'esriSpatialRelContains' }, []],
    [
      'contains all of',
      blocks,
      { geometry: '70.999,50.999,71.009,51.009', spatialRel: 'esriSpatialRelContains' },
      [1],
    ],
    [
      'within',
      blocks,
      { geometry: '71.0005,51.0005,71.001,51.001', spatialRel: 'esriSpatialRelWithin' },
      [1],
    ],
    [
      'crosses',
      streets,
      {
        geometry: {
          paths: [
            [
              [71.05, 51],
              [71.05, 51.02],
            ],
          ],
        },
        geometryType: 'esriGeometryPolyline',
        spatialRel: 'esriSpatialRelCrosses',
      },
      [2, 3],
    ],
    [
      'touches',
      blocks,
      { geometry: '71.008,51.001,71.0099,51.002', spatialRel: 'esriSpatialRelTouches' },
      [1],
    ],
    [
      'overlaps',
      blocks,
      { geometry: '71.004,51.0005,71.0099,51.001', spatialRel: 'esriSpatialRelOverlaps' },
      [1],
    ],
    [
      'envelopes that meet, courtyard or not',
      blocks,
      { geometry: '71.003,51.003,71.004,51.004', spatialRel: 'esriSpatialRelEnvelopeIntersects' },
      [1],
    ],
    [
      'index',
      blocks,
      { geometry: '71.003,51.003,71.004,51.004', spatialRel: 'esriSpatialRelIndexIntersects' },
      [1],
    ],
    ['where and geometry', blocks, { geometry: inside, where: 'levels = 0' }, [1]],
    ['objectIds and geometry', blocks, { geometry: inside, objectIds: '2,3' }, [2]],
    ['an empty point', blocks, { geometry: { x: 'NaN', y: 'NaN' }, geometryType: 'esriGeometryPoint' }, []],
    ['a tile beyond the world', blocks, { geometry: '400,80,500,95', resultType: 'tile' }, []],
    ['the whole world', streets, { geometry: '-180,-90,180,90' }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    [
      'a window over the antimeridian',
      streets,
      { geometry: '-350,0,-170,80' },
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    ],
  ])('%s', async (_what, path, parameters, expected) => {
    expect(await ids(path, parameters)).toEqual(expected);
    expect(await count(path, parameters)).toBe(expected.length);
    const { features } = await client.get(path, parameters);
    expect(features.map(({ attributes }: any) => attributes.OBJECTID)).toEqual(expected);
  });

  test('accept inSR as number, as JSON, and of the geometry itself', async () => {
    const mercator = '7903686.6,6621407.3,7905467.7,6624242.3';
    const expected = await ids(blocks, { geometry: '71.00002,51.00001,71.01602,51.016' });
    expect(expected).toEqual([1, 2, 11, 12]);
    for (const inSR of ['102100', '3857', '{"wkid":102100}', '"3857"']) {
      expect(await ids(blocks, { geometry: mercator, inSR })).toEqual(expected);
    }
    const [xmin, ymin, xmax, ymax] = mercator.split(',').map(Number);
    const geometry = { xmin, ymin, xmax, ymax, spatialReference: { wkid: 102100, latestWkid: 3857 } };
    expect(await ids(blocks, { geometry, inSR: 4326 })).toEqual(expected);
  });

  test('accept a projected window of another zone', async () => {
    // UTM 42N: about the same window, bent.
    const geometry = {
      xmin: 640_300,
      ymin: 5_651_900,
      xmax: 641_300,
      ymax: 5_653_400,
      spatialReference: { wkid: 32642 },
    };
    const found = await ids(blocks, { geometry });
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(8);
  });

  test('find features within a distance', async () => {
    const near = { geometry: '71,51', geometryType: 'esriGeometryPoint', units: 'esriSRUnit_Meter' };
    expect(await ids(stops, { ...near, distance: 1 })).toEqual([1]);
    // Half a thousandth of a degree along the diagonal is 65.7 m here.
    expect(await ids(stops, { ...near, distance: 66 })).toEqual([1, 2]);
    expect(await ids(stops, { ...near, distance: 0.132, units: 'esriSRUnit_Kilometer' })).toEqual([1, 2, 3]);
    expect((await client.get(stops, { ...near, distance: 1, units: 'cubits' })).error.code).toBe(400);
  });

  test.each([
    { geometry: 'nonsense' },
    { geometry: '{bad json' },
    { geometry: '{"foo":1}' },
    { geometry: '1,2,3' },
    { geometry: { rings: [[[0, 'a']]] } },
    { geometry: '0,0', inSR: 999_999 },
    { geometry: '0,0', inSR: 'x' },
    { geometry: '0,0', spatialRel: 'esriSpatialRelRelation' },
    { outSR: 5 },
  ])('reject %j with 400', async (parameters) => {
    expect((await client.get(blocks, parameters)).error).toMatchObject({ code: 400 });
  });
});

describe('outSR', () => {
  test('writes Web Mercator under either code as clients expect it', async () => {
    for (const outSR of [102_100, 3857]) {
      const { features, spatialReference } = await client.get(stops, { objectIds: 1, outSR });
      expect(spatialReference).toEqual({ wkid: 102_100, latestWkid: 3857 });
      expect(features[0].geometry.x).toBeCloseTo(7_903_683.846, 2);
      expect(features[0].geometry.y).toBeCloseTo(6_621_293.723, 2);
    }
  });

  test('accepts any EPSG code', async () => {
    const { features, spatialReference } = await client.get(stops, { objectIds: 1, outSR: 32642 });
    expect(spatialReference).toEqual({ wkid: 32642, latestWkid: 32642 });
    expect(features[0].geometry.x).toBeCloseTo(640_333.296, 2);
    expect(features[0].geometry.y).toBeCloseTo(5_651_728.682, 2);
  });
});

describe('order and paging', () => {
  test('sorts by fields in either direction, ties by id', async () => {
    const get = async (orderByFields: string) =>
      (
        await client.get(blocks, {
          orderByFields,
          outFields: 'levels',
          resultRecordCount: 3,
          returnGeometry: false,
        })
      ).features.map(({ attributes }: any) => attributes.levels);
    expect(await get('levels')).toEqual([0, 0, 0]);
    expect(await get('levels DESC')).toEqual([6, 6, 6]);
    expect(await get('LEVELS desc, OBJECTID ASC')).toEqual([6, 6, 6]);
    expect(await get('0 - levels')).toEqual([6, 6, 6]);
    expect((await client.get(blocks, { orderByFields: 'nofield' })).error.code).toBe(400);
    for (const words of ['levels; drop', 'NULL', 'NULL DESC', 'levels, NULL'])
      expect((await client.get(blocks, { orderByFields: words })).error.code).toBe(400);
  });

  test('sorts ids like features', async () => {
    const query = { where: 'OBJECTID <= 9', orderByFields: 'levels DESC' };
    expect(await ids(blocks, query)).toEqual([7, 6, 5, 4, 3, 2, 9, 1, 8]);
    const whole = await client.get('City/FeatureServer/query', {
      ...query,
      where: '1=1',
      layerDefs: { 0: query.where },
      returnIdsOnly: true,
    });
    expect(whole.layers[0].objectIds).toEqual([7, 6, 5, 4, 3, 2, 9, 1, 8]);
    const unknown = await client.get(blocks, { orderByFields: 'nofield', returnIdsOnly: true });
    expect(unknown.error.code).toBe(400);
  });

  test('sorts texts by language, not by code point', async () => {
    const { features } = await client.get(stops, {
      where: 'OBJECTID <= 8',
      outFields: 'name',
      orderByFields: 'name',
    });
    expect(features.map(({ attributes }: any) => attributes.name)).toEqual([
      '',
      '50% off',
      'Arbat',
      "King's Cross",
      'O’Brien',
      'under_score',
      'Ünter den Linden',
      'Есіл',
    ]);
  });

  test('joins to the whole, with exceededTransferLimit until the last page', async () => {
    const seen: number[] = [];
    for (let resultOffset = 0; ; resultOffset += 30) {
      const page = await client.get(blocks, { where: '1=1', resultOffset, resultRecordCount: 30 });
      seen.push(...page.features.map(({ attributes }: any) => attributes.OBJECTID));
      expect(page.exceededTransferLimit ?? false).toBe(seen.length < 100);
      if (!page.exceededTransferLimit) break;
    }
    expect(seen).toEqual(Array.from({ length: 100 }, (_none, index) => index + 1));
  });

  test('pages a spatial query that envelopes cannot decide', async () => {
    const geometry = {
      rings: [
        [
          [70.9, 50.9],
          [70.9, 51.05],
          [71.2, 51.05],
          [71.2, 50.9],
          [70.9, 50.9],
        ],
      ],
    };
    const query = { geometry, geometryType: 'esriGeometryPolygon' };
    const all = await ids(blocks, query);
    const seen: number[] = [];
    for (let resultOffset = 0; resultOffset < all.length; resultOffset += 7) {
      const page = await client.get(blocks, { ...query, resultOffset, resultRecordCount: 7 });
      seen.push(...page.features.map(({ attributes }: any) => attributes.OBJECTID));
    }
    expect(seen).toEqual(all);
  });

  test('sends no partial tile to clients that would discard it', async () => {
    const tile = { resultType: 'tile', resultRecordCount: 10, returnExceededLimitFeatures: false };
    const answer = await client.get(blocks, tile);
    expect(answer).toMatchObject({ exceededTransferLimit: true, features: [] });
    expect((await client.get(blocks, { ...tile, resultRecordCount: 100 })).features).toHaveLength(100);
  });

  test.each([
    { resultOffset: -1 },
    { resultOffset: 'x' },
    { resultRecordCount: -5 },
    { resultRecordCount: 1.5 },
  ])('rejects %j with 400', async (parameters) => {
    expect((await client.get(blocks, parameters)).error.code).toBe(400);
  });
});

describe('extent', () => {
  test('is returned with and without the count', async () => {
    const answer = await client.get(blocks, {
      where: 'OBJECTID IN (1, 2)',
      returnExtentOnly: true,
      returnCountOnly: true,
    });
    expect(answer).toEqual({
      count: 2,
      extent: {
        xmin: 71,
        ymin: 51,
        xmax: 71.018,
        ymax: 51.008,
        spatialReference: { wkid: 4326, latestWkid: 4326 },
      },
    });
    const mercator = await client.get(blocks, { objectIds: 1, returnExtentOnly: true, outSR: 102_100 });
    expect(mercator).not.toHaveProperty('count');
    expect(mercator.extent.xmin).toBeCloseTo(7_903_683.846, 2);
  });

  test('of nothing is NaN', async () => {
    const { extent, count } = await client.get(blocks, {
      where: '1=0',
      returnExtentOnly: true,
      returnCountOnly: true,
    });
    expect([count, extent.xmin]).toEqual([0, 'NaN']);
  });
});

describe('distinct values', () => {
  test('lists each combination once, in order, and counts them', async () => {
    const answer = await client.get(blocks, {
      returnDistinctValues: true,
      outFields: 'use',
      returnGeometry: false,
    });
    expect(answer.features.map(({ attributes }: any) => attributes)).toEqual([
      { use: 'dwelling' },
      { use: 'office' },
      { use: 'shop' },
    ]);
    const pairs = await client.get(blocks, {
      returnDistinctValues: true,
      outFields: 'use,levels',
      where: 'levels < 2',
      orderByFields: 'levels DESC',
    });
    expect(pairs.features).toHaveLength(6);
    expect(pairs.features[0].attributes.levels).toBe(1);
    expect(await count(blocks, { returnDistinctValues: true, outFields: 'use,levels' })).toBe(21);
    expect(
      (await client.get(blocks, { returnDistinctValues: true, outFields: 'use', orderByFields: 'levels' }))
        .error.code,
    ).toBe(400);
  });
});

describe('statistics', () => {
  const statistic = (
    statisticType: string,
    onStatisticField: string,
    outStatisticFieldName: string,
    more: object = {},
  ) => ({
    statisticType,
    onStatisticField,
    outStatisticFieldName,
    ...more,
  });

  test('cover everything without groups', async () => {
    const answer = await client.get(blocks, {
      outStatistics: [
        statistic('count', 'OBJECTID', 'n'),
        statistic('sum', 'levels', 'total'),
        statistic('avg', 'levels', 'mean'),
        statistic('min', 'name', 'first_name'),
        statistic('max', 'built', 'newest'),
        statistic('stddev', 'levels', 'spread'),
        statistic('var', 'levels', 'variance'),
        statistic('percentile_cont', 'levels', 'median', { statisticParameters: { value: 0.5 } }),
        statistic('percentile_disc', 'levels', 'top', { statisticParameters: { value: 0, orderBy: 'DESC' } }),
        statistic('sum', 'levels * 2', 'doubled'),
      ],
    });
    const { spread, variance, ...exact } = answer.features[0].attributes;
    expect(exact).toEqual({
      n: 100,
      total: 295,
      mean: 2.95,
      first_name: 'Block 1',
      newest: firstDay + 99 * 86_400_000,
      median: 3,
      top: 6,
      doubled: 590,
    });
    expect(spread ** 2).toBeCloseTo(variance, 9);
    expect(answer.features[0]).not.toHaveProperty('geometry');
    expect(answer.fields.map(({ name, type }: any) => [name, type]).slice(0, 5)).toEqual([
      ['n', 'esriFieldTypeInteger'],
      ['total', 'esriFieldTypeDouble'],
      ['mean', 'esriFieldTypeDouble'],
      ['first_name', 'esriFieldTypeString'],
      ['newest', 'esriFieldTypeDate'],
    ]);
  });

  test('group with HAVING, order and paging', async () => {
    const query = {
      outStatistics: [statistic('count', 'OBJECTID', 'n')],
      groupByFieldsForStatistics: 'use',
      orderByFields: 'n DESC, use',
    };
    const rows = async (more: object) =>
      (await client.get(blocks, { ...query, ...more })).features.map(({ attributes }: any) => attributes);
    expect(await rows({})).toEqual([
      { use: 'dwelling', n: 34 },
      { use: 'office', n: 33 },
      { use: 'shop', n: 33 },
    ]);
    expect(await rows({ having: 'COUNT(*) > 33' })).toEqual([{ use: 'dwelling', n: 34 }]);
    expect(await rows({ having: "n < 34 AND use <> 'shop'" })).toEqual([{ use: 'office', n: 33 }]);
    expect(await rows({ resultOffset: 1, resultRecordCount: 1 })).toEqual([{ use: 'office', n: 33 }]);
    expect(await rows({ where: 'levels = 99' })).toEqual([]);
    expect(await rows({ geometry: '71,51,71.008,51.008' })).toEqual([{ use: 'dwelling', n: 1 }]);
    expect(await count(blocks, query)).toBe(3);
  });

  test('accept an expression', async () => {
    const answer = await client.get(blocks, {
      outStatistics: [statistic('count', 'OBJECTID', 'n')],
      groupByFieldsForStatistics: 'MOD(levels, 2)',
    });
    expect(answer.features.map(({ attributes }: any) => attributes.n).sort()).toEqual([43, 57]);
  });

  test.each([
    { outStatistics: 'x' },
    { outStatistics: [] },
    { outStatistics: [statistic('median', 'levels', 'x')] },
    { outStatistics: [statistic('sum', 'name', 'x')] },
    { outStatistics: [statistic('sum', 'nofield', 'x')] },
    { outStatistics: [statistic('sum', 'levels', 'x"; drop')] },
    { outStatistics: [statistic('percentile_cont', 'levels', 'x')] },
    { outStatistics: [statistic('sum', 'levels', 'x')], groupByFieldsForStatistics: 'nofield' },
    {
      outStatistics: [statistic('sum', 'levels', 'x')],
      groupByFieldsForStatistics: 'use',
      orderByFields: 'name',
    },
    {
      outStatistics: [statistic('sum', 'levels', 'x')],
      groupByFieldsForStatistics: 'use',
      having: 'levels > 1',
    },
    { outStatistics: [statistic('sum', 'COUNT(*)', 'x')] },
    { outStatistics: [null] },
  ])('reject %j with 400', async (parameters) => {
    expect((await client.get(blocks, parameters)).error.code).toBe(400);
  });
});

describe('time', () => {
  const day = (index: number) => firstDay + index * 86_400_000;

  test.each([
    [String(day(0)), [1]],
    [`${day(0)},${day(2)}`, [1, 2, 3]],
    [`${day(205)},null`, [196, 197, 198, 199]],
    [`null,${day(1)}`, [1, 2]],
    [`${day(500)},${day(600)}`, []],
  ])('%s', async (time, expected) => {
    expect(await ids(stops, { time })).toEqual(expected);
  });

  test('is ignored for a layer without time fields, and rejected with 400 when malformed', async () => {
    expect(await count(blocks, { time: '0,1' })).toBe(100);
    expect((await client.get(stops, { time: 'noon' })).error.code).toBe(400);
  });
});

describe('generalisation', () => {
  test('removes details smaller than maxAllowableOffset', async () => {
    const { features } = await client.get(blocks, { objectIds: 11, maxAllowableOffset: 0.005 });
    // The courtyard is smaller than that, the block is not.
    expect(features[0].geometry.rings).toHaveLength(1);
    const gone = await client.get(blocks, { objectIds: 11, maxAllowableOffset: 1 });
    expect(gone.features[0].geometry).toBeNull();
  });

  test('rounds to geometryPrecision', async () => {
    const { features } = await client.get(stops, { objectIds: 2, geometryPrecision: 3 });
    expect(features[0].geometry).toEqual({ x: 71.001, y: 51.001 });
  });

  test('puts quantized JSON on the requested grid', async () => {
    const quantizationParameters = {
      extent: { xmin: 71, ymin: 51, xmax: 71.1, ymax: 51.1, spatialReference: { wkid: 4326 } },
      mode: 'view',
      originPosition: 'upperLeft',
      tolerance: 0.001,
    };
    const answer = await client.get(blocks, { objectIds: 1, quantizationParameters });
    expect(answer.transform).toEqual({
      originPosition: 'upperLeft',
      scale: [0.001, 0.001],
      translate: [71, 51.1],
    });
    expect(answer.features[0].geometry.rings[0]).toEqual([
      [0, 100],
      [0, -8],
      [8, 0],
      [0, 8],
      [-8, 0],
    ]);
    const lower = await client.get(blocks, {
      objectIds: 1,
      quantizationParameters: { ...quantizationParameters, originPosition: 'lowerLeft' },
    });
    expect(lower.features[0].geometry.rings[0]).toEqual([
      [0, 0],
      [0, 8],
      [8, 0],
      [0, -8],
      [-8, 0],
    ]);
    const coarse = await client.get(blocks, {
      objectIds: 1,
      quantizationParameters: { ...quantizationParameters, tolerance: 0.1 },
    });
    expect(coarse.features[0].geometry).toBeNull();
    const edit = await client.get(blocks, {
      objectIds: 1,
      quantizationParameters: { ...quantizationParameters, tolerance: 0.1, mode: 'edit' },
    });
    expect(edit.features[0].geometry.rings[0]).toHaveLength(5);
    expect((await client.get(blocks, { quantizationParameters: { tolerance: 0 } })).error.code).toBe(400);
    expect((await client.get(blocks, { quantizationParameters: '{' })).error.code).toBe(400);
  });
});

describe('formats', () => {
  test.each(['1=1', '1=0'])(
    'f=pjson has the same features as f=json, with line breaks: %s',
    async (where) => {
      const text = await (await client.fetch(stops, { where, outFields: '*', f: 'pjson' })).text();
      expect(text).toBe(JSON.stringify(await client.get(stops, { where, outFields: '*' }), undefined, 2));
    },
  );

  test('f=pjson is the same, indented', async () => {
    const response = await client.fetch(stops, { objectIds: 1, f: 'pjson' });
    const text = await response.text();
    expect(text).toContain('\n  "features": [');
    expect(JSON.parse(text)).toEqual(await client.get(stops, { objectIds: 1 }));
  });

  test('f=geojson is in degrees, with ids, and reports further pages where clients look', async () => {
    const response = await client.fetch(blocks, {
      f: 'geojson',
      outFields: 'name',
      resultRecordCount: 1,
    });
    expect(response.headers.get('content-type')).toContain('application/geo+json');
    const collection: any = await response.json();
    expect(collection).toMatchObject({
      type: 'FeatureCollection',
      properties: { exceededTransferLimit: true },
    });
    expect(collection.features[0]).toEqual({
      type: 'Feature',
      id: 1,
      properties: { name: 'Block 1' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [71, 51],
            [71.008, 51],
            [71.008, 51.008],
            [71, 51.008],
            [71, 51],
          ],
          [
            [71.002, 51.002],
            [71.002, 51.005],
            [71.005, 51.005],
            [71.005, 51.002],
            [71.002, 51.002],
          ],
        ],
      },
    });
  });

  test('rejects an unknown one with 400', async () => {
    expect((await client.get(stops, { f: 'kmz' })).error.code).toBe(400);
  });

  test('is the same by GET and POST, with parameter names in any case', async () => {
    const parameters = { where: 'levels = 1', outFields: 'name', orderByFields: 'name' };
    const got = await client.get(blocks, parameters);
    expect(await client.post(blocks, parameters)).toEqual(got);
    expect(
      await client.get(blocks, { WHERE: 'levels = 1', OutFields: 'name', orderbyfields: 'name' }),
    ).toEqual(got);
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...parameters, f: 'json' })) form.set(name, value);
    const multipart = await fetch(`${client.root}/${blocks}`, { method: 'POST', body: form });
    expect(await multipart.json()).toEqual(got);
  });

  test('ignores a trailing slash', async () => {
    expect(await client.get(`${blocks}/`, { returnCountOnly: true })).toEqual({ count: 100 });
  });
});

describe('related records', () => {
  const related = 'City/FeatureServer/2/queryRelatedRecords';

  test('of an origin', async () => {
    const answer = await client.get(related, {
      objectIds: '1,2,50',
      relationshipId: 0,
      outFields: 'result,stop_code',
      orderByFields: 'result',
    });
    expect(answer.relatedRecordGroups).toEqual([
      {
        objectId: 1,
        relatedRecords: [
          ['good', 1],
          ['good', 1],
          ['poor', 1],
        ].map(([result, stop_code]) => ({ attributes: { result, stop_code } })),
      },
      {
        objectId: 2,
        relatedRecords: [
          ['good', 2],
          ['poor', 2],
          ['poor', 2],
        ].map(([result, stop_code]) => ({ attributes: { result, stop_code } })),
      },
    ]);
    expect(answer.fields.map(({ name }: any) => name)).toEqual(['result', 'stop_code']);
  });

  test('are filtered and counted', async () => {
    const filtered = await client.get(related, {
      objectIds: 1,
      relationshipId: 0,
      definitionExpression: "result = 'poor'",
    });
    expect(filtered.relatedRecordGroups[0].relatedRecords).toHaveLength(1);
    const counted = await client.get(related, {
      objectIds: '1,50',
      relationshipId: 0,
      returnCountOnly: true,
    });
    expect(counted.relatedRecordGroups).toEqual([
      { objectId: 1, count: 3 },
      { objectId: 50, count: 0 },
    ]);
  });

  test('lead back to the origin, with its geometry', async () => {
    const answer = await client.get('City/FeatureServer/3/queryRelatedRecords', {
      objectIds: 4,
      relationshipId: 0,
      outFields: 'code',
    });
    expect(answer).toMatchObject({
      geometryType: 'esriGeometryPoint',
      relatedRecordGroups: [
        { objectId: 4, relatedRecords: [{ attributes: { code: 2 }, geometry: { x: 71.0005, y: 51.0005 } }] },
      ],
    });
  });

  test('are JSON: other formats are refused', async () => {
    for (const f of ['pbf', 'geojson'])
      expect((await client.get(related, { objectIds: 1, relationshipId: 0, f })).error).toMatchObject({
        code: 400,
        message: expect.stringContaining('Expected one of json, pjson, html.'),
      });
  });

  test('are rejected for an unknown relationship', async () => {
    expect((await client.get(related, { objectIds: 1, relationshipId: 7 })).error.code).toBe(400);
    expect((await client.get('City/FeatureServer/0/queryRelatedRecords', { objectIds: 1 })).error.code).toBe(
      400,
    );
  });
});
