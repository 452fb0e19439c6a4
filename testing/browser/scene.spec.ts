import { expect } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { expectMapDrawn, findItem, test } from './steps.ts';

test('a map is shown in 3D and saved as a web scene', { tag: '@long' }, async ({ page }) => {
  test.slow();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const wid = await findItem(page, 'Buildings by number of storeys');
  await arriveSignedIn(page, 'ada');
  await page.goto(`/demo/map/wid/${wid}#at=51.128,71.43,16,0&tool=layers`);
  await expectMapDrawn(page);
  expect(requested.filter((url) => url.includes('map-scene'))).toEqual([]);

  await page.getByRole('button', { name: 'Show in 3D' }).click();
  await expect(page).toHaveURL(/\?view=scene#/);
  await expect(page.getByRole('application', { name: 'Map in 3D' })).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Map tools' })
    .getByRole('button', { name: '3D', exact: true })
    .click();
  const panel = page.getByRole('region', { name: '3D', exact: true });
  // Most buildings have storeys, few a height.
  await expect(panel.getByRole('combobox', { name: /^Height of/ })).toHaveText('Storeys');
  await expect(panel.getByRole('combobox', { name: 'Unit' })).toHaveText('Storeys of 3 m');
  await expect(panel.getByText('The ground is flat')).toBeVisible();

  // Tools of the flat map say that they are not available.
  await page.getByRole('button', { name: 'Measure: not available in 3D' }).click();
  await expect(page.getByText('This tool isn’t available in 3D.')).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Map tools' })
    .getByRole('button', { name: '3D', exact: true })
    .click();

  await panel.getByRole('combobox', { name: /^Height of/ }).click();
  await page.getByRole('option', { name: 'Height (m)' }).click();
  await panel.getByRole('combobox', { name: 'Unit' }).click();
  await page.getByRole('option', { name: 'Metres' }).click();
  await panel.getByLabel('Title of the scene').fill('Blocks of the city');
  await panel.getByRole('button', { name: 'Save as web scene' }).click();
  await panel.getByRole('link', { name: 'Open the scene' }).click();
  await expect(page).toHaveURL((url) => !url.pathname.endsWith(wid));
  await expect(panel.getByRole('combobox', { name: /^Height of/ })).toHaveText('Height (m)');
  await expect(panel.getByRole('combobox', { name: 'Unit' })).toHaveText('Metres');

  // The flat map is where the scene was.
  await page.getByRole('button', { name: 'Show the flat map' }).click();
  await expect(page.getByRole('application', { name: 'Map in 3D' })).toBeHidden();
  await expect(page).toHaveURL(/#at=51\.12[78]\d*,71\.4[23]\d*,1[56]/);
});
