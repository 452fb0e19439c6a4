import { expect } from '@playwright/test';
import { onEachPortal, test } from './each-portal.ts';
import { holdScripts } from './hold-scripts.ts';
import { spotOnMap } from './integration-steps.ts';

const sights = 'Sights and monuments';

onEachPortal((_portal, { long, main }) => {
  test('a layer is filtered, made transparent, removed and restored', main, async ({ page, site }) => {
    await site.openMap(page, sights, '#tool=layers');
    const layer = 'Sights and monuments';
    await page.getByRole('button', { name: layer, exact: true }).click();
    const opacity = page.getByRole('slider', { name: `Opacity of ${layer}` });
    await opacity.press('Home');
    await expect(page.getByText('0%', { exact: true })).toBeVisible();

    await page.getByRole('button', { name: `More actions for ${layer}` }).click();
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

    await page.getByRole('button', { name: `More actions for ${layer}` }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await expect(page.getByText('This map has no layers yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText('Filtered')).toBeVisible();
  });

  test('only the features in view are shown, also after the map is moved', long, async ({ page, site }) => {
    await site.openMap(page, sights, '#at=51.128,71.43,16,0&tool=layers');
    const openFilter = async () => {
      await page.getByRole('button', { name: `More actions for ${sights}` }).click();
      await page.getByRole('menuitem', { name: 'Filter…' }).click();
    };
    const dialog = page.getByRole('dialog');
    const shown = async () => Number((await dialog.getByRole('status').textContent())?.match(/\d+/)?.[0]);
    await openFilter();
    await dialog.getByRole('button', { name: 'Only features in view' }).click();
    await expect(dialog.getByText(/^Features shown: [1-9]/)).toBeVisible();
    const inView = await shown();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Filtered')).toBeVisible();

    await page.getByRole('button', { name: 'Zoom out' }).click();
    await openFilter();
    await expect(dialog.getByText(/^Features shown: [1-9]/)).toBeVisible();
    expect(await shown()).toBe(inView);
    await dialog.getByRole('button', { name: 'Only features in view' }).click();
    await expect.poll(shown).toBeGreaterThan(inView);
  });

  test(
    'the map is panned, and places and coordinates are found, by keyboard only',
    long,
    async ({ page, site }) => {
      await site.openMap(page, sights, '#tool=layers&at=51.13,71.43,12,0');
      await page.getByRole('application', { name: 'Sights and monuments' }).focus();
      await page.keyboard.press('+');
      await expect(page).toHaveURL(/at=51\.13,71\.43,13,0/);
      await page.keyboard.press('-');
      await expect(page).toHaveURL(/at=51\.13,71\.43,12,0/);
      await expect(async () => {
        // The map moves for as long as the key is held.
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

  test('a distance is measured in the selected units', long, async ({ page, site }) => {
    await site.openMap(page, sights, '#tool=measure');
    await expect(page.getByText('Click along the line')).toBeVisible();
    const output = page.getByRole('status', { name: 'Distance' });
    // Each click counts, however quickly they come, and the double-click ends the line without zooming.
    await expect(page).toHaveURL(/at=/);
    const before = page.url();
    await page.mouse.click(700, 300);
    await page.mouse.click(800, 300);
    await page.mouse.dblclick(800, 450);
    await expect(output).toHaveText(/^[\d,.]+ k?m$/);
    await expect(output).not.toHaveText('0.00 m');
    const metric = await output.textContent();
    await page.mouse.move(900, 500);
    await expect(output).toHaveText(metric ?? '');
    expect(page.url()).toBe(before);
    await page.getByRole('button', { name: 'Imperial' }).click();
    await expect(output).toHaveText(/^[\d,.]+ (ft|mi)$/);
  });

  test('clicks while a tool loads are its own, and no double-click zooms', long, async ({ page, site }) => {
    // Each has the panel and the code that it opens in scripts of its own.
    const letMeasure = await holdScripts(page, /\/assets\/measure-/);
    const letDraw = await holdScripts(page, /\/assets\/sketch-/);
    const letSelect = await holdScripts(page, /\/assets\/select-(panel|session)/);
    await site.openMap(page, sights);
    await expect(page).toHaveURL(/at=/);
    const place = () => new URL(page.url()).hash.replace(/&?tool=\w+/, '');
    const before = place();
    const tools = page.getByRole('navigation', { name: 'Map tools' });
    const loading = page.locator('.holds-clicks');
    await tools.getByRole('button', { name: 'Measure', exact: true }).click();
    await expect(loading).toHaveCSS('cursor', 'progress');
    await page.mouse.click(700, 300);
    await page.mouse.click(800, 300);
    await page.mouse.dblclick(800, 450);
    letMeasure();
    const output = page.getByRole('status', { name: 'Distance' });
    await expect(output).toHaveText(/^[\d,.]+ k?m$/);
    await expect(output).not.toHaveText('0.00 m');
    await expect(loading).toHaveCount(0);
    // The double-click ended the line.
    const metric = await output.textContent();
    await page.mouse.move(900, 500);
    await expect(output).toHaveText(metric ?? '');

    for (const [name, letGo] of [
      ['Draw', letDraw],
      ['Select', letSelect],
    ] as const) {
      await tools.getByRole('button', { name, exact: true }).click();
      await expect(loading).toBeVisible();
      await page.mouse.dblclick(800, 450);
      letGo();
      await expect(loading).toHaveCount(0);
    }
    await expect(page.locator('arcgis-popup')).toHaveCount(0);
    expect(place()).toBe(before);
  });

  test('drawings can be undone and redone and appear in the layer list', long, async ({ page, site }) => {
    await site.openMap(page, sights, '#tool=draw');
    await page.getByRole('button', { name: 'Point', exact: true }).click();
    const count = page.getByText(/^Drawings: /);
    const cross = page.locator('[data-cursor=crosshair]');
    await expect(page.getByText('Click to place the point.')).toBeVisible();
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

  test(
    'ten arrow key presses are ten opacity steps and one undo step; a layer is shown beside the buttons',
    long,
    async ({ page, site }) => {
      await site.openMap(page, sights, '#tool=layers&at=51.13,71.43,17,0');
      const layer = 'Sights and monuments';
      await page.getByRole('button', { name: layer, exact: true }).click();
      const opacity = page.getByRole('slider', { name: `Opacity of ${layer}` });
      await opacity.focus();
      for (let press = 0; press < 10; press++) await page.keyboard.press('ArrowLeft');
      await expect(opacity).toHaveValue('90');
      await page.getByRole('button', { name: /^Undo/ }).first().click();
      await expect(opacity).toHaveValue('100');

      await page.getByRole('button', { name: `More actions for ${layer}` }).click();
      await page.getByRole('menuitem', { name: 'Zoom to layer' }).click();
      await expect(page).not.toHaveURL(/at=51\.13,71\.43,17,/);
      const features = await site.maps.features<{ geometry: { x: number; y: number } }>(
        'Astana_sights',
        '1=1',
      );
      expect(features.length).toBeGreaterThan(50);
      const credits = await page.getByText(/OpenStreetMap contributors/).boundingBox();
      const zoom = await page.getByRole('button', { name: 'Zoom in' }).boundingBox();
      const search = await page.getByRole('search').boundingBox();
      for (const { geometry } of features) {
        const spot = await spotOnMap(page, { lat: geometry.y, lng: geometry.x });
        expect(spot.y).toBeLessThan((credits?.y ?? 0) - 4);
        expect(spot.y).toBeGreaterThan((search?.y ?? 0) + (search?.height ?? 0));
        expect(spot.x).toBeLessThan(zoom?.x ?? 0);
      }
    },
  );
});
