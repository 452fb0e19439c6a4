import { expect, type Locator, type Page } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { holdScripts } from './hold-scripts.ts';
import { parsePicturePlace, type PicturePlace } from '../../wire/map-picture.ts';
import { parseUrlState } from '../../wire/url-state.ts';
import { toWebMercator } from '../../wire/geometry/web-mercator.ts';
import { expectMapDrawn, findItem, sharedMap, test, tokenOf } from './steps.ts';

const title = 'Buildings by number of storeys';
const served = (page: Page) => page.locator('#shell-picture img');
const drawn = (page: Page) => page.locator('[data-first-picture] img');

/** Where a picture's centre must be on a screen, and its width there, when the map rests at the viewpoint of the address. */
async function expectedBox(page: Page, place: PicturePlace) {
  const frame = (await page.locator('main [aria-busy]').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const at = parseUrlState(new URL(page.url()).hash).state.at;
  if (!at) throw new Error('The address has no viewpoint.');
  const metresPerPixel = 156_543.033928 / 2 ** at.zoom;
  const centre = toWebMercator({ longitude: at.lng, latitude: at.lat });
  return {
    x: frame.x + frame.width / 2 + (place.x - centre.x) / metresPerPixel,
    y: frame.y + frame.height / 2 - (place.y - centre.y) / metresPerPixel,
    width: place.width / metresPerPixel,
  };
}

/** Opens a public map whose scripts are held back, until its page has the picture: a page does not wait for a slow portal. */
async function openWithPicture(page: Page, id: string): Promise<void> {
  await expect(async () => {
    await page.goto(`/demo/map/wid/${id}`, { waitUntil: 'commit' });
    await expect(served(page)).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 60_000 });
}

async function boxOf(picture: Locator) {
  const { x, y, width, height } = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2, width };
}

for (const { tag, ...viewport } of [
  { width: 1280, height: 800, tag: '@long' },
  { width: 1440, height: 900, tag: '@long' },
  { width: 390, height: 800, tag: [] },
])
  test(
    `a public map’s picture is there before any script, at its place, and goes when the map is drawn, at ${viewport.width} px`,
    { tag },
    async ({ page }) => {
      await page.setViewportSize(viewport);
      const id = await findItem(page, title);
      const release = await holdScripts(page);
      await openWithPicture(page, id);
      await expect
        .poll(() => served(page).evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(500);
      const address = (await served(page).getAttribute('src')) ?? '';
      const place = parsePicturePlace(address);
      if (!place) throw new Error('The picture has no place.');
      const shown = await boxOf(served(page));
      const { x, y } = shown;
      expect(
        await page.evaluate(([x, y]) => document.elementFromPoint(x!, y!)?.id ?? '', [x, y]),
      ).not.toContain('picture');
      release();
      await expectMapDrawn(page);
      await expect(served(page)).toHaveCount(0);
      await expect(drawn(page)).toHaveCount(0);
      const expected = await expectedBox(page, place);
      // The zoom level of the address is rounded to hundredths, which are half a percent of the width.
      const allowed = { x: 3, y: 3, width: Math.max(3, expected.width / 200) };
      for (const side of ['x', 'y', 'width'] as const)
        expect(Math.abs(shown[side] - expected[side]), side).toBeLessThan(allowed[side]);
    },
  );

for (const { locale, tag } of [
  { locale: 'en-US', tag: [] },
  { locale: 'ar-EG', tag: '@long' },
])
  test.describe(locale, { tag }, () => {
    test.use({ locale });

    test('the application shows the picture where the server did', async ({ page }) => {
      const id = await findItem(page, title);
      // Otherwise the application may remove the server's picture before it is measured.
      const release = await holdScripts(page);
      // The SDK’s own files.
      await page.route(/\/assets\/open-map[\w-]*\.js/, () => undefined);
      await openWithPicture(page, id);
      const before = await boxOf(served(page));
      release();
      await expect(drawn(page)).toBeVisible();
      await expect(served(page)).toHaveCount(0);
      // The panel beside the map may be drawn after it.
      const moved = async () => {
        const after = await boxOf(drawn(page));
        return Math.max(
          ...(['x', 'y', 'width'] as const).map((side) => Math.abs(after[side] - before[side])),
        );
      };
      await expect.poll(moved).toBeLessThan(2);
      // Pressing the map removes the picture at once.
      await page.locator('main [aria-busy]').dispatchEvent('pointerdown');
      await expect(drawn(page)).toHaveCount(0);
    });
  });

const rest = '/portal/sharing/rest/content';

/** A map of grace's own like the demo's, with its thumbnail under another name if one is given; removed after `use`. */
async function withOwnMap(
  page: Page,
  { name }: { name?: string },
  use: (map: { id: string; token: string }) => Promise<void>,
): Promise<void> {
  const token = await tokenOf(page, 'grace');
  const source = `${rest}/items/${await findItem(page, title, token)}`;
  const item = await page.request.get(source, { params: { f: 'json' } });
  const { thumbnail } = (await item.json()) as { thumbnail: string };
  const added = await page.request.post(`${rest}/users/grace/addItem`, {
    multipart: {
      f: 'json',
      token,
      type: 'Web Map',
      title: 'A map with a picture',
      text: await (await page.request.get(`${source}/data`)).text(),
      thumbnail: {
        name: name ?? thumbnail.replace('thumbnail/', ''),
        mimeType: 'image/webp',
        buffer: await (await page.request.get(`${source}/info/${thumbnail}`)).body(),
      },
    },
  });
  const { id } = (await added.json()) as { id: string };
  try {
    await use({ id, token });
  } finally {
    await page.request.post(`${rest}/users/grace/items/${id}/delete`, { form: { f: 'json', token } });
  }
}

test('a map that is no longer public has no picture in its page', async ({ page }) => {
  await withOwnMap(page, {}, async ({ id, token }) => {
    const share = (everyone: boolean) =>
      page.request.post(`${rest}/users/grace/items/${id}/share`, {
        form: { f: 'json', token, everyone: String(everyone), org: 'true' },
      });
    const html = async () => (await page.request.get(`/demo/map/wid/${id}`)).text();
    expect(await html()).not.toContain('<div id="shell-picture"');
    await share(true);
    await expect.poll(html).toContain('<div id="shell-picture"');
    await share(false);
    expect(await html()).not.toContain('<div id="shell-picture"');
  });
});

test(
  'a member’s browser shows its own picture of a private map, and has none after the sign-out',
  { tag: '@long' },
  async ({ page }) => {
    await withOwnMap(page, { name: 'plain.webp' }, async ({ id }) => {
      const stored = () => page.evaluate(async () => (await caches.keys()).includes('mapping-pictures'));
      await arriveSignedIn(page, 'grace');
      await page.goto(`/demo/map/wid/${id}`);
      await expectMapDrawn(page);
      await expect.poll(stored).toBe(true);
      await page.route(/\/assets\/open-map[\w-]*\.js/, () => undefined);
      await page.reload({ waitUntil: 'commit' });
      await expect(drawn(page)).toHaveAttribute('src', /^blob:/);
      // The address has the viewpoint at which the map was left.
      await expect.poll(() => boxOf(drawn(page)).then(({ width }) => width)).toBeGreaterThan(500);
      const frame = await boxOf(page.locator('main [aria-busy]'));
      const shown = await boxOf(drawn(page));
      for (const side of ['x', 'y', 'width'] as const)
        expect(Math.abs(shown[side] - frame[side]), side).toBeLessThan(3);
      await page.getByRole('button', { name: /^Account/ }).click();
      await Promise.all([
        page.waitForEvent('load'),
        page.getByRole('menuitem', { name: 'Sign out' }).click(),
      ]);
      await expect.poll(stored).toBe(false);
    });
  },
);

test(
  'a visitor’s browser shows its own picture of a public map and of a shared one, and a member does not get it',
  { tag: '@long' },
  async ({ page }) => {
    const saved = `/demo/map/wid/${await findItem(page, 'Points of interest')}`;
    const paths = [saved, await sharedMap(page)];
    const stored = () =>
      page.evaluate(async () => (await (await caches.open('mapping-pictures')).keys()).length);
    for (const [index, path] of paths.entries()) {
      await page.goto(path);
      await expectMapDrawn(page);
      // The map may go on loading on a busy machine.
      await expect.poll(stored, { timeout: 60_000 }).toBe(index + 1);
    }
    // The SDK’s own files.
    await page.route(/\/assets\/open-map[\w-]*\.js/, () => undefined);
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'commit' });
      await expect(drawn(page)).toHaveAttribute('src', /^blob:/);
    }
    await page.unrouteAll();
    await arriveSignedIn(page, 'grace');
    await page.route(/\/assets\/open-map[\w-]*\.js/, () => undefined);
    await page.goto(saved, { waitUntil: 'commit' });
    await expect(drawn(page)).toHaveAttribute('src', /\/thumbnail\/view-/);
    expect(await stored()).toBe(2);
  },
);
