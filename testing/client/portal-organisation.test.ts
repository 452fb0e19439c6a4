import { getPortal, getPortalSettings, getSelf } from '@esri/arcgis-rest-portal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpApp } from '../../server/platform/http/app.ts';
import { createPortalContext } from '../../server/portal/portal-context.ts';
import { portalRoutes } from '../../server/portal/routes.ts';
import { createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
let portal: PortalClient;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  portal = await createPortalClient(server);
  await portal.addUser('ada', { role: 'org_admin' });
  token = await portal.token('ada');
});
afterAll(() => server.stop());

describe('portal description', () => {
  it('has what ArcGIS clients decide by', async () => {
    const self = await getSelf({ portal: portal.root });
    expect(self).toMatchObject({
      id: 'mapping',
      access: 'public',
      supportsOAuth: true,
      allSSL: false,
      portalMode: 'singletenant',
      canSearchPublic: true,
      hasCategorySchema: false,
      helperServices: { defaultElevationLayers: [] },
    });
    expect(Number.parseFloat(String(self.currentVersion))).toBeGreaterThan(8.4);
  });

  it('includes the user only when signed in', async () => {
    expect(await portal.call('/portals/self')).not.toHaveProperty('user');
    const { user } = await portal.call('/portals/self', { token });
    expect(user).toMatchObject({ username: 'ada', id: 'ada', role: 'org_admin', orgId: 'mapping' });
    expect(user.privileges).toContain('portal:admin:updateUsers');
  });

  it('is that of the caller at one address, whoever asked there before', async () => {
    const address = `${portal.root}/portals/self?f=json&culture=nl`;
    const userOf = async (headers: Record<string, string> = {}) =>
      ((await (await fetch(address, { headers })).json()) as { user?: { username: string } }).user?.username;
    const asked = [
      await userOf(),
      await userOf(),
      await userOf({ authorization: `Bearer ${token}` }),
      await userOf({ 'x-esri-authorization': `Bearer ${token}` }),
      await userOf(),
    ];
    expect(asked).toEqual([undefined, undefined, 'ada', 'ada', undefined]);
    for (const parameter of ['token', 'Token', '%74oken'])
      expect(await (await fetch(`${address}&${parameter}=dead`)).json()).toMatchObject({
        error: { code: 498 },
      });
  });

  it('is in the requested culture, under each of its parameter names', async () => {
    for (const path of ['/portals/self', '/portals/mapping', '/accounts/self']) {
      expect(await portal.call(path, { culture: 'kk-kz' })).toMatchObject({
        id: 'mapping',
        culture: 'kk-kz',
      });
    }
    expect((await getPortal('mapping', { portal: portal.root })).id).toBe('mapping');
    expect((await portal.call('/portals/other')).error.code).toBe(400);
    for (const part of [
      'settings',
      'categorySchema',
      'users',
      'users/search',
      'roles',
      'isServiceNameAvailable',
      'classification/classificationSchema',
    ]) {
      expect((await portal.call(`/portals/other/${part}`, { token })).error.code).toBe(400);
    }
  });

  it('takes its name, basemaps, featured groups and categories from the settings', async () => {
    const app = await createHttpApp({ logLevel: 'silent', publicUrl: server.url });
    const categorySchema = [{ title: 'Categories', categories: [{ title: 'Transport', categories: [] }] }];
    const basemap = { title: 'Light', baseMapLayers: [] };
    const context = createPortalContext({
      database: server.database,
      publicUrl: server.url,
      portal: {
        name: 'Astana',
        basemapGroupQuery: 'title:"Basemaps" AND owner:ada',
        defaultBasemap: basemap,
        featuredGroups: [{ title: 'City', owner: 'ada' }],
        categorySchema,
        defaultExtent: [
          [71.2, 51],
          [71.7, 51.3],
        ],
        helperServices: { geocode: [{ url: 'x' }] },
      },
    });
    await app.register(portalRoutes, { context });
    const get = async (path: string) => (await app.inject(`/portal/sharing/rest${path}`)).json();
    expect(await get('/portals/self')).toMatchObject({
      name: 'Astana',
      basemapGalleryGroupQuery: 'title:"Basemaps" AND owner:ada',
      vectorBasemapGalleryGroupQuery: 'title:"Basemaps" AND owner:ada',
      defaultBasemap: basemap,
      defaultVectorBasemap: basemap,
      featuredGroups: [{ title: 'City', owner: 'ada' }],
      hasCategorySchema: true,
      defaultExtent: { xmin: 71.2, ymin: 51, xmax: 71.7, ymax: 51.3, spatialReference: { wkid: 4326 } },
      helperServices: { geocode: [{ url: 'x' }], defaultElevationLayers: [] },
    });
    expect(await get('/portals/self/categorySchema')).toEqual({ categorySchema });
    await app.close();
  });

  it('has the parts clients request', async () => {
    expect(await getPortalSettings(undefined, { portal: portal.root })).toMatchObject({
      id: 'mapping',
      informationalBanner: { enabled: false },
    });
    expect(await portal.call('/portals/self/categorySchema')).toEqual({ categorySchema: [] });
    expect(await portal.call('/portals/self/classification/classificationSchema')).toEqual({
      classificationSchema: {},
    });
    expect(await portal.call('/portals/self/roles', { token })).toEqual({
      total: 0,
      start: 1,
      num: 10,
      nextStart: -1,
      roles: [],
    });
  });

  it('reports whether a service name is available', async () => {
    const now = Date.now();
    await server.database
      .insertInto('portal_item')
      .values({
        id: 'a'.repeat(32),
        owner: 'ada',
        folder_id: null,
        type: 'Feature Service',
        title: 'Roads',
        name: 'Roads',
        snippet: '',
        description: '',
        tags: [],
        type_keywords: [],
        categories: [],
        west: null,
        south: null,
        east: null,
        north: null,
        spatial_reference: null,
        url: null,
        access: 'private',
        culture: 'en',
        access_information: '',
        license_info: '',
        properties: null,
        size: 0,
        thumbnail: null,
        created_at: now,
        modified_at: now,
      })
      .execute();
    const available = async (name: string, type = 'Feature Service') =>
      (await portal.call('/portals/self/isServiceNameAvailable', { name, type, token })).available;
    expect(await available('roads')).toBe(false);
    expect(await available('roads', 'Map Service')).toBe(true);
    expect(await available('rivers')).toBe(true);
    expect((await portal.call('/portals/self/isServiceNameAvailable', { name: 'x' })).error.code).toBe(499);
  });

  it('lists regions in the language of a culture', async () => {
    const regions = (await portal.call('/portals/regions', { culture: 'de' })) as unknown as {
      name: string;
      region: string;
      localizedName: string;
    }[];
    expect(regions[0]).toEqual({ name: 'World', region: 'WO', localizedName: 'Welt' });
    expect(regions).toContainEqual({ name: 'Kazakhstan', region: 'KZ', localizedName: 'Kasachstan' });
    expect(regions).toHaveLength(250);
    expect(new Set(regions.map(({ region }) => region)).size).toBe(250);
    const odd = (await portal.call('/portals/regions', { culture: '!!' })) as unknown as typeof regions;
    expect(odd.find(({ region }) => region === 'KZ')?.localizedName).toBe('Kazakhstan');
  });
});

describe('token issuer', () => {
  it('is reported by the portal and by the server of its services', async () => {
    const authInfo = {
      isTokenBasedSecurity: true,
      tokenServicesUrl: `${portal.root}/generateToken`,
      shortLivedTokenValidity: 30,
    };
    expect(await portal.call('/info')).toMatchObject({ owningSystemUrl: `${server.url}/portal`, authInfo });
    for (const method of ['GET', 'POST']) {
      const response = await fetch(`${server.url}/server/rest/info?f=json`, { method });
      expect(await response.json()).toMatchObject({
        owningSystemUrl: `${server.url}/portal`,
        authInfo,
        currentVersion: 11.4,
      });
    }
  });

  it('is at the root with a version, where clients test their token', async () => {
    for (const root of ['/portal/sharing/rest', '/portal/sharing/rest/', '/portal/sharing']) {
      expect(await (await fetch(server.url + root)).json()).toEqual({
        currentVersion: '2026.1',
        fullVersion: '2026.1.0',
      });
    }
    expect((await portal.call('', { token: 'dead' })).error.code).toBe(498);
  });
});

describe('every operation', () => {
  it('is the same by GET, form and multipart', async () => {
    const form = new FormData();
    form.set('culture', 'nl');
    const answers = await Promise.all([
      fetch(`${portal.root}/portals/self?culture=nl`),
      fetch(`${portal.root}/portals/self`, { method: 'POST', body: new URLSearchParams({ culture: 'nl' }) }),
      fetch(`${portal.root}/portals/self/`, { method: 'POST', body: form }),
      fetch(`${portal.root}/portals/self?culture=xx`, { method: 'POST', body: form }),
    ]);
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toContain('"culture":"nl"');
  });

  it('treats a blank parameter as absent', async () => {
    expect((await portal.call('/portals/self', { culture: ' ', token: '' })).culture).toBe('en-US');
  });

  it('is indented with f=pjson, plain with any other f', async () => {
    const text = async (f: string) => (await fetch(`${portal.root}?f=${f}`)).text();
    expect(await text('pjson')).toBe('{\n  "currentVersion": "2026.1",\n  "fullVersion": "2026.1.0"\n}');
    for (const f of ['json', '', 'xml']) expect(await text(f)).not.toContain('\n');
  });

  it('may be cached by the browser for visitors, never for members', async () => {
    const caching = async (headers = {}) =>
      (await fetch(`${portal.root}/portals/self`, { headers })).headers.get('cache-control');
    expect(await caching()).toBe('private, no-cache');
    expect(await caching({ authorization: `Bearer ${token}` })).toBe('no-store');
    expect(await caching({ authorization: 'Bearer dead' })).toBe('no-store');
  });

  it('is open to pages of other origins', async () => {
    const origin = 'https://maps.example';
    const requested = await fetch(`${portal.root}/portals/self`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-esri-authorization',
      },
    });
    expect(requested.status).toBe(204);
    expect(requested.headers.get('access-control-allow-headers')).toBe('x-esri-authorization');
    const { headers } = await fetch(`${portal.root}/portals/self`, { headers: { origin } });
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('vary')).toMatch(/origin/i);
  });

  it('rejects a NUL character and oversized input in the envelope', async () => {
    expect((await portal.call('/portals/self', { culture: 'a\0b' })).error.code).toBe(400);
    expect((await portal.call('/community/users/a%00b')).error.code).toBe(400);
    expect((await portal.call('/portals/self', { culture: 'x'.repeat(1_100_000) })).error.code).toBe(413);
    const form = new FormData();
    form.set('culture', 'x'.repeat(1_100_000));
    const response = await fetch(`${portal.root}/portals/self`, { method: 'POST', body: form });
    expect(((await response.json()) as any).error.code).toBe(413);
    expect((await portal.call('/no/such/operation')).error.code).toBe(404);
  });
});
