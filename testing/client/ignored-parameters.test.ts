import { beforeAll, describe, expect, test } from 'vitest';
import { useContentRig } from '../rig/use-content-rig.ts';

/** Parameters and members of parameters that change the response, or are refused by name. */
const rig = useContentRig();
let service: string;

beforeAll(async () => {
  const fields = [
    { name: 'code', type: 'esriFieldTypeInteger' },
    { name: 'name', type: 'esriFieldTypeString' },
    { name: 'seen', type: 'esriFieldTypeDate' },
  ];
  const line = { name: 'Paths', geometryType: 'esriGeometryPolyline', fields };
  const points = { name: 'Trees', geometryType: 'esriGeometryPoint', fields };
  const createParameters = JSON.stringify({
    name: 'Park',
    capabilities: 'Create,Query,Update,Delete,Editing',
    layers: [points, line],
  });
  const made = await rig.call('/content/users/grace/createService', { createParameters });
  service = made.serviceurl;
  for (const id of [0, 1]) {
    const shape = (x: number) => {
      const far = [x, 1];
      return id === 0
        ? { x, y: 0 }
        : {
            paths: [[[x, 0], far]],
          };
    };
    const adds = [1, 2, 3].map((code) => ({
      attributes: { code, name: code === 2 ? 'a;1:b' : 'oak', seen: code * 1e10 },
      geometry: shape(code),
    }));
    await ask(`${id}/applyEdits`, { adds: JSON.stringify(adds) });
  }
});

async function ask(operation: string, given: Record<string, string> = {}): Promise<any> {
  const body = new URLSearchParams({ f: 'json', token: rig.grace.token, ...given });
  return (await fetch(`${service}/${operation}`, { method: 'POST', body })).json();
}
const errorOf = ({ error }: any) => `${error?.code} ${error?.message}`;

describe('query', () => {
  test('reads and writes geometry without a reference in defaultSR', async () => {
    const metres = { defaultSR: '3857', where: '1=1', geometry: '100000,-10,250000,10' };
    const { features, spatialReference } = await ask('0/query', metres);
    expect(spatialReference).toMatchObject({ latestWkid: 3857 });
    expect(features).toHaveLength(2);
    expect(features[0].geometry.x).toBeCloseTo(111_319.49, 1);
    const inDegrees = { ...metres, inSR: '4326', outSR: '4326', geometry: '0,0,1,1' };
    expect((await ask('0/query', inDegrees)).features).toMatchObject([{ geometry: { x: 1, y: 0 } }]);
  });

  test('of a service reads the older form of layerDefs', async () => {
    const layerDefs = "0:name='a;1:b';1:code > 1";
    expect(await ask('query', { layerDefs, returnCountOnly: 'true' })).toEqual({
      layers: [
        { id: 0, count: 1 },
        { id: 1, count: 2 },
      ],
    });
    expect(errorOf(await ask('query', { layerDefs: "0:name='a" }))).toContain('layerDefs');
  });

  test('refuses an unknown field beside all fields', async () => {
    expect(errorOf(await ask('0/query', { outFields: '*,zzz' }))).toMatch(/^400.*outFields.*zzz/);
    expect((await ask('0/query', { outFields: '*,code' })).features[0].attributes).toHaveProperty('name');
  });

  test.each<[string, object]>([
    ['where', { 0: 5 }],
    ['where', [{ layerId: 0, where: { code: 1 } }]],
    ['definition', [{ layerId: 0, definition: 'code = 1' }]],
    ['outFields', [{ layerId: 0, outFields: 5 }]],
  ])('of a service refuses %s in layerDefs that would be ignored', async (name, layerDefs) => {
    const answer = await ask('query', { layerDefs: JSON.stringify(layerDefs), returnCountOnly: 'true' });
    expect(errorOf(answer)).toMatch(new RegExp(`^400.*layerDefs.*${name}`));
  });

  test('joins expressions of fullText by the operator that one of them names', async () => {
    const fullText = JSON.stringify([{ searchTerm: 'oak' }, { searchTerm: 'b', operator: 'or' }]);
    expect(await ask('0/query', { fullText, returnCountOnly: 'true' })).toEqual({ count: 3 });
  });

  test('of domains refuses an unknown layer', async () => {
    expect(errorOf(await ask('queryDomains', { layers: '[0,7]' }))).toMatch(/^400.*layers.*7/);
  });

  test.each<[string, string]>([
    ['where', 'code = 1'],
    ['returnExtentOnly', 'true'],
    ['returnDistinctValues', 'true'],
    ['returnUniqueIdsOnly', 'true'],
    ['outStatistics', '[]'],
    ['having', 'COUNT(*) > 1'],
    ['groupByFieldsForStatistics', 'code'],
    ['f', 'geojson'],
  ])('of a service refuses %s: %s', async (name, value) => {
    expect(errorOf(await ask('query', { [name]: value }))).toContain(`${name}:`);
  });

  test.each<[string, string]>([
    ['f', 'pbf'],
    ['gdbVersion', 'sde.default'],
  ])('of one feature by its address refuses %s: %s', async (name, value) => {
    expect(errorOf(await ask('0/1', { [name]: value }))).toContain(`${name}:`);
  });
});

const fixed = { type: 'fixedIntervalBin', onField: 'code', parameters: { interval: 2 } };
const firstOfEach = { groupByFields: 'name', topCount: 1, orderByFields: 'code' };
const breaks = { type: 'classBreaksDef', classificationField: 'code' };

test.each<[string, string, string, object]>([
  ['queryBins', 'bin', 'gap', { ...fixed, gap: 1 }],
  ['queryBins', 'bin', 'gap', { ...fixed, parameters: { interval: 2, gap: 1 } }],
  ['queryBins', 'bin', 'outalias', { ...fixed, splitBy: { value: 'name', outalias: 'kind' } }],
  ['queryBins', 'bin', 'expression', { ...fixed, stackBy: { value: 'name', expression: 'name' } }],
  ['queryBins', 'outTimeReference', 'timeZone', { timeZone: 'Pacific Standard Time' }],
  ['queryDateBins', 'bin', 'timezone', { calendarBin: { unit: 'day', timezone: { name: 'CET' } } }],
  ['queryDateBins', 'bin', 'bin', { calendarBin: { unit: 'day', number: 2 } }],
  ['queryDateBins', 'bin', 'bin', { calendarBin: { unit: 'day' }, fixedBin: { unit: 'day' } }],
  ['generateRenderer', 'classificationDef', 'definedInterval', { ...breaks, definedInterval: 2 }],
  ['query', 'fullText', 'onField', [{ onField: 'name', searchTerm: 'oak' }]],
  [
    'query',
    'fullText',
    'operator',
    [
      { searchTerm: 'oak', operator: 'and' },
      { searchTerm: 'b', operator: 'or' },
    ],
  ],
  ['queryTopFeatures', 'topFilter', 'bottomCount', { ...firstOfEach, bottomCount: 2 }],
])('%s refuses unknown members of its %s: %s', async (operation, parameter, word, value) => {
  const usual = { binField: 'seen', ...(operation === 'queryBins' && { bin: JSON.stringify(fixed) }) };
  const answer = await ask(`0/${operation}`, { ...usual, [parameter]: JSON.stringify(value) });
  expect(errorOf(answer)).toMatch(/^400/);
  expect(errorOf(answer)).toContain(word);
});

test('deleteFeatures deletes features that have one of the ids and meet the other conditions', async () => {
  const ids = async () => (await ask('1/query', { where: '1=1', returnIdsOnly: 'true' })).objectIds;
  const [first, second, third] = await ids();
  const objectIds = [first, second].join();
  const inTheWest = { geometry: '0,-1,1.5,2', inSR: '4326' };
  expect(await ask('1/deleteFeatures', { objectIds, where: 'code > 5' })).toEqual({ deleteResults: [] });
  expect(await ask('1/deleteFeatures', { objectIds: `${third}`, ...inTheWest })).toEqual({
    deleteResults: [],
  });
  expect(await ask('1/deleteFeatures', { objectIds, where: 'code = 2' })).toMatchObject({
    deleteResults: [{ objectId: second, success: true }],
  });
  // Clients send this clause with every request.
  expect(await ask('1/deleteFeatures', { objectIds: `${first},99`, where: '1=1' })).toMatchObject({
    deleteResults: [{ success: false }, { success: false }],
  });
  expect(await ids()).toEqual([first, third]);
});

test.each(['having', 'groupByFieldsForStatistics'])(
  'query refuses %s without outStatistics',
  async (name) => {
    expect(errorOf(await ask('0/query', { [name]: 'code' }))).toMatch(`${name}:`);
  },
);

test('geometryPrecision rounds the geometry of statistics', async () => {
  const outStatistics = JSON.stringify(
    ['EnvelopeAggregate', 'CentroidAggregate'].map((statisticType) => ({
      statisticType,
      onStatisticField: 'code',
      outStatisticFieldName: statisticType,
    })),
  );
  const { features } = await ask('0/query', {
    outStatistics,
    outSR: '3857',
    geometryPrecision: '0',
    where: 'code < 3',
  });
  const { EnvelopeAggregate, CentroidAggregate } = features[0].aggregateGeometries;
  expect(EnvelopeAggregate).toMatchObject({ xmin: 111_319, xmax: 222_639 });
  expect(CentroidAggregate).toMatchObject({ x: 166_979 });
});

test.each<[string, string, object]>([
  ['a percentile in no order', 'percentile_disc', { value: 0.5, orderBy: 'upwards' }],
])('outStatistics refuses %s', async (_what, statisticType, statisticParameters) => {
  const outStatistics = JSON.stringify([{ statisticType, onStatisticField: 'code', statisticParameters }]);
  expect(errorOf(await ask('0/query', { outStatistics }))).toMatch(/^400.*statisticParameters/);
});

test.each<[string, Record<string, string>]>([
  ['returnServiceEditsOption', { returnServiceEditsOption: 'everything' }],
  ['useUniqueIds', { useUniqueIds: 'true' }],
  ['assetMaps', { edits: '[{"id":0,"assetMaps":{"adds":[{}]}}]' }],
  ['add', { edits: '[{"id":0,"add":[{"attributes":{}}]}]' }],
  ['attachments.deleteIds', { edits: '[{"id":0,"attachments":{"deleteIds":["a"]}}]' }],
])('applyEdits of a service refuses %s', async (name, given) => {
  expect(errorOf(await ask('applyEdits', { edits: '[]', ...given }))).toContain(name);
});

describe('a feature to store', () => {
  const geometry = { x: 1, y: 1 };
  const result = async (operation: string, kind: string, feature: object) => {
    const given = { [kind]: JSON.stringify([feature]), features: JSON.stringify([feature]) };
    const answer = await ask(`0/${operation}`, given);
    return (answer.addResults ?? answer.updateResults)[0] ?? answer.updateResults[0];
  };

  test.each<[string, string]>([
    ['applyEdits', 'adds'],
    ['addFeatures', 'features'],
    ['updateFeatures', 'features'],
  ])('is refused by %s with members that would be lost', async (operation, kind) => {
    const feature = { geometry, properties: { code: 4 } };
    expect(await result(operation, kind, feature)).toMatchObject({
      success: false,
      error: { description: expect.stringContaining('not properties') },
    });
  });

  test('is stored as clients get and draw it', async () => {
    const drawn = {
      symbol: { type: 'esriSMS' },
      popupTemplate: {},
      aggregateGeometries: null,
      centroid: geometry,
    };
    const feature = { attributes: { code: 5 }, geometry, ...drawn };
    expect(await result('addFeatures', 'features', feature)).toMatchObject({ success: true });
  });
});

test.each<[string, unknown]>([
  ['mode', { mode: 'preview' }],
  ['originPosition', { originPosition: 'centre' }],
  ['object', 5],
  ['tolerance', { tolerance: '1' }],
  ['extent', { extent: 'all' }],
])('quantizationParameters refuse another %s', async (word, given) => {
  const quantizationParameters = JSON.stringify(given);
  const refused = errorOf(await ask('0/query', { quantizationParameters }));
  expect(refused).toMatch(/^400.*quantizationParameters/);
  expect(refused).toContain(word);
});

test.each<[string, string]>([
  ['layerMappings', '[{"id":0}]'],
  ['appendSourceFilter', 'code = 1'],
  ['fieldMappings', '[{"name":"code","sourceName":"code","expression":"code * 2"}]'],
])('append refuses %s', async (name, value) => {
  const given = { appendUploadFormat: 'geojson', edits: '{}', [name]: value };
  expect(errorOf(await ask('0/append', given))).toContain(name);
});

test('append to a service refuses members of its mapping that are parameters of the whole request', async () => {
  const layerMappings = '[{"id":0,"skipInserts":true}]';
  expect(errorOf(await ask('append', { layerMappings, edits: '{}' }))).toMatch(/^400.*layerMappings/);
});

test('calculate refuses a value besides an expression', async () => {
  const calcExpression = '[{"field":"code","value":1,"sqlExpression":"code + 1"}]';
  expect(errorOf(await ask('0/calculate', { where: '1=1', calcExpression }))).toMatch(/^400.*calcExpression/);
});

test('a line with too few vertices is not added without its geometry', async () => {
  const adds = JSON.stringify([{ attributes: { code: 9 }, geometry: { paths: [[[0, 0]]] } }]);
  expect((await ask('1/applyEdits', { adds })).addResults).toMatchObject([
    { success: false, error: { description: expect.stringContaining('too few vertices') } },
  ]);
  const empty = JSON.stringify([{ attributes: { code: 10 }, geometry: { paths: [] } }]);
  expect((await ask('1/applyEdits', { adds: empty })).addResults).toMatchObject([{ success: true }]);
});

describe('the geometry service', () => {
  const send = async (operation: string, given: Record<string, string>): Promise<any> => {
    const address = `${rig.url}/server/rest/services/Utilities/Geometry/GeometryServer/${operation}`;
    return (
      await fetch(address, { method: 'POST', body: new URLSearchParams({ f: 'json', ...given }) })
    ).json();
  };
  const geometries = JSON.stringify({
    geometryType: 'esriGeometryPolyline',
    geometries: [
      {
        paths: [
          [
            [0, 0],
            [10, 0],
          ],
        ],
      },
    ],
  });

  test('densifies by the unit of length', async () => {
    const given = { sr: '32642', geometries, maxSegmentLength: '0.005', lengthUnit: '9036' };
    expect((await send('densify', given)).geometries[0].paths[0]).toHaveLength(3);
    expect(errorOf(await send('densify', { ...given, sr: '4326' }))).toContain('lengthUnit');
  });

  test.each<[string, string]>([
    ['transformation', '1188'],
    ['vertical', 'true'],
  ])('refuses %s of project', async (name, value) => {
    const given = { inSR: '4326', outSR: '3857', geometries };
    expect(errorOf(await send('project', { ...given, [name]: value }))).toContain(name);
  });
});

test('portals/self is found in any letter case', async () => {
  expect(await rig.call('/Portals/Self')).toMatchObject({ user: { username: 'grace' } });
});

test.each<[string, string]>([
  ['isPersonalAPIToken', 'true'],
  ['gcmApiKey', 'x'],
])('registerApp refuses %s', async (name, value) => {
  const given = { itemId: 'a'.repeat(32), appType: 'multiple', redirect_uris: '[]', [name]: value };
  expect(JSON.stringify(await rig.call('/oauth2/registerApp', given))).toContain(name);
});

test('a group invites nobody in an unknown role', async () => {
  const { group } = await rig.call('/community/createGroup', { title: 'Gardeners' });
  const invite = (role: string) => rig.call(`/community/groups/${group.id}/invite`, { users: 'linus', role });
  expect(JSON.stringify(await invite('admin'))).toContain('group_admin');
  expect(await invite('Group_Admin')).toEqual({ success: true });
});

test('search refuses categories by their words', async () => {
  expect(errorOf(await rig.call('/search', { q: 'a', categoryFilters: 'Water' }))).toMatch(/^400/);
  expect(errorOf(await rig.call('/search', { q: 'a', categoryFilters: '' }))).toBe('undefined undefined');
});

test('an item cannot be added with a classification, unless it says nothing', async () => {
  const item = { title: 'Plan', type: 'Web Map' };
  const add = (classification: string) =>
    rig.call('/content/users/grace/addItem', { ...item, classification });
  expect(JSON.stringify(await add('{"level":"secret"}'))).toContain('classification');
  expect(await add('null')).toMatchObject({ success: true });
});
