import { expect, type Page } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { expectMapDrawn, test } from './steps.ts';

const trees = {
  type: 'FeatureCollection',
  features: Array.from({ length: 40 }, (_none, id) => ({
    type: 'Feature',
    properties: { name: `Tree ${id}`, height: id / 2 },
    geometry: { type: 'Point', coordinates: [71.4 + (id % 8) / 500, 51.12 + Math.floor(id / 8) / 500] },
  })),
};

async function choose(page: Page, name: string, content: string) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('dialog').getByRole('button', { name: 'Choose a file' }).click();
  await (
    await chooser
  ).setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
}

test('a member uploads files, views them as layers and sees the errors of one', async ({ page }) => {
  await arriveSignedIn(page, 'grace');
  await page.goto('/demo/content');
  const dialog = page.getByRole('dialog', { name: 'Upload a file' });
  const suffix = Date.now();

  await test.step('a broken file reports the line', async () => {
    await page.getByRole('button', { name: 'Upload a file' }).click();
    await choose(page, 'broken.csv', 'name,lat,lon\nFirst,51.1,71.4\nSecond,51.1,71.4,extra\n');
    await expect(dialog.getByRole('alert')).toContainText('Line 3');
    await expect(dialog.getByRole('alert')).toContainText('4 values');
  });

  await test.step('a CSV file shows its columns and becomes a layer', async () => {
    await dialog.getByRole('button', { name: 'Try another file' }).click();
    await choose(
      page,
      `shops ${suffix}.csv`,
      'Название;Широта;Долгота\nКофе;51,121;71,402\nХлеб;51,124;71,409\n',
    );
    await expect(dialog.getByRole('cell', { name: 'Кофе' })).toBeVisible();
    await expect(dialog.getByRole('combobox', { name: 'Longitude (x)' })).toHaveText('Долгота');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(dialog.getByText(`Created the layer “shops ${suffix}”`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('a GeoJSON file becomes a layer on a map', async () => {
    await page.getByRole('button', { name: 'Upload a file' }).click();
    await choose(page, `trees ${suffix}.geojson`, JSON.stringify(trees));
    await expect(dialog.getByRole('columnheader', { name: /height/ })).toContainText('Number');
    await dialog.getByRole('textbox', { name: 'Title' }).fill(`Trees ${suffix}`);
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(dialog.getByText(`Created the layer “Trees ${suffix}”`)).toBeVisible();
    const queried = page.waitForResponse(
      (response) => /FeatureServer\/0\/query/.test(response.url()) && response.ok(),
    );
    await dialog.getByRole('button', { name: 'Open in a new map' }).click();
    await expect(page).toHaveURL(/\/demo\/map\/wid\/[0-9a-f]{32}/);
    await queried;
    await expectMapDrawn(page);
  });
});

test(
  'a page that is closed before publishing leaves no file',
  { tag: '@long' },
  async ({ page, context }) => {
    await arriveSignedIn(page, 'grace');
    await page.goto('/demo/content');
    const title = `wells ${Date.now()}`;
    const content = await context.newPage();
    await content.goto('/demo/content');
    const rows = content.getByRole('row', { name: new RegExp(title) });
    await page.getByRole('button', { name: 'Upload a file' }).click();
    await choose(page, `${title}.csv`, 'name,lat,lon\nNorth,51.1,71.4\n');
    await expect(page.getByRole('cell', { name: 'North' })).toBeVisible();
    await content.reload();
    await expect(rows).toHaveCount(1);
    await page.close();
    await expect(async () => {
      await content.reload();
      await expect(content.getByRole('row')).not.toHaveCount(0);
      await expect(rows).toHaveCount(0, { timeout: 2000 });
    }).toPass();
  },
);
