import { expect, type Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { drawer, openIntegration, spotOnMap } from './integration-steps.ts';
import { expectMapDrawn, test } from './steps.ts';

test.use({ quiet: true });

/** A crossing where photos were taken. */
const address = '/demo/map#at=51.1608,71.4285,18,0';
const place = (page: Page) => page.getByTestId('place').first();
const canvas = (page: Page) => page.frameLocator('iframe[name="street-photos"]').locator('canvas');

async function openPhotos(page: Page): Promise<void> {
  await page.goto(address);
  await expectMapDrawn(page);
  await page.getByRole('button', { name: 'Integrations' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Street photos', exact: true }).click();
  await expect(page.getByText('Choose a place on the map')).toBeVisible();
  await page.getByRole('button', { name: 'Choose the centre of the map' }).click();
  await expect(canvas(page)).toBeVisible();
  await expect(place(page)).toContainText('°');
}

/** The photo's location and heading in the toolbar. */
async function looking(page: Page): Promise<{ place: string; heading: number }> {
  const [spot = '', heading = ''] = ((await place(page).textContent()) ?? '').split(' · ');
  return { place: spot, heading: Number.parseInt(heading, 10) };
}

async function drag(page: Page, by: number): Promise<void> {
  const box = await canvas(page).boundingBox();
  if (!box) throw new Error('There is no photo.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2 - 40];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by / 2, y, { steps: 4 });
  await page.mouse.move(x + by, y, { steps: 4 });
  await page.mouse.up();
}

test('a click on the map shows its photo, and walking and turning move the marker, all offline', async ({
  page,
}) => {
  await openPhotos(page);
  const first = await looking(page);
  await drag(page, 120);
  await expect.poll(async () => (await looking(page)).heading).not.toBe(first.heading);
  await page
    .frameLocator('iframe[name="street-photos"]')
    .getByRole('button', { name: /Move on/ })
    .click();
  await expect.poll(async () => (await looking(page)).place).not.toBe(first.place);
  const walked = await looking(page);

  // With the pin, a click on the map chooses a location instead of opening a popup.
  await pressPin(page);
  await page
    .locator('[role="application"]')
    .first()
    .click({ position: { x: 200, y: 300 } });
  await expect.poll(async () => (await looking(page)).place).not.toBe(walked.place);
});

test(
  'shows where photos exist before a location is chosen; a click on one opens it, any other queries the map',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(address);
    await expectMapDrawn(page);
    const before = await lookAtMap(page);
    await openIntegration(page, 'Street photos');
    const pin = pins(page).first();
    await expect(pin).toHaveAttribute('aria-pressed', 'true');
    await expect(drawer(page)).toHaveCount(0);
    const points = page.getByRole('button', { name: 'Show where there are pictures', pressed: true });
    await expect(points).toBeVisible();
    const photo = { lat: 51.160_783, lng: 71.428_378 };
    const changed = async () => {
      const box = await page.locator('[role="application"]').first().boundingBox();
      const spot = await spotOnMap(page, photo);
      const at = { x: spot.x - (box?.x ?? 0), y: spot.y - (box?.y ?? 0) };
      return difference(before, await lookAtMap(page), at).nearest;
    };
    await expect.poll(changed).toBeLessThan(8);
    // The loading notice covers no button.
    const note = await page.getByRole('status').filter({ hasText: 'Choose a place' }).boundingBox();
    for (const name of ['Zoom out', 'Zoom in', 'Initial view']) {
      const button = await page.getByRole('button', { name }).boundingBox();
      expect((note?.x ?? 0) + (note?.width ?? 0)).toBeLessThan(button?.x ?? 0);
    }
    await pin.click();
    await expect(pin).toHaveAttribute('aria-pressed', 'false');
    const spot = await spotOnMap(page, photo);
    await page.mouse.click(spot.x, spot.y);
    await expect(canvas(page)).toBeVisible();
    await expect.poll(async () => (await looking(page)).place).toBe('51.16078, 71.42838');
    // The pins of the map and of the pane are the same tool.
    await expect(pins(page)).toHaveCount(2);
    await pins(page).last().click();
    await expect(pins(page).first()).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Escape');
    await expect(pins(page).last()).toHaveAttribute('aria-pressed', 'false');

    // Without a map there is no drawer.
    await openIntegration(page, 'Street photos 2024');
    await expect(page.getByRole('tab', { name: 'Street photos 2024' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await page
      .getByRole('link', { name: /Home|Mapping/ })
      .first()
      .click();
    await expect(drawer(page)).toHaveCount(0);
  },
);

test('opens the nearest photo where there is none', { tag: '@long' }, async ({ page }) => {
  await page.goto('/demo/map#at=51.1300,71.4100,17,0');
  await expectMapDrawn(page);
  await openIntegration(page, 'Street photos');
  await page.getByRole('button', { name: 'Choose the centre of the map' }).click();
  const nearest = page.getByRole('button', { name: 'Go to the nearest' });
  await nearest.click();
  await expect(nearest).toHaveCount(0);
  await expect(place(page)).toContainText('°');
});

const pins = (page: Page) => page.getByRole('button', { name: 'Pin: click to choose a place' });

async function pressPin(page: Page): Promise<void> {
  await pins(page).first().click();
  await expect(pins(page).first()).toHaveAttribute('aria-pressed', 'true');
}

/** The pixels of the map, without the edges, which contain controls. */
async function lookAtMap(page: Page): Promise<PNG> {
  const box = await page.locator('[role="application"]').first().boundingBox();
  if (!box) throw new Error('There is no map.');
  return PNG.sync.read(await page.screenshot({ clip: { ...box, width: box.width - 80 }, scale: 'css' }));
}

/** The number of pixels that differ between two images, and the distances of the nearest and furthest from a point. */
function difference(before: PNG, after: PNG, spot: { x: number; y: number }) {
  let count = 0;
  let furthest = 0;
  let nearest = Infinity;
  for (let index = 0; index < before.data.length; index += 4) {
    const apart = [0, 1, 2].some(
      (part) => Math.abs((before.data[index + part] ?? 0) - (after.data[index + part] ?? 0)) > 24,
    );
    if (!apart) continue;
    count++;
    const pixel = index / 4;
    const [x, y] = [pixel % before.width, Math.floor(pixel / before.width)];
    const away = Math.hypot(x - spot.x, y - spot.y);
    furthest = Math.max(furthest, away);
    nearest = Math.min(nearest, away);
  }
  return { count, furthest, nearest };
}

test(
  'the map marker shows where the photo was taken, and its cone turns with the view',
  { tag: '@long' },
  async ({ page }) => {
    await openPhotos(page);
    await expectMapDrawn(page);
    const before = await lookAtMap(page);
    const first = await looking(page);
    await drag(page, 220);
    await expect
      .poll(async () => Math.abs((await looking(page)).heading - first.heading))
      .toBeGreaterThan(15);
    const [lat = 0, lng = 0] = first.place.split(',').map(Number);
    const box = await page.locator('[role="application"]').first().boundingBox();
    const onPage = await spotOnMap(page, { lat, lng });
    const spot = { x: onPage.x - (box?.x ?? 0), y: onPage.y - (box?.y ?? 0) };
    // The cone is 112 pixels wide; the rest of the map is unchanged.
    await expect.poll(async () => difference(before, await lookAtMap(page), spot).count).toBeGreaterThan(100);
    expect(difference(before, await lookAtMap(page), spot).furthest).toBeLessThan(75);

    // A move to the next photo moves the cone.
    const turned = await lookAtMap(page);
    await page
      .frameLocator('iframe[name="street-photos"]')
      .getByRole('button', { name: /Move on/ })
      .click();
    await expect.poll(async () => (await looking(page)).place).not.toBe(first.place);
    await expect.poll(async () => difference(turned, await lookAtMap(page), spot).count).toBeGreaterThan(100);
    await expect.poll(() => page.url()).toContain('look=street-photos,');
  },
);

test('a copied link opens the photo with the same heading', { tag: '@long' }, async ({ page, context }) => {
  await openPhotos(page);
  await drag(page, 160);
  // The URL is updated when the turning stops.
  const linked = () => Number(/look=street-photos,[\d.]+,[\d.]+,([\d.]+)/.exec(page.url())?.[1]);
  await expect.poll(async () => Math.abs(linked() - (await looking(page)).heading)).toBeLessThanOrEqual(1);
  const before = await looking(page);
  const link = page.url();
  await page.close();
  // Another tab has none of the state that this tab stored.
  const other = await context.newPage();
  await other.goto(link);
  await expect(canvas(other)).toBeVisible();
  await expect.poll(async () => (await looking(other)).place).toBe(before.place);
  await expect
    .poll(async () => Math.abs((await looking(other)).heading - before.heading))
    .toBeLessThanOrEqual(1);
});

test(
  'a popped-out integration can be dragged and stays in sync; closing its window returns it to the drawer',
  { tag: '@long' },
  async ({ page }) => {
    await openPhotos(page);
    const before = await looking(page);
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Open Street photos in its own window' }).click();
    const window = await opened;
    await expect(page.getByRole('complementary', { name: 'Integrations drawer' })).toHaveCount(0);
    await expect(canvas(window)).toBeVisible();
    await expect(window).toHaveTitle('Street photos');
    await expect.poll(async () => (await looking(window)).place).toBe(before.place);
    // It starts where it was left.
    await expect
      .poll(async () => Math.abs((await looking(window)).heading - before.heading))
      .toBeLessThanOrEqual(1);
    await drag(window, 150);
    await expect
      .poll(async () => Math.abs((await looking(window)).heading - before.heading))
      .toBeGreaterThan(3);
    const turned = await looking(window);
    // The map still leads.
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await pressPin(page);
    await page
      .locator('[role="application"]')
      .first()
      .click({ position: { x: 560, y: 250 } });
    await expect.poll(async () => (await looking(window)).place).not.toBe(turned.place);
    const last = await looking(window);
    await window.close();
    await expect(page.getByRole('tab', { name: 'Street photos' })).toBeVisible();
    await expect.poll(async () => (await looking(page)).place).toBe(last.place);
  },
);

test(
  'a reload restores integrations, windows included; the drawer keeps its size and active tab',
  { tag: '@long' },
  async ({ page }) => {
    await openPhotos(page);
    const handle = page.getByRole('separator', { name: 'Resize the drawer' });
    await handle.focus();
    for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowLeft');
    await expect(handle).toHaveAttribute('aria-valuenow', '556');
    const aside = page.getByRole('complementary', { name: 'Integrations drawer' });
    await expect.poll(async () => (await aside.boundingBox())?.width).toBe(556);
    await page.getByRole('button', { name: 'Integrations' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Street photos 2024' }).click();
    const front = page.getByRole('tab', { name: 'Street photos 2024' });
    await front.click();
    await page.reload();
    await expect(front).toHaveAttribute('aria-selected', 'true');
    await expect.poll(async () => (await aside.boundingBox())?.width).toBe(556);
    await page.getByRole('button', { name: 'Close Street photos 2024' }).click();
    await expect(canvas(page)).toBeVisible();
    await drag(page, 140);
    const before = await looking(page);
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Open Street photos in its own window' }).click();
    const window = await opened;
    await expect(canvas(window)).toBeVisible();
    const closed = window.waitForEvent('close');
    await page.reload();
    await closed;
    await expect(page.getByRole('tab', { name: 'Street photos' })).toBeVisible();
    await expect.poll(async () => (await looking(page)).place).toBe(before.place);
  },
);

test('photos of two years show side by side with the same heading', { tag: '@long' }, async ({ page }) => {
  await openPhotos(page);
  await page.getByRole('button', { name: 'Integrations' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Street photos 2024' }).click();
  await page.getByRole('button', { name: 'Side by side' }).click();
  await expect(page.frameLocator('iframe[name="street-photos-2024"]').locator('canvas')).toBeVisible();
  await page.getByRole('button', { name: 'Face the same direction' }).click();
  const headings = async () =>
    (await page.getByTestId('place').allTextContents()).map((text) =>
      Number.parseInt(text.split(' · ')[1] ?? '', 10),
    );
  await drag(page, 130);
  await expect
    .poll(async () => {
      const [one = 0, two = 999] = await headings();
      return Math.abs(one - two);
    })
    .toBeLessThanOrEqual(1);
});

test('closing the drawer returns its space to the map', { tag: '@long' }, async ({ page }) => {
  await openPhotos(page);
  await page.getByRole('button', { name: 'Close Street photos' }).click();
  await expect(page.getByRole('complementary', { name: 'Integrations drawer' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'The map follows' })).toHaveCount(0);
});
