import { expect } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { expectMapDrawn, findItem, test } from './steps.ts';

test.use({ quiet: true });

test('a link for viewers has their tools and words only, in the rail, the palette and the menus', async ({
  page,
  browser,
}) => {
  await arriveSignedIn(page, 'grace');
  await page.goto(`/demo/map/wid/${await findItem(page, 'Public transport stops')}`);
  await expectMapDrawn(page);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Change' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Readers of this link' });
  await dialog.getByRole('combobox', { name: 'What readers get' }).click();
  await page.getByRole('option', { name: 'Viewer' }).click();
  await dialog.getByRole('switch', { name: 'Tables of layers' }).click();
  await dialog.getByRole('textbox', { name: 'Text above the legend' }).fill('Every stop of the city.');
  await dialog.getByRole('combobox', { name: 'Open at the start' }).click();
  await page.getByRole('option', { name: 'Legend' }).click();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();

  const visitor = await browser.newPage();
  await visitor.goto(link);
  await expectMapDrawn(visitor);
  await expect(visitor.getByRole('region', { name: 'Legend' })).toContainText('Every stop of the city.');
  const rail = visitor.getByRole('navigation', { name: 'Map tools' });
  await expect(rail.getByRole('button', { name: 'Measure' })).toBeVisible();
  await expect(rail.getByRole('button', { name: 'Draw' })).toHaveCount(0);
  await rail.getByRole('button', { name: 'Layers' }).click();
  await visitor
    .getByRole('button', { name: /^More actions for/ })
    .first()
    .click();
  await expect(visitor.getByRole('menuitem', { name: 'Zoom to layer' })).toBeVisible();
  await expect(visitor.getByRole('menuitem', { name: /table|Style|Rename|Remove/ })).toHaveCount(0);
  await visitor.keyboard.press('Escape');
  await visitor.keyboard.press('ControlOrMeta+k');
  await expect(visitor.getByRole('option', { name: 'Measure', exact: true })).toBeVisible();
  await expect(visitor.getByRole('option', { name: /^(Save|History|Draw|Analysis)/ })).toHaveCount(0);
  await visitor.close();
});
