import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { freePort } from '../rig/free-port.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';
import { createWebFolder, emptyPage, type WebFolder } from '../rig/web-folder.ts';

/** The two origins of one server: what each serves, and what it does not. */
let server: TestServer;
let webFolder: WebFolder;
let pages: string;
const application = 'https://maps.example';

beforeAll(async () => {
  webFolder = await createWebFolder({
    ...Object.fromEntries(
      ['panorama', 'cyclomedia', 'streetview', 'cityworks'].map((type) => [
        `integration-kinds/${type}/index.html`,
        emptyPage,
      ]),
    ),
    'assets/app-1234.js': 'export {};',
    'integrations/client.js': 'export {};',
  });
  const port = await freePort();
  pages = `http://127.0.0.1:${port}`;
  server = await startTestServer({
    webFolder: webFolder.path,
    publicUrl: application,
    pages: { url: pages, port },
  });
  const synced = { viewer: 'synced', termsAccepted: true };
  await saveConfig(
    server.database,
    'town',
    {
      title: 'Town',
      portal: { url: '/portal' },
      integrations: [
        { id: 'photos', type: 'panorama', title: 'Photos', config: { photos: '/photos.geojson' } },
        { id: 'cyclo', type: 'cyclomedia', title: 'Street Smart', config: { srs: 'EPSG:28992' } },
        { id: 'google', type: 'streetview', title: 'Street View', config: synced },
        { id: 'window', type: 'streetview', title: 'Street View' },
        { id: 'off', type: 'panorama', title: 'Off', enabled: false, config: { photos: '/x' } },
        { id: 'foreign', type: 'url', title: 'Foreign', url: 'https://elsewhere.example/' },
      ],
    },
    'test',
  );
});
afterAll(async () => {
  await server.stop();
  await webFolder.remove();
});

describe('origin of integrations', () => {
  test.each([
    ['/integrations/town/photos', 'text/html'],
    ['/integrations/town/cyclo', 'text/html'],
    ['/integrations/client.js', 'javascript'],
    ['/assets/app-1234.js', 'javascript'],
  ])('serves %s to pages with an opaque origin too', async (address, type) => {
    const response = await fetch(pages + address, { headers: { origin: 'null' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain(type);
    expect(response.headers.getSetCookie()).toEqual([]);
    const readers = type === 'javascript' ? '*' : null;
    expect(response.headers.get('access-control-allow-origin')).toBe(readers);
  });

  test.each([
    '/',
    '/town',
    '/town/map',
    '/health',
    '/metrics',
    '/api/town/config',
    '/api/town/integrations/cyclo/credentials',
    '/portal/sharing/rest/portals/self?f=json',
    '/portal/sharing/rest/oauth2/authorize',
    '/server/rest/services?f=json',
    '/integrations/town/pop-out',
    '/integrations/town/off',
    '/integrations/town/window',
    '/integrations/town/foreign',
    '/integrations/nowhere/photos',
  ])('does not serve %s', async (address) => {
    const response = await fetch(pages + address, { redirect: 'manual' });
    expect(response.status === 404 || (await response.text()).includes('"code":404')).toBe(true);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('lets only the application frame its pages, which know it by name', async () => {
    const response = await fetch(`${pages}/integrations/town/cyclo`);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`frame-ancestors ${application}`);
    expect(policy).not.toMatch(/'self'|'unsafe-eval'|(?<!style-src[^;]*)'unsafe-inline'/);
    expect(response.headers.get('x-frame-options')).toBeNull();
    expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    const page = await response.text();
    expect(page).toContain(`<meta name="application" content="${application}" />`);
    expect(page).toContain('<meta name="wkid" content="28992" />');
  });

  test('removes the origin from pages without a vendor’s script, also in a separate tab', async () => {
    const policyOf = async (id: string) =>
      (await fetch(`${pages}/integrations/town/${id}`)).headers.get('content-security-policy') ?? '';
    expect(await policyOf('photos')).toMatch(/sandbox allow-scripts(;|$)/);
    for (const id of ['cyclo', 'google']) expect(await policyOf(id)).not.toContain('sandbox');
  });
});

describe('origin of the application', () => {
  test.each(['photos', 'cyclo', 'google', 'nothing'])('has no page of integrations: %s', async (id) => {
    const response = await fetch(`${server.url}/integrations/town/${id}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ id: 'integration:not-here' });
  });

  test('announces the pages’ origin, and frames it and those of the config', async () => {
    const config = await (await fetch(`${server.url}/api/town/config`)).json();
    expect(config).toMatchObject({ integrationsUrl: pages });
    for (const address of ['/town', '/integrations/town/pop-out']) {
      const policy = (await fetch(server.url + address)).headers.get('content-security-policy') ?? '';
      expect(/frame-src ([^;]*)/.exec(policy)?.[1]).toBe(`${pages} https://elsewhere.example`);
    }
  });

  test('still serves the script for pages of third parties', async () => {
    const response = await fetch(`${server.url}/integrations/client.js`);
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  });
});
