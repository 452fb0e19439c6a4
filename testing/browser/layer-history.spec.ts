import { expect } from '@playwright/test';
import { type JourneySite, onEachPortal, test } from './each-portal.ts';

test.use({ quiet: true });

const popupInfo = {
  title: '{name}',
  popupElements: [{ type: 'fields', fieldInfos: [{ fieldName: 'name', label: 'Name', visible: true }] }],
};

/**
 * A map with a layer that keeps its history: one oak, which later gets another name and a neighbour. `before` is a time between
 * the first state and the edits, as a date-time field shows it.
 */
async function createTrees({ maps }: JourneySite): Promise<{ map: string; before: string }> {
  const name = `Trees_${Date.now()}`;
  const text = (field: string) => ({ name: field, alias: field, type: 'esriFieldTypeString' });
  await maps.addService(name, [
    { id: 0, name: 'Trees', geometryType: 'esriGeometryPoint', fields: [text('name'), text('note')] },
  ]);
  const edit = (edits: Record<string, object[]>) => maps.ask(name, '0/applyEdits', edits);
  const at = (x: number) => ({ x, y: 51.1, spatialReference: { wkid: 4326 } });
  await edit({ adds: [{ attributes: { name: 'Young oak', note: 'Healthy' }, geometry: at(71.4) }] });
  await maps.define(name, { isDataArchived: true });
  const { archivingInfo } = await maps.ask<{ archivingInfo: { startArchivingMoment: number } }>(name, '0');
  // The field has seconds: the next one is within the history.
  const moment = archivingInfo.startArchivingMoment + 1000;
  const local = moment - new Date(moment).getTimezoneOffset() * 60_000;
  // What is edited from here on is later than that second.
  await expect.poll(() => Date.now()).toBeGreaterThan(moment + 1000);
  await edit({ updates: [{ attributes: { OBJECTID: 1, name: 'Old oak' } }] });
  await edit({ adds: [{ attributes: { name: 'Yew' }, geometry: at(71.41) }] });
  const map = await maps.add(name, {
    operationalLayers: [
      { id: 'trees', title: 'Trees', url: maps.layerOf(name), layerType: 'ArcGISFeatureLayer', popupInfo },
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
  });
  return { map, before: new Date(local).toISOString().slice(0, 19) };
}

onEachPortal((_portal, { long }) => {
  test(
    'a layer is shown as it was, in the map and its table, and as it is again',
    long,
    async ({ page, site }) => {
      test.slow();
      await site.arrive(page, 'member');
      const { map, before } = await createTrees(site);
      await page.goto(`/${site.org}/map/wid/${map}`);
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
    },
  );

  test('a former version of a feature is put back from its popup', long, async ({ page, site }) => {
    test.slow();
    await site.arrive(page, 'member');
    const { map } = await createTrees(site);
    await page.goto(`/${site.org}/map/wid/${map}#feature=trees:1`);
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
});
