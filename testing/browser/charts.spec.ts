import { expect } from '@playwright/test';
import { onEachPortal, test } from './each-portal.ts';
import { panelOf } from './steps.ts';

test.use({ quiet: true });

const buildings = 'Buildings by number of storeys';

onEachPortal((_portal, { long }) => {
  test('charts of a layer select its features on the map', long, async ({ page, site }) => {
    await site.openMap(page, buildings, '#tool=charts');
    const panel = panelOf(page, 'Charts');
    const choose = async (label: string, option: string) => {
      await panel.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    // Names, the first of the layer's texts, are no categories.
    await expect(panel.getByRole('combobox', { name: 'Categories' })).toHaveText('Use');
    await choose('Categories', 'Storeys');
    await panel.getByRole('button', { name: 'Values' }).click();
    const values = panel.getByRole('list', { name: 'Values' }).getByRole('button');
    await expect(values).toHaveCount(12);
    const text = (await values.first().textContent()) ?? '';
    await values.first().press('Enter');
    const selected = panel.getByText(/features selected/);
    await expect(selected).toBeVisible();
    // The bar counts the features that it selects.
    const count = ((await selected.textContent()) ?? '').replaceAll(/\D/g, '');
    expect(text.replaceAll(/\D/g, '').endsWith(count)).toBe(true);
    const clear = panel.getByRole('button', { name: 'Clear selection' });
    await clear.click();
    await expect(selected).toBeHidden();
    // So does pressing the bar itself: the first is of the lowest buildings, of which there are most.
    await panel.locator('.MuiBarChart-element').first().click();
    await expect(selected).toBeVisible();
    await clear.click();
    await expect(selected).toBeHidden();

    // Adding it to the map is a step that can be undone.
    await panel.getByRole('button', { name: 'Save chart with the map' }).click();
    const saved = panel.getByRole('region', { name: 'Saved charts' });
    await expect(saved.getByText('Number of features by Storeys')).toBeVisible();
    await choose('Type of chart', 'Histogram');
    await expect(values.first()).toContainText('1 to');
    await choose('Type of chart', 'Number');
    await choose('Show', 'Maximum');
    await expect(panel.getByText('Maximum: Storeys')).toBeVisible();
    await saved.getByText('Number of features by Storeys').click();
    await expect(panel.getByRole('combobox', { name: 'Type of chart' })).toHaveText('Bars');
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(saved).toBeHidden();
  });

  test('saved charts are a dashboard beside the map', long, async ({ page, site }) => {
    await site.openMap(page, buildings, '?view=dashboard');
    const dashboard = page.getByRole('region', { name: 'Dashboard' });
    await expect(dashboard.getByText('No charts yet')).toBeVisible();
    await dashboard.getByRole('button', { name: 'Open Charts' }).click();
    const panel = panelOf(page, 'Charts');
    await panel.getByRole('button', { name: 'Save chart with the map' }).click();
    await panel.getByRole('combobox', { name: 'Type of chart' }).click();
    await page.getByRole('option', { name: 'Gauge', exact: true }).click();
    // The end of the gauge's scale is the number of all features.
    await expect(panel.getByText(/^\d+K$/)).toBeVisible();
    await panel.getByRole('button', { name: 'Save chart with the map' }).click();
    await expect(dashboard.getByRole('listitem').filter({ has: page.getByRole('heading') })).toHaveCount(2);
    await expect(dashboard.getByText('Number of features', { exact: true }).first()).toBeVisible();

    // A row of a chart selects on the map; the panel has the same selection.
    await dashboard.getByRole('button', { name: 'Values' }).click();
    await dashboard.getByRole('list', { name: 'Values' }).getByRole('button').first().click();
    await expect(dashboard.getByRole('button', { name: 'Clear selection' })).toBeVisible();
    await dashboard.getByRole('button', { name: 'Close dashboard' }).click();
    await expect(dashboard).toBeHidden();
    expect(new URL(page.url()).search).toBe('');
    await panel.getByRole('button', { name: 'Open dashboard' }).click();
    await expect(dashboard.getByText('Number of features', { exact: true }).first()).toBeVisible();
  });
});
