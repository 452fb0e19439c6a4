import { expect, type Page } from '@playwright/test';
import { expectMapDrawn, findItem, test } from './steps.ts';

test.use({ quiet: true });

const panelOf = (page: Page, name: string) =>
  page.locator('section').and(page.getByRole('region', { name, exact: true }));

test('features are selected by view, shape, layer and condition for all tools', async ({ page }) => {
  await page.goto(`/demo/map/wid/${await findItem(page, 'Buildings by number of storeys')}#tool=select`);
  await expectMapDrawn(page);
  const panel = panelOf(page, 'Select');
  const total = panel.getByRole('status').filter({ hasText: /selected$/ });
  const count = async () => Number(((await total.textContent()) ?? '').replaceAll(/\D/g, ''));
  // The keyboard's way to a rectangle.
  await panel.getByRole('button', { name: 'Everything in view' }).press('Enter');
  await expect(total).not.toHaveText(/^0/);
  const inView = await count();

  await panel.getByRole('button', { name: 'Keep common' }).click();
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
  await expect.poll(count).toBeLessThan(inView);
  const inRectangle = await count();
  expect(inRectangle).toBeGreaterThan(0);

  // The table has the same selection.
  await panel.getByRole('button', { name: /^Actions on/ }).click();
  await page.getByRole('menuitem', { name: 'Open table' }).click();
  const table = page.getByRole('region', { name: /^Table/ });
  await expect(table.getByText(`Selected: ${inRectangle.toLocaleString('en-US')}`)).toBeVisible();
  await table.getByRole('button', { name: 'Only selected rows' }).click();
  await expect(table.getByText(`Rows: ${inRectangle.toLocaleString('en-US')}`)).toBeVisible();
  await table.getByRole('button', { name: 'Clear selection' }).click();
  await expect(total).toHaveText(/^0/);
  await table.getByRole('button', { name: 'Close table' }).click();

  await panel.getByRole('button', { name: 'New', exact: true }).click();
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
  await panel.getByRole('button', { name: 'By another layer' }).click();
  await panel.getByRole('combobox', { name: 'Features of' }).click();
  await page.getByRole('option', { name: /\(selection\)$/ }).click();
  await panel.getByRole('combobox', { name: 'Features that' }).click();
  await page.getByRole('option', { name: 'lie near' }).click();
  await panel.getByLabel('Distance in metres').fill('50');
  await panel.getByRole('button', { name: 'Select', exact: true }).first().click();
  await expect.poll(count).toBeGreaterThan(high);
  await page.getByRole('button', { name: /^Undo/ }).click();
});
