import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { type JourneySite, onEachPortal, test } from './each-portal.ts';
import { expectMapDrawn } from './steps.ts';

test.use({ quiet: true });

const text = (name: string, more: object = {}) => ({
  name,
  type: 'esriFieldTypeString',
  length: 50,
  alias: name,
  ...more,
});
const surfaces = {
  type: 'codedValue',
  name: 'Surfaces',
  codedValues: [
    { name: 'Asphalt', code: 'a' },
    { name: 'Gravel', code: 'g' },
  ],
};
const layers = [
  {
    name: 'Paths',
    geometryType: 'esriGeometryPolyline',
    fields: [
      text('title', { nullable: false }),
      text('surface', { domain: surfaces }),
      text('grain'),
      { name: 'width', type: 'esriFieldTypeDouble', alias: 'Width', domain: range(0.5, 12) },
    ],
  },
  {
    name: 'Yards',
    geometryType: 'esriGeometryPolygon',
    hasAttachments: true,
    fields: [text('title'), text('surface', { domain: surfaces, defaultValue: 'g' })],
  },
];

function range(min: number, max: number) {
  return { type: 'range', name: 'Widths', range: [min, max] };
}

/** A form template as created by a portal's form designer. */
const formInfo = {
  title: 'Path',
  expressionInfos: [
    {
      name: 'expr/gravel',
      title: 'Gravel',
      expression: '$feature.surface == "g"',
      returnType: 'boolean',
    },
  ],
  formElements: [
    { type: 'text', text: 'Measured on site', textFormat: 'plain-text' },
    {
      type: 'field',
      fieldName: 'title',
      label: 'Path name',
      description: 'As on the sign',
      inputType: { type: 'text-box', minLength: 3, maxLength: 20 },
    },
    { type: 'field', fieldName: 'surface', label: 'Surface', inputType: { type: 'radio-buttons' } },
    {
      type: 'field',
      fieldName: 'grain',
      label: 'Grain',
      visibilityExpression: 'expr/gravel',
      requiredExpression: 'expr/gravel',
      inputType: { type: 'text-box', minLength: 0, maxLength: 20 },
    },
    {
      type: 'group',
      label: 'Measures',
      initialState: 'collapsed',
      formElements: [
        { type: 'field', fieldName: 'width', label: 'Width', inputType: { type: 'text-box', minLength: 0 } },
      ],
    },
  ],
};

/** Creates a service and a map for the test, with lines and polygons. */
async function makeMap({ maps }: JourneySite) {
  const name = `Forms_${randomUUID().slice(0, 8)}`;
  await maps.addService(name, layers);
  const operationalLayers = layers.map(({ name: title }, index) => ({
    id: title,
    title,
    url: maps.layerOf(name).replace(/0$/, String(index)),
    layerType: 'ArcGISFeatureLayer',
    ...(index === 0 && { formInfo }),
  }));
  const data = { operationalLayers, baseMap: { title: 'None', baseMapLayers: [] }, version: '2.31' };
  return {
    map: await maps.add(name, data),
    features: (layer: number) => maps.features(name, '1=1', layer),
  };
}

/** Other servers' services often identify features by ObjectID only. */
async function withoutGlobalIds(page: Page) {
  await page.route(/\/FeatureServer\/\d+\/?\?/, async (route) => {
    const response = await route.fetch();
    const layer = await response.json();
    const fields = (layer.fields ?? []).filter(({ type }: any) => type !== 'esriFieldTypeGlobalID');
    await route.fulfill({
      response,
      json: { ...layer, fields, globalIdField: '', supportsApplyEditsWithGlobalIds: false },
    });
  });
}

async function open(page: Page, { org }: JourneySite, map: string) {
  await page.goto(`/${org}/map/wid/${map}#at=51.13,71.43,16,0&tool=edit`);
  await expectMapDrawn(page);
  return page.getByRole('region', { name: 'Edit', exact: true });
}

onEachPortal((portal, { long }) => {
  test(
    'the form of a line follows its author: expressions, required fields, ranges and lists',
    long,
    async ({ page, site }) => {
      test.slow();
      await site.arrive(page, 'member');
      const { map, features } = await makeMap(site);
      const editor = await open(page, site, map);
      await editor.getByRole('button', { name: 'Paths' }).click();
      await expect(editor.getByText('Click on the map for each corner.')).toBeVisible();
      await page.mouse.click(700, 300);
      await page.mouse.click(800, 300);
      await page.mouse.click(800, 400);
      await editor.getByRole('button', { name: 'Finish' }).click();
      await expect(editor.getByText('Measured on site')).toBeVisible();
      const title = editor.getByRole('textbox', { name: 'Path name' });
      const grain = editor.getByRole('textbox', { name: 'Grain' });
      const width = editor.getByRole('textbox', { name: 'Width' });
      await expect(grain).toBeHidden();
      await expect(width).toBeHidden();

      const create = editor.getByRole('button', { name: 'Create', exact: true });
      await create.click();
      await expect(title).toHaveAttribute('aria-invalid', 'true');
      await expect(title).toBeFocused();
      expect(await features(0)).toEqual([]);
      await title.fill('North path');
      await editor.getByRole('radio', { name: 'Gravel' }).check();
      await expect(grain).toBeVisible();
      await create.click();
      await expect(grain).toHaveAttribute('aria-invalid', 'true');
      await grain.fill('2 mm');
      await editor.getByRole('button', { name: 'Measures' }).click();
      await width.fill('40');
      await create.click();
      await expect(editor.getByText('Enter a value from 0.5 to 12.')).toBeVisible();
      await width.fill('2.5');
      await create.click();
      await expect
        .poll(async () => (await features(0)).map(({ attributes }) => attributes))
        .toMatchObject([{ title: 'North path', surface: 'g', grain: '2 mm', width: 2.5 }]);
      expect((await features(0))[0]?.geometry.paths[0]).toHaveLength(3);

      // When the surface is asphalt again, the hidden grain field has no value.
      await editor.getByRole('button', { name: 'Back' }).click();
      const choose = async () => {
        await page.mouse.click(750, 300);
        await expect(title).toHaveValue('North path', { timeout: 10_000 });
      };
      await expect(choose).toPass({ timeout: 60_000 });
      await editor.getByRole('radio', { name: 'Asphalt' }).check();
      await expect(grain).toBeHidden();
      await editor.getByRole('button', { name: 'Update', exact: true }).click();
      await expect.poll(async () => (await features(0))[0]?.attributes.surface).toBe('a');
    },
  );

  // Only requests to this server can be answered differently by the test.
  if (portal !== 'embedded portal') return;
  test(
    'areas of a layer without GlobalIDs are drawn, reshaped, given files, and deleted',
    long,
    async ({ page, site }) => {
      test.slow();
      await site.arrive(page, 'member');
      await withoutGlobalIds(page);
      const { map, features } = await makeMap(site);
      const editor = await open(page, site, map);
      await editor.getByRole('button', { name: 'Yards' }).click();
      await expect(editor.getByText('Click on the map for each corner.')).toBeVisible();
      for (const [x, y] of [
        [700, 300],
        [900, 300],
        [900, 500],
      ] as const)
        await page.mouse.click(x, y);
      await page.mouse.dblclick(700, 500);
      await expect(editor.getByRole('combobox', { name: 'surface' })).toHaveText('Gravel');
      await editor.getByRole('textbox', { name: 'title' }).fill('School yard');
      await editor
        .getByLabel('Add files')
        .setInputFiles([{ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('plan') }]);
      await editor.getByRole('button', { name: 'Create', exact: true }).click();
      await expect
        .poll(async () => (await features(1)).map(({ attributes }) => attributes))
        .toMatchObject([{ title: 'School yard', surface: 'g' }]);
      const corners = async () => (await features(1))[0]?.geometry.rings[0].length;
      expect(await corners()).toBe(5);

      await editor.getByRole('button', { name: 'Back' }).click();
      const update = editor.getByRole('button', { name: 'Update', exact: true });
      const choose = async () => {
        await page.mouse.click(800, 400);
        await expect(update).toBeVisible({ timeout: 10_000 });
      };
      await expect(choose).toPass({ timeout: 60_000 });
      await expect(editor.getByText('plan.txt')).toBeVisible();
      await editor.getByRole('button', { name: 'Reshape' }).click();
      await expect(editor.getByText('Drag corners to move them')).toBeVisible();
      const before = JSON.stringify((await features(1))[0]?.geometry);
      await page.mouse.move(900, 500);
      await page.mouse.down();
      await page.mouse.move(950, 550, { steps: 5 });
      await page.mouse.up();
      await editor.getByRole('button', { name: 'Done' }).click();
      await update.click();
      await expect.poll(async () => JSON.stringify((await features(1))[0]?.geometry)).not.toBe(before);
      expect(await corners()).toBe(5);
      await expect(choose).toPass({ timeout: 60_000 });
      await editor.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      await expect.poll(() => features(1)).toEqual([]);
    },
  );
});
