import { expect, type Page, test } from '@playwright/test';
import { PNG } from 'pngjs';
import { startFakeCityworks } from '../fakes/cityworks.ts';
import {
  chooseMiddle,
  looking,
  openIntegration,
  openMap,
  reopenAt,
  setCredentials,
  spotOnMap,
  withIntegrations,
} from './integration-steps.ts';
import { signIn } from './steps.ts';

const password = 'cw-secret-password';
let cityworks: Awaited<ReturnType<typeof startFakeCityworks>>;
withIntegrations(async () => {
  cityworks = await startFakeCityworks({ password });
  return [
    { id: 'cyclo', type: 'cyclomedia', title: 'Street Smart' },
    {
      id: 'google',
      type: 'streetview',
      title: 'Synced view',
      config: { viewer: 'synced', termsAccepted: true },
    },
    {
      id: 'work',
      type: 'cityworks',
      title: 'Work',
      config: { server: cityworks.url, links: { request: 'https://cw.example/request/{id}' } },
    },
  ];
});
test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL });
  await setCredentials(request, 'cyclo', { username: 'city', password: 'p', apiKey: 'k' });
  await setCredentials(request, 'google', { apiKey: 'g' });
  await setCredentials(request, 'work', { username: 'mapping', password });
  await request.dispose();
});
test.afterAll(() => cityworks.close());
test.beforeEach(({ context }) => context.route(/^https:/, (route) => route.abort()));

test('the work near a place is listed and on the map; a capture becomes a request there', async ({
  page,
}) => {
  await page.goto('/demo');
  await signIn(page, 'grace');
  await openMap(page, '/demo/map#at=51.1568,71.4285,18,0');
  await openIntegration(page, 'Work');
  await chooseMiddle(page);
  const panel = page.frameLocator('iframe[name="work"]');
  const orders = panel.getByRole('list', { name: 'Work orders' });
  await expect(orders).toContainText('Repair the lamp');
  await expect(orders).toContainText('WO-1 · OPEN');
  await expect(orders).toContainText('WO-2 · HOLD');
  const requests = panel.getByRole('list', { name: 'Requests' });
  await expect(requests.getByRole('link', { name: 'Open in Cityworks' })).toHaveAttribute(
    'href',
    'https://cw.example/request/41',
  );
  // An order is drawn where it lies; a click on it leads to its row.
  const order = await spotOnMap(page, { lat: 51.156_367_1, lng: 71.427_743_2 });
  await expect.poll(() => colourAt(page, order)).toBe('#1565c0');
  await page.mouse.click(order.x, order.y);
  const row = orders.getByRole('listitem').filter({ hasText: 'WO-1' });
  await expect(row).toHaveAttribute('aria-current', 'true');
  // It is no choice of a place.
  expect((await looking(page)).lng).toBeCloseTo(71.4285, 4);

  // What has a place can be shown: all that share the location go there.
  await requests.getByRole('button', { name: 'Show on the map' }).click();
  await expect.poll(async () => (await looking(page)).lng).toBeCloseTo(71.42781, 4);

  // Captured here, sent there.
  await page.getByRole('button', { name: 'Capture here' }).click();
  const note = page.getByRole('dialog', { name: 'Capture here' });
  await expect(note.getByRole('textbox', { name: 'Note' })).toHaveValue(/71\.4278/);
  await expect(note.getByRole('img', { name: 'Picture of the map' })).toBeVisible();
  await note.getByRole('button', { name: 'New work request' }).click();
  const details = panel.getByRole('textbox', { name: 'Details' });
  await expect(details).toHaveValue(/Place: 51\.\d+, 71\.4278/);
  await panel.getByRole('combobox', { name: 'Problem' }).click();
  await panel.getByRole('option', { name: 'Pothole' }).click();
  await panel.getByRole('button', { name: 'Send request' }).click();
  await expect(panel.getByText(/Request 10\d was created/)).toBeVisible();
  const created = cityworks.created.at(-1);
  expect(created).toMatchObject({ ProblemSid: 7, WKID: 3857, InitiatedByApp: 'Mapping' });
  expect(String(created?.['Details'])).toMatch(/Link: http/);
  expect(Number(created?.['X'])).toBeCloseTo(7_951_310, -1);
});

test('a withdrawn version of a vendor’s script, answered by a page with status 200, is told as such', async ({
  page,
  context,
}) => {
  await context.route('https://streetsmart.cyclomedia.com/**', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><title>Gone</title>' }),
  );
  await page.goto('/demo/gallery');
  await signIn(page, 'ada');
  await reopenAt(page, ['cyclo']);
  await expect(page.getByText('The provider has withdrawn this version')).toBeVisible();
  await expect(page.getByRole('link', { name: 'See its health' })).toHaveAttribute(
    'href',
    '/demo/administration?page=health',
  );
});

test('Street Smart is asked as configured, with React from this server, and follows its recordings', async ({
  page,
  context,
}) => {
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  await context.route('https://streetsmart.cyclomedia.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${fakeStreetSmart.toString()})()` }),
  );
  await page.goto('/demo/gallery');
  await signIn(page, 'grace');
  await reopenAt(page, ['cyclo']);
  const viewer = page.frameLocator('iframe[name="cyclo"]');
  await expect(viewer.getByText('React 18.3.1, EPSG:3857, city')).toBeVisible();
  await expect.poll(async () => (await looking(page)).heading).toBe(90);
  const before = await looking(page);
  await viewer.getByRole('button', { name: 'Next recording' }).click();
  await expect.poll(async () => (await looking(page)).lng).toBeGreaterThan(before.lng + 0.00005);
  const hosts = new Set(asked.map((address) => new URL(address).hostname));
  expect(hosts).toEqual(new Set(['localhost', 'streetsmart.cyclomedia.com']));
});

test('Google’s refusal of a key is told, with the terms in view', async ({ page, context }) => {
  await context.route('https://maps.googleapis.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${fakeGoogle.toString()})()` }),
  );
  await page.goto('/demo/gallery');
  await signIn(page, 'grace');
  await reopenAt(page, ['google']);
  const viewer = page.frameLocator('iframe[name="google"]');
  await expect(viewer.getByText(/Google’s terms limit/)).toBeVisible();
  await expect.poll(async () => (await looking(page)).lat).toBeCloseTo(51.1609, 4);
  await viewer.getByRole('button', { name: 'Refuse the key' }).click();
  await expect(page.getByText('Access was refused')).toBeVisible();
});

/** The colour of a pixel of the page, as `#rrggbb`. */
async function colourAt(page: Page, { x, y }: { x: number; y: number }): Promise<string> {
  const { data } = PNG.sync.read(
    await page.screenshot({ clip: { x, y, width: 1, height: 1 }, scale: 'css' }),
  );
  return `#${data.subarray(0, 3).toString('hex')}`;
}

/** Runs in the page: the vendor's API by its published types, drawn as a button. */
function fakeStreetSmart(): void {
  const listeners: [string, () => void][] = [];
  let xyz = [0, 0, 0];
  const viewer = {
    on: (event: string, listener: () => void) => listeners.push([event, listener]),
    getRecording: () => ({ id: 'r', xyz, srs: 'EPSG:3857' }),
    getOrientation: () => ({ yaw: 90, pitch: 0, hFov: 90 }),
    setOrientation: () => {},
    openByCoordinate: async (to: number[]) => void (xyz = to),
  };
  Object.assign(globalThis, {
    StreetSmartApi: {
      ViewerType: { PANORAMA: 'panorama' },
      Events: { panoramaViewer: { IMAGE_CHANGE: 'image', VIEW_CHANGE: 'view' } },
      async init(options: { targetElement: HTMLElement; srs: string; username: string }) {
        const { React } = globalThis as unknown as { React: { version: string } };
        const label = document.createElement('p');
        label.textContent = `React ${React.version}, ${options.srs}, ${options.username}`;
        const next = document.createElement('button');
        next.textContent = 'Next recording';
        next.addEventListener('click', () => {
          xyz = [(xyz[0] ?? 0) + 12, xyz[1] ?? 0, 0];
          for (const [event, listener] of listeners) if (event === 'image') listener();
        });
        options.targetElement.append(label, next);
      },
      async open(query: string) {
        xyz = [...query.split(',').map(Number), 0];
        return [viewer];
      },
      destroy() {},
    },
  });
}

/** Runs in the page: as much of Google's API as is asked, with a button that revokes the key. */
function fakeGoogle(): void {
  const at = { lat: () => 51.1609, lng: () => 71.4286 };
  // Functions and no classes: what a test's compiler makes of those needs its own helpers, which are not in the page.
  function StreetViewService() {
    return { getPanorama: async () => ({ data: { location: { pano: 'p1', latLng: at } } }) };
  }
  function StreetViewPanorama(element: HTMLElement) {
    const refuse = document.createElement('button');
    refuse.textContent = 'Refuse the key';
    refuse.addEventListener('click', () => (globalThis as { gm_authFailure?(): void }).gm_authFailure?.());
    element.append(refuse);
    let shown = '';
    return {
      setPano: (pano: string) => void (shown = pano),
      getPano: () => shown,
      getPosition: () => at,
      getPov: () => ({ heading: 10, pitch: 0 }),
      setPov: () => {},
      addListener: () => {},
    };
  }
  const importLibrary = async () => ({ StreetViewService, StreetViewPanorama });
  Object.assign(globalThis, { google: { maps: { importLibrary } } });
}
