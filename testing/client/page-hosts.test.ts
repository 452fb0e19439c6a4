import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { classLimits } from '../../server/limits.ts';
import type { Budgets } from '../../server/platform/budgets/budgets.ts';
import { hostsCookie } from '../../wire/map-hosts.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';
import { createWebFolder, emptyPage, type WebFolder } from '../rig/web-folder.ts';

/** The hosts that a page's policy lets it load from. */
let server: TestServer;
let webFolder: WebFolder;
let budgets: Budgets;

beforeAll(async () => {
  webFolder = await createWebFolder({
    'index.html': emptyPage.replace('</head>', '<script type="module" src="/x.js"></script></head>'),
  });
  server = await startTestServer({
    webFolder: webFolder.path,
    publicUrl: 'https://maps.example',
    prepare: async (portal) => {
      ({ budgets } = portal);
    },
  });
  const save = (name: string, config: object) =>
    saveConfig(server.database, name, { title: name, ...config }, 'test');
  await save('town', { portal: { url: '/portal' }, sharing: { anonymous: true } });
  await save('online', { portal: { url: 'https://town.maps.arcgis.com' } });
  await save('enterprise', {
    portal: {
      url: 'http://gis.town.example:7080/portal/home',
      customLogo: 'https://www.town.example/logo.png',
    },
    map: {
      basemap: { light: 'https://tiles.town.example/light/root.json', dark: '/server/rest/services/Dark' },
      hosts: ['https://county.example/arcgis/rest/services', 'https://*.tiles.example'],
    },
  });
});
afterAll(async () => {
  await server.stop();
  await webFolder.remove();
});

/** The sources of a directive of a page's policy, and the hosts the page itself lists. */
async function open(address: string, cookie = '') {
  const answer = await fetch(server.url + address, { headers: { cookie } });
  const policy = answer.headers.get('content-security-policy') ?? '';
  const read = (name: string) => new RegExp(`(?:^|;)${name} ([^;]*)`).exec(policy)?.[1]?.split(' ') ?? [];
  const html = await answer.text();
  return {
    policy,
    read,
    connect: read('connect-src'),
    opened: / data-opened="([^"]*)">/.exec(html)?.[1],
    listed: (/<meta name="hosts" content="([^"]*)"/.exec(html)?.[1] ?? '').split(' ').filter(Boolean),
  };
}

/** Stores hosts as a page of the organisation does. */
async function store(organisation: string, hosts: readonly string[], headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}/api/${organisation}/page-hosts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ hosts }),
  });
  const [set = ''] = answer.headers.getSetCookie();
  return { status: answer.status, set, cookie: set.split(';')[0] ?? '' };
}

const always = ["'self'", 'data:', 'blob:'];

const webMap = {
  operationalLayers: [{ id: 'a', url: 'https://county.example/arcgis/rest/services/A/FeatureServer/0' }],
  baseMap: { baseMapLayers: [{ id: 'b', templateUrl: 'https://{subDomain}.tile.example/{level}' }] },
  version: '2.34',
};
/** Shared with everyone, then changed in the database. */
const share = async (
  change: { access?: 'members'; revoked_at?: number; expires_at?: number } = {},
  organisation = 'town',
) => {
  const answer = await fetch(`${server.url}/api/${organisation}/shared-maps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Map', webMap, access: 'public' }),
  });
  expect(answer.status).toBe(201);
  const { sid } = (await answer.json()) as { sid: string };
  if (Object.keys(change).length > 0)
    await server.database.updateTable('shared_map').set(change).where('sid', '=', sid).execute();
  return sid;
};

describe('a page loads data and pictures', () => {
  test.each<[string, string[]]>([
    ['town', []],
    ['online', ['https://town.maps.arcgis.com', 'https://*.arcgis.com', 'https://*.arcgisonline.com']],
    [
      'enterprise',
      [
        'https://gis.town.example:7443',
        'https://www.town.example',
        'https://tiles.town.example',
        'https://county.example',
        'https://*.tiles.example',
      ],
    ],
    ['nowhere', []],
  ])('of %s from this server and the hosts its config names', async (organisation, hosts) => {
    const { connect, read, listed } = await open(`/${organisation}/gallery`);
    expect(connect).toEqual([...always, ...hosts]);
    expect(read('img-src')).toEqual(connect);
    expect(listed).toEqual(hosts);
  });

  test('from no host merely because it uses https', async () => {
    for (const address of ['/town', '/api/town/config', '/health', '/portal/sharing/rest/portals/self'])
      expect((await open(address)).policy).not.toMatch(/(^|[; ])https:([; ]|$)/);
  });

  test('from hosts this browser opened before', async () => {
    const { status, cookie, set } = await store('town', ['https://gis.example:6443', 'https://*.a.example']);
    expect(status).toBe(204);
    for (const part of ['Path=/town', 'HttpOnly', 'Secure', 'SameSite=Lax']) expect(set).toContain(part);
    const { connect, listed, read, opened } = await open('/town/map', cookie);
    expect(connect).toEqual([...always, 'https://gis.example:6443', 'https://*.a.example']);
    expect(read('img-src')).toEqual(connect);
    expect(listed).toEqual(['https://gis.example:6443', 'https://*.a.example']);
    expect(opened).toBe('https://gis.example:6443 https://*.a.example');
    // In this organisation only.
    expect((await open('/nowhere/map', cookie)).connect).toEqual(always);
  });

  test('from hosts of the config only, where maps add none', async () => {
    const save = (map: object) =>
      saveConfig(
        server.database,
        'strict',
        { title: 'Strict', portal: { url: '/portal' }, sharing: { anonymous: true }, map },
        'test',
      );
    await save({});
    const { cookie } = await store('strict', ['https://gis.example']);
    expect((await open('/strict/map', cookie)).connect).toContain('https://gis.example');
    const sid = await share({}, 'strict');
    await save({ hosts: ['https://county.example'], hostsOfMaps: false });
    const own = (await open('/strict/map')).connect;
    expect(own).toContain('https://county.example');
    const { connect, opened } = await open('/strict/map', cookie);
    expect([connect, opened]).toEqual([own, undefined]);
    expect((await open(`/strict/map/sid/${sid}`)).connect).toEqual(own);
    expect(await store('strict', ['https://gis.example'])).toMatchObject({ status: 403, cookie: '' });
  });

  test('from nothing that a cookie of another maker names', async () => {
    const { cookie } = await store('town', ['https://gis.example']);
    const [, sealed = ''] = cookie.split('=');
    for (const sent of [
      'https://evil.example',
      'https://evil.example~https://gis.example',
      `${sealed}~https://evil.example`,
      `${sealed.slice(0, -4)}AAAA`,
      `https://${'a'.repeat(5000)}`,
      "https://a.example%3Bscript-src 'unsafe-inline'",
      // Beside that of this server, as a page on another port of the host can set it for a longer path.
      `https://evil.example; ${cookie}`,
      `${sealed}; ${cookie}`,
    ]) {
      const { connect } = await open('/town/map', `${hostsCookie}=${sent}`);
      expect(connect).toEqual(always);
    }
  });

  test('from nothing that pages of other origins store, and nothing that is no host', async () => {
    const { host } = new URL(server.url);
    const elsewhere = { origin: `http://${host.split(':')[0]}:1` };
    for (const headers of [elsewhere, { 'sec-fetch-site': 'same-site' }, { 'sec-fetch-site': 'cross-site' }])
      expect(await store('town', ['https://evil.example'], headers)).toMatchObject({
        status: 403,
        cookie: '',
      });
    for (const hosts of [['https:'], ['*'], ["'unsafe-eval'"], ['https://x/'], ['https://a.example; b']])
      expect(await store('town', hosts)).toMatchObject({ status: 400, cookie: '' });
    expect(await store('nowhere', ['https://gis.example'])).toMatchObject({ status: 404, cookie: '' });
  });
});

describe('page of a shared map', () => {
  test('loads from hosts the map names, also inside other pages, which have no cookies', async () => {
    const sid = await share();
    const named = ['https://county.example', 'https://*.tile.example'];
    for (const address of [`/town/map/sid/${sid}`, `/town/map/sid/${sid}?embed`])
      expect((await open(address)).connect).toEqual([...always, ...named]);
    expect((await open(`/town/map/wid/${sid}`)).connect).toEqual(always);
    expect((await open(`/online/map/sid/${sid}`)).connect).not.toContain('https://county.example');
  });

  test('opens without them while the work of pages is refused', async () => {
    const address = `/town/map/sid/${await share()}`;
    const ending = new AbortController();
    const ended = new Promise<void>((resolve) => {
      ending.signal.addEventListener('abort', () => resolve());
    });
    const { concurrency, queue } = classLimits.pageExtras;
    const held = Array.from({ length: concurrency + queue }, () =>
      budgets.pageExtras.run(ending.signal, () => ended).catch(() => {}),
    );
    try {
      expect((await open(address)).connect).toEqual(always);
      expect((await fetch(`${server.url}/town/m/22222222`)).status).toBe(200);
      expect(budgets.pageExtras.count().refused).toBeGreaterThanOrEqual(2);
    } finally {
      ending.abort();
      await Promise.all(held);
    }
    expect((await open(address)).connect).toContain('https://county.example');
  });

  test('reveals no hosts of a map for members, or of one that is no longer shared', async () => {
    for (const change of [{ access: 'members' as const }, { revoked_at: 1 }, { expires_at: 1 }])
      expect((await open(`/town/map/sid/${await share(change)}`)).connect).toEqual(always);
  });
});

test('text becomes neither HTML nor a script except by named policies', async () => {
  const { read, policy } = await open('/town/map');
  expect(read('require-trusted-types-for')).toEqual(["'script'"]);
  expect(read('trusted-types')).toEqual([
    'default',
    'service-worker',
    'dompurify',
    'lit-html',
    "'allow-duplicates'",
  ]);
  expect(read('script-src')).toEqual(["'self'", "'wasm-unsafe-eval'"]);
  expect(policy).toContain("object-src 'none'");
});

test('only the page that a sign-in window comes back to stays with its opener after a page of the portal', async () => {
  const policyOf = async (address: string) =>
    (await fetch(server.url + address)).headers.get('cross-origin-opener-policy');
  expect(await policyOf('/online/signed-in?code=x&state=y')).toBe('unsafe-none');
  expect(await policyOf('/online/gallery')).toBe('same-origin-allow-popups');
  expect(await policyOf('/online?to=/signed-in')).toBe('same-origin-allow-popups');
});
