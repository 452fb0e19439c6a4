import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';
import { createWebFolder, emptyPage, type WebFolder } from '../rig/web-folder.ts';

const worker = 'self.addEventListener("fetch", () => {});';
const page = emptyPage.replace('</head>', '<script type="module" src="/x.js"></script></head>');
const texts = {
  en: { 'gallery.title': 'Map gallery', 'home.newMap': 'New map' },
  de: { 'home.newMap': 'Neue Karte' },
  ar: { 'home.newMap': 'خريطة جديدة' },
};
let webFolder: WebFolder;

beforeAll(async () => {
  webFolder = await createWebFolder({
    'index.html': page,
    'service-worker.js': worker,
    'apple-touch-icon.png': await readFile('public/apple-touch-icon.png'),
    'shell.json': JSON.stringify({ icons: {}, texts, translated: { en: 100, de: 100, ar: 100 } }),
  });
});
afterAll(() => webFolder.remove());

async function start(serviceWorker?: boolean): Promise<TestServer> {
  const server = await startTestServer({
    webFolder: webFolder.path,
    ...(serviceWorker !== undefined && { serviceWorker }),
  });
  await saveConfig(server.database, 'town', { title: 'Town', portal: { url: '/portal' } }, 'test');
  return server;
}

describe('a server with a service worker', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await start()));
  afterAll(() => server.stop());

  test('offers it on its pages, checked on every visit', async () => {
    const html = await (await fetch(`${server.url}/town`)).text();
    expect(html).toContain('<meta name="service-worker" content="on">');
    const answer = await fetch(`${server.url}/service-worker.js`);
    expect(answer.headers.get('content-type')).toContain('javascript');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(await answer.text()).toBe(worker);
  });

  test('lets it repeat the requests of pages to any host, and pages request none but theirs', async () => {
    const policyOf = async (path: string) =>
      (await fetch(server.url + path)).headers.get('content-security-policy')?.split(';') ?? [];
    expect(await policyOf('/service-worker.js')).toContain('connect-src *');
    const policy = await policyOf('/town');
    expect(policy.filter((directive) => directive.startsWith('connect-src'))).not.toContain('connect-src *');
  });

  test('has a manifest for each organisation, in the language of the page', async () => {
    const html = await (await fetch(`${server.url}/town`, { headers: { 'accept-language': 'de' } })).text();
    expect(html).toContain('<link rel="manifest" href="/town/app.webmanifest?lang=de">');
    const answer = await fetch(`${server.url}/town/app.webmanifest?lang=de`);
    expect(answer.headers.get('content-type')).toContain('application/manifest+json');
    expect(await answer.json()).toMatchObject({
      name: 'Town',
      start_url: '/town',
      scope: '/town',
      display: 'standalone',
      lang: 'de',
      dir: 'ltr',
      icons: [{ src: '/favicon.ico', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
      shortcuts: [
        { name: 'Map gallery', url: '/town/gallery' },
        { name: 'Neue Karte', url: '/town/map' },
      ],
    });
    expect((await fetch(`${server.url}/nowhere/app.webmanifest`)).status).toBe(404);
  });

  test('has a manifest whose names are from right to left in such a language', async () => {
    const answer = await fetch(`${server.url}/town/app.webmanifest?lang=ar`);
    expect(await answer.json()).toMatchObject({
      lang: 'ar-EG',
      dir: 'rtl',
      shortcuts: [{}, { name: 'خريطة جديدة' }],
    });
  });

  test('has an icon for the home screen of iOS, without transparency', async () => {
    const answer = await fetch(`${server.url}/apple-touch-icon.png`);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400');
    const icon = sharp(await answer.bytes());
    expect(await icon.metadata()).toMatchObject({ width: 180, height: 180, hasAlpha: false });
    expect(await readFile('index.html', 'utf8')).toContain(
      '<link rel="apple-touch-icon" href="/apple-touch-icon.png" />',
    );
  });
});

test('a server without one removes the installed one', async () => {
  const server = await start(false);
  const html = await (await fetch(`${server.url}/town`)).text();
  expect(html).not.toContain('service-worker');
  const script = await (await fetch(`${server.url}/service-worker.js`)).text();
  expect(script).toContain('registration.unregister()');
  expect(script).toContain('caches.delete');
  await server.stop();
});
