import { expect } from '@playwright/test';
import { onEachPortal, test } from './each-portal.ts';
import { expectMapDrawn } from './steps.ts';
import { choose } from './style-steps.ts';

onEachPortal((_portal, { long }) => {
  test('a layer is renamed and drawn by its values, and undone by name', long, async ({ page, site }) => {
    await site.openMap(page, 'Buildings by number of storeys', '#tool=layers');
    const menu = page.getByRole('button', { name: /^More actions for / });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Houses');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'More actions for Houses' }).click();
    await page.getByRole('menuitem', { name: 'Style…' }).click();
    const panel = page.getByRole('region', { name: 'Style of Houses' });
    const legend = panel.getByRole('group', { name: 'Legend' });
    const rows = legend.getByRole('textbox', { name: /^Legend text of/ });
    await expect(rows).toHaveCount(7);

    await choose(page, 'Classes', 'Equal intervals');
    await expect(rows.first()).not.toHaveValue('1');
    await panel.getByRole('slider', { name: 'Number of classes' }).press('ArrowLeft');
    await expect(rows).toHaveCount(6);
    await rows.first().fill('Low');
    await rows.first().press('Enter');
    await expect(legend.getByRole('textbox', { name: 'Legend text of Low' })).toBeVisible();

    await choose(page, 'Show', 'Types (unique values)');
    await expect(rows.nth(7)).toBeVisible();
    await choose(page, 'Show', 'Amounts by size');
    await expect(legend).toBeHidden();
    await expectMapDrawn(page);
    await page.getByRole('button', { name: 'Undo: Style of Houses changed' }).click();
    await expect(rows.nth(7)).toBeVisible();
    await panel.getByRole('button', { name: 'Restore previous style' }).click();
    await expect(rows.first()).toHaveValue('1');
  });

  test('a style is saved with the map', long, async ({ page, site }) => {
    await site.arrive(page, 'member');
    const document = await site.maps.dataOf(await site.maps.idOf('Sights and monuments'));
    const id = await site.maps.add('Sights with a style', JSON.parse(document) as object);
    await page.goto(`/${site.org}/map/wid/${id}#tool=layers`);
    await expectMapDrawn(page);
    await page.getByRole('button', { name: /^More actions for / }).click();
    await page.getByRole('menuitem', { name: 'Style…' }).click();
    await choose(page, 'Show', 'Density (heat map)');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(/^Saved/).first()).toBeVisible();
    await page.reload();
    await expectMapDrawn(page);
    await page.getByRole('button', { name: /^More actions for / }).click();
    await page.getByRole('menuitem', { name: 'Style…' }).click();
    await expect(page.getByRole('combobox', { name: 'Show' })).toHaveText('Density (heat map)');
  });
});
