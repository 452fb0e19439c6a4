import { expect, type Page } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { test, tokenOf } from './steps.ts';

test.use({ quiet: true });

interface Trees {
  itemId: string;
  mapId: string;
  /** A time between the first state and the edits, as a date-time field shows it. */
  before: string;
  edit: (edits: object) => Promise<void>;
}

/** A layer of ada's with a history: one oak, which later gets another name and a neighbour; and a map of it. */
async function createTrees(page: Page): Promise<Trees> {
  const name = `Trees_${Date.now()}`;
  const token = await tokenOf(page, 'ada');
  const post = async (url: string, form: Record<string, string>): Promise<any> =>
    (await page.request.post(url, { form: { f: 'json', token, ...form } })).json();
  const text = (field: string) => ({ name: field, alias: field, type: 'esriFieldTypeString' });
  const layers = [
    { id: 0, name: 'Trees', geometryType: 'esriGeometryPoint', fields: [text('name'), text('note')] },
  ];
  const made = await post('/portal/demo/sharing/rest/content/users/ada/createService', {
    outputType: 'featureService',
    createParameters: JSON.stringify({ name, capabilities: 'Create,Delete,Query,Update,Editing', layers }),
  });
  const layer = `${made.serviceurl}/0`;
  const edit = async (edits: object) => {
    const form = Object.fromEntries(
      Object.entries(edits).map(([kind, list]) => [kind, JSON.stringify(list)] as const),
    );
    expect((await post(`${layer}/applyEdits`, form)).error).toBeUndefined();
  };
  const at = (x: number) => ({ x, y: 51.1, spatialReference: { wkid: 4326 } });
  await edit({ adds: [{ attributes: { name: 'Young oak', note: 'Healthy' }, geometry: at(71.4) }] });
  await post(`${layer.replace('/rest/services/', '/rest/admin/services/')}/updateDefinition`, {
    updateDefinition: JSON.stringify({ isDataArchived: true }),
  });
  const { archivingInfo } = await post(layer, {});
  const before = await page.evaluate((moment) => {
    const date = new Date(moment);
    return new Date(moment - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
    // The field has seconds: the next one is within the history.
  }, archivingInfo.startArchivingMoment + 1000);
  // What is edited from here on is later than that second.
  await expect.poll(() => Date.now()).toBeGreaterThan(archivingInfo.startArchivingMoment + 2000);
  await edit({ updates: [{ attributes: { OBJECTID: 1, name: 'Old oak' } }] });
  await edit({ adds: [{ attributes: { name: 'Yew' }, geometry: at(71.41) }] });
  const webMap = {
    operationalLayers: [
      { id: 'trees', title: 'Trees', url: layer, layerType: 'ArcGISFeatureLayer', popupInfo },
    ],
    baseMap: { title: 'None', baseMapLayers: [] },
    spatialReference: { wkid: 102100 },
    version: '2.31',
    initialState: {
      viewpoint: {
        targetGeometry: {
          xmin: 71.38,
          ymin: 51.09,
          xmax: 71.43,
          ymax: 51.11,
          spatialReference: { wkid: 4326 },
        },
      },
    },
  };
  const map = await post('/portal/demo/sharing/rest/content/users/ada/addItem', {
    title: name,
    type: 'Web Map',
    text: JSON.stringify(webMap),
  });
  return { itemId: made.itemId, mapId: map.id, before, edit };
}

const popupInfo = {
  title: '{name}',
  popupElements: [{ type: 'fields', fieldInfos: [{ fieldName: 'name', label: 'Name', visible: true }] }],
};

test('a layer is shown as it was, in the map and its table, and as it is again', async ({ page }) => {
  test.slow();
  await arriveSignedIn(page, 'ada');
  await page.goto('/demo/gallery');
  const { mapId, before } = await createTrees(page);
  await page.goto(`/demo/map/wid/${mapId}`);
  const menu = page.getByRole('button', { name: 'More actions for Trees' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Open table' }).click();
  const table = page.getByRole('region', { name: 'Table of Trees' });
  await expect(table.getByText('Rows: 2')).toBeVisible();
  await menu.click();
  await page.getByRole('menuitem', { name: 'As of…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Show Trees as of' });
  await dialog.getByLabel('Date and time').fill('2020-01-01T00:00:00');
  await expect(dialog.getByRole('button', { name: 'Show', exact: true })).toBeDisabled();
  await dialog.getByLabel('Date and time').fill(before);
  await dialog.getByRole('button', { name: 'Show', exact: true }).click();
  const note = page.getByRole('alert').filter({ hasText: 'Trees is shown as of' });
  await expect(note).toBeVisible();
  await expect(table.getByText('Rows: 1')).toBeVisible();
  await expect(table.getByText('Young oak')).toBeVisible();
  // Nothing to save: the map is the same.
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
  await expect(table.getByRole('button', { name: 'Calculate' })).toHaveCount(0);
  await note.getByRole('button', { name: 'Back to now' }).click();
  await expect(table.getByText('Rows: 2')).toBeVisible();
  await expect(table.getByText('Old oak')).toBeVisible();
  await expect(note).toHaveCount(0);
});

test('a former version of a feature is put back from its popup', async ({ page }) => {
  test.slow();
  await arriveSignedIn(page, 'ada');
  await page.goto('/demo/gallery');
  const { mapId } = await createTrees(page);
  await page.goto(`/demo/map/wid/${mapId}#feature=trees:1`);
  const popup = page.locator('arcgis-popup');
  await expect(popup.getByText('Old oak').first()).toBeVisible();
  await popup.getByRole('button', { name: 'History', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'History of this feature' });
  await expect(dialog.getByText('name: Young oak Old oak')).toBeVisible();
  await dialog.getByRole('button', { name: /^Put the version of/ }).click();
  await expect(dialog.getByText(/^The version of .* is back\.$/)).toBeVisible();
  await expect(dialog.getByText('name: Old oak Young oak')).toBeVisible();
  await expect(popup).toHaveJSProperty('open', false);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByText('name: Young oak Old oak')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
});
