import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { createItem, getItem, removeItem, setItemAccess } from '@esri/arcgis-rest-portal';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { pmtilesFile } from '../../examples/astana/derive/basemap/pmtiles-file.ts';
import { long } from '../rig/long.ts';
import { cityArchive, cityTile, rawArchive, rawDirectory } from '../rig/tile-archives.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

/** Archives of vector tiles are published with arcgis-rest-js, and their tiles read as clients read them. */
const rig = useContentRig();

async function upload(name: string, content: Uint8Array, type = 'PMTiles'): Promise<string> {
  const item: any = { title: name, type, tags: ['tiles'] };
  const headers = { 'X-Esri-Authorization': `Bearer ${rig.grace.token}` };
  const file = new File([content as any], `${name}.pmtiles`);
  return (await createItem({ item, file, authentication: rig.grace, headers } as any)).id;
}

async function publish(itemid: string, name: string, more: Record<string, string> = {}) {
  const answer = await rig.call('/content/users/grace/publish', {
    itemid,
    filetype: 'pmtiles',
    publishParameters: JSON.stringify({ name }),
    ...more,
  });
  return answer['error'] ? answer : answer['services'][0];
}

async function ended({ serviceItemId, jobId }: Record<string, string>): Promise<Record<string, any>> {
  return vi.waitUntil(
    async () => {
      const status = await rig.call(`/content/users/grace/items/${serviceItemId}/status`, { jobId } as any);
      return status['status'] !== 'processing' && status;
    },
    { interval: 50, timeout: 60_000 },
  );
}

async function publishWhole(name: string, content = cityArchive()) {
  const fileId = await upload(name, content);
  const service = await publish(fileId, name);
  expect(service).toMatchObject({ type: 'Vector Tile Service', success: true });
  expect(await ended(service)).toMatchObject({ status: 'completed' });
  return { fileId, id: service.serviceItemId as string, url: service.serviceurl as string };
}

const ask = (url: string, token?: string, headers: Record<string, string> = {}) =>
  fetch(token === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}token=${token}`, { headers });
const json = async (url: string, token?: string): Promise<any> => (await ask(url, token)).json();

async function layersOf(url: string, token?: string): Promise<VectorTile['layers']> {
  const response = await ask(url, token);
  expect(response.status).toBe(200);
  return new VectorTile(new PbfReader(new Uint8Array(await response.arrayBuffer()))).layers;
}

describe('a published archive', () => {
  let city: Awaited<ReturnType<typeof publishWhole>>;
  beforeAll(async () => {
    city = await publishWhole('City');
  });

  test('is previewed before', async () => {
    const answer = await rig.call('/content/features/analyze', { itemid: city.fileId, filetype: 'pmtiles' });
    expect(answer).toMatchObject({
      publishParameters: { type: 'pmtiles', name: 'City' },
      preview: {
        format: 'pmtiles',
        layers: [],
        tiles: {
          minZoom: 0,
          maxZoom: 2,
          bounds: [71, 51, 72, 52],
          attribution: '© The City',
          layers: [{ name: 'parks', fields: ['name'] }, { name: 'trees' }],
        },
      },
    });
  });

  test('has an item as ArcGIS describes vector tile services', async () => {
    const item = await getItem(city.id, { authentication: rig.grace });
    expect(item).toMatchObject({
      type: 'Vector Tile Service',
      url: city.url,
      title: 'City',
      accessInformation: '© The City',
      extent: [
        [71, 51],
        [72, 52],
      ],
    });
    expect(item.typeKeywords).toEqual(expect.arrayContaining(['Hosted Service', 'Vector Tile Service']));
  });

  test('describes itself and its style for ArcGIS clients and others', async () => {
    const { token } = rig.grace;
    const service = await json(`${city.url}?f=json`, token);
    expect(service).toMatchObject({
      name: 'City',
      serviceItemId: city.id,
      copyrightText: '© The City',
      type: 'indexedVector',
      minzoom: 0,
      vector_layers: [{ id: 'parks', fields: { name: '' } }, { id: 'trees' }],
    });
    expect(service.fullExtent.xmin).toBeCloseTo(7_903_683.8, 0);
    const style = await json(`${city.url}/resources/styles/root.json`, token);
    expect(style.sources.tiles).toMatchObject({ maxzoom: 2, bounds: [71, 51, 72, 52] });
    expect(style.layers.map(({ 'source-layer': name, type }: any) => `${name} ${type}`)).toEqual([
      'parks fill',
      'trees fill',
      'parks line',
      'trees line',
      'parks circle',
      'trees circle',
    ]);
    expect((await ask(`${city.url}/resources/sprites/sprite.json`, token)).status).toBe(200);
  });

  test('gives its tiles, and larger ones beyond its last zoom level', async () => {
    const { token } = rig.grace;
    const stored = await ask(`${city.url}/tile/2/1/3.pbf`, token);
    expect(stored.headers.get('content-type')).toBe('application/x-protobuf');
    expect(stored.headers.get('content-encoding')).toBe('gzip');
    expect(Buffer.from(await stored.arrayBuffer())).toEqual(Buffer.from(cityTile()));
    const etag = stored.headers.get('etag')!;
    expect((await ask(`${city.url}/tile/2/1/3.pbf`, token, { 'if-none-match': etag })).status).toBe(304);
    const enlarged = await layersOf(`${city.url}/tile/4/6/14.pbf`, token);
    expect(enlarged['parks']?.length).toBe(1);
    const { y, x } = enlarged['trees']!.feature(0).loadGeometry()[0]![0]!;
    expect([x, y]).toEqual([0, 0]);
    expect((await json(`${city.url}/tile/23/0/0.pbf`, token)).error.code).toBe(404);
  });

  test('has the style of its service as a resource of its item, until another is added', async () => {
    const address = `${rig.portal.root}/content/items/${city.id}/resources/styles/root.json?f=json`;
    const { token } = rig.grace;
    const own = await json(`${city.url}/resources/styles/root.json`, token);
    const style = await json(address, token);
    expect(style).toEqual({
      ...own,
      sources: {
        tiles: { ...own.sources.tiles, url: city.url, tiles: [`${city.url}/tile/{z}/{y}/{x}.pbf`] },
      },
      sprite: `${city.url}/resources/sprites/sprite`,
      glyphs: `${city.url}/resources/fonts/{fontstack}/{range}.pbf`,
    });
    const edited = { fileName: 'root.json', resourcesPrefix: 'styles', text: '{"version":8}' };
    await rig.call(`/content/users/grace/items/${city.id}/addResources`, edited);
    expect(await json(address, token)).toEqual({ version: 8 });
    await rig.call(`/content/users/grace/items/${city.id}/removeResources`, { resource: 'styles/root.json' });
    expect(await json(address, token)).toEqual(style);
    const other = address.replace('root.json', 'other.json');
    expect((await ask(other, token)).status).toBe(404);
  });

  test('gives its style through items of others to those who see it only', async () => {
    const item: any = { title: 'City', type: 'Vector Tile Service', url: city.url };
    const { id } = await createItem({ item, authentication: rig.otto });
    const address = `${rig.portal.root}/content/items/${id}/resources/styles/root.json?f=json`;
    expect((await ask(address, rig.otto.token)).status).toBe(404);
    expect((await json(address, rig.grace.token)).error).toBeDefined();
    expect((await json(address, rig.ada.token)).sources.tiles.url).toBe(city.url);
  });

  test('is read by those who see its item only', async () => {
    const addresses = ['?f=json', '/tile/0/0/0.pbf', '/tile/5/0/0.pbf', '/resources/styles/root.json'];
    for (const address of addresses) {
      const url = `${city.url}${address}`;
      expect((await json(url)).error.code).toBe(499);
      expect((await json(url, rig.otto.token)).error.code).toBe(404);
    }
    await setItemAccess({ id: city.id, access: 'org', authentication: rig.grace } as any);
    for (const address of addresses)
      expect((await ask(`${city.url}${address}`, rig.otto.token)).status).toBe(200);
    expect((await json(`${city.url}/tile/0/0/0.pbf`)).error.code).toBe(499);
    // The file itself is still private.
    expect(
      (await json(`${rig.portal.root}/content/items/${city.fileId}/data?f=json`, rig.otto.token)).error,
    ).toBeDefined();
  });

  test('is no feature service', async () => {
    const { token } = rig.grace;
    const features = city.url.replace('VectorTileServer', 'FeatureServer');
    for (const address of ['', '/0', '/0/query?where=1=1'])
      expect(
        (await json(`${features}${address}${address.includes('?') ? '&' : '?'}f=json`, token)).error.code,
      ).toBe(404);
    const { services } = await json(`${rig.url}/server/rest/services?f=json`, token);
    expect(services.filter(({ name }: any) => name === 'City')).toEqual([
      { name: 'City', type: 'VectorTileServer' },
    ]);
  });
});

test('the service keeps its tiles when the file is deleted, and its deletion frees them', async () => {
  const { fileId, id, url } = await publishWhole('Lasting');
  const used = async () => {
    const rows = await sql<{ parts: number; bytes: number }>`select
      (select count(*)::int from portal_item_data_part) as parts,
      (select bytes::int from portal_charge where item_id = ${id}) as bytes`.execute(
      rig.portal.context.database,
    );
    return rows.rows[0]!;
  };
  const before = await used();
  expect(before.bytes).toBeGreaterThanOrEqual(cityArchive().length);
  await removeItem({ id: fileId, authentication: rig.grace } as any);
  expect(await used()).toEqual(before);
  expect((await ask(`${url}/tile/1/0/0.pbf`, rig.grace.token)).status).toBe(200);
  await removeItem({ id, authentication: rig.grace } as any);
  expect(await used()).toMatchObject({ parts: before.parts - 1 });
  expect((await json(`${url}/tile/1/0/0.pbf`, rig.grace.token)).error.code).toBe(404);
});

test('an archive replaces the tiles of its own kind of service only', async () => {
  const { id, url } = await publishWhole('Versions');
  const first = await ask(`${url}/tile/0/0/0.pbf`, rig.grace.token);
  const info = { minZoom: 0, maxZoom: 0, center: [0, 0, 0], metadata: { vector_layers: [{ id: 'new' }] } };
  const data = Uint8Array.of(26, 0);
  const content = pmtilesFile([{ z: 0, x: 0, y: 0, data }], { ...info, bounds: [-10, -10, 10, 10] } as any);
  const next = await upload('Versions', content);
  expect((await publish(next, 'Versions'))['error'].message).toMatch(/already exists/);
  const service = await publish(next, 'versions', { overwrite: 'true' });
  expect(service['serviceItemId']).toBe(id);
  expect(await ended(service)).toMatchObject({ status: 'completed' });
  const second = await ask(`${url}/tile/0/0/0.pbf`, rig.grace.token);
  expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'));
  expect(new Uint8Array(await second.arrayBuffer())).toEqual(data);

  const csv = await createItem({
    item: { title: 'Trees', type: 'CSV', file: new File(['name,lat,lon\nOak,51,71'], 'trees.csv') } as any,
    authentication: rig.grace,
  });
  const over = { filetype: 'csv', overwrite: 'true' };
  expect((await publish(csv.id, 'Versions', over))['error'].message).toMatch(/already exists/);
  expect(await ended(await publish(csv.id, 'Trees', { filetype: 'csv' }))).toMatchObject({
    status: 'completed',
  });
  expect((await publish(next, 'Trees', { overwrite: 'true' }))['error'].message).toMatch(/already exists/);
});

test.each([
  ['Raster', () => rasterArchive(), 'raster-tiles'],
  ['Truncated', () => cityArchive().subarray(0, -20), 'ends-early'],
  ['Text', () => Buffer.from('name,lat,lon'), 'broken-header'],
])('%s is refused in words, and leaves nothing behind', async (name, content, code) => {
  const fileId = await upload(name, content());
  const service = await publish(fileId, name);
  const status = await ended(service);
  expect(status).toMatchObject({ status: 'failed', faults: [{ code }] });
  expect((await rig.call(`/content/items/${service.serviceItemId}`))['error']).toBeDefined();
  expect((await json(`${service.serviceurl}?f=json`, rig.grace.token)).error.code).toBe(404);
});

function rasterArchive(): Buffer {
  const copy = Buffer.from(cityArchive());
  copy[99] = 2;
  return copy;
}

test('outputType is that of the file, and other formats do not read tiles', async () => {
  const id = await upload('Kinds', cityArchive());
  expect((await publish(id, 'Kinds', { outputType: 'featureService' }))['error'].details.join()).toMatch(
    /outputType/,
  );
  const answer = await rig.call('/content/features/generate', { itemid: id, filetype: 'geojson' });
  expect(answer['error'].code).toBe(400);
});

test('a role that publishes features does not publish tiles without their privilege', async () => {
  const roles = (path: string, parameters: Record<string, string>) =>
    rig.call(`/portals/self/${path}`, parameters, 'ada');
  const id = await upload('Forbidden', cityArchive());
  const { id: role } = await roles('createRole', { name: 'Surveyor', description: '' });
  const privileges = ['portal:user:createItem', 'portal:publisher:publishFeatures'];
  await roles(`roles/${role}/setPrivileges`, { privileges: JSON.stringify({ privileges }) });
  await roles('updateUserRole', { user: 'grace', role });
  try {
    expect((await publish(id, 'Forbidden'))['error'].code).toBe(403);
  } finally {
    await rig.restore('grace');
  }
  expect((await publish(id, 'Forbidden'))['success']).toBe(true);
});

test('a tile that no client could decode is an ArcGIS error when it is enlarged', async () => {
  const tiles = gzipSync(Buffer.from('this is not a tile at all, of any kind'));
  const root = gzipSync(rawDirectory([{ id: 0, run: 100, length: tiles.length, offset: 0 }]));
  const { url } = await publishWhole('Undecodable', rawArchive({ root, tiles }));
  const { error } = await json(`${url}/tile/5/0/0.pbf`, rig.grace.token);
  expect(error.code).toBe(400);
});

test.runIf(long)('a large archive is read over the borders of its parts', async () => {
  // Random bytes do not become smaller, so that the tiles fill several parts of 4 MB.
  const tiles = Array.from({ length: 12 }, (_none, at) => ({
    z: 2,
    x: at % 4,
    y: Math.floor(at / 4),
    data: new Uint8Array(randomBytes(900_000)),
  }));
  const { url } = await publishWhole('Large', cityArchive({ tiles }));
  for (const { z, x, y, data } of tiles) {
    const response = await ask(`${url}/tile/${z}/${y}/${x}.pbf`, rig.grace.token);
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(data))).toBe(true);
  }
  expect((await ask(`${url}/tile/2/3/3.pbf`, rig.grace.token)).status).toBe(204);
});
