import { expect } from '@playwright/test';
import { cityArchive } from '../rig/tile-archives.ts';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { expectMapDrawn, test } from './steps.ts';

/** An archive with three zoom levels is shown in a map of a city, whose zoom level is far beyond the last of them. */
test('a member uploads an archive of tiles, and sees them in a map at any zoom level', async ({ page }) => {
  await arriveSignedIn(page, 'grace');
  await page.goto('/demo/content');
  const title = `tiles ${Date.now()}`;
  const dialog = page.getByRole('dialog', { name: 'Upload a file' });
  await page.getByRole('button', { name: 'Upload a file' }).click();
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a file' }).click();
  const file = { name: `${title}.pmtiles`, mimeType: 'application/octet-stream', buffer: cityArchive() };
  await (await chooser).setFiles(file);
  await expect(dialog.getByRole('list', { name: 'Layers' })).toContainText('parks');
  await expect(dialog.getByText('© The City')).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog.getByText(`Created the layer “${title}”`)).toBeVisible();
  const name = title.replace(' ', '_');
  const drawn = page.waitForResponse((response) => {
    const [, service, zoom] = /([^/]+)\/VectorTileServer\/tile\/(\d+)\//.exec(response.url()) ?? [];
    return service === name && Number(zoom) > 2 && response.status() === 200;
  });
  const missing: string[] = [];
  page.on('response', (response) => response.status() === 404 && missing.push(response.url()));
  await dialog.getByRole('button', { name: 'Open in a new map' }).click();
  await expect(page).toHaveURL(/\/demo\/map\/wid\/[0-9a-f]{32}/);
  await drawn;
  await expectMapDrawn(page);
  // The SDK looks for a style in the item first.
  expect(missing).toEqual([]);
});
