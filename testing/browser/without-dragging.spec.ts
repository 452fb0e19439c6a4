import { expect } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { embeddedMaps } from './demo-maps.ts';
import { addOwnLayer } from './states/own-layer.ts';
import { expectMapDrawn, test } from './steps.ts';

test.use({ quiet: true });

test(
  'a whole drawing is moved, scaled and turned without dragging, step by step undone',
  { tag: '@long' },
  async ({ page }) => {
    await arriveSignedIn(page, 'grace');
    await page.goto('/demo/map#tool=draw&at=51.13,71.43,14,0');
    await expectMapDrawn(page);
    const panel = page.getByRole('region', { name: 'Draw', exact: true });
    const button = (name: string) => panel.getByRole('button', { name, exact: true });
    const group = panel.getByRole('group', { name: 'Move', exact: true });
    const announced = page.getByTestId('map-announcer');
    const tool = button('Rectangle');
    await tool.click();
    await expect(panel.getByText(/^Drag from one corner/)).toBeVisible();
    // A click without dragging makes one of a usual size.
    await page.mouse.click(800, 420);
    await expect(panel.getByText('Drawings: 1')).toBeVisible();
    await tool.click();
    await expect(group).toHaveCount(0);
    await page.mouse.click(800, 420);
    await expect(group).toBeVisible();

    await button('Move left').click();
    await expect(announced).toHaveText(/^Point at latitude/);
    const first = await announced.textContent();
    await expect(group).toBeVisible();
    await button('Move left').press('ArrowUp');
    await expect(announced).not.toHaveText(first ?? '');
    await expect(button('Move left')).toBeFocused();
    await button('Size: +10%').click();
    await button('Rotation (°): +15').click();

    // Four steps, and the drawing itself.
    const undo = button('Undo');
    for (let step = 0; step < 4; step++) {
      await expect(panel.getByText('Drawings: 1')).toBeVisible();
      await expect(group).toBeVisible();
      await undo.click();
    }
    await expect(panel.getByText('Drawings: 1')).toBeVisible();
    await undo.click();
    await expect(panel.getByText('Drawings: 0')).toBeVisible();
    await expect(undo).toBeDisabled();
  },
);

test('a feature is moved without dragging, step by step undone, and stored where it is then', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await arriveSignedIn(page, 'grace');
  const { map, service } = await addOwnLayer(page);
  const { origin } = new URL((await page.request.get('/health')).url());
  const place = async () => {
    const [bench] = await embeddedMaps(page.request, origin).features(service);
    return bench?.geometry as { x: number; y: number };
  };
  const before = await place();
  await page.goto(`/demo/map/wid/${map}#feature=benches:1`);
  await expectMapDrawn(page);
  const popup = page.locator('arcgis-popup');
  await expect(popup).toHaveJSProperty('open', true);
  await popup.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
  const form = page.locator('form');
  const button = (name: string) => form.getByRole('button', { name, exact: true });
  await button('Move').press('Enter');
  const group = form.getByRole('group', { name: 'Move', exact: true });
  const announced = page.getByTestId('map-announcer');

  // The SDK opens the shape meanwhile.
  await expect(async () => {
    await button('Move right').press('Enter');
    await expect(button('Undo last step')).toBeEnabled({ timeout: 5000 });
  }).toPass();
  await expect(announced).toHaveText(/^Point at latitude/);
  await expect(button('Move right')).toBeFocused();
  const first = await announced.textContent();
  await button('Move right').press('Shift+ArrowUp');
  await expect(announced).not.toHaveText(first ?? '');
  await button('Undo last step').press('Enter');
  await expect(announced).toHaveText(first ?? '');
  await expect(group).toBeVisible();
  await button('Update').press('Enter');
  await expect(page.getByText('A feature of “Benches” was updated.')).toBeVisible();
  const after = await place();
  expect(after.x).toBeGreaterThan(before.x);
  expect(after.y).toBeCloseTo(before.y, 6);
});
