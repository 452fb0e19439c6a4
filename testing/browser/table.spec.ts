import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { expectMapDrawn, test, tokenOf } from './steps.ts';

test.use({ quiet: true });

const field = (name: string, type: string) => ({ name, type: `esriFieldType${type}`, alias: name });
const side = {
  name: 'Inspections of trees',
  relatedTableId: 1,
  cardinality: 'esriRelCardinalityOneToMany',
  role: 'esriRelRoleOrigin',
  keyField: 'code',
  composite: false,
};

/** A map of three trees; the first one has two inspections, the second one has one. */
async function makeMap(page: Page) {
  const token = await tokenOf(page, 'grace');
  const post = async (url: string, form: Record<string, string>) =>
    (await page.request.post(url, { form: { f: 'json', token, ...form } })).json();
  const own = (path: string, form: Record<string, string>) =>
    post(`/portal/sharing/rest/content/users/grace/${path}`, form);
  const name = `Trees_${randomUUID().slice(0, 8)}`;
  const layers = [
    {
      id: 0,
      name: 'Trees',
      type: 'Feature Layer',
      geometryType: 'esriGeometryPoint',
      fields: [field('code', 'String'), field('height', 'Double'), field('feet', 'Double')],
      relationships: [{ id: 0, ...side }],
    },
  ];
  const tables = [
    {
      id: 1,
      name: 'Inspections',
      type: 'Table',
      fields: [field('code', 'String'), field('state', 'String')],
      relationships: [{ id: 0, ...side, relatedTableId: 0, role: 'esriRelRoleDestination' }],
    },
  ];
  const createParameters = JSON.stringify({
    name,
    capabilities: 'Create,Delete,Query,Update,Editing',
    layers,
    tables,
  });
  const { serviceurl: service } = await own('createService', { createParameters });
  const trees = ['A', 'B', 'C'].map((code, index) => ({
    attributes: { code, height: 10 + index },
    geometry: { x: 7_951_000 + 100 * index, y: 6_645_000, spatialReference: { wkid: 102100 } },
  }));
  const inspections = [
    ['A', 'sound'],
    ['A', 'dry'],
    ['B', 'felled'],
  ].map(([code, state]) => ({ attributes: { code, state } }));
  await post(`${service}/0/applyEdits`, { adds: JSON.stringify(trees) });
  await post(`${service}/1/applyEdits`, { adds: JSON.stringify(inspections) });
  const data = {
    operationalLayers: [
      { id: 'trees', title: 'Trees', url: `${service}/0`, layerType: 'ArcGISFeatureLayer' },
    ],
    tables: [
      { id: 'inspections', title: 'Inspections', url: `${service}/1`, layerType: 'ArcGISFeatureLayer' },
    ],
    baseMap: { title: 'None', baseMapLayers: [] },
    version: '2.31',
  };
  const { id } = await own('addItem', { type: 'Web Map', title: name, text: JSON.stringify(data) });
  const feet = async () => {
    const params = { f: 'json', token, where: '1=1', outFields: 'feet', orderByFields: 'OBJECTID' };
    const answer = await page.request.get(`${service}/0/query`, { params });
    const { features } = (await answer.json()) as { features: { attributes: { feet: number | null } }[] };
    return features.map(({ attributes }) => attributes.feet);
  };
  return { map: String(id), feet };
}

async function openTable(page: Page, map: string) {
  await page.goto(`/demo/map/wid/${map}#at=51.13,71.43,14,0&tool=layers`);
  await expectMapDrawn(page);
  await page.getByRole('button', { name: 'More actions for Trees' }).click();
  await page.getByRole('menuitem', { name: 'Open table' }).click();
  const table = page.getByRole('region', { name: 'Table of Trees' });
  await expect(table.getByRole('gridcell', { name: 'A', exact: true })).toBeVisible();
  return table;
}

test('a field is calculated after a preview, and that is undone', { tag: '@long' }, async ({ page }) => {
  await arriveSignedIn(page, 'grace');
  const { map, feet } = await makeMap(page);
  const table = await openTable(page, map);
  await table.getByRole('button', { name: 'Calculate field' }).click();
  const dialog = page.getByRole('dialog', { name: 'Calculate field' });
  await dialog.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'feet' }).click();
  const expression = dialog.getByRole('textbox', { name: 'Expression' });
  const preview = dialog.getByRole('button', { name: 'Preview' });
  await expression.fill('heights * 3');
  await preview.click();
  await expect(dialog.getByRole('alert')).toContainText('The expression isn’t valid.');
  await expression.fill('height * 3');
  await preview.click();
  await expect(dialog.getByText('3 of 3 rows change.')).toBeVisible();
  await expect(dialog.getByRole('cell', { name: '36' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Calculate', exact: true }).click();
  await expect(table.getByRole('gridcell', { name: '36', exact: true })).toBeVisible();
  expect(await feet()).toEqual([30, 33, 36]);
  await page.getByRole('button', { name: 'Undo', exact: true }).filter({ hasText: 'Undo' }).click();
  await expect.poll(feet).toEqual([null, null, null]);

  // Arcade runs in the browser, here for one selected row.
  await table.getByRole('checkbox', { name: 'Select Row' }).nth(1).click();
  await table.getByRole('button', { name: 'Calculate field' }).click();
  await dialog.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'feet' }).click();
  await dialog.getByRole('button', { name: 'Arcade' }).click();
  await expression.fill('$feature.height *');
  await preview.click();
  await expect(dialog.getByRole('alert')).toContainText('The expression isn’t valid.');
  await expression.fill('Round($feature.height * 3.3)');
  await preview.click();
  await expect(dialog.getByText('1 of 1 rows change.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Calculate', exact: true }).click();
  await expect.poll(feet).toEqual([null, 36, null]);
});

test(
  'related rows of a row are shown beside it, and the way back leads to all rows',
  { tag: '@long' },
  async ({ page }) => {
    await arriveSignedIn(page, 'grace');
    const { map } = await makeMap(page);
    const table = await openTable(page, map);
    await expect(table.getByRole('columnheader', { name: 'Inspections' })).toBeVisible();
    await table.getByText('Records (2)').click();
    const rows = table.getByRole('row', { name: /^Select Row/ });
    await expect(rows).toHaveCount(2);
    await table.getByRole('button', { name: 'Trees', exact: true }).click();
    await expect(rows).toHaveCount(3);
    await expect(table.getByText('Records (1)')).toBeVisible();
  },
);
