import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../server/limits.ts';
import type { AppConfigInput } from '../../wire/app-config.ts';
import type { KnownRoute } from '../../server/platform/http/app.ts';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { createClock } from '../rig/clock.ts';
import { createPortalClient } from '../rig/portal-client.ts';
import { routeAddress } from '../rig/route-address.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';
import { createWebFolder, type WebFolder } from '../rig/web-folder.ts';

/**
 * Each limit of calls per minute: the last allowed call, the first rejected one, and another caller
 * meanwhile; and every route has one.
 */
let server: TestServer;
let webFolder: WebFolder;
const routes: KnownRoute[] = [];
const usual = { ...limits };
/** Those of hundreds would take as many requests. */
const fewer = {
  pageHostsPerMinute: 30,
  presencePerMinute: 30,
  usageReportsPerMinute: 30,
  workCallsPerMinute: 30,
};
Object.assign(limits, fewer);

beforeAll(async () => {
  webFolder = await createWebFolder();
  // Callers set their addresses as a trusted proxy would.
  server = await startTestServer({
    trustProxy: 'loopback',
    webFolder: webFolder.path,
    metricsToken: 'nobody here has it',
    onRoute: (route) => routes.push(route),
    secretsKey: randomBytes(32).toString('base64'),
    // No minute ends in the middle of a test.
    now: createClock().now,
  });
  await createPortalClient(server);
  const config: AppConfigInput = {
    portal: { url: '/portal' },
    integrations: [
      { id: 'cyclo', type: 'cyclomedia', title: 'Cyclomedia' },
      { id: 'work', type: 'cityworks', title: 'Work', config: { server: 'https://cw.example' } },
    ],
  };
  await saveConfig(server.database, 'town', config, 'test');
});
afterAll(async () => {
  Object.assign(limits, usual);
  await server.stop();
  await webFolder.remove();
});

const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
const places = '/server/rest/services/Places/GeocodeServer/geocodeAddresses';
const limited: [what: string, max: number, address: string, init: RequestInit][] = [
  ['sharing maps', limits.sharedMapWritesPerMinute, '/api/town/shared-maps', post],
  ['short addresses', limits.shortAddressWritesPerMinute, '/api/town/short-addresses', post],
  ['comments', limits.commentWritesPerMinute, `/api/town/maps/${'f'.repeat(32)}/comments`, post],
  ['announced views', limits.presencePerMinute, `/api/town/maps/${'f'.repeat(32)}/presence`, post],
  [
    'opening hosts, with a token that is not looked at',
    limits.pageHostsPerMinute,
    '/api/town/page-hosts',
    { ...post, headers: { ...post.headers, authorization: 'Bearer forged' }, body: '{"hosts":[]}' },
  ],
  ['opening maps', limits.usageReportsPerMinute, '/api/town/usage/map-opened', { method: 'POST' }],
  ['reading credentials', limits.credentialReadsPerMinute, '/api/town/integrations/cyclo/credentials', {}],
  ['requesting Cityworks', limits.workCallsPerMinute, '/api/town/integrations/work/problems', {}],
  [
    'checking integrations',
    limits.integrationChecksPerMinute,
    '/api/town/integrations/work/check',
    { method: 'POST' },
  ],
  [
    'geocoding many',
    limits.placeBatchesPerMinute,
    places,
    { method: 'POST', body: new URLSearchParams({ f: 'json', addresses: '{"records":[]}' }) },
  ],
  [
    'projecting geometries',
    limits.geometryCallsPerMinute,
    '/server/rest/services/Utilities/Geometry/GeometryServer/project',
    { method: 'POST', body: new URLSearchParams({ f: 'json' }) },
  ],
  [
    'trying passwords',
    limits.signInTriesPerMinute,
    '/portal/sharing/rest/generateToken',
    { method: 'POST', body: new URLSearchParams({ f: 'json', username: 'nobody', password: 'wrong' }) },
  ],
];

/** The status as reported by its protocol: ArcGIS paths answer HTTP 200 with an envelope. */
async function send(
  address: string,
  init: RequestInit,
  caller: string,
): Promise<{ status: number; wait: number }> {
  const response = await fetch(server.url + address, {
    ...init,
    headers: { ...(init.headers as Record<string, string>), 'x-forwarded-for': caller },
  });
  const text = await response.text();
  const code = text.startsWith('{"error"') ? (JSON.parse(text).error.code as number) : response.status;
  return { status: code, wait: Number(response.headers.get('retry-after') ?? 0) };
}

describe.each(limited)('%s', (_what, max, address, init) => {
  const ask = (caller: string) => send(address, init, caller);

  test(`is allowed ${max} times a minute, and then reports how long to wait`, async () => {
    for (let call = 1; call <= max; call++) {
      const { status } = await ask('192.0.2.1');
      expect([call, status === 429]).toEqual([call, false]);
    }
    const refused = await ask('192.0.2.1');
    expect(refused.status).toBe(429);
    expect(refused.wait).toBeGreaterThan(0);
    expect(refused.wait).toBeLessThanOrEqual(60);
  });

  test('of one caller does not affect another', async () => {
    expect((await ask('192.0.2.2')).status).not.toBe(429);
  });
});

/** The status of a request with exactly this target, which `fetch` would normalise. */
function statusOf(target: string, caller: string): Promise<number | undefined> {
  const { hostname, port } = new URL(server.url);
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  request({ hostname, port, path: target, headers: { 'x-forwarded-for': caller } }, (response) => {
    response.resume().on('end', () => resolve(response.statusCode));
  })
    .on('error', reject)
    .end();
  return promise;
}

test.each([
  ['with an encoded letter', '/%61pi/town/integrations/cyclo/credentials'],
  ['in absolute form', 'http://maps.test/api/town/integrations/cyclo/credentials'],
  ['in absolute form with an encoded letter', 'http://maps.test/a%70i/town/integrations/cyclo/credentials'],
])('a limit counts a target %s', async (spelling, target) => {
  const caller = `192.0.2.${10 + spelling.length}`;
  for (let call = 1; call <= limits.credentialReadsPerMinute; call++)
    expect([call, await statusOf(target, caller)]).toEqual([call, 401]);
  expect(await statusOf('/api/town/integrations/cyclo/credentials', caller)).toBe(429);
  expect(await statusOf(target, caller)).toBe(429);
});

/** Limits that a handler counts after it has checked the request, and where they are tested. */
const countedLater: Readonly<Record<string, string>> = {
  '/api/session/:org/:portal/oauth2/token': 'organisation-rates.long.test.ts',
  '/api/session/:org/:portal/oauth2/revokeToken': 'organisation-rates.long.test.ts',
};

/** Routes outside of the APIs whose requests are not counted. */
const uncounted: Readonly<Record<string, string>> = {
  '/': 'a constant',
  '/health': 'of balancers, several times a second',
  '/metrics': 'for those who have the token',
  '/favicon.ico': 'a built file',
  '/apple-touch-icon.png': 'a built file',
  '/service-worker.js': 'a built file',
  '/assets/*': 'built files',
  '/integrations/*': 'built files',
  '/integrations/:org/:id': 'a built page and the config',
  '*': 'preflights of browsers, answered from the address',
};

const changing = (method: string) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method);

test('every route that changes something of an organisation has a limit of its own', () => {
  const without = routes
    .filter(({ method, url, perMinute }) => url.startsWith('/api/') && changing(method) && !perMinute)
    .map(({ method, url }) => `${method} ${url}`);
  expect(without, 'Give these routes a limit (`config.perMinute`).').toEqual([]);
});

test('every route outside of the APIs and pages has a reason not to be counted', () => {
  const unlimited = new Set(
    routes
      .filter(({ url, isPage }) => !/^\/(api|portal|server)\//.test(url) && !isPage)
      .map(({ url }) => url),
  );
  expect([...unlimited].toSorted()).toEqual(Object.keys(uncounted).toSorted());
});

test('every limit of a route rejects the request that exceeds it', async () => {
  const isTried = (method: string, url: string) =>
    limited.some(
      ([, , address, init]) =>
        (init.method ?? 'GET') === method &&
        new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`).test(address),
    );
  // One limit at several addresses: of an organisation, and of the operations of the geometry service.
  const limitOf = (url: string) =>
    url.replace('/server/:org/', '/server/').replace(/(?<=GeometryServer\/)\w+$/, 'project');
  // Each method of an address is a route. HEAD is the exception: it is registered with GET, and its responses have no envelope.
  const byLimit = new Map(
    routes
      .filter(({ method, perMinute }) => perMinute !== undefined && method !== 'HEAD')
      .map((route) => [`${route.method} ${limitOf(route.url)}`, route]),
  );
  const left = [...byLimit.values()].filter(
    ({ method, url }) => !isTried(method, limitOf(url)) && !(url in countedLater),
  );
  expect(left.length).toBeGreaterThan(5);
  for (const [index, { method, url, perMinute = 0 }] of left.entries()) {
    // Methods of one address share the count of a caller, so each route has a caller of its own.
    const caller = `198.51.100.${index + 1}`;
    const statuses: number[] = [];
    for (let call = 0; call <= perMinute; call++)
      statuses.push((await send(routeAddress(url), { method }, caller)).status);
    const first = statuses.indexOf(429);
    expect([method, url, first]).toEqual([method, url, perMinute]);
  }
});

test('documents the actual limits', () => {
  const table = readFileSync('docs/limits.md', 'utf8');
  for (const words of [
    `writes of shared maps per minute and address | 5 MB · 20 GB · ${usual.sharedMapWritesPerMinute} `,
    `per minute and address | ${usual.credentialReadsPerMinute} · ${usual.workCallsPerMinute} · ${usual.integrationChecksPerMinute} `,
  ])
    expect(table.replaceAll(/ +/g, ' ')).toContain(words.replaceAll(/ +/g, ' '));
  const row = (what: string) => new RegExp(`^\\| ${what} +\\| (.*?) +\\|$`, 'm').exec(table)?.[1];
  expect(row('reports of opened maps per minute and address')).toBe(String(usual.usageReportsPerMinute));
  const signInTries = 'sign-in attempts per minute for one account and address';
  expect(row(`${signInTries}, and there from each browser it has used before`)).toBe(
    `${usual.signInTriesPerMinute} · ${usual.signInTriesPerMinute}`,
  );
  expect(row('sign-in of a browser · its session requests per minute')).toBe(
    `${usual.browserSessionHours} hours · ${usual.sessionCallsPerMinute}`,
  );
  const signIns = `${usual.signInsPerMinute.toLocaleString('en')} · ${usual.newcomerSignInsPerMinute}`;
  expect(
    row(
      'sign-ins of browsers without a session per minute and address · of a newcomer when visitors have made all of theirs',
    ),
  ).toBe(signIns);
});
