import { expect } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { expectMapDrawn, test } from './steps.ts';

test.use({ quiet: true });

test('a whole drawing is moved, scaled and turned without dragging, step by step undone', async ({
  page,
}) => {
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
});
