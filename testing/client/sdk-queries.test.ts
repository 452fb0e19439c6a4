import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadCity } from '../rig/city-service.ts';
import { createPortalClient } from '../rig/portal-client.ts';
import { ServiceClient } from '../rig/service-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** Operations of today's clients beside `query`, and how responses are sent. */

let server: TestServer;
let client: ServiceClient;
let editor: ServiceClient;

beforeAll(async () => {
  server = await startTestServer();
  const portal = await createPortalClient(server);
  await portal.addUser('ada', { role: 'org_admin' });
  await loadCity(server.database);
  client = new ServiceClient(server.url);
  editor = new ServiceClient(server.url, await portal.token('ada'));
});
afterAll(() => server.stop());

describe('queryTopFeatures', () => {
  const top = (topFilter: object, more: object = {}) =>
    client.get('City/FeatureServer/2/queryTopFeatures', { where: '1=1', topFilter, ...more });

  test('returns the first features of each group', async () => {
    const filter = { groupByFields: 'kind', topCount: 2, orderByFields: 'score DESC' };
    const { features } = await top(filter, { outFields: 'kind,code', orderByFields: 'kind,code' });
    expect(features.map(({ attributes }: any) => [attributes.kind, attributes.code])).toEqual([
      [0, 193],
      [0, 197],
      [1, 194],
      [1, 198],
      [2, 195],
      [2, 199],
      [3, 196],
      [3, 200],
    ]);
  });

  test('counts, lists and measures them, within a condition and a geometry', async () => {
    const filter = { groupByFields: ['kind'], topCount: 1, orderByFields: ['code'] };
    const near = { geometry: '71,51,71.0031,51.0031', inSR: 4326, where: 'code > 2' };
    expect(await top(filter, { ...near, returnIdsOnly: true })).toMatchObject({ objectIds: [3, 4, 5, 6] });
    expect(await top(filter, { ...near, returnCountOnly: true })).toEqual({ count: 4 });
    expect((await top(filter, { ...near, returnExtentOnly: true })).extent.xmin).toBe(71.001);
  });

  test.each([
    {},
    { groupByFields: 'kind', orderByFields: 'code' },
    { groupByFields: 'kind', topCount: 0, orderByFields: 'code' },
    { groupByFields: 'gone', topCount: 1, orderByFields: 'code' },
    { groupByFields: '1', topCount: 1, orderByFields: 'code' },
    { groupByFields: 'kind', topCount: 1 },
  ])('refuses %o', async (filter) => expect((await top(filter)).error.code).toBe(400));
});

describe('query of a whole service', () => {
  const ask = (parameters: Record<string, unknown>) => client.get('City/FeatureServer/query', parameters);

  test('filters each layer by its own condition', async () => {
    const { layers } = await ask({
      layerDefs: [
        { layerId: 0, where: 'levels = 3', outFields: 'name' },
        { layerId: 3, where: "result = 'good'" },
      ],
      geometry: '71,51,71.2,51.2',
      inSR: 4326,
    });
    expect(layers.map(({ id, features }: any) => [id, features.length])).toEqual([
      [0, 14],
      [3, 15],
    ]);
    expect(layers[0].features[0].attributes).toEqual({ name: expect.any(String) });
  });

  test('counts and lists', async () => {
    expect(await ask({ layerDefs: { 0: 'levels = 3' }, returnCountOnly: true })).toEqual({
      layers: [{ id: 0, count: 14 }],
    });
    expect((await ask({ layerDefs: { 2: 'code < 3' }, returnIdsOnly: true })).layers).toEqual([
      { id: 2, objectIdFieldName: 'OBJECTID', objectIds: [1, 2] },
    ]);
    expect((await ask({ returnCountOnly: true })).layers).toHaveLength(4);
  });

  test.each([{ 9: '1=1' }, { 0: 'gone = 1' }, 'words', [{ layerId: 0 }, { layerId: 0 }]])(
    'refuses %o',
    async (layerDefs) => expect((await ask({ layerDefs, returnCountOnly: true })).error.code).toBe(400),
  );
});

describe('queryAttachments', () => {
  const ask = (parameters: object) =>
    client.get('City/FeatureServer/2/queryAttachments', { objectIds: '1,2', ...parameters });
  const names = async (parameters: object) =>
    (await ask(parameters)).attachmentGroups.flatMap(({ attachmentInfos }: any) =>
      attachmentInfos.map(({ name }: any) => name),
    );

  beforeAll(async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    );
    for (const [objectId, name, content, type] of [
      [1, 'b.png', png, 'image/png'],
      [1, 'a.txt', 'words', 'text/plain'],
      [2, 'c.txt', 'many more words', 'text/plain'],
    ] as const) {
      const form = new FormData();
      form.set('f', 'json');
      form.set('token', editor.token ?? '');
      form.set('attachment', new Blob([content], { type }), name);
      const url = `${client.root}/City/FeatureServer/2/${objectId}/addAttachment`;
      await (await fetch(url, { method: 'POST', body: form })).json();
    }
  });

  test.each<[object, string[]]>([
    [{}, ['b.png', 'a.txt', 'c.txt']],
    [{ name: 'A.TXT' }, ['a.txt']],
    [{ attachmentTypes: 'image/*' }, ['b.png']],
    [{ attachmentsDefinitionExpression: "contentType LIKE 'text/%' AND size > 6" }, ['c.txt']],
    [
      { attachmentsDefinitionExpression: "name LIKE '%.txt'", orderByFields: 'name DESC' },
      ['c.txt', 'a.txt'],
    ],
    [{ objectIds: '1', orderByFields: 'name' }, ['a.txt', 'b.png']],
    [{ resultOffset: 1, resultRecordCount: 1 }, ['a.txt']],
  ])('with %o finds %o', async (parameters, expected) => expect(await names(parameters)).toEqual(expected));

  test('reports further pages, and refuses what it does not know', async () => {
    expect((await ask({ resultRecordCount: 1 })).exceededTransferLimit).toBe(true);
    expect((await ask({ resultRecordCount: 3 })).exceededTransferLimit).toBeUndefined();
    for (const wrong of [
      { attachmentsDefinitionExpression: 'bytes = 1' },
      { attachmentsDefinitionExpression: "name = 'x'; drop" },
      { orderByFields: 'gone' },
      { historicMoment: 1 },
    ])
      expect((await ask(wrong)).error.code).toBe(400);
  });
});

describe('answers', () => {
  const headersOf = async (address: string, headers: Record<string, string> = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>();
    get(address, { headers }, (response) => {
      response.resume();
      resolve(response.headers);
    }).on('error', reject);
    return promise;
  };

  test('are for their caller only, and revalidated each time', async () => {
    for (const path of ['City/FeatureServer?f=json', 'City/FeatureServer/0?f=json', '?f=json']) {
      const headers = await headersOf(`${client.root}/${path}`);
      expect(headers['cache-control']).toBe('private, no-cache');
      expect(headers['vary']).toMatch(/authorization, x-esri-authorization/);
    }
    const portal = await headersOf(`${server.url}/portal/sharing/rest/portals/self?f=json`);
    expect(portal['cache-control']).toMatch(/^private, no-cache|no-store$/);
    expect(portal['vary']).toMatch(/authorization/);
  });

  test.each(['json', 'geojson', 'pbf'])('are compressed for clients that take it: %s', async (f) => {
    const address = `${client.root}/City/FeatureServer/0/query?where=1%3D1&outFields=*&f=${f}`;
    const packed = await headersOf(address, { 'accept-encoding': 'gzip' });
    expect(packed['content-encoding']).toBe('gzip');
    expect((await headersOf(address))['content-encoding']).toBeUndefined();
    const refused = await headersOf(address, { 'accept-encoding': 'gzip;q=0' });
    expect(refused['content-encoding']).toBeUndefined();
    const response = await fetch(address);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(3000);
  });
});
