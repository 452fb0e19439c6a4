import GeoJSON from 'ol/format/GeoJSON.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { ensureOrganisation } from '../../server/portal/organisation/portal-organisation-store.ts';
import { firstDay, loadCity } from '../rig/city-service.ts';
import { createSecretService } from '../rig/secret-service.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** OGC API – Features: core, GeoJSON, HTML, OpenAPI and coordinate reference systems. */
let server: TestServer;
let owner: string;
let member: string;

beforeAll(async () => {
  server = await startTestServer();
  await loadCity(server.database);
  await createHostedLayer(
    { database: server.database },
    {
      serviceName: 'Mercator',
      layers: [
        {
          name: 'Points',
          geometryType: 'esriGeometryPoint',
          wkid: 3857,
          fields: [],
          features: [{ properties: {}, geometry: { type: 'Point', coordinates: [7904240, 6622177] } }],
        },
      ],
    },
  );
  const texts = Array.from({ length: 150 }, (_none, at) => ({
    name: `t${at}`,
    type: 'esriFieldTypeString' as const,
  }));
  await createHostedLayer(
    { database: server.database },
    {
      serviceName: 'Many',
      layers: [[], texts].map((fields, at) => ({
        name: `Many ${at}`,
        fields,
        features: Array.from({ length: 201 }, () => ({ properties: {}, geometry: null })),
      })),
    },
  );
  ({ owner, member } = await createSecretService(server));
});
afterAll(() => server.stop());

const address = (path: string, parameters: Record<string, string | number> = {}) => {
  const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
  return `${server.url}/server/ogc/${path}?${query.toString()}`;
};

async function get(path: string, parameters: Record<string, string | number> = {}): Promise<any> {
  const response = await fetch(address(path, parameters));
  return response.json();
}

const linkOf = (resource: any, rel: string) => resource.links.find((link: any) => link.rel === rel)?.href;
const ids = ({ features }: any) => features.map(({ id }: any) => id);

const crs84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';
const epsg = (code: number) => `http://www.opengis.net/def/crs/EPSG/0/${code}`;
const stops = 'City/collections/2/items';

describe('resources', () => {
  test('are found from the landing page, each by its link and with its media type', async () => {
    const landing = await get('City');
    expect(landing).toMatchObject({ title: 'City', description: 'A small city' });
    for (const [rel, type] of [
      ['service-desc', 'application/vnd.oai.openapi+json;version=3.0'],
      ['conformance', 'application/json'],
      ['data', 'application/json'],
    ] as const) {
      const response = await fetch(linkOf(landing, rel));
      expect([rel, response.status, response.headers.get('content-type')?.replace(/[ "]/g, '')]).toEqual([
        rel,
        200,
        type,
      ]);
    }
    const { collections } = await (await fetch(linkOf(landing, 'data'))).json();
    expect(collections.map(({ id, title }: any) => [id, title])).toEqual([
      ['0', 'Blocks'],
      ['1', 'Streets'],
      ['2', 'Stops'],
      ['3', 'Inspections'],
    ]);
    for (const collection of collections) {
      const response = await fetch(linkOf(collection, 'items'));
      expect(response.headers.get('content-type')).toBe('application/geo+json');
      expect(await response.json()).toMatchObject({ type: 'FeatureCollection' });
    }
  });

  test('are at the address of the organisation, and link to it', async () => {
    const orgId = await ensureOrganisation(server.database, { urlKey: 'harbour', settings: {}, now: 0 });
    await createHostedLayer(
      { database: server.database },
      { serviceName: 'Quays', orgId, layers: [{ name: 'Quays', fields: [], features: [] }] },
    );
    const root = `${server.url}/server/harbour/ogc/Quays`;
    const { collections } = await (await fetch(`${root}/collections`)).json();
    expect(linkOf(collections[0], 'items')).toBe(`${root}/collections/0/items`);
    expect((await fetch(address('Quays'))).status).toBe(401);
  });

  test('describe a collection with its extent, time and systems', async () => {
    const collection = await get('City/collections/2');
    expect(collection).toMatchObject({
      id: '2',
      title: 'Stops',
      itemType: 'feature',
      crs: [crs84, epsg(4326), epsg(3857)],
      storageCrs: crs84,
    });
    const [[xmin, ymin, xmax, ymax]] = collection.extent.spatial.bbox;
    expect([xmin, ymin]).toEqual([71, 51]);
    expect([xmax, ymax]).toEqual([expect.closeTo(71.099, 6), expect.closeTo(51.099, 6)]);
    expect(collection.extent.temporal.interval[0][0]).toBe(new Date(firstDay).toISOString());
    expect((await get('Mercator/collections/0')).storageCrs).toBe(epsg(3857));
  });

  test('describe the properties of features, and the queryables', async () => {
    const queryables = await get('City/collections/2/queryables');
    expect(queryables).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        geometry: { format: 'geometry-point' },
        name: { type: 'string' },
        kind: { type: 'integer', enum: [0, 1, 2, 3] },
        opened: { type: 'string', format: 'date-time' },
      },
    });
    const schema = await get('City/collections/2/schema');
    expect(schema.properties).toMatchObject({
      OBJECTID: { 'x-ogc-role': 'id' },
      geometry: { 'x-ogc-role': 'primary-geometry' },
      opened: { 'x-ogc-role': 'primary-interval-start' },
    });
    const { features } = await get(stops, { limit: 1 });
    const { geometry: _shape, ...properties } = schema.properties;
    expect(Object.keys(features[0].properties)).toEqual(Object.keys(properties));
  });

  test('are all in the API definition', async () => {
    const definition = await get('City/api');
    expect(definition.openapi).toMatch(/^3\.0/);
    expect(definition.servers).toEqual([{ url: `${server.url}/server/ogc/City` }]);
    for (const path of Object.keys(definition.paths)) {
      const at = `${server.url}/server/ogc/City${path
        .replace('{featureId}', '1')
        .replace(/\{tile\w+\}/g, '0')
        .replace(/\/$/, '')}`;
      expect([path, (await fetch(at)).status]).toEqual([path, 200]);
    }
    const names = definition.paths['/collections/0/items'].get.parameters.map(
      ({ name, $ref = '' }: any) => name ?? $ref.split('/').at(-1),
    );
    for (const name of ['limit', 'bbox', 'datetime', 'filter', 'crs', 'levels'])
      expect(names).toContain(name);
  });

  test('are pages for people: by f and by what a browser accepts', async () => {
    const landing = await get('City');
    const paths = ['', '/conformance', '/api', '/collections', '/collections/0', '/collections/0/queryables'];
    for (const path of [
      ...paths,
      '/collections/0/schema',
      '/collections/0/items',
      '/collections/0/items/1',
    ]) {
      const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
      for (const response of [
        await fetch(address(`City${path}`, { f: 'html' })),
        await fetch(`${server.url}/server/ogc/City${path}`, { headers: browser }),
      ]) {
        expect([path, response.headers.get('content-type')]).toEqual([path, 'text/html; charset=utf-8']);
        expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
        const page = await response.text();
        expect(page).toContain('</html>');
        expect(page).not.toContain('<script');
      }
    }
    expect(linkOf(landing, 'alternate')).toBe(`${server.url}/server/ogc/City?f=html`);
  });

  test.each([
    [0, 200],
    [1, 131],
  ])('have at most so many features in HTML, and then a link to the next ones: %d', async (layer, most) => {
    const first = await fetch(address(`Many/collections/${layer}/items`, { f: 'html', limit: 2000 }));
    const page = await first.text();
    expect(page.match(/<tr>/g)).toHaveLength(most + 1);
    const [, next = ''] = /href="([^"]*after=[^"]*)"/.exec(page) ?? [];
    const rest = await (await fetch(next.replaceAll('&amp;', '&'))).text();
    expect(rest.match(/<tr>/g)).toHaveLength(201 - most + 1);
    expect(await get(`Many/collections/${layer}/items`, { limit: 2000 })).toMatchObject({
      numberReturned: 201,
    });
  });
});

describe('features', () => {
  test('have ids, properties as their schema says, and geometry that OpenLayers reads', async () => {
    const collection = await get(stops, { limit: 3 });
    expect(collection).toMatchObject({ numberMatched: 200, numberReturned: 3 });
    expect(collection.features[0]).toMatchObject({
      type: 'Feature',
      id: 1,
      properties: { name: 'Есіл', code: 1, opened: '2026-01-01T00:00:00.000Z' },
    });
    const [first] = new GeoJSON().readFeatures(collection, { featureProjection: 'EPSG:3857' });
    expect(first?.getId()).toBe(1);
    expect(first?.getGeometry()?.getExtent()[0]).toBeCloseTo(7903683.846, 2);
    const last = await get(`${stops}/200`);
    expect(last).toMatchObject({ id: 200, geometry: null });
    expect(linkOf(last, 'collection')).toBe(`${server.url}/server/ogc/City/collections/2`);
  });

  test('come in pages, each once, by next links', async () => {
    const seen: number[] = [];
    let next = address(stops, { limit: 60, filter: 'kind <> 1' });
    for (let page = 0; next && page < 10; page += 1) {
      const collection = await (await fetch(next)).json();
      seen.push(...ids(collection));
      next = linkOf(collection, 'next');
    }
    expect(seen).toHaveLength(150);
    expect(new Set(seen).size).toBe(150);
  });

  test.each<[Record<string, string | number>, number]>([
    [{}, 200],
    [{ limit: 5000 }, 200],
    [{ bbox: '71,51,71.01,51.01' }, 21],
    [{ bbox: '71,51,-10,71.01,51.01,10' }, 21],
    [{ bbox: '179,-90,-179,90' }, 0],
    [{ bbox: '170,-90,72,90' }, 199],
    [{ bbox: '51,71,51.01,71.01', 'bbox-crs': epsg(4326) }, 21],
    [{ bbox: '7903680,6621290,7904800,6623070', 'bbox-crs': epsg(3857) }, 21],
    [{ datetime: '2026-01-01T00:00:00Z' }, 1],
    [{ datetime: '2026-01-01' }, 1],
    [{ datetime: '2026-01-01T02:00:00+02:00/2026-01-03T00:00:00Z' }, 3],
    [{ datetime: '../2026-01-03T00:00:00Z' }, 3],
    [{ datetime: '2026-07-01T00:00:00Z/..' }, 23],
    [{ name: "King's Cross" }, 25],
    [{ kind: 2, name: 'Arbat' }, 0],
    [{ code: 7 }, 1],
    [{ opened: '2026-01-02T00:00:00Z' }, 1],
  ])('%j finds %d', async (parameters, expected) => {
    const collection = await get(stops, { limit: 1000, ...parameters });
    expect(collection.features?.length ?? collection).toBe(expected);
    expect(collection).toMatchObject({ numberMatched: expected, numberReturned: expected });
  });

  test('are also those of tables, which have no place', async () => {
    const table = await get('City/collections/3/items', { bbox: '0,0,1,1' });
    expect(table).toMatchObject({ numberMatched: 30 });
    expect(table.features[0].geometry).toBeNull();
  });
});

describe('coordinate reference systems', () => {
  test('have the axes of their definition', async () => {
    const read = async (crs: string, path = 'City/collections/2/items/11') => {
      const response = await fetch(address(path, { crs }));
      expect(response.headers.get('content-crs')).toBe(`<${crs}>`);
      const { geometry } = await response.json();
      return geometry.coordinates.map((each: number) => Math.round(each * 1000) / 1000);
    };
    expect(await read(crs84)).toEqual([71.005, 51.005]);
    expect(await read(epsg(4326))).toEqual([51.005, 71.005]);
    expect((await read(epsg(3857))).map(Math.round)).toEqual([7904240, 6622178]);
    expect(await read(epsg(3857), 'Mercator/collections/0/items/1')).toEqual([7904240, 6622177]);
  });

  test('are those of the collection: others are refused', async () => {
    for (const name of ['crs', 'bbox-crs', 'filter-crs']) {
      const response = await fetch(address(stops, { [name]: epsg(2000) }));
      expect([name, response.status]).toEqual([name, 400]);
      expect((await response.json()).detail).toContain(crs84);
    }
  });
});

describe('errors', () => {
  test.each<Record<string, string>>([
    { limit: '0' },
    { limit: 'many' },
    { bbox: '1,2,3' },
    { bbox: '1,2,3,x' },
    { bbox: '1,5,3,4' },
    { datetime: 'yesterday' },
    { datetime: '2026-02-30' },
    { datetime: '2026-02-02/2026-01-01' },
    { nofield: '1' },
    { levels: 'high' },
    { f: 'gml' },
    { after: '-1' },
    { callback: 'steal' },
    { name: '' },
    { nofield: '' },
  ])('%j: 400 as problem details that name the parameter', async (parameters) => {
    const response = await fetch(address('City/collections/0/items', parameters));
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    const [name = ''] = Object.keys(parameters);
    expect(await response.json()).toMatchObject({ status: 400, detail: expect.stringContaining(name) });
  });

  test('404 for what does not exist', async () => {
    for (const path of [
      'City/collections/9',
      'City/collections/x',
      'City/collections/0/items/999',
      'City/map',
    ]) {
      const response = await fetch(address(path));
      expect([path, response.status]).toEqual([path, 404]);
      expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    }
  });

  test('a hidden service gets the same response as a missing one', async () => {
    const answer = async (path: string, token?: string) => {
      const headers = token ? { authorization: `Bearer ${token}` } : undefined;
      const response = await fetch(address(path), headers && { headers });
      const { requestId: _each, ...problem } = await response.json();
      return { status: response.status, challenge: response.headers.get('www-authenticate'), problem };
    };
    for (const path of [
      '',
      '/collections',
      '/collections/0',
      '/collections/0/items',
      '/collections/0/items/1',
    ]) {
      const [hidden, missing] = [`Secret${path}`, `Nothing${path}`];
      expect(await answer(hidden)).toEqual(await answer(missing));
      expect(await answer(hidden)).toMatchObject({ status: 401, challenge: 'Bearer' });
      expect(await answer(hidden, member)).toEqual(await answer(missing, member));
      expect(await answer(hidden, member)).toMatchObject({ status: 404 });
    }
    expect(await answer('Secret/collections/0', owner)).toMatchObject({ status: 200 });
    expect(await answer('City', 'dead')).toMatchObject({ status: 401 });
  });
});

test('links contain no token, and lead on for a client that sends its own again', async () => {
  for (const path of ['', '/collections', '/collections/0', '/collections/0/items/1', '/tiles'])
    expect(await (await fetch(address(`Secret${path}`, { token: owner }))).text()).not.toContain(owner);
  const page = await fetch(address('City/collections/2/items', { limit: '1', TOKEN: owner }));
  const linked = await page.json();
  expect(linked.links.map(({ rel }: { rel: string }) => rel)).toContain('next');
  expect(JSON.stringify(linked)).not.toContain(owner);
  const { links } = await (await fetch(address('Secret/collections/0/items', { token: owner }))).json();
  const { href } = links.find(({ rel }: { rel: string }) => rel === 'self');
  const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;
  expect(await statusOf(href)).toBe(401);
  expect(await statusOf(`${href}&token=${owner}`)).toBe(200);
  expect(await statusOf(href, { headers: { authorization: `Bearer ${owner}` } })).toBe(200);
});

test('pages escape names', async () => {
  await server.database
    .updateTable('hosted_layer')
    .set({ name: '<b>Safe</b>' })
    .where('name', '=', 'Safe')
    .execute();
  const page = await (await fetch(address('Secret/collections', { f: 'html', token: owner }))).text();
  expect(page).toContain('&lt;b&gt;Safe&lt;/b&gt;');
  expect(page).not.toContain('<b>Safe');
  expect(page).not.toContain(owner);
  const features = await fetch(
    address('Secret/collections/0/items', { f: 'html', limit: '1', token: owner }),
  );
  expect(await features.text()).not.toContain(owner);
});
