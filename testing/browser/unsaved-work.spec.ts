import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { type JourneySite, onEachPortal, test } from './each-portal.ts';
import { expectMapDrawn, tokenOf } from './steps.ts';

test.use({ quiet: true });

const rest = '/portal/sharing/rest/content';

/** Opens a map of the member's own with the layers of the demo's public transport. */
async function openOwn(page: Page, site: JourneySite): Promise<string> {
  const document = JSON.parse(
    await site.maps.dataOf(await site.maps.idOf('Public transport stops')),
  ) as object;
  const id = await site.maps.add(`Unsaved ${randomUUID().slice(0, 8)}`, document);
  await site.arrive(page, 'member');
  await page.goto(`/${site.org}/map/wid/${id}#tool=layers`);
  await expectMapDrawn(page);
  return id;
}

/** The visibility button of the topmost layer; the layers panel must be open. */
const firstLayer = (page: Page) =>
  page
    .getByRole('region', { name: 'Layers' })
    .getByRole('button', { name: /^Show / })
    .first();

const expectShown = (page: Page, shown: boolean) =>
  expect(firstLayer(page)).toHaveAttribute('aria-pressed', String(shown));

const undo = (page: Page) => page.getByRole('button', { name: /^Undo: / });

const saveButton = (page: Page) =>
  page.getByRole('region', { name: 'Map actions' }).getByRole('button', { name: 'Save', exact: true });

async function save(page: Page): Promise<void> {
  await saveButton(page).click();
  await expect(saveButton(page)).toHaveAttribute('aria-description', /^Saved /);
}

onEachPortal((_portal, { long }) => {
  test('signing out asks first, and staying keeps the session and the work', long, async ({ page, site }) => {
    await openOwn(page, site);
    await firstLayer(page).click();
    await expect(undo(page)).toBeVisible();
    const account = page.getByRole('button', { name: /^Account: / });
    const signOut = async () => {
      await account.click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await signOut();
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expectShown(page, false);
    // The session still saves the map.
    await save(page);
    await firstLayer(page).click();
    await expect(undo(page)).toBeVisible();
    await signOut();
    await Promise.all([
      page.waitForEvent('load'),
      dialog.getByRole('button', { name: 'Leave without saving' }).click(),
    ]);
    await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  });

  test(
    'restoring a version asks first, and undo brings back the unsaved changes',
    long,
    async ({ page, site }) => {
      await openOwn(page, site);
      await page.getByRole('button', { name: 'Basemap', exact: true }).click();
      await page.getByRole('radio', { name: 'No basemap' }).check();
      await save(page);
      await page.getByRole('button', { name: 'Layers', exact: true }).click();
      await firstLayer(page).click();
      await expectShown(page, false);

      await page.getByRole('button', { name: 'History', exact: true }).click();
      const restore = page.getByRole('button', { name: 'Restore here' });
      await restore.click();
      const dialog = page.getByRole('dialog', { name: 'Restore this version?' });
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(undo(page)).toHaveAccessibleName(/hidden$/);
      await restore.click();
      await dialog.getByRole('button', { name: 'Restore here' }).click();
      await expect(dialog).toBeHidden();
      await page.getByRole('button', { name: 'Layers', exact: true }).click();
      await expectShown(page, true);
      await undo(page).click();
      await expectShown(page, false);
    },
  );

  test('restoring work of an earlier visit can be undone and redone', long, async ({ page, site }) => {
    const id = await openOwn(page, site);
    await firstLayer(page).click();
    await expect(saveButton(page)).toHaveAttribute('aria-description', /stored on this device/);
    const context = page.context();
    await page.close();

    const later = await context.newPage();
    await later.goto(`/${site.org}/map/wid/${id}#tool=layers`);
    await later.getByRole('button', { name: 'Restore', exact: true }).click();
    await expectShown(later, false);
    await undo(later).click();
    await expectShown(later, true);
    await later.getByRole('button', { name: /^Redo: / }).click();
    await expectShown(later, false);
  });

  test('a chosen basemap is saved with the map', long, async ({ page, site }) => {
    const id = await openOwn(page, site);
    await page.getByRole('button', { name: 'Basemap', exact: true }).click();
    await page.getByRole('radio', { name: 'No basemap' }).check();
    await save(page);
    expect(JSON.parse(await site.maps.dataOf(id))).toMatchObject({ baseMap: { baseMapLayers: [] } });
    await page.reload();
    await expectMapDrawn(page);
    await expect(page.getByRole('radio', { checked: true })).toHaveAccessibleName('No basemap');
  });
});

/** The darkest value in the thumbnail of grace's map; undefined while it has none. */
async function darkest(page: Page, id: string): Promise<number | undefined> {
  const token = await tokenOf(page, 'grace');
  const item = `${rest}/items/${id}`;
  const { thumbnail } = (await (await page.request.get(item, { params: { f: 'json', token } })).json()) as {
    thumbnail: string | null;
  };
  if (!thumbnail) return undefined;
  const picture = await page.request.get(`${item}/info/${thumbnail}`, { params: { token } });
  const { channels } = await sharp(await picture.body())
    .removeAlpha()
    .stats();
  return Math.min(...channels.map(({ min }) => min));
}

/** Adds a map without a basemap, which shows a black square of a private item of grace's. */
async function mapOfPrivateLayer(page: Page): Promise<{ layer: string; map: string }> {
  const token = await tokenOf(page, 'grace');
  const layer = `Square ${randomUUID().slice(0, 8)}`;
  const add = async (form: Record<string, string>) => {
    const answer = await page.request.post(`${rest}/users/grace/addItem`, {
      form: { f: 'json', token, ...form },
    });
    return ((await answer.json()) as { id: string }).id;
  };
  const [west, south, east, north] = [71.4, 51.1, 71.5, 51.15];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const geometry = { type: 'Polygon', coordinates: [ring] };
  const square = {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: { name: 'A' }, geometry }],
  };
  const item = await add({ type: 'GeoJson', title: layer, text: JSON.stringify(square) });
  const symbol = { type: 'esriSFS', style: 'esriSFSSolid', color: [0, 0, 0, 255] };
  const document = {
    version: '2.31',
    operationalLayers: [
      {
        id: 'square',
        title: layer,
        layerType: 'GeoJSON',
        url: new URL(`${rest}/items/${item}/data`, (await page.request.get('/health')).url()).href,
        layerDefinition: { drawingInfo: { renderer: { type: 'simple', symbol } } },
      },
    ],
    baseMap: { title: 'None', baseMapLayers: [] },
    initialState: {
      viewpoint: {
        targetGeometry: {
          xmin: west,
          ymin: south,
          xmax: east,
          ymax: north,
          spatialReference: { wkid: 4326 },
        },
      },
    },
    spatialReference: { wkid: 102100, latestWkid: 3857 },
  };
  const map = await add({ type: 'Web Map', title: `${layer} on a map`, text: JSON.stringify(document) });
  return { layer, map };
}

onEachPortal(
  (_portal, { long }) => {
    test('the thumbnail shows the chosen basemap, and no search pin', long, async ({ page, site }) => {
      const id = await openOwn(page, site);
      await page.getByRole('button', { name: 'Find a place or feature' }).click();
      // There is nothing but the basemap.
      await page.getByRole('combobox', { name: 'Search the map' }).fill('50.5 73.5');
      await page.getByRole('option', { name: '50.500000, 73.500000' }).click();
      await expect(page).toHaveURL(/at=50\.5\d*,73\.5/);
      await page.getByRole('button', { name: 'Basemap', exact: true }).click();
      await page.getByRole('radio', { name: 'No basemap' }).check();
      await save(page);
      // The colour of the page, also in its middle, where the pin is; the other basemaps are darker.
      await expect.poll(() => darkest(page, id)).toBeGreaterThan(240);
    });

    test(
      'a map that is shared loses the thumbnail of a private layer, and gets one without it',
      long,
      async ({ page }) => {
        const { layer, map } = await mapOfPrivateLayer(page);
        await arriveSignedIn(page, 'grace');
        const open = async () => {
          await page.goto(`/demo/map/wid/${map}`);
          await expectMapDrawn(page);
        };
        await open();
        await expect.poll(() => darkest(page, map)).toBeLessThan(50);
        await page.goto('/demo/content');
        await page.getByRole('button', { name: `Actions for ${layer} on a map` }).click();
        await page.getByRole('menuitem', { name: 'Share' }).click();
        await page.getByRole('radio', { name: 'Everyone' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Share' }).click();
        await expect(page.getByRole('dialog')).toBeHidden();
        expect(await darkest(page, map)).toBeUndefined();
        await open();
        await expect.poll(() => darkest(page, map)).toBeGreaterThan(240);
      },
    );
  },
  { portals: ['embedded portal'] },
);
