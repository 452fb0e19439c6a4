import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addItem } from '../../server/portal/content/items/create-item.ts';
import { loadCity } from '../rig/city-service.ts';
import { createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';
import { createWebFolder, type WebFolder } from '../rig/web-folder.ts';

/** Rules for every ArcGIS endpoint, whichever part of the server answers. */

let server: TestServer;
let portal: PortalClient;
let folder: WebFolder;
let token: string;

beforeAll(async () => {
  folder = await createWebFolder();
  server = await startTestServer({ webFolder: folder.path });
  portal = await createPortalClient(server);
  await portal.addUser('ada', { role: 'org_admin' });
  token = await portal.token('ada');
  await addItem(portal.context, 'ada', { title: 'Trams', type: 'Web Map', access: 'private' });
  await loadCity(server.database);
});
afterAll(async () => {
  await server.stop();
  await folder.remove();
});

/** An operation of each part, with parameters that change its response. */
const endpoints: readonly [what: string, path: string, parameters: Record<string, string>][] = [
  ['portal', '/portal/sharing/rest/search', { q: 'title:trams', num: '1' }],
  ['feature service', '/server/rest/services/City/FeatureServer/0/query', { where: '1=1', outFields: '*' }],
  [
    'geocoder',
    '/server/rest/services/Places/GeocodeServer/findAddressCandidates',
    { SingleLine: '51.1,71.4', outSR: '102100' },
  ],
  ['tiles', '/server/rest/services/City/VectorTileServer', {}],
];

const ways = {
  GET: (path: string, pairs: [string, string][]) =>
    fetch(`${server.url}${path}?${new URLSearchParams(pairs)}`),
  form: (path: string, pairs: [string, string][]) =>
    fetch(server.url + path, { method: 'POST', body: new URLSearchParams(pairs) }),
  multipart: (path: string, pairs: [string, string][]) => {
    const body = new FormData();
    for (const [name, value] of pairs) body.append(name, value);
    return fetch(server.url + path, { method: 'POST', body });
  },
};

type Way = keyof typeof ways;

const table = endpoints.flatMap(([what, path, parameters]) =>
  (Object.keys(ways) as Way[]).map((way) => [what, way, path, parameters] as const),
);

async function ask(way: Way, path: string, pairs: [string, string][]) {
  const response = await ways[way](path, pairs);
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: await response.text(),
  };
}

describe.each(table)('%s by %s', (_what, way, path, parameters) => {
  const usual = () => Object.entries({ f: 'json', token, ...parameters });

  test('matches parameter names in any letter case', async () => {
    const expected = await ask(way, path, usual());
    expect(JSON.parse(expected.text)).not.toEqual({});
    const upper = usual().map(([name, value]): [string, string] => [name.toUpperCase(), value]);
    expect(await ask(way, path, upper)).toEqual(expected);
  });

  test('reads the first of repeated values, and treats blank ones as absent', async () => {
    const expected = await ask(way, path, usual());
    const repeated = usual().flatMap(([name, value]): [string, string][] => [
      [name, ''],
      [name, value],
      [name, 'nonsense'],
    ]);
    expect(await ask(way, path, repeated)).toEqual(expected);
  });

  test('reads the first of repeated values in different letter case as well', async () => {
    const pairs: [string, string][] = [...usual(), ['TOKEN', 'dead'], ['F', 'nonsense']];
    expect(await ask(way, path, pairs)).toEqual(await ask(way, path, usual()));
  });

  test('indents f=pjson', async () => {
    const { type, text } = await ask(way, path, Object.entries({ token, ...parameters, f: 'PJSON' }));
    expect(type).toBe('application/json; charset=utf-8');
    expect(text).toBe(JSON.stringify(JSON.parse(text), null, 2));
    expect(text.split('\n').length).toBeGreaterThan(3);
  });

  test('indents errors of operations with f=pjson, too', async () => {
    const pairs = Object.entries({ token, ...parameters, f: 'pjson', callback: 'alert' });
    const { text } = await ask(way, path, pairs);
    expect(JSON.parse(text)).toHaveProperty('error.code', 400);
    expect(text).toBe(JSON.stringify(JSON.parse(text), null, 2));
  });

  test('rejects a callback with an explanation', async () => {
    const { status, type, text } = await ask(way, path, [...usual(), ['Callback', 'alert']]);
    expect({ status, type }).toEqual({ status: 200, type: 'application/json; charset=utf-8' });
    const { error } = JSON.parse(text);
    expect(error).toMatchObject({ code: 400 });
    expect(error.message).toMatch(/JSONP/);
  });

  test('matches the path in any letter case', async () => {
    const [, portalRoot, rest = ''] = /^(\/portal\/sharing|\/server)(.*)$/.exec(path) ?? [];
    // Service names keep their letter case.
    const spelled = rest.replace(/[^/]+/g, (part) => (/^(City)$/.test(part) ? part : part.toUpperCase()));
    const lower = rest.replace(/[^/]+/g, (part) => (/^(City)$/.test(part) ? part : part.toLowerCase()));
    const expected = await ask(way, path, usual());
    expect(await ask(way, `${portalRoot}${spelled}`, usual())).toEqual(expected);
    expect(await ask(way, `${portalRoot?.toUpperCase()}${lower}/`, usual())).toEqual(expected);
  });
});

describe('invalid token', () => {
  const asking = table.filter(([what]) => what !== 'geocoder');
  test.each(asking)('gets 498 from the %s by %s', async (_what, way, path, parameters) => {
    for (const name of ['token', 'Token', 'TOKEN']) {
      const { text } = await ask(way, path, Object.entries({ f: 'json', ...parameters, [name]: 'dead' }));
      expect(JSON.parse(text).error).toMatchObject({ code: 498, messageCode: 'GWM_0001' });
    }
    for (const header of ['authorization', 'x-esri-authorization']) {
      const query = new URLSearchParams({ f: 'json', ...parameters });
      const headers = { [header]: 'bearer dead' };
      const response = await fetch(`${server.url}${path}?${query}`, { headers });
      expect(await response.json()).toMatchObject({ error: { code: 498 } });
    }
  });
});

describe('path without an operation', () => {
  test.each([
    '/portal/sharing/rest/nothing',
    '/portal/sharing/rest/content/items',
    '/portal/sharing/nothing/at/all',
    '/portal/city/sharing/rest/nothing',
    '/PORTAL/SHARING/REST/NOTHING',
    '/server',
    '/server/rest',
    '/server/rest/nothing',
    '/server/rest/services/City/FeatureServer/0/nothing',
    '/server/rest/services/City/FeatureServer/first/query',
    '/server/rest/services/City/MapServer',
    '/server/city/rest/nothing',
    '/Server/Rest/Nothing',
  ])('%s gets an ArcGIS error by every method', async (path) => {
    for (const way of Object.keys(ways) as Way[]) {
      const { status, type, text } = await ask(way, path, [['f', 'json']]);
      expect({ way, status, type }).toEqual({ way, status: 200, type: 'application/json; charset=utf-8' });
      expect(JSON.parse(text).error).toMatchObject({ code: 404, details: [] });
    }
  });

  test.each([
    '/server/ogc/City/nothing',
    '/server/city/ogc/City/collections/0/tiles/WorldCRS84Quad/0/0/0',
    '/portal/city/nothing',
    '/api',
    '/api/city/nothing',
    '/metrics/nothing',
  ])('%s is not found by every method', async (path) => {
    for (const method of ['GET', 'POST']) {
      const { status, headers } = await fetch(`${server.url}${path}`, { method });
      expect({ method, status, type: headers.get('content-type') }).toMatchObject({
        status: 404,
        type: expect.stringContaining('application/problem+json'),
      });
    }
  });

  test('belongs to the application when only its beginning matches', async () => {
    for (const path of ['/portals', '/servers/rest', '/city/map'])
      expect((await ask('GET', path, [])).type).toContain('text/html');
  });
});
