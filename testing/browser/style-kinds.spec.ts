import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { expectMapDrawn, test, tokenOf } from './steps.ts';

test.use({ quiet: true });
test.describe.configure({ timeout: 240_000 });

const number = (name: string) => ({ name, type: 'esriFieldTypeDouble', alias: name });
const fields = [
  { name: 'kind', type: 'esriFieldTypeString', length: 20, alias: 'kind' },
  { name: 'visited', type: 'esriFieldTypeDate', alias: 'visited' },
  ...['lat', 'men', 'women', 'heading'].map(number),
];
const layers = [
  { name: 'Places', geometryType: 'esriGeometryPoint', fields },
  { name: 'Districts', geometryType: 'esriGeometryPolygon', fields },
];

const attributes = (place: number) => ({
  kind: ['Café', 'Bar', 'Shop'][place % 3],
  visited: Date.now() - place * 86_400_000,
  lat: 51,
  // A few values are far above the others, as populations are.
  men: place % 50 === 0 ? 100_000 : (place * 37) % 200,
  women: (place * 53) % 200,
  heading: (place * 30) % 360,
});
const spatialReference = { wkid: 4326 };
const column = (place: number) => 71.4 + (place % 12) * 0.004;
const row = (place: number) => 51.115 + Math.floor(place / 12) * 0.003;
const points = Array.from({ length: 120 }, (_, place) => ({
  attributes: attributes(place),
  geometry: { x: column(place), y: row(place), spatialReference },
}));
const areas = Array.from({ length: 12 }, (_, place) => {
  const [x, y] = [column(place), row(place * 9)];
  const ring = [
    [x, y],
    [x, y + 0.003],
    [x + 0.004, y + 0.003],
    [x + 0.004, y],
    [x, y],
  ];
  return { attributes: attributes(place + 1), geometry: { rings: [ring], spatialReference } };
});

async function asGrace(page: Page, path: string, form: Record<string, string>) {
  const url = `/portal/sharing/rest/content/users/grace/${path}`;
  const token = await tokenOf(page, 'grace');
  return (await page.request.post(url, { form: { f: 'json', token, ...form } })).json();
}

/** A map of one layer of a new service, with its style panel or menu open. */
async function openLayer(page: Page, title: 'Places' | 'Districts', action: RegExp): Promise<string> {
  await arriveSignedIn(page, 'grace');
  const name = `Styles_${randomUUID().slice(0, 8)}`;
  const createParameters = JSON.stringify({ name, capabilities: 'Query,Create,Editing', layers });
  const { serviceurl } = await asGrace(page, 'createService', { createParameters });
  const token = await tokenOf(page, 'grace');
  const index = title === 'Places' ? 0 : 1;
  const url = `${serviceurl}/${index}`;
  const rows = JSON.stringify(index === 0 ? points : areas);
  await page.request.post(`${url}/addFeatures`, { form: { f: 'json', token, features: rows } });
  const operationalLayers = [{ id: 'layer', title, url, layerType: 'ArcGISFeatureLayer' }];
  const data = { operationalLayers, baseMap: { title: 'None', baseMapLayers: [] }, version: '2.31' };
  const { id } = await asGrace(page, 'addItem', { type: 'Web Map', title: name, text: JSON.stringify(data) });
  await page.goto(`/demo/map/wid/${id}#at=51.13,71.42,14,0&tool=layers`);
  await expectMapDrawn(page);
  await page.getByRole('button', { name: `More actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
  return String(id);
}

async function choose(page: Page, field: string, option: string) {
  await page.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
  await expect(page.getByRole('progressbar', { name: 'Reading the layer’s values' })).toBeHidden();
}

const look = process.env['LOOK'];

/** Takes a screenshot for reviewers. */
async function picture(page: Page, name: string) {
  if (look) await page.screenshot({ path: `${look}/${name}.png`, animations: 'disabled' });
}

interface SymbolJson {
  type: string;
  style?: string;
  imageData?: string;
  contentType?: string;
  angle?: number;
}

interface Definition {
  definitionExpression?: string;
  featureReduction?: {
    type: string;
    clusterRadius?: number;
    fields?: { name: string; statisticType: string; onStatisticField?: string }[];
    popupInfo?: { title?: string };
    drawingInfo?: {
      renderer?: { symbol?: SymbolJson; visualVariables?: { type: string; field: string }[] };
      labelingInfo?: { labelExpressionInfo: { expression: string } }[];
    };
  };
  drawingInfo: {
    renderer: {
      type: string;
      field1?: string;
      attributes?: { field: string; label: string }[];
      visualVariables?: { type: string; field: string }[];
      authoringInfo?: { type: string; fields?: string[] };
      symbol?: SymbolJson;
      uniqueValueInfos?: { value: string; symbol: SymbolJson }[];
    };
  };
}

/** Saves the map; resolves to how its layer is stored. */
async function save(page: Page, id: string): Promise<Definition> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Saved/).first()).toBeVisible();
  const token = await tokenOf(page, 'grace');
  const url = `/portal/sharing/rest/content/items/${id}/data`;
  const data = await (await page.request.get(url, { params: { token, f: 'json' } })).json();
  return (data as { operationalLayers: { layerDefinition: Definition }[] }).operationalLayers[0]!
    .layerDefinition;
}

const texts = (rows: Locator) => rows.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));

test('points are drawn by opacity, rotation and the larger number', { tag: '@long' }, async ({ page }) => {
  const id = await openLayer(page, 'Places', /^Style/);
  await expect(page.getByRole('combobox', { name: 'Opacity by' })).toHaveText('The same for all');
  await choose(page, 'Opacity by', 'women');
  await choose(page, 'Rotation by', 'heading');
  await expectMapDrawn(page);
  const { drawingInfo } = await save(page, id);
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
  const saved = await save(page, id);
  expect(saved.drawingInfo.renderer.authoringInfo?.fields).toEqual(['men', 'women']);
});

test(
  'points are drawn by combinations, expressions and around a value',
  { tag: '@long' },
  async ({ page }) => {
    const id = await openLayer(page, 'Places', /^Style/);
    const panel = page.getByRole('region', { name: 'Style of Places' });
    const rows = panel.getByRole('textbox', { name: /^Legend text of/ });
    await choose(page, 'Show', 'Types (unique values)');
    await expect(rows).toHaveCount(3);
    await choose(page, 'Field 2', 'lat');
    await expect(rows.first()).toHaveValue(/, 51/);
    await panel.getByRole('switch', { name: 'Show other and empty values' }).click();
    await panel.getByRole('button', { name: 'Remove Shop, 51' }).click();
    await expect(panel.getByRole('textbox', { name: 'Legend text of Other' })).toBeVisible();
    await panel.getByRole('switch', { name: 'Adjust sizes to the map’s scale' }).click();
    await expectMapDrawn(page);
    await picture(page, 'combinations');
    expect((await save(page, id)).drawingInfo.renderer).toMatchObject({
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
    await expect.poll(async () => (await colors()).slice(0, before.length)).not.toEqual(before);
    await expect(panel.getByRole('switch', { name: 'Show features without a value' })).toBeChecked();
    await expectMapDrawn(page);
    await picture(page, 'around-a-value');

    await choose(page, 'Field', 'Expression…');
    const expression = panel.getByRole('textbox', { name: 'Arcade expression' });
    await expression.fill('$feature.men +');
    await expect(panel.getByRole('alert').filter({ hasText: /^Line 1, column/ })).toBeVisible();
    await expression.fill('$feature.men + $feature.women');
    const heading = panel.getByRole('textbox', { name: 'Heading in the legend' });
    await heading.fill('People');
    await heading.press('Enter');
    await expectMapDrawn(page);
    await picture(page, 'expression');
    expect((await save(page, id)).drawingInfo.renderer).toMatchObject({
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
  },
);

test('clusters and bins have a style, labels and a popup of their own', async ({ page }) => {
  const id = await openLayer(page, 'Places', /^Style/);
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
  expect((await save(page, id)).featureReduction).toMatchObject({
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
  const { featureReduction: bins } = await save(page, id);
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

test('areas are drawn by dots, and by classes whose limits are moved', { tag: '@long' }, async ({ page }) => {
  const id = await openLayer(page, 'Districts', /^Style/);
  await choose(page, 'Show', 'Dot density');
  await page.getByRole('combobox', { name: 'Fields' }).click();
  await page.getByRole('option', { name: 'women' }).click();
  await page.keyboard.press('Escape');
  const rows = page.getByRole('group', { name: 'Legend' }).getByRole('textbox', { name: /^Legend text/ });
  await expect(rows).toHaveCount(2);
  await expectMapDrawn(page);
  const { drawingInfo } = await save(page, id);
  expect(drawingInfo.renderer.type).toBe('dotDensity');
  expect(drawingInfo.renderer.attributes?.map(({ field }) => field)).toEqual(['men', 'women']);
  const value = page.getByRole('spinbutton', { name: 'Number that one dot stands for' });
  await value.fill('25');
  await value.press('Enter');
  await expectMapDrawn(page);
  expect((await save(page, id)).drawingInfo.renderer).toMatchObject({ dotValue: 25 });

  for (const [kind, type] of [
    ['Parts as pie charts', 'pieChart'],
    ['Relationship of two numbers', 'uniqueValue'],
    ['Amounts by colour and size', 'classBreaks'],
  ] as const) {
    await choose(page, 'Show', kind);
    await expectMapDrawn(page);
    await expect(page.getByRole('combobox', { name: 'Show', exact: true })).toHaveText(kind);
    expect((await save(page, id)).drawingInfo.renderer.type).toBe(type);
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
  const divided = (await save(page, id)).drawingInfo.renderer;
  expect(divided).toMatchObject({
    type: 'classBreaks',
    field: 'women',
    normalizationField: 'heading',
    normalizationType: 'esriNormalizeByField',
  });
  await choose(page, 'Classes', 'Continuous colours');
  await expectMapDrawn(page);
  expect((await save(page, id)).drawingInfo.renderer.visualVariables).toMatchObject([
    { type: 'colorInfo', field: 'women', normalizationField: 'heading' },
  ]);
});

test('features are filtered by lists, ranges, dates and groups', { tag: '@long' }, async ({ page }) => {
  const id = await openLayer(page, 'Places', /^Filter/);
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
  const { definitionExpression } = await save(page, id);
  expect(definitionExpression).toContain("kind IN ('Bar', 'Shop')");
  expect(definitionExpression).toContain('(men >= 190) OR (women >= 190)');
});

test(
  'symbols are icons, pictures, shapes and patterns, saved as Esri’s symbols',
  { tag: '@long' },
  async ({ page }) => {
    const id = await openLayer(page, 'Places', /^Style/);
    await page.getByRole('button', { name: 'Symbol: Circle' }).click();
    const picker = page.getByRole('dialog', { name: 'Choose a symbol' });
    await picker.getByRole('searchbox', { name: 'Search icons' }).fill('cafe');
    await picker.getByRole('button', { name: 'cafe', exact: true }).press('Enter');
    await expect(page.getByRole('button', { name: 'Symbol: cafe' })).toBeVisible();
    await page.getByRole('slider', { name: 'Rotation' }).press('ArrowRight');
    await expectMapDrawn(page);
    const iconOfMap = (await save(page, id)).drawingInfo.renderer.symbol;
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
    const { renderer } = (await save(page, id)).drawingInfo;
    const styles = renderer.uniqueValueInfos?.map(({ value, symbol }) => [value, symbol.style]);
    expect(styles).toContainEqual(['Bar', 'esriSMSDiamond']);
    expect(styles).toContainEqual(['Shop', 'esriSMSCircle']);
  },
);
