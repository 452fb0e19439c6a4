import { expect, type Page } from '@playwright/test';
import { serialize } from 'flatgeobuf/lib/mjs/geojson.js';
import { onEachPortal, test } from './each-portal.ts';
import { kml, serveGeoTiff } from './map-files.ts';
import { expectMapDrawn, findItem } from './steps.ts';

const chosen = (page: Page) => page.getByRole('radio', { checked: true });

test(
  'the basemap follows the theme, stays light, is none or a layer, and is undone by name',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/demo/map#tool=basemaps');
    await expectMapDrawn(page);
    await expect(chosen(page)).toHaveAccessibleName('Follow the theme');
    await page.getByRole('radio', { name: 'No basemap' }).check();
    await page.getByRole('button', { name: 'Undo: Basemap changed' }).click();
    await expect(chosen(page)).toHaveAccessibleName('Follow the theme');
    await page.getByRole('radio', { name: 'Always dark' }).check();
    await expectMapDrawn(page);
    await page.getByRole('button', { name: 'Undo: Basemap changed' }).click();
    await expect(chosen(page)).toHaveAccessibleName('Follow the theme');

    await page.getByRole('button', { name: 'Basemap by address' }).click();
    const address = page.getByRole('textbox', { name: 'Address of tiles or a service' });
    await address.fill('/server/demo/rest/services/Astana_buildings/FeatureServer');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'A basemap consists of tiles or pictures' }),
    ).toBeVisible();
    await address.fill('/server/demo/rest/services/{z}/{x}/{y}.png');
    await page.route('**/rest/services/*/*/*.png', (route) =>
      route.fulfill({ contentType: 'image/png', body: pixel }),
    );
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(chosen(page)).toHaveAccessibleName('localhost');
  },
);

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a GeoTIFF and a picture are added by address', { tag: '@long' }, async ({ page }) => {
  await serveGeoTiff(page);
  await page.route('**/plan.png', (route) => route.fulfill({ contentType: 'image/png', body: pixel }));
  await page.goto('/demo/map#tool=add');
  await expectMapDrawn(page);
  await page.getByRole('tab', { name: 'Address' }).click();
  const address = page.getByRole('textbox', { name: 'Address of a service or file' });
  for (const name of ['height.tif', 'plan.png']) {
    await address.fill(`/files/${name}`);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText(`${name.replace(/\..*/, '')} is on the map`)).toBeVisible();
  }
  await expectMapDrawn(page);
});

onEachPortal((_portal, { long }) => {
  test('a layer shows its source', long, async ({ page, site }) => {
    await site.openMap(page, 'Buildings by number of storeys', '#tool=layers');
    await page.getByRole('button', { name: /^More actions for / }).click();
    await page.getByRole('menuitem', { name: 'Information…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Information about / });
    await expect(dialog.getByText('Credits')).toBeVisible();
    await expect(dialog.getByText(/OpenStreetMap/).first()).toBeVisible();
    await expect(dialog.getByRole('link', { name: /FeatureServer/ })).toBeVisible();
  });

  test('files of features and pictures are added, and a picture is moved', long, async ({ page, site }) => {
    await page.goto(`/${site.org}/map#at=51.13,71.43,13,0&tool=add`);
    await expectMapDrawn(page);
    await page.getByRole('tab', { name: 'File' }).click();
    const input = page.locator('input[type=file]');
    const towers = {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [71.43, 51.128] },
          properties: { name: 'Tower' },
        },
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [71.44, 51.138] },
          properties: { name: 'Bridge' },
        },
      ],
    };
    await input.setInputFiles({
      name: 'towers.fgb',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(serialize(towers as never)),
    });
    await expect(page.getByText('towers is on the map')).toBeVisible();
    await input.setInputFiles({
      name: 'lines.kml',
      mimeType: 'application/vnd.google-earth.kml+xml',
      buffer: Buffer.from(kml),
    });
    await expect(page.getByText('lines is on the map')).toBeVisible();
    await input.setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: pixel });
    // Its notice may be gone before a slow machine shows it.
    await expect(page.getByRole('button', { name: 'Undo: Layer plan added' })).toBeVisible();
    await page.getByRole('button', { name: 'Layers', exact: true }).click();
    await page.getByRole('button', { name: 'More actions for plan' }).click();
    await page.getByRole('menuitem', { name: 'Move picture…' }).click();
    const panel = page.getByRole('region', { name: 'Place of plan' });
    await expect(panel.getByRole('button', { name: 'Done' })).toBeVisible();
    await expectMapDrawn(page);
    const undone = page.getByRole('button', { name: 'Undo: Content of plan changed' });
    await panel.getByRole('button', { name: 'Rotation (°): +15' }).press('Enter');
    await undone.click();
    await expect(page.getByRole('button', { name: 'Undo: Layer plan added' })).toBeVisible();
    const map = (await page.getByRole('application').first().boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    const middle = { x: map.x + map.width / 2, y: map.y + map.height / 2 };
    // Before its handles are there, a drag moves the map with the picture: the next one begins where it ended.
    let [from, to] = [middle, { x: middle.x + 60, y: middle.y + 40 }];
    await expect(async () => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 5 });
      await page.mouse.up();
      [from, to] = [to, from];
      const undo = page.getByRole('button', { name: 'Undo: Content of plan changed' });
      await expect(undo).toBeVisible({ timeout: 5000 });
    }).toPass();
    // On a slow machine a drag consists of several steps.
    await expect(async () => {
      await page.getByRole('button', { name: 'Undo: Content of plan changed' }).click({ timeout: 1000 });
      await expect(page.getByRole('button', { name: 'Undo: Layer plan added' })).toBeVisible({
        timeout: 2000,
      });
    }).toPass();
  });
});

test(
  'an expression is completed in the large editor, and clusters have a preview of their popup',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(`/demo/map/wid/${await findItem(page, 'Sights and monuments')}#tool=layers`);
    await expectMapDrawn(page);
    const menu = page.getByRole('button', { name: /^More actions for / }).first();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Style…' }).click();
    await page.getByRole('combobox', { name: 'Nearby points' }).click();
    await page.getByRole('option', { name: 'Clusters' }).click();
    await expect(page.getByRole('progressbar', { name: 'Reading the layer’s values' })).toBeHidden();
    await expectMapDrawn(page);
    await page.getByRole('button', { name: 'Back to layers' }).click();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Popup…' }).click();
    await page.getByRole('combobox', { name: 'Applies to' }).click();
    await page.getByRole('option', { name: 'Clusters' }).click();
    await expect(page.locator('arcgis-feature')).toBeVisible();
    await page.getByRole('button', { name: 'Add expression' }).click();
    await page.getByRole('button', { name: 'Large editor: Arcade expression' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Arcade expression' });
    const editor = dialog.getByRole('textbox', { name: 'Arcade expression' });
    await editor.press('ControlOrMeta+a');
    await page.keyboard.type('Round($feature.cluster');
    await expect(page.getByRole('option', { name: /cluster_count/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('Line 1');
    await page.keyboard.type(', 1)');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText(/^Result: \d+/)).toBeVisible();
  },
);
