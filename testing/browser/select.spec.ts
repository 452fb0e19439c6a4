import { expect, type Locator } from '@playwright/test';
import { onEachPortal, test } from './each-portal.ts';
import { panelOf } from './steps.ts';

test.use({ quiet: true });

/** The number of selected features that the panel shows. */
const countIn = (panel: Locator) => async () => {
  const text = await panel
    .getByRole('status')
    .filter({ hasText: /selected$/ })
    .textContent();
  return Number((text ?? '').replaceAll(/\D/g, ''));
};

const buildings = 'Buildings by number of storeys';

onEachPortal((_portal, { long }) => {
  test(
    'features are selected by shape and view, and the table has the same selection',
    long,
    async ({ page, site }) => {
      await site.openMap(page, buildings, '#tool=select');
      const panel = panelOf(page, 'Select');
      const count = countIn(panel);
      await panel.getByRole('button', { name: 'Rectangle' }).click();
      await expect(panel.getByText('Drag a rectangle over the map.')).toBeVisible();
      const map = await page.getByRole('application').first().boundingBox();
      if (!map) throw new Error('The map has no box');
      const [x, y] = [map.x + map.width / 2, map.y + map.height / 2];
      await page.mouse.move(x - 120, y - 80);
      await page.mouse.down();
      await page.mouse.move(x, y, { steps: 4 });
      await page.mouse.move(x + 120, y + 80, { steps: 4 });
      await page.mouse.up();
      await expect(panel.getByRole('button', { name: 'Rectangle' })).toHaveAttribute('aria-pressed', 'false');
      await expect.poll(count).toBeGreaterThan(0);
      const inRectangle = await count();

      // The table has the same selection.
      await panel.getByRole('button', { name: /^Actions on/ }).click();
      await page.getByRole('menuitem', { name: 'Open table' }).click();
      const table = page.getByRole('region', { name: /^Table/ });
      await expect(table.getByText(`Selected: ${inRectangle.toLocaleString('en-US')}`)).toBeVisible();
      await table.getByRole('button', { name: 'Only selected rows' }).click();
      await expect(table.getByText(`Rows: ${inRectangle.toLocaleString('en-US')}`)).toBeVisible();
      await table.getByRole('button', { name: 'Clear selection' }).click();
      await expect.poll(count).toBe(0);
      await table.getByRole('button', { name: 'Close table' }).click();

      // The keyboard's way to a rectangle.
      await panel.getByRole('button', { name: 'Everything in view' }).press('Enter');
      await expect.poll(count).toBeGreaterThan(inRectangle);
    },
  );

  test('features are selected by a condition and by another layer', long, async ({ page, site }) => {
    await site.openMap(page, buildings, '#tool=select');
    const panel = panelOf(page, 'Select');
    const count = countIn(panel);
    await panel.getByRole('button', { name: 'By a condition' }).click();
    const condition = panel.getByLabel('Condition (SQL)');
    await condition.fill('levels >');
    await panel.getByRole('button', { name: 'Select', exact: true }).click();
    await expect(panel.getByRole('alert')).toContainText('isn’t valid');
    await condition.fill('levels >= 20');
    await panel.getByRole('button', { name: 'Select', exact: true }).click();
    await expect.poll(count).toBeGreaterThan(0);
    const high = await count();

    // A new layer of the map, as a step that can be undone.
    await panel.getByRole('button', { name: /^Actions on/ }).click();
    await page.getByRole('menuitem', { name: 'New layer from selection' }).click();
    await panel.getByRole('button', { name: 'By another layer or drawings' }).click();
    await panel.getByRole('combobox', { name: 'Features of' }).click();
    await page.getByRole('option', { name: /\(selection\)$/ }).click();
    await panel.getByRole('combobox', { name: 'Features that' }).click();
    await page.getByRole('option', { name: 'lie near' }).click();
    await panel.getByLabel('Distance in metres').fill('50');
    await panel.getByRole('button', { name: 'Select', exact: true }).first().click();
    await expect.poll(count).toBeGreaterThan(high);
    await expect(panel.getByRole('alert')).toBeHidden();
  });

  test(
    'an analysis of selected features makes a layer that can be made again',
    long,
    async ({ page, site }) => {
      await site.openMap(page, buildings, '#tool=select');
      const select = panelOf(page, 'Select');
      await select.getByRole('button', { name: 'By a condition' }).click();
      await select.getByLabel('Condition (SQL)').fill('levels >= 20');
      await select.getByRole('button', { name: 'Select', exact: true }).click();
      await expect(select.getByRole('button', { name: /^Actions on/ })).toBeVisible();

      const tools = page.getByRole('navigation', { name: 'Map tools' });
      await tools.getByRole('button', { name: 'Analysis' }).click();
      const panel = panelOf(page, 'Analysis');
      await panel.getByRole('switch', { name: /selected feature/ }).click();
      await panel.getByRole('switch', { name: 'Merge into one area' }).click();
      await panel.getByRole('button', { name: 'Run', exact: true }).click();
      await expect(panel.getByText('Added a layer with 1 feature.')).toBeVisible();
      const results = panel.getByRole('region', { name: 'Results in this map' });
      await expect(results.getByRole('listitem')).toHaveCount(1);

      await panel.getByRole('combobox', { name: 'Tool' }).click();
      await page.getByRole('option', { name: 'Centroids' }).click();
      await panel.getByRole('button', { name: 'Run', exact: true }).click();
      await expect(results.getByRole('listitem')).toHaveCount(2);
      await results.getByRole('button', { name: /^Run again: Centroids/ }).click();
      await expect(panel.getByText(/^Added a layer with/)).toBeVisible();
      await expect(results.getByRole('listitem')).toHaveCount(2);

      // A run, also again, is one step of undo.
      const undo = page.getByRole('button', { name: /^Undo/ });
      await undo.click();
      await expect(results.getByRole('listitem')).toHaveCount(2);
      await undo.click();
      await expect(results.getByRole('listitem')).toHaveCount(1);
    },
  );
});
