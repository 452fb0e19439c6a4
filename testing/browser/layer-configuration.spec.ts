import { expect, type Locator, type Page } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { expectMapDrawn, findItem, saveMap, test, tokenOf } from './steps.ts';

interface WebMap {
  operationalLayers: {
    id: string;
    title: string;
    layerType?: string;
    showLabels?: boolean;
    layerDefinition?: { drawingInfo?: { labelingInfo?: object[] }; minScale?: number };
    popupInfo?: { title?: string; popupElements?: object[] };
    effect?: object[];
    blendMode?: string;
    layers?: object[];
  }[];
}

async function openLayer(page: Page, id: string): Promise<void> {
  await page.goto(`/demo/map/wid/${id}#tool=layers`);
  await expectMapDrawn(page);
}

/** A copy of a demo map that belongs to Ada, for changes that are saved. */
async function copyOf(page: Page, map: string): Promise<string> {
  const token = await tokenOf(page, 'ada');
  const rest = '/portal/sharing/rest/content';
  const data = await page.request.get(`${rest}/items/${await findItem(page, map)}/data`, {
    params: { f: 'json', token },
  });
  const form = { f: 'json', token, type: 'Web Map', title: `Copy ${Date.now()}`, text: await data.text() };
  const added = await page.request.post(`${rest}/users/ada/addItem`, { form });
  return ((await added.json()) as { id: string }).id;
}

async function openPanel(page: Page, command: string): Promise<void> {
  await page.getByRole('button', { name: /^More actions for / }).click();
  await page.getByRole('menuitem', { name: command }).click();
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test(
  'labels and the popup of a layer are changed, previewed and saved',
  { tag: '@long' },
  async ({ page }) => {
    test.slow();
    await arriveSignedIn(page, 'ada');
    const id = await copyOf(page, 'Sights and monuments');
    await openLayer(page, id);
    await openPanel(page, 'Labels…');
    await test.step('labels by an expression, whose faults are shown with their place', async () => {
      await page.getByRole('switch', { name: 'Show labels' }).check();
      const expression = page.getByRole('textbox', { name: 'Arcade expression' });
      if (!(await expression.isVisible())) await choose(page, 'Text', 'Expression…');
      await expression.fill('Upper(');
      await expect(page.getByText(/^Line 1, column \d+: /)).toBeVisible();
      await expression.fill('Upper($feature.name)');
      await expect(page.getByText(/^Line 1, column/)).toBeHidden();
      await page.getByRole('switch', { name: 'Bold' }).check();
      await page.getByRole('button', { name: 'Add label class' }).click();
      await expect(page.getByRole('group', { name: 'Class 2' })).toBeVisible();
      await expect(page.getByRole('button', { name: /^Undo: Labels of/ })).toBeVisible();
    });

    await test.step('a popup with a title of fields, shown for a real feature', async () => {
      await page.getByRole('button', { name: 'Back to layers' }).click();
      await openPanel(page, 'Popup…');
      const title = page.getByRole('textbox', { name: 'Title', exact: true });
      await title.fill('Sight: ');
      await title.press('End');
      await title.pressSequentially('{name}');
      await expect(title.locator('[data-field="{name}"]')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Preview' }).getByText(/^Sight: ./)).toBeVisible();
      await page.getByRole('button', { name: 'Add content' }).click();
      await page.getByRole('menuitem', { name: 'Text' }).click();
      const text = page.getByRole('textbox', { name: 'Text', exact: true });
      await text.fill('Ask the guide.');
      await text.press('Control+a');
      await text.press('Control+b');
      await page.getByRole('button', { name: 'Numbered list' }).press('Enter');
      await expect(page.getByRole('region', { name: 'Preview' }).getByText('Ask the guide.')).toBeVisible();
    });

    const [layer] = (await saveMap<WebMap>(page, id, 'ada')).operationalLayers;
    expect(layer?.layerDefinition?.drawingInfo?.labelingInfo).toMatchObject([
      { labelExpressionInfo: { expression: 'Upper($feature.name)' }, symbol: { font: { weight: 'bold' } } },
      {},
    ]);
    expect(layer?.popupInfo).toMatchObject({ title: 'Sight: {name}' });
    expect(layer?.popupInfo?.popupElements?.at(-1)).toMatchObject({
      type: 'text',
      text: '<ol><li><strong>Ask the guide.</strong></li></ol>',
    });
    await page.reload();
    await expectMapDrawn(page);
    await openPanel(page, 'Labels…');
    await expect(page.getByRole('textbox', { name: 'Arcade expression' })).toHaveValue(
      'Upper($feature.name)',
    );
  },
);

test('layers are dragged into a group and out of it', { tag: '@long' }, async ({ page }) => {
  test.slow();
  await arriveSignedIn(page, 'ada');
  const id = await copyOf(page, 'Sights and monuments');
  await openLayer(page, id);
  await openPanel(page, 'Duplicate');
  const copy = page.getByRole('button', { name: /^More actions for .*\(copy\)$/ });
  await copy.click();
  await page.getByRole('menuitem', { name: 'Group…' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Houses');
  await page.getByRole('button', { name: 'Apply' }).click();
  const group = page.getByRole('listitem').filter({ hasText: 'Houses' }).first();
  await expect(group.getByRole('listitem')).toHaveCount(1);
  /** Drags a layer to a part of a row, from 0 (top) to 1. */
  const drag = async (grip: Locator, row: Locator, part: number) => {
    const [from, to] = [await grip.boundingBox(), await row.boundingBox()];
    if (!from || !to) throw new Error('Nothing to drag');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2, to.y + part * to.height, { steps: 10 });
    await page.mouse.up();
  };
  const grips = page.getByRole('button', { name: /^Move / });
  await drag(grips.last(), page.getByRole('button', { name: 'Houses', exact: true }), 0.8);
  await expect(group.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^Undo: Group of .*: Houses$/ })).toBeVisible();
  const [saved, ...others] = (await saveMap<WebMap>(page, id, 'ada')).operationalLayers;
  expect(others).toEqual([]);
  expect(saved).toMatchObject({ title: 'Houses', layerType: 'GroupLayer', layers: [{}, {}] });

  await drag(grips.last(), page.getByRole('button', { name: 'Houses', exact: true }), 0.2);
  await expect(group.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^Undo: Group of .*: No group$/ })).toBeVisible();
});

test('a layer is copied, grouped and given effects', { tag: '@long' }, async ({ page }) => {
  test.slow();
  await openLayer(page, await findItem(page, 'Buildings by number of storeys'));
  await openPanel(page, 'Visible range and effects…');
  await choose(page, 'To', '1:2,500');
  await page.getByRole('slider', { name: 'Drop shadow' }).press('ArrowRight');
  await choose(page, 'Blending', 'Multiply');
  await expect(page.getByRole('button', { name: /^Undo: Effects of/ })).toBeVisible();
  await page.getByRole('button', { name: 'Back to layers' }).click();
  const layers = page.getByRole('button', { name: /^More actions for / });
  await openPanel(page, 'Duplicate');
  await expect(layers).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^More actions for .*\(copy\)$/ })).toBeVisible();
  await layers.first().click();
  await page.getByRole('menuitem', { name: 'Group…' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Houses');
  await page.getByRole('button', { name: 'Apply' }).click();
  const group = page.getByRole('listitem').filter({ hasText: 'Houses' }).first();
  await expect(group.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'More actions for Houses' }).click();
  await page.getByRole('menuitem', { name: 'Ungroup' }).click();
  await expect(page.getByText('Houses')).toBeHidden();
  await expect(layers).toHaveCount(2);
  for (const name of [/^Undo: /, /^Undo: /, /^Undo: /])
    await page.getByRole('button', { name }).first().click();
  await expect(layers).toHaveCount(1);
});
