import { queryFeatures } from '@esri/arcgis-rest-feature-service';
import { ArcGISIdentityManager, request } from '@esri/arcgis-rest-request';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { addItem } from '../../server/portal/content/items/create-item.ts';
import { loadCity } from '../rig/city-service.ts';
import { createPortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';
import { parsePage } from '../rig/sign-in-page.ts';

/** Pages at `/rest/services` and below, for people; programs get JSON. */
let server: TestServer;
let owner: string;
const hostile = '<img src=x onerror=alert(1)>"\'';

beforeAll(async () => {
  server = await startTestServer();
  await loadCity(server.database);
  const portal = await createPortalClient(server);
  await portal.addUser('grace', { role: 'org_publisher' });
  owner = await portal.token('grace');
  const itemId = await addItem(portal.context, 'grace', {
    title: 'Secret',
    type: 'Feature Service',
    access: 'private',
  });
  await createHostedLayer(
    { database: server.database },
    {
      serviceName: 'Secret',
      itemId,
      description: hostile,
      layers: [
        {
          name: hostile,
          description: hostile,
          geometryType: 'esriGeometryPoint',
          fields: [{ name: 'note', type: 'esriFieldTypeString', alias: hostile }],
          features: Array.from({ length: 150 }, (_none, index) => ({
            properties: { note: index === 0 ? hostile : `note ${index}` },
            geometry: { type: 'Point', coordinates: [71, 51] },
          })),
        },
      ],
    },
  );
});
afterAll(() => server.stop());

const browser = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
};
const root = () => `${server.url}/server/rest/services`;

async function open(address: string, headers: Record<string, string> = {}) {
  const response = await fetch(address, { headers });
  const body = await response.text();
  return { response, body, document: parsePage(body, address).document };
}

const paths = [
  '',
  '/City/FeatureServer',
  '/City/FeatureServer/layers',
  '/City/FeatureServer/relationships',
  '/City/FeatureServer/0',
  '/City/FeatureServer/3',
  '/City/FeatureServer/0/1',
  '/City/FeatureServer/0/query',
  '/City/FeatureServer/0/query?where=1%3D1',
  '/City/FeatureServer/0/query?where=nofield%3D1',
  '/City/FeatureServer/9',
  '/City/VectorTileServer',
  '/Places/GeocodeServer',
  '/Nothing/FeatureServer',
];

describe('pages', () => {
  test.each(paths)('%s is a page by f=html and for browsers', async (path) => {
    const requested = await open(`${root()}${path}${path.includes('?') ? '&' : '?'}f=html`);
    const browsed = await open(`${root()}${path}`, browser);
    for (const { response, body, document } of [requested, browsed]) {
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-/,
      );
      expect(response.headers.get('vary')).toMatch(/accept\b/);
      expect(body).not.toMatch(/<script|\son\w+=|\sstyle=/);
      expect(document.querySelector('h1')?.textContent).not.toBe('');
      expect(document.querySelector('html')?.lang).toBe('en');
    }
  });

  test.each([...paths, '/City/FeatureServer/0/query?where=1%3D1&resultRecordCount=1'])(
    '%s stays JSON for programs',
    async (path) => {
      const joint = path.includes('?') ? '&' : '?';
      for (const [address, headers] of [
        [`${root()}${path}`, {}],
        [`${root()}${path}`, { accept: '*/*' }],
        [`${root()}${path}`, { accept: 'application/json, text/plain, */*' }],
        [`${root()}${path}`, { accept: 'application/json, text/html;q=0.9' }],
        [`${root()}${path}${joint}f=json`, browser],
        [`${root()}${path}${joint}f=pjson`, browser],
      ] as [string, Record<string, string>][]) {
        const response = await fetch(address, { headers });
        expect([address, response.headers.get('content-type')]).toEqual([
          address,
          expect.stringMatching(/^application\/json/),
        ]);
        expect(response.status).toBe(200);
        expect(Object.keys(await response.json())).not.toEqual([]);
      }
    },
  );

  test('lead by their links to every layer, its fields, a query and its features', async () => {
    const follow = async (from: Document, text: string) => {
      const link = [...from.querySelectorAll('a')].find((each) => each.textContent?.trim() === text);
      expect(link, `a link ${text}`).toBeDefined();
      return (await open(link?.href ?? '')).document;
    };
    const services = (await open(root(), browser)).document;
    const service = await follow(services, 'City');
    const layer = await follow(service, 'Blocks (0)');
    expect(layer.body.textContent).toContain('SmallInteger');
    const query = await follow(layer, 'Query');
    const form = query.querySelector('form');
    expect(form?.querySelector('input[name="where"]')?.getAttribute('value')).toBe('1=1');
    const sent = new URLSearchParams();
    for (const input of form?.querySelectorAll<HTMLInputElement>('input, select') ?? [])
      sent.set(input.name, input.name === 'where' ? 'levels = 3' : input.value);
    sent.set('f', 'html');
    const found = (await open(`${form?.action}?${sent.toString()}`)).document;
    expect(found.querySelectorAll('tbody tr')).toHaveLength(14);
    expect(found.querySelector('input[name="where"]')?.getAttribute('value')).toBe('levels = 3');
    const feature = await follow(found, '4');
    expect(feature.body.textContent).toContain('Block 4');
    const back = [...feature.querySelectorAll('nav a')].map((each) => each.textContent);
    expect(back).toEqual(['Services', 'City (FeatureServer)', '0', 'JSON', 'JSON, indented']);
  });

  test('show a hundred features of a query at most, and link to the next', async () => {
    const first = await open(
      `${root()}/Secret/FeatureServer/0/query?${new URLSearchParams({ f: 'html', where: '1=1', token: owner })}`,
    );
    expect(first.document.querySelectorAll('tbody tr')).toHaveLength(100);
    const next = [...first.document.querySelectorAll('a')].find((each) => each.textContent === 'Next page');
    const second = await open(`${next?.href}&token=${owner}`);
    expect(second.document.querySelectorAll('tbody tr')).toHaveLength(50);
  });

  test('escape what users wrote', async () => {
    for (const path of [
      '',
      '/0',
      '/0/1',
      '/0/query?where=1%3D1',
      `/0/query?where=${encodeURIComponent(hostile)}`,
    ]) {
      const joint = path.includes('?') ? '&' : '?';
      const { body, document } = await open(
        `${root()}/Secret/FeatureServer${path}${joint}f=html&token=${owner}&outFields=${encodeURIComponent('*')}`,
      );
      expect(document.querySelector('img')).toBeNull();
      expect(body).not.toContain('<img');
    }
  });
});

describe('access', () => {
  test('is that of the services: a hidden service looks like a missing one', async () => {
    for (const path of ['', '/layers', '/0', '/0/query', '/0/query?where=1%3D1', '/0/1']) {
      const page = async (name: string) => {
        const { response, body } = await open(`${root()}/${name}/FeatureServer${path}`, browser);
        return { status: response.status, body: body.replaceAll(name, '·') };
      };
      expect(await page('Secret')).toEqual(await page('Absent'));
      expect(await page('Secret')).toMatchObject({ status: 401 });
    }
    expect((await open(root(), browser)).body).not.toContain('Secret');
    expect((await open(`${root()}?f=html&token=${owner}`)).body).toContain('Secret');
  });

  test('by a token of the address is not passed on by links, and the page says how to add it', async () => {
    for (const path of [
      '',
      '/Secret/FeatureServer',
      '/Secret/FeatureServer/0',
      '/Secret/FeatureServer/0/query?where=1%3D1',
    ]) {
      const joint = path.includes('?') ? '&' : '?';
      const { body, document } = await open(`${root()}${path}${joint}f=html&token=${owner}`);
      expect(document.querySelectorAll('a').length).toBeGreaterThan(2);
      expect(body).not.toContain(owner);
      expect(document.querySelector('footer')?.textContent).toContain('token=');
    }
  });

  test('by JSONP is refused with the reason', async () => {
    for (const path of ['', '/City/FeatureServer/0/query']) {
      const response = await fetch(`${root()}${path}?f=json&callback=steal`);
      expect(await response.text()).toMatch(/JSONP is not supported.*every origin may read the JSON/);
    }
  });
});

test('arcgis-rest-js gets JSON as before', async () => {
  const { services } = await request(root());
  expect(services).toContainEqual({ name: 'City', type: 'FeatureServer' });
  const url = `${root()}/City/FeatureServer/0`;
  const authentication = await ArcGISIdentityManager.fromToken({
    token: owner,
    portal: `${server.url}/portal/sharing/rest`,
    server: `${server.url}/server`,
  });
  for (const httpMethod of ['GET', 'POST'] as const) {
    const { features } = (await queryFeatures({
      url,
      where: 'levels = 3',
      httpMethod,
      authentication,
    })) as any;
    expect(features).toHaveLength(14);
  }
});
