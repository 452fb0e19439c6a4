import { expect } from '@playwright/test';
import { onEachPortal, test } from './each-portal.ts';
import { expectMapDrawn } from './steps.ts';
import { choose, openLayer, save } from './style-steps.ts';

test.use({ quiet: true });
test.describe.configure({ timeout: 240_000 });

onEachPortal((_portal, { long }) => {
  test('points are drawn by combinations, expressions and around a value', long, async ({ page, site }) => {
    const id = await openLayer(page, site, 'Places', /^Style/);
    const panel = page.getByRole('region', { name: 'Style of Places' });
    const legend = panel.getByRole('group', { name: 'Legend' });
    const rows = legend.getByRole('textbox', { name: /^Legend text of/ });
    await choose(page, 'Show', 'Types (unique values)');
    await expect(rows).toHaveCount(3);
    await choose(page, 'Field 2', 'lat');
    await expect(rows.first()).toHaveValue(/,51/);
    await expect(panel.getByRole('switch', { name: 'Show other values' })).toBeChecked();
    await panel.getByRole('button', { name: 'Remove Shop,51' }).click();
    await expect(panel.getByRole('textbox', { name: 'Legend text of Other' })).toBeVisible();
    await panel.getByRole('switch', { name: 'Adjust sizes to the map’s scale' }).click();
    await expectMapDrawn(page);
    expect((await save(page, site, id)).drawingInfo.renderer).toMatchObject({
      type: 'uniqueValue',
      field1: 'kind',
      field2: 'lat',
      defaultLabel: 'Other',
      visualVariables: [{ type: 'sizeInfo', valueExpression: '$view.scale' }],
    });

    await choose(page, 'Show', 'Amounts by colour');
    await choose(page, 'Classes', 'Continuous colours');
    await choose(page, 'Emphasise', 'Above and below a value');
    const centre = panel.getByRole('spinbutton', { name: 'Value in the middle' });
    await centre.fill('60');
    await centre.press('Enter');
    const colors = async () =>
      panel
        .getByRole('group', { name: 'Legend' })
        .locator('input[type=color]')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    const before = await colors();
    await panel.getByRole('button', { name: 'Reverse colours' }).click();
    await expect.poll(colors).toEqual(before.toReversed());
    await expect(panel.getByRole('switch', { name: 'Show features without a value' })).toBeChecked();
    await expectMapDrawn(page);

    await choose(page, 'Field', 'Expression…');
    const expression = panel.getByRole('textbox', { name: 'Arcade expression' });
    await expression.fill('$feature.men +');
    await expect(panel.getByRole('alert').filter({ hasText: /^Line 1, column/ })).toBeVisible();
    await expression.fill('$feature.men + $feature.women');
    const heading = panel.getByRole('textbox', { name: 'Heading in the legend' });
    await heading.fill('People');
    await heading.press('Enter');
    await expectMapDrawn(page);
    expect((await save(page, site, id)).drawingInfo.renderer).toMatchObject({
      visualVariables: expect.arrayContaining([
        expect.objectContaining({
          type: 'colorInfo',
          valueExpression: '$feature.men + $feature.women',
          valueExpressionTitle: 'People',
        }),
      ]) as unknown,
    });
    await page.reload();
    await expectMapDrawn(page);
    await page.getByRole('button', { name: 'More actions for Places' }).click();
    await page.getByRole('menuitem', { name: /^Style/ }).click();
    await expect(panel.getByRole('textbox', { name: 'Arcade expression' })).toHaveValue(/women$/);
  });
});
