import { expect } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { expectMapDrawn, findItem, test } from './steps.ts';

test('a member edits a feature from its popup', async ({ page }) => {
  await arriveSignedIn(page, 'grace');
  await page.goto(`/demo/map/wid/${await findItem(page, 'Public transport')}#tool=in-view`);
  await expectMapDrawn(page);
  const stops = page
    .getByRole('region', { name: 'In view', exact: true })
    .getByRole('region', { name: /stops/i });
  await stops.getByRole('listitem').first().getByRole('button').press('Enter');
  const popup = page.locator('arcgis-popup');
  await expect(popup).toHaveJSProperty('open', true);
  await popup.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(
    page.locator('section').and(page.getByRole('region', { name: 'Edit', exact: true })),
  ).toBeVisible();
  await expect(
    page
      .locator(
        'arcgis-editor arcgis-feature-form, arcgis-editor arcgis-editor-feature-form, arcgis-editor calcite-input',
      )
      .first(),
  ).toBeAttached();
});

test('who may not edit is offered the link alone', { tag: '@long' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/demo/map/wid/${await findItem(page, 'Sights and monuments')}#tool=in-view`);
  await expectMapDrawn(page);
  const panel = page.getByRole('region', { name: 'In view', exact: true });
  const first = panel.getByRole('listitem').first().getByRole('button');
  await first.press('Enter');
  const popup = page.locator('arcgis-popup');
  await expect(popup).toHaveJSProperty('open', true);
  await expect(popup).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(popup).toHaveJSProperty('open', false);
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(popup).toHaveJSProperty('open', true);
  await popup.getByRole('button', { name: 'Copy link to this feature' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/feature=[^&]+%3A\d+/);
  await expect(popup.getByRole('button', { name: 'Edit', exact: true })).toBeHidden();
});
