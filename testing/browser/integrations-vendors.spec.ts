import { expect, type Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { metresBetween } from '../../wire/integrations/moves.ts';
import { startFakeCityworks } from '../fakes/cityworks.ts';
import { startCompass } from '../fakes/compass.ts';
import { googleMapsScript, nearestFakePhoto } from '../fakes/google-maps-script.ts';
import { streetSmartScript } from '../fakes/street-smart-script.ts';
import { type JourneySite, onEachPortal, test } from './each-portal.ts';
import {
  addIntegrations,
  chooseMiddle,
  clickMap,
  crossing,
  looking,
  openIntegration,
  openMap,
  removeIntegrations,
  reopenAt,
  setCredentialsOf,
  spotOnMap,
  type Wanted,
} from './integration-steps.ts';

test.use({ vendors: ['streetsmart.cyclomedia.com', 'maps.googleapis.com'] });

const password = 'cw-secret-password';

/** The vendors, and their integrations in the organisation until they stop. */
async function startVendors({ portal, origin, administration }: JourneySite, demo: string) {
  const cityworks = await startFakeCityworks({ password });
  const compass = await startCompass({}, origin);
  const integrations: Wanted[] = [
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
    { id: 'compass', type: 'url', title: 'Compass', url: compass.page, display: 'frame' },
  ];
  // The demo has them already, before the others, and serves the photos. Further down they would be scrolled into view, and
  // Chromium ignores a click on a frame of another origin that has just moved.
  if (portal !== 'embedded portal')
    integrations.unshift({
      id: 'street-photos',
      type: 'panorama',
      title: 'Street photos',
      config: { photos: `${demo}/integrations/samples/astana/photos.geojson` },
    });
  const administrator = await administration();
  await addIntegrations(administrator, integrations);
  await setCredentialsOf(administrator, 'cyclo', { username: 'city', password: 'p', apiKey: 'k' });
  await setCredentialsOf(administrator, 'google', { apiKey: 'g' });
  await setCredentialsOf(administrator, 'work', { username: 'mapping', password });
  return {
    created: cityworks.created,
    async stop() {
      await removeIntegrations(await administration(), integrations);
      await Promise.all([cityworks.close(), compass.close()]);
    },
  };
}

onEachPortal((portal, { long }) => {
  let vendors: Awaited<ReturnType<typeof startVendors>>;
  test.beforeAll(async ({ site, baseURL }) => {
    vendors = await startVendors(site, baseURL ?? '');
  });
  test.afterAll(() => vendors.stop());
  // The stand-ins of Esri’s portals are hosts of their own.
  test.beforeEach(async ({ page }) => {
    if (portal === 'embedded portal') await page.context().route(/^https:/, (route) => route.abort());
  });

  test(
    'the work near a location is listed and mapped; a capture becomes a request there',
    long,
    async ({ page, site }) => {
      await site.arrive(page, 'member');
      await openMap(page, `/${site.org}/map#at=51.1568,71.4285,18,0`);
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
      // A work order is drawn at its location; clicking it highlights its row.
      const order = await spotOnMap(page, { lat: 51.156_367_1, lng: 71.427_743_2 });
      await expect.poll(() => colourAt(page, order)).toBe('#1565c0');
      await page.mouse.click(order.x, order.y);
      const row = orders.getByRole('listitem').filter({ hasText: 'WO-1' });
      await expect(row).toHaveAttribute('aria-current', 'true');
      // The click does not choose a location.
      expect((await looking(page)).lng).toBeCloseTo(71.4285, 4);

      // Work with a location can be shown: all integrations move there.
      await requests.getByRole('button', { name: 'Show on the map' }).click();
      await expect.poll(async () => (await looking(page)).lng).toBeCloseTo(71.42781, 4);

      // A capture is sent with a request.
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
      const created = vendors.created.at(-1);
      expect(created).toMatchObject({ ProblemSid: 7, WKID: 3857, InitiatedByApp: 'Mapping' });
      expect(String(created?.['Details'])).toMatch(/Link: http/);
      expect(Number(created?.['X'])).toBeCloseTo(7_951_310, -1);
    },
  );

  test(
    'a withdrawn vendor script that is answered by a page with status 200 is reported as withdrawn',
    long,
    async ({ page, site, faults }) => {
      await page.context().route('https://streetsmart.cyclomedia.com/**', (route) =>
        route.fulfill({
          status: 200,
          contentType: 'text/html',
          body: '<!doctype html><title>Gone</title>',
        }),
      );
      await site.arrive(page, 'administrator');
      await reopenAt(page, ['cyclo'], site.org);
      await expect(page.getByText('The provider has withdrawn this version')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Show integration health' })).toHaveAttribute(
        'href',
        `/${site.org}/administration?page=health`,
      );
      // Only the page that was served as a script throws.
      expect(faults.splice(0)).toEqual([expect.stringContaining("threw Unexpected token '<'")]);
    },
  );

  test(
    'Street Smart receives its configuration and this server’s React, and follows its recordings',
    long,
    async ({ page, site }) => {
      const requested: string[] = [];
      page.context().on('request', (request) => requested.push(request.url()));
      await page
        .context()
        .route('https://streetsmart.cyclomedia.com/**', (route) =>
          route.fulfill({ contentType: 'text/javascript', body: streetSmartScript }),
        );
      await site.arrive(page, 'member');
      await reopenAt(page, ['cyclo'], site.org);
      const viewer = page.frameLocator('iframe[name="cyclo"]');
      await expect(viewer.getByText('React 18.3.1, EPSG:3857, city')).toBeVisible();
      await expect.poll(async () => (await looking(page)).heading).toBe(90);
      const before = await looking(page);
      await viewer.getByRole('button', { name: 'Next recording' }).click();
      await expect.poll(async () => (await looking(page)).lng).toBeGreaterThan(before.lng + 0.00005);
      // The stand-ins of Esri’s portals are hosts of their own.
      if (portal !== 'embedded portal') return;
      const hosts = new Set(requested.map((address) => new URL(address).hostname));
      expect(hosts).toEqual(new Set(['localhost', 'streetsmart.cyclomedia.com']));
    },
  );

  test(
    'three integrations side by side share one location, and nothing responds to a follower',
    long,
    async ({ page, site }) => {
      test.slow();
      await page
        .context()
        .route('https://maps.googleapis.com/**', (route) =>
          route.fulfill({ contentType: 'text/javascript', body: googleMapsScript }),
        );
      const moves = await recordMoves(page);
      await site.arrive(page, 'member');
      await openMap(page, `/${site.org}${crossing}`);
      for (const title of ['Street photos', 'Compass', 'Synced view']) await openIntegration(page, title);
      await chooseMiddle(page);
      await page.getByRole('button', { name: 'Side by side' }).click();
      const photos = page.frameLocator('iframe[name="street-photos"]');
      const compass = page.frameLocator('iframe[name="compass"]');
      const google = page.frameLocator('iframe[name="google"]');
      const apart = async (one: string, other: string) =>
        metresBetween(await looking(page, one), await looking(page, other));
      const expectTogether = (metres: number) =>
        expect
          .poll(async () =>
            Math.max(await apart('Street photos', 'Compass'), await apart('Synced view', 'Compass')),
          )
          .toBeLessThan(metres);
      await expect(photos.locator('canvas')).toBeVisible();
      await expect(compass.locator('#place')).toContainText('51.1608');
      await expect(google.getByText(/Google’s terms limit/)).toBeVisible();
      await expect.poll(async () => (await looking(page, 'Synced view')).heading).toBe(0);

      // A photo is drawn before its page reports where it was taken.
      await expect.poll(async () => (await looking(page, 'Street photos')).place).not.toBe('');
      await expectTogether(60);

      // A click moves all of them there.
      const { place: first } = await looking(page, 'Compass');
      const { place: firstPhoto } = await looking(page, 'Street photos');
      await clickMap(page, 200, 300);
      await expect.poll(async () => (await looking(page, 'Compass')).place).not.toBe(first);
      await expect.poll(async () => (await looking(page, 'Street photos')).place).not.toBe(firstPhoto);
      await expectTogether(60);
      expect(await moves()).toEqual([]);

      // The others follow the one that moves, and the highlighted marker is at its location.
      const before = await looking(page, 'Street photos');
      await photos.getByRole('button', { name: /Move on/ }).click();
      await expect.poll(async () => (await looking(page, 'Street photos')).place).not.toBe(before.place);
      const walked = await looking(page, 'Street photos');
      await expect(compass.locator('#place')).toContainText(walked.place);
      await expectTogether(25);
      await expect.poll(async () => colourAt(page, await spotOnMap(page, walked))).toBe('#78a942');
      // An integration that is still moving would not stay where it is moved to.
      const nearest = nearestFakePhoto(walked);
      await expect
        .poll(async () => metresBetween(await looking(page, 'Synced view'), nearest))
        .toBeLessThan(1);
      const stood = await looking(page, 'Synced view');
      await google.getByRole('button', { name: 'One on' }).click();
      await expect.poll(async () => (await looking(page, 'Synced view')).place).not.toBe(stood.place);
      await expect.poll(() => apart('Synced view', 'Compass')).toBeLessThan(1);
      await expectTogether(60);
      await compass.getByRole('button', { name: 'Step north' }).click();
      await expect.poll(() => apart('Synced view', 'Compass')).toBeLessThan(20);
      // Each move was reported once, and not by the integrations that followed.
      expect(await moves()).toEqual(['street-photos', 'google', 'compass']);

      // After a reload all integrations are open side by side at the same location.
      await expectTogether(60);
      const { place: last } = await looking(page, 'Compass');
      await page.reload();
      await expect(page.getByRole('button', { name: 'Side by side' })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await expect(photos.locator('canvas')).toBeVisible();
      await expect(compass.locator('#place')).toContainText(last);
      await expect(google.getByRole('button', { name: 'One on' })).toBeVisible();
      await expect.poll(async () => (await looking(page, 'Compass')).place).toBe(last);
      await expectTogether(60);
      expect(await moves()).toEqual([]);

      // Google reports a rejected key only after its viewer has loaded; the others are not affected.
      await google.getByRole('button', { name: 'Refuse the key' }).click();
      await expect(page.getByRole('tabpanel', { name: 'Synced view' }).getByRole('alert')).toContainText(
        'Access denied',
      );
      await expect(page.getByRole('alert')).toHaveCount(1);
    },
  );
});

/** Records which pages reported a location that the host did not request, as messages to the window or through ports. */
async function recordMoves(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const moves: string[] = [];
    Object.assign(window, { moves });
    const record = ({ data, ports }: MessageEvent<Record<string, unknown>>) => {
      if (data['type'] === 'location' && data['inReplyTo'] === undefined) moves.push(String(data['id']));
      for (const port of ports) port.addEventListener('message', record);
    };
    addEventListener('message', record);
  });
  return () => page.evaluate(() => (window as unknown as { moves: string[] }).moves);
}

/** The colour of a pixel of the page, as `#rrggbb`. */
async function colourAt(page: Page, { x, y }: { x: number; y: number }): Promise<string> {
  const { data } = PNG.sync.read(
    await page.screenshot({ clip: { x, y, width: 1, height: 1 }, scale: 'css' }),
  );
  return `#${data.subarray(0, 3).toString('hex')}`;
}
