import {
  addFeatures,
  createFeatureService,
  deleteFeatures,
  queryFeatures,
} from '@esri/arcgis-rest-feature-service';
import { request } from '@esri/arcgis-rest-request';
import GeoJSON from 'ol/format/GeoJSON.js';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ContentRig } from '../rig/content-rig.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

/** Values that clients send or ask for in other ways than usual: none is lost, and none is misread. */
const rig = useContentRig();
let authentication: ContentRig['grace'];
let lines = '';
let readings = '';

const field = (name: string, type: string) => ({ name, type: `esriFieldType${type}` });

async function createService(name: string, capabilities: string, layers: object[]): Promise<string> {
  const item = { name, capabilities, layers } as any;
  return (await createFeatureService({ item, authentication })).serviceurl;
}

beforeAll(async () => {
  authentication = rig.grace;
  const fields = [
    field('number', 'BigInteger'),
    field('day', 'DateOnly'),
    field('hour', 'TimeOnly'),
    field('name', 'String'),
  ];
  const path = { name: 'Paths', geometryType: 'esriGeometryPolyline', hasZ: true, hasM: true, fields };
  const table = { name: 'Readings', type: 'Table', fields };
  const service = await createService('Paths', 'Create,Query,Update,Delete,Editing', [path, table]);
  [lines, readings] = [`${service}/0`, `${service}/1`];
  const features = [1, 2, 3].map((number) => ({
    attributes: { number, day: `2026-11-0${number}`, hour: `0${number}:30:00`, name: 'pipe' },
  }));
  await addFeatures({ url: readings, features: features as any, authentication });
});

async function numbersWhere(where: string): Promise<number[]> {
  const found: any = await queryFeatures({ url: readings, where, outFields: ['number'], authentication });
  return found.features.map(({ attributes }: any) => attributes.number);
}

describe('days and times of day', () => {
  test.each([
    ["day >= '2026-11-2'", [2, 3]],
    ["day = '2026-11-02 00:00:00'", [2]],
    ["day BETWEEN DATE '2026-11-01' AND TIMESTAMP '2026-11-02 12:00:00'", [1, 2]],
    ["hour < time '2:30'", [1]],
    ["hour IN ('1:30', '03:30')", [1, 3]],
    ['EXTRACT(DAY FROM day) > 1 AND EXTRACT(HOUR FROM hour) < 3', [2]],
  ])('are compared by their value: %s', async (where, expected) => {
    expect(await numbersWhere(where)).toEqual(expected);
  });

  test('are grouped by a part', async () => {
    const answer: any = await queryFeatures({
      url: readings,
      groupByFieldsForStatistics: 'EXTRACT(MONTH FROM day)',
      outStatistics: [{ statisticType: 'count', onStatisticField: 'number', outStatisticFieldName: 'n' }],
      authentication,
    } as any);
    expect(answer.features).toEqual([{ attributes: { EXPR_1: 11, n: 3 } }]);
  });

  test('that cannot be read are refused', async () => {
    await expect(numbersWhere("day > 'soon'")).rejects.toThrow(/Invalid query parameters/);
    await expect(numbersWhere("hour > '25:00'")).rejects.toThrow(/Invalid query parameters/);
  });
});

test('a calculation is refused where clients would read another number than is stored', async () => {
  const calculate = (sqlExpression: string) =>
    request(`${readings}/calculate`, {
      authentication,
      params: { where: 'number = 3', calcExpression: [{ field: 'number', sqlExpression }] },
    });
  await expect(calculate('number + 9007199254740991')).rejects.toThrow(/too large/);
  expect(await numbersWhere('number = 3')).toEqual([3]);
});

describe('vertices with more than two numbers', () => {
  test.each([
    ['have the height and measure of the layer where the geometry names none', {}, [1, 2, 30, 4]],
    ['are read as the geometry names them', { hasZ: false, hasM: true }, [1, 2, null, 30]],
  ])('%s', async (_what, named, expected) => {
    const geometry = {
      ...named,
      paths: [
        [
          [1, 2, 30, 4],
          [3, 4, 50, 6],
        ],
      ],
    };
    const [added] = (await addFeatures({ url: lines, features: [{ geometry } as any], authentication }))
      .addResults;
    const { features }: any = await queryFeatures({
      url: lines,
      objectIds: [added?.objectId ?? 0],
      returnZ: true,
      returnM: true,
      authentication,
    });
    const [vertex] = features[0].geometry.paths[0];
    expect(features[0].geometry.hasZ === true ? vertex : [...vertex.slice(0, 2), null, vertex[2]]).toEqual(
      expected,
    );
  });
});

test('deleting what is gone needs no right to update', async () => {
  const fields = [field('name', 'String')];
  const service = await createService('Reports', 'Create,Query,Delete', [
    { name: 'Reports', type: 'Table', fields },
  ]);
  const url = `${service}/0`;
  expect(await deleteFeatures({ url, where: "name = 'gone'", authentication } as any)).toEqual({
    deleteResults: [],
  });
  expect(await addFeatures({ url, features: [], authentication })).toEqual({ addResults: [] });
});

describe('GeoJSON', () => {
  const ask = async (parameters: object): Promise<any> =>
    queryFeatures({ url: readings, where: '1=1', f: 'geojson', authentication, ...parameters } as any);
  const propertiesOf = (answer: object) =>
    new GeoJSON().readFeatures(answer).map((feature) => feature.getProperties());

  test('of statistics is a collection', async () => {
    const outStatistics = [
      { statisticType: 'max', onStatisticField: 'number', outStatisticFieldName: 'most' },
    ];
    const answer = await ask({ outStatistics, groupByFieldsForStatistics: 'name' });
    expect(propertiesOf(answer)).toEqual([{ geometry: null, name: 'pipe', most: 3 }]);
  });

  test('of distinct values is a collection that tells of further ones', async () => {
    const distinct = { outFields: ['day'], returnDistinctValues: true, returnGeometry: false };
    const answer = await ask({ ...distinct, resultRecordCount: 2 });
    expect(propertiesOf(answer)).toEqual([
      { geometry: null, day: '2026-11-01' },
      { geometry: null, day: '2026-11-02' },
    ]);
    expect(answer.properties).toEqual({ exceededTransferLimit: true });
  });

  test.each([
    ['ids', { returnIdsOnly: true }, { objectIdFieldName: 'OBJECTID', objectIds: [1, 2, 3] }],
    ['a number', { returnCountOnly: true }, { count: 3 }],
    ['an extent', { returnExtentOnly: true, returnCountOnly: true }, { count: 3, extent: expect.anything() }],
  ])('of %s is an empty collection with its properties', async (_what, parameters, facts) => {
    const answer = await ask(parameters);
    expect(propertiesOf(answer)).toEqual([]);
    expect(answer).toMatchObject({ type: 'FeatureCollection', properties: facts, ...facts });
  });
});
