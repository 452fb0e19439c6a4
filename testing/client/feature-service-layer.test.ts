import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { deleteService } from '../../server/gis/storage/delete-service-store.ts';
import { firstDay, loadCity } from '../rig/city-service.ts';
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

/** Members without which the SDK's layer view fails (docs/arcgis-protocol.md#layer-description). */
const needed = ['id', 'name', 'type', 'geometryType', 'fields', 'objectIdField', 'capabilities', 'extent'];

describe('layer JSON', () => {
  test.each([0, 1, 2])('of layer %d has what the SDK requires', async (id) => {
    const layer = await client.get(`City/FeatureServer/${id}`);
    for (const member of needed) expect(layer).toHaveProperty(member);
    expect(layer).toMatchObject({
      id,
      type: 'Feature Layer',
      objectIdField: 'OBJECTID',
      globalIdField: 'GlobalID',
    });
    expect(layer.fields.filter(({ type }: any) => type === 'esriFieldTypeOID')).toHaveLength(1);
    expect(layer.extent.spatialReference).toEqual({ wkid: 4326, latestWkid: 4326 });
    expect(layer.supportedQueryFormats).toContain('PBF');
    expect(layer.drawingInfo.renderer.type).toBe('simple');
    expect(layer.currentVersion).toBeGreaterThan(10);
    expect(layer.advancedQueryCapabilities).toMatchObject({
      supportsPagination: true,
      supportsStatistics: true,
      supportsQueryWithResultType: true,
    });
  });

  test('of a table has neither geometry nor extent', async () => {
    const table = await client.get('City/FeatureServer/3');
    expect(table.type).toBe('Table');
    for (const member of ['geometryType', 'extent', 'drawingInfo']) expect(table).not.toHaveProperty(member);
  });

  test('has fields with alias, length and domain, and no internal column', async () => {
    const { fields } = await client.get('City/FeatureServer/2');
    const byName = Object.fromEntries(fields.map((field: any) => [field.name, field]));
    expect(byName['name']).toMatchObject({
      type: 'esriFieldTypeString',
      length: 40,
      nullable: true,
      editable: true,
      domain: null,
    });
    expect(byName['kind'].domain).toMatchObject({ type: 'codedValue', name: 'StopKind' });
    expect(byName['code']).toMatchObject({ nullable: false });
    expect(byName['Creator']).toMatchObject({ editable: false });
    expect(fields.every((field: object) => !('column' in field))).toBe(true);
    expect((await client.get('City/FeatureServer/0')).fields[2].alias).toBe('Name');
  });

  test('has relationships, time and editor tracking', async () => {
    const layer = await client.get('City/FeatureServer/2');
    expect(layer.relationships).toEqual([
      expect.objectContaining({ id: 0, relatedTableId: 3, keyField: 'code' }),
    ]);
    expect(layer.timeInfo).toMatchObject({
      startTimeField: 'opened',
      endTimeField: 'closed',
      // The last stop with dates opens on day 198 and closes ten days later.
      timeExtent: [firstDay, firstDay + 208 * 86_400_000],
    });
    expect(layer.editFieldsInfo).toEqual({
      creationDateField: 'CreationDate',
      creatorField: 'Creator',
      editDateField: 'EditDate',
      editorField: 'Editor',
    });
    expect((await client.get('City/FeatureServer/relationships')).relationships).toEqual([
      expect.objectContaining({
        id: 0,
        originLayerId: 2,
        originPrimaryKey: 'code',
        destinationLayerId: 3,
        originForeignKey: 'stop_code',
      }),
    ]);
  });
});

describe('service JSON', () => {
  test('lists layers and tables', async () => {
    const service = await client.get('City/FeatureServer');
    expect(service.layers.map(({ id, name, geometryType }: any) => [id, name, geometryType])).toEqual([
      [0, 'Blocks', 'esriGeometryPolygon'],
      [1, 'Streets', 'esriGeometryPolyline'],
      [2, 'Stops', 'esriGeometryPoint'],
    ]);
    expect(service.tables).toEqual([{ id: 3, name: 'Inspections', type: 'Table' }]);
    expect(service).toMatchObject({
      serviceDescription: 'A small city',
      copyrightText: 'Nobody',
      fullExtent: { xmin: 71, ymin: 50.9995 },
    });
    const all = await client.get('City/FeatureServer/layers');
    expect([all.layers.length, all.tables.length]).toEqual([3, 1]);
    expect(all.layers[1]).toEqual(await client.get('City/FeatureServer/1'));
  });

  test('lists each domain once for queryDomains', async () => {
    expect(
      (await client.get('City/FeatureServer/queryDomains', { layers: '[2]' })).domains.map(
        ({ name }: any) => name,
      ),
    ).toEqual(['StopKind']);
    expect((await client.get('City/FeatureServer/queryDomains', { layers: '0' })).domains).toEqual([]);
    expect((await client.get('City/FeatureServer/queryDomains')).domains).toHaveLength(1);
  });

  test('returns one feature', async () => {
    const { feature } = await client.get('City/FeatureServer/2/2');
    expect(feature.attributes).toMatchObject({ OBJECTID: 2, code: 2, kind: 1 });
    expect(feature.geometry).toEqual({ x: 71.0005, y: 51.0005 });
    const moved = await client.post('City/FeatureServer/2/2', { outSR: 102_100 });
    expect(moved.feature.geometry.x).toBeCloseTo(7_903_739.506, 2);
  });
});

describe('loading', () => {
  const layer = (features: any, more: object = {}) => ({
    name: 'Layer',
    geometryType: 'esriGeometryPoint' as const,
    fields: [{ name: 'n', type: 'esriFieldTypeInteger' as const }],
    features,
    ...more,
  });
  const point = (n: unknown) => ({ properties: { n }, geometry: { type: 'Point', coordinates: [1, 2] } });
  const create = (serviceName: string, layers: any[], more: object = {}) =>
    createHostedLayer({ database: server.database }, { serviceName, layers, ...more });

  test('is atomic, and reports which feature is invalid', async () => {
    const features = [point(1), point(2), point('many')];
    await expect(create('Broken', [layer([point(1)]), layer(features)])).rejects.toMatchObject({
      id: 'services:invalid-feature',
      message: 'Feature 3 of layer 1: The field n takes a number.',
    });
    expect((await client.get('Broken/FeatureServer')).error.code).toBe(499);
    const tables = await server.database
      .withSchema('pg_catalog')
      .selectFrom('pg_tables' as never)
      .select('tablename' as never)
      .where('schemaname' as never, '=', 'hosted' as never)
      .execute();
    expect(tables).toHaveLength(4);
  });

  test.each([
    [
      'NaN coordinates',
      { type: 'Point', coordinates: [Number.NaN, 1] },
      'Expected a position of two finite numbers.',
    ],
    [
      'mixed types',
      {
        type: 'LineString',
        coordinates: [
          [0, 0],
          [1, 1],
        ],
      },
      'expected a point, found a polyline.',
    ],
    [
      'collections',
      { type: 'GeometryCollection', geometries: [] },
      'Geometries of type GeometryCollection are not supported.',
    ],
    ['nonsense', { type: 'Point', coordinates: 'here' }, 'Expected an array of coordinates.'],
  ])('rejects %s', async (_what, geometry, message) => {
    await expect(create('Bad', [layer([{ properties: {}, geometry }])])).rejects.toMatchObject({
      message: expect.stringContaining(message),
    });
  });

  test('leaves nothing of a source that fails', async () => {
    async function* source() {
      yield point(1);
      throw new Error('the file ends here');
    }
    await expect(create('Cut', [layer(source())])).rejects.toThrow('the file ends here');
    expect((await client.get('Cut/FeatureServer')).error.code).toBe(499);
    await create('Cut', [layer([point(1)])]);
    expect((await client.get('Cut/FeatureServer/0/query', { returnCountOnly: true })).count).toBe(1);
  });

  test('replaces a service atomically, and only when requested', async () => {
    await create('Twice', [layer([point(1)])]);
    await expect(create('TWICE', [layer([point(2)])])).rejects.toMatchObject({
      id: 'services:service-exists',
      status: 409,
    });
    await create('Twice', [layer([point(2), point(3)])], { replace: true });
    expect((await client.get('Twice/FeatureServer/0/query', { returnCountOnly: true })).count).toBe(2);
    expect(await deleteService(server.database, 'twice')).toBe(true);
    expect(await deleteService(server.database, 'twice')).toBe(false);
    expect((await client.get('Twice/FeatureServer')).error.code).toBe(499);
  });

  test('gives fields names that clients can write, and keeps every value unchanged', async () => {
    const texts = ['tab\there', 'line\nbreak', 'back\\slash', '\\N', 'quote\'"', '🙂 Есіл', ''];
    await create('Names', [
      {
        name: 'Names',
        fields: [
          { name: 'addr:street', type: 'esriFieldTypeString', source: 'addr:street' },
          { name: 'addr street', type: 'esriFieldTypeString', source: 'x' },
          { name: '1st', type: 'esriFieldTypeDouble' },
          { name: 'objectid', type: 'esriFieldTypeBigInteger' },
        ],
        features: texts.map((text) => ({
          properties: { 'addr:street': text, x: 'y', '1st': 0.1, objectid: 9_007_199_254_740_991 },
        })),
      },
    ]);
    const { fields } = await client.get('Names/FeatureServer/0');
    expect(fields.map(({ name, alias }: any) => [name, alias])).toEqual([
      ['OBJECTID', 'OBJECTID'],
      ['GlobalID', 'GlobalID'],
      ['addr_street', 'addr:street'],
      ['addr_street_1', 'addr street'],
      ['F1st', '1st'],
      ['objectid_1', 'objectid'],
    ]);
    const { features } = await client.get('Names/FeatureServer/0/query', { outFields: '*' });
    expect(features.map(({ attributes }: any) => attributes.addr_street)).toEqual(texts);
    expect(features[0].attributes).toMatchObject({
      addr_street_1: 'y',
      F1st: 0.1,
      objectid_1: 9_007_199_254_740_991,
    });
  });

  test('accepts an empty layer', async () => {
    await create('Empty', [layer([])]);
    const { extent } = await client.get('Empty/FeatureServer/0');
    expect(extent).toMatchObject({ xmin: -180, ymax: 90 });
    expect((await client.get('Empty/FeatureServer/0/query', { geometry: '0,0,9,9' })).features).toEqual([]);
  });

  test('accepts another spatial reference', async () => {
    const features = [
      { properties: { n: 1 }, geometry: { type: 'Point', coordinates: [640_333.296, 5_651_728.682] } },
    ];
    await create('Utm', [layer(features, { wkid: 32642 })]);
    const { features: found } = await client.get('Utm/FeatureServer/0/query', {
      outSR: 4326,
      geometry: '70.99,50.99,71.01,51.01',
      inSR: 4326,
    });
    expect(found[0].geometry.x).toBeCloseTo(71, 6);
    await expect(create('Nowhere', [layer([], { wkid: 5 })])).rejects.toMatchObject({ status: 400 });
    await expect(create('bad name', [])).rejects.toMatchObject({ status: 400 });
  });

  test('reports its progress', async () => {
    const reported: number[] = [];
    const features = Array.from({ length: 20_000 }, (_none, index) => point(index));
    await create('Many', [layer(features)], { onProgress: (loaded: number) => reported.push(loaded) });
    expect(reported.length).toBeGreaterThan(2);
    expect(reported.at(-1)).toBe(20_000);
    expect(reported).toEqual(reported.toSorted((a, b) => a - b));
  });
});
