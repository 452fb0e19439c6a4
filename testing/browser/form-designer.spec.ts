import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { type JourneySite, onEachPortal, test } from './each-portal.ts';
import { expectMapDrawn } from './steps.ts';

test.use({ quiet: true });

const surfaces = {
  type: 'codedValue',
  name: 'Surfaces',
  codedValues: [
    { name: 'Asphalt', code: 'a' },
    { name: 'Gravel', code: 'g' },
  ],
};
const text = (name: string, more: object = {}) => ({
  name,
  type: 'esriFieldTypeString',
  length: 50,
  alias: name,
  ...more,
});
const layers = [
  {
    name: 'Benches',
    geometryType: 'esriGeometryPoint',
    fields: [text('place'), text('surface', { domain: surfaces }), text('grain')],
  },
];

/** A map with a layer of one bench, and the layer's item. */
async function makeMap({ maps }: JourneySite): Promise<{ map: string; itemId: string }> {
  const name = `Benches_${randomUUID().slice(0, 8)}`;
  const itemId = await maps.addService(name, layers);
  const geometry = { x: 71.43, y: 51.13, spatialReference: { wkid: 4326 } };
  const features = [{ attributes: { place: 'Quay', surface: 'a', grain: 'fine' }, geometry }];
  await maps.ask(name, '0/addFeatures', { features });
  const url = maps.layerOf(name);
  const operationalLayers = [
    { id: 'benches', title: 'Benches', url, itemId, layerType: 'ArcGISFeatureLayer' },
  ];
  const data = { operationalLayers, baseMap: { title: 'None', baseMapLayers: [] }, version: '2.31' };
  return { map: await maps.add(name, data), itemId };
}

onEachPortal((_portal, { long }) => {
  test('a web map item that holds a layer is reported as one', long, async ({ page, site }) => {
    await site.arrive(page, 'member');
    const layer = { id: 0, name: 'Trees', type: 'Feature Layer', fields: [] };
    await page.goto(`/${site.org}/map/wid/${await site.maps.add('No map', layer)}`);
    await expect(page.getByRole('alert')).toContainText('contains something else, such as a single layer');
  });

  test('a form is designed, previewed, undone and saved', long, async ({ page, site }) => {
    await site.arrive(page, 'member');
    const { map, itemId } = await makeMap(site);
    await page.goto(`/${site.org}/map/wid/${map}#tool=layers`);
    await expectMapDrawn(page);
    await page.getByRole('button', { name: 'More actions for Benches' }).click();
    await page.getByRole('menuitem', { name: 'Form…' }).click();
    const form = page.getByRole('region', { name: 'Form of Benches' });
    const preview = form.getByRole('region', { name: 'Preview' });
    const list = form.getByRole('list', { name: 'Contents of the form' });
    await expect(preview.getByRole('textbox', { name: 'place' })).toHaveValue('Quay');
    await form.getByRole('switch', { name: 'Own form for editing' }).check();

    await test.step('a field is renamed, required and moved', async () => {
      await list.getByRole('button', { name: 'place', exact: true }).click();
      const settings = list.getByRole('group', { name: 'place' });
      await settings.getByRole('textbox', { name: 'Label' }).fill('Where it stands');
      const renamed = list.getByRole('group', { name: 'Where it stands' });
      await renamed.getByRole('textbox', { name: 'Help below the field' }).fill('A street or a park');
      await renamed.getByRole('combobox', { name: 'Required' }).click();
      await page.getByRole('option', { name: 'Always' }).click();
      await expect(preview.getByRole('textbox', { name: 'Where it stands' })).toHaveAttribute('required', '');
      await expect(preview.getByText('A street or a park')).toBeVisible();
      await list.getByRole('button', { name: /^Where it stands/ }).click();
      await list.getByRole('button', { name: 'More actions for Where it stands' }).click();
      await page.getByRole('menuitem', { name: 'Move down' }).click();
      await expect(list.getByRole('listitem').first()).toContainText('surface');
    });

    await test.step('a field is seen only where an expression says so, whose faults have a place', async () => {
      await list.getByRole('button', { name: 'grain', exact: true }).click();
      const settings = list.getByRole('group', { name: 'grain' });
      await settings.getByRole('combobox', { name: 'Visible' }).click();
      await page.getByRole('option', { name: 'By expression' }).click();
      const expression = settings.getByRole('textbox', { name: 'Visible: Arcade expression' });
      await expression.fill('$feature.surface ==');
      await expect(settings.getByText(/^Line 1, column \d+: /)).toBeVisible();
      await expression.fill('$feature.surface == "g"');
      await expect(preview.getByRole('textbox', { name: 'grain' })).toBeHidden();
      await preview.getByRole('combobox', { name: 'surface' }).click();
      await page.getByRole('option', { name: 'Gravel' }).click();
      await expect(preview.getByRole('textbox', { name: 'grain' })).toBeVisible();
    });

    await test.step('a group is added and filled by keyboard, and a change is undone by name', async () => {
      await form.getByRole('button', { name: 'Add to the form' }).click();
      await page.getByRole('menuitem', { name: 'Group' }).click();
      await list.getByRole('button', { name: 'More actions for grain' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Move down' }).press('Enter');
      await expect(preview.getByRole('button', { name: 'Group' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Undo: Form of Benches changed' })).toBeEnabled();
    });

    await test.step('the form is saved in the layer, which can be undone', async () => {
      const saved = () => site.maps.dataOf(itemId);
      const before = await saved();
      await form.getByRole('button', { name: 'Save in the layer' }).click();
      await expect(form.getByText('The form is saved in the layer.')).toBeVisible();
      expect(await saved()).toContain('Where it stands');
      await form.getByRole('button', { name: 'Undo', exact: true }).click();
      await expect(form.getByText('The form is saved in the layer.')).toHaveCount(0);
      expect(await saved()).not.toContain('Where it stands');
      expect(before).not.toContain('formInfo');
    });

    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(/^Saved/).first()).toBeVisible();
    const saved = JSON.parse(await site.maps.dataOf(map));
    expect(saved.operationalLayers[0].formInfo).toEqual({
      title: 'Benches',
      formElements: [
        expect.objectContaining({
          fieldName: 'surface',
          inputType: expect.objectContaining({ type: 'combo-box' }),
        }),
        expect.objectContaining({
          fieldName: 'place',
          label: 'Where it stands',
          description: 'A street or a park',
          requiredExpression: 'expr/system/true',
        }),
        {
          type: 'group',
          label: 'Group',
          initialState: 'expanded',
          formElements: [expect.objectContaining({ fieldName: 'grain', visibilityExpression: 'expr0' })],
        },
      ],
      expressionInfos: [
        expect.objectContaining({ name: 'expr/system/true' }),
        expect.objectContaining({ name: 'expr0', expression: '$feature.surface == "g"' }),
      ],
    });
  });
});
