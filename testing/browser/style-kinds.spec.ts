import { expect, type Locator } from '@playwright/test';
import { onEachPortal, test } from './each-portal.ts';
import { expectMapDrawn } from './steps.ts';
import { choose, openLayer, save } from './style-steps.ts';

test.use({ quiet: true });
test.describe.configure({ timeout: 240_000 });

const texts = (rows: Locator) => rows.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));

onEachPortal((_portal, { long }) => {
  test('points are drawn by opacity, rotation and the larger number', long, async ({ page, site }) => {
    const id = await openLayer(page, site, 'Places', /^Style/);
    await expect(page.getByRole('combobox', { name: 'Opacity by' })).toHaveText('The same for all');
    await choose(page, 'Opacity by', 'women');
    await choose(page, 'Rotation by', 'heading');
    await expectMapDrawn(page);
    const { drawingInfo } = await save(page, site, id);
    expect(drawingInfo.renderer.visualVariables?.map(({ type, field }) => [type, field])).toEqual([
      ['transparencyInfo', 'women'],
      ['rotationInfo', 'heading'],
    ]);

    await choose(page, 'Show', 'Largest of several numbers');
    const rows = page.getByRole('group', { name: 'Legend' }).getByRole('textbox', { name: /^Legend text/ });
    await expect(rows).toHaveCount(2);
    expect((await texts(rows)).toSorted()).toEqual(['men', 'women']);
    await choose(page, 'Opacity by', 'The same for all');
    await expect(page.getByRole('button', { name: 'Undo: Style of Places changed' })).toBeVisible();
    await expectMapDrawn(page);
    const saved = await save(page, site, id);
    expect(saved.drawingInfo.renderer.authoringInfo?.fields).toEqual(['men', 'women']);
  });

  test('clusters and bins have a style, labels and a popup of their own', long, async ({ page, site }) => {
    const id = await openLayer(page, site, 'Places', /^Style/);
    const panel = async (name: RegExp) => {
      await page.getByRole('button', { name: 'Back to layers' }).click();
      await page.getByRole('button', { name: 'More actions for Places' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    const addStatistic = async (name: string) => {
      await page.getByRole('button', { name: 'Add statistic' }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await choose(page, 'Nearby points', 'Clusters');
    await page.getByRole('slider', { name: 'Distance' }).fill('80');
    await page.getByRole('switch', { name: 'Symbol of their own' }).click();
    await addStatistic('Sum: women');
    await panel(/^Labels/);
    await choose(page, 'Applies to', 'Clusters');
    await choose(page, 'Text', 'Sum: women');
    await panel(/^Popup/);
    await choose(page, 'Applies to', 'Clusters');
    const title = page.getByRole('textbox', { name: 'Title', exact: true });
    await title.fill('Crowd');
    await expectMapDrawn(page);
    expect((await save(page, site, id)).featureReduction).toMatchObject({
      type: 'cluster',
      clusterRadius: 80,
      fields: expect.arrayContaining([
        expect.objectContaining({ name: 'sum_women', statisticType: 'sum', onStatisticField: 'women' }),
      ]) as unknown,
      popupInfo: { title: 'Crowd' },
      drawingInfo: {
        renderer: { symbol: { type: 'esriSMS' } },
        labelingInfo: [{ labelExpressionInfo: { expression: '$feature["sum_women"]' } }],
      },
    });

    await panel(/^Style/);
    await choose(page, 'Nearby points', 'Bins');
    await addStatistic('Average: men');
    await choose(page, 'Colour by', 'Average: men');
    await expect(page.getByRole('combobox', { name: 'Colour by' })).toHaveText('Average: men');
    await expectMapDrawn(page);
    const { featureReduction: bins } = await save(page, site, id);
    expect(bins?.type).toBe('binning');
    expect(bins?.fields?.map(({ name }) => name)).toEqual(['aggregateCount', 'avg_men']);
    expect(bins?.drawingInfo?.renderer?.visualVariables).toMatchObject([
      { type: 'colorInfo', field: 'avg_men' },
    ]);
    await page.reload();
    await expectMapDrawn(page);
    await page.getByRole('button', { name: 'More actions for Places' }).click();
    await page.getByRole('menuitem', { name: /^Style/ }).click();
    await expect(page.getByRole('combobox', { name: 'Nearby points' })).toHaveText('Bins');
  });

  test('areas are drawn by dots, and by classes whose limits are moved', long, async ({ page, site }) => {
    const id = await openLayer(page, site, 'Districts', /^Style/);
    await choose(page, 'Show', 'Dot density');
    await page.getByRole('combobox', { name: 'Fields' }).click();
    await page.getByRole('option', { name: 'women' }).click();
    await page.keyboard.press('Escape');
    const rows = page.getByRole('group', { name: 'Legend' }).getByRole('textbox', { name: /^Legend text/ });
    await expect(rows).toHaveCount(2);
    await expectMapDrawn(page);
    const { drawingInfo } = await save(page, site, id);
    expect(drawingInfo.renderer.type).toBe('dotDensity');
    expect(drawingInfo.renderer.attributes?.map(({ field }) => field)).toEqual(['men', 'women']);
    const value = page.getByRole('spinbutton', { name: 'Number that one dot stands for' });
    await value.fill('25');
    await value.press('Enter');
    await expectMapDrawn(page);
    expect((await save(page, site, id)).drawingInfo.renderer).toMatchObject({ dotValue: 25 });

    for (const [kind, type] of [
      ['Parts as pie charts', 'pieChart'],
      ['Relationship of two numbers', 'uniqueValue'],
      ['Amounts by colour and size', 'classBreaks'],
    ] as const) {
      await choose(page, 'Show', kind);
      await expectMapDrawn(page);
      await expect(page.getByRole('combobox', { name: 'Show', exact: true })).toHaveText(kind);
      expect((await save(page, site, id)).drawingInfo.renderer.type).toBe(type);
    }

    await choose(page, 'Show', 'Amounts by colour');
    await choose(page, 'Field', 'women');
    await choose(page, 'Classes', 'Quantiles');
    await expect(page.getByText('Class limits')).toBeVisible();
    const limit = page.getByRole('slider', { name: 'Upper limit of class 1' });
    const before = Number(await limit.inputValue());
    await limit.press('ArrowRight');
    await limit.press('ArrowRight');
    await expect(page.getByRole('combobox', { name: 'Classes' })).toHaveText('Manual');
    expect(Number(await limit.inputValue())).toBeGreaterThan(before);

    await choose(page, 'Divided by', 'heading');
    await choose(page, 'Classes', 'Natural breaks');
    await expectMapDrawn(page);
    const divided = (await save(page, site, id)).drawingInfo.renderer;
    expect(divided).toMatchObject({
      type: 'classBreaks',
      field: 'women',
      normalizationField: 'heading',
      normalizationType: 'esriNormalizeByField',
    });
    await choose(page, 'Classes', 'Continuous colours');
    await expectMapDrawn(page);
    expect((await save(page, site, id)).drawingInfo.renderer.visualVariables).toMatchObject([
      { type: 'colorInfo', field: 'women', normalizationField: 'heading' },
    ]);
  });

  test('features are filtered by lists, ranges, dates and groups', long, async ({ page, site }) => {
    const id = await openLayer(page, site, 'Places', /^Filter/);
    const dialog = page.getByRole('dialog', { name: 'Filter Places' });
    const condition = (name: string) => dialog.getByRole('group', { name, exact: true });
    const set = async (group: Locator, label: string, option: string) => {
      await group.getByRole('combobox', { name: label, exact: true }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await set(condition('kind'), 'Condition', 'is one of');
    await condition('kind').getByRole('combobox', { name: 'Values' }).click();
    await page.getByRole('option', { name: 'Bar' }).click();
    await page.getByRole('option', { name: 'Shop' }).click();
    await page.keyboard.press('Escape');
    await expect(dialog.getByText('Features shown: 80')).toBeVisible();

    await dialog.getByRole('button', { name: 'Add condition' }).click();
    await set(condition('kind').last(), 'Field', 'visited');
    await set(condition('visited'), 'Condition', 'is in the last');
    await condition('visited').getByRole('combobox', { name: 'Days' }).fill('30');
    await expect(dialog.getByText('Features shown: 20')).toBeVisible();

    await dialog.getByRole('button', { name: 'Add group' }).click();
    const group = dialog.getByRole('group', { name: 'Group of conditions' });
    for (const [field, least] of [
      ['men', '190'],
      ['women', '190'],
    ] as const) {
      const one = group.getByRole('group', { name: 'kind', exact: true }).first();
      await set(one, 'Field', field);
      const changed = group.getByRole('group', { name: field, exact: true });
      await set(changed, 'Condition', 'is at least');
      await changed.getByRole('combobox', { name: 'Value' }).fill(least);
    }
    await expect(dialog.getByText(/^Features shown: \d$/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('button', { name: /^Undo: .*Places/ })).toBeVisible();
    await expectMapDrawn(page);
    const { definitionExpression } = await save(page, site, id);
    expect(definitionExpression).toContain("kind IN ('Bar', 'Shop')");
    expect(definitionExpression).toContain('(men >= 190) OR (women >= 190)');
  });

  test(
    'symbols are icons, pictures, shapes and patterns, saved as Esri’s symbols',
    long,
    async ({ page, site }) => {
      const id = await openLayer(page, site, 'Places', /^Style/);
      await page.getByRole('button', { name: 'Symbol: Circle' }).click();
      const picker = page.getByRole('dialog', { name: 'Choose a symbol' });
      await picker.getByRole('searchbox', { name: 'Search icons' }).fill('cafe');
      await picker.getByRole('button', { name: 'cafe', exact: true }).press('Enter');
      await expect(page.getByRole('button', { name: 'Symbol: cafe' })).toBeVisible();
      await page.getByRole('slider', { name: 'Rotation' }).press('ArrowRight');
      await expectMapDrawn(page);
      const iconOfMap = (await save(page, site, id)).drawingInfo.renderer.symbol;
      expect(iconOfMap).toMatchObject({ type: 'esriPMS', contentType: 'image/png', angle: -5 });
      expect(iconOfMap?.imageData).toMatch(/^iVBOR/);

      await page.getByRole('button', { name: 'Symbol: cafe' }).click();
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"><rect width="8" height="4"/></svg>';
      await picker
        .getByLabel('Choose a picture')
        .last()
        .setInputFiles({ name: 'own.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
      await expect(page.getByRole('button', { name: 'Symbol: Own picture' })).toBeVisible();
      await page.getByRole('button', { name: 'Undo: Style of Places changed' }).click();
      await expect(page.getByRole('button', { name: 'Symbol: cafe' })).toBeVisible();

      await choose(page, 'Show', 'Types (unique values)');
      await page.getByRole('button', { name: 'Symbol of Bar' }).click();
      const bar = page.getByRole('dialog', { name: 'Symbol of Bar' });
      await bar.getByRole('button', { name: /^Symbol: / }).click();
      await picker.getByRole('group', { name: 'Shapes' }).getByRole('button', { name: 'Diamond' }).click();
      await expect(bar.getByRole('button', { name: 'Symbol: Diamond' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expectMapDrawn(page);
      const { renderer } = (await save(page, site, id)).drawingInfo;
      const styles = renderer.uniqueValueInfos?.map(({ value, symbol }) => [value, symbol.style]);
      expect(styles).toContainEqual(['Bar', 'esriSMSDiamond']);
      expect(styles).toContainEqual(['Shop', 'esriSMSCircle']);
    },
  );
});
