import { expect, type Page } from '@playwright/test';
import { expectMapDrawn, findItem, test } from './steps.ts';

async function openMap(page: Page, title: string, tool = 'layers') {
  await page.goto(`/demo/map/wid/${await findItem(page, title)}#tool=${tool}`);
  await expectMapDrawn(page);
}

test('a layer is filtered, made transparent, removed and brought back', async ({ page }) => {
  await openMap(page, 'Sights and monuments');
  const layer = 'Sights and monuments';
  await page.getByRole('button', { name: layer, exact: true }).click();
  const opacity = page.getByRole('slider', { name: `Opacity of ${layer}` });
  await opacity.press('Home');
  await expect(page.getByText('0%', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: `More for ${layer}` }).click();
  await page.getByRole('menuitem', { name: 'Filter…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: /^name/i }).first().click();
  await dialog.getByRole('combobox', { name: 'Condition' }).click();
  await page.getByRole('option', { name: 'contains' }).click();
  await dialog.getByRole('combobox', { name: 'Value' }).fill('a');
  await expect(dialog.getByText(/^Features shown: [1-9]/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Filtered')).toBeVisible();

  await page.getByRole('button', { name: `More for ${layer}` }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(page.getByText('This map has no layers yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Filtered')).toBeVisible();
});

test(
  'the map is moved, and places and coordinates are found, by the keyboard alone',
  { tag: '@long' },
  async ({ page }) => {
    await openMap(page, 'Sights and monuments', 'layers&at=51.13,71.43,12,0');
    await page.getByRole('application', { name: 'Sights and monuments' }).focus();
    await page.keyboard.press('+');
    await expect(page).toHaveURL(/at=51\.13,71\.43,13,0/);
    await page.keyboard.press('-');
    await expect(page).toHaveURL(/at=51\.13,71\.43,12,0/);
    await expect(async () => {
      // It moves for as long as the key is held.
      await page.keyboard.press('ArrowUp', { delay: 300 });
      await expect(page).not.toHaveURL(/at=51\.13,/, { timeout: 3000 });
    }).toPass();
    await page.getByRole('search').getByRole('button').focus();
    await page.keyboard.press('Enter');
    const field = page.getByRole('combobox', { name: 'Search the map' });
    await expect(field).toBeFocused();
    await field.fill('51.16 71.47');
    await expect(page.getByRole('option', { name: '51.160000, 71.470000' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/at=51\.16\d*,71\.47/);
    await field.fill('Abay');
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(/at=51\.16\d*,71\.47/);
  },
);

test('a distance is measured in the chosen units', { tag: '@long' }, async ({ page }) => {
  await openMap(page, 'Sights and monuments', 'measure');
  await expect(page.getByText('Click along the line')).toBeVisible();
  const output = page.getByRole('status', { name: 'Distance' });
  await expect(async () => {
    await page.mouse.click(700, 300);
    await page.mouse.dblclick(1000, 400);
    await expect(output).not.toHaveText('0.00 m', { timeout: 2000 });
  }).toPass();
  const metric = await output.textContent();
  expect(metric).toMatch(/^[\d,.]+ k?m$/);
  await page.getByRole('button', { name: 'Imperial' }).click();
  await expect(output).toHaveText(/^[\d,.]+ (ft|mi)$/);
});

test('drawings are undone, redone and stand in the list of layers', { tag: '@long' }, async ({ page }) => {
  await openMap(page, 'Sights and monuments', 'draw');
  await page.getByRole('button', { name: 'Point', exact: true }).click();
  const count = page.getByText(/^Drawings: /);
  const cross = page.locator('[data-cursor=crosshair]');
  await expect(page.getByText('Click where the point goes.')).toBeVisible();
  // Each click counts: the first, the next however quickly it comes, and one after Escape.
  await page.mouse.click(800, 420);
  await page.mouse.click(800, 460);
  await expect(count).toHaveText('Drawings: 2');
  await expect(cross).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.move(890, 420);
  await expect(cross).toBeVisible();
  await page.mouse.click(900, 420);
  await expect(count).toHaveText('Drawings: 3');
  // The map has buttons of the same name.
  const panel = page.getByRole('region', { name: 'Draw' });
  await panel.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(count).toHaveText('Drawings: 2');
  await panel.getByRole('button', { name: 'Redo', exact: true }).click();
  await expect(count).toHaveText('Drawings: 3');
  await page.getByRole('button', { name: 'Layers', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Drawings', exact: true })).toBeVisible();
});
