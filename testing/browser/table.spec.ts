import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { coveredBy } from './covered-by.ts';
import { type JourneySite, onEachPortal, test } from './each-portal.ts';
import { expectMapDrawn } from './steps.ts';

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
async function makeMap({ maps }: JourneySite) {
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
  await maps.addService(name, layers, tables);
  const trees = ['A', 'B', 'C'].map((code, index) => ({
    attributes: { code, height: 10 + index },
    geometry: { x: 7_951_000 + 100 * index, y: 6_645_000, spatialReference: { wkid: 102100 } },
  }));
  const inspections = [
    ['A', 'sound'],
    ['A', 'dry'],
    ['B', 'felled'],
  ].map(([code, state]) => ({ attributes: { code, state } }));
  await maps.ask(name, '0/applyEdits', { adds: trees });
  await maps.ask(name, '1/applyEdits', { adds: inspections });
  const service = maps.layerOf(name).replace(/\/0$/, '');
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
  const feet = async () =>
    (await maps.features<{ attributes: { feet: number | null } }>(name)).map(
      ({ attributes }) => attributes.feet,
    );
  return { map: await maps.add(name, data), feet };
}

async function openTable(page: Page, site: JourneySite, map: string) {
  await page.goto(`/${site.org}/map/wid/${map}#at=51.13,71.43,14,0&tool=layers`);
  await expectMapDrawn(page);
  await page.getByRole('button', { name: 'More actions for Trees' }).click();
  await page.getByRole('menuitem', { name: 'Open table' }).click();
  const table = page.getByRole('region', { name: 'Table of Trees' });
  await expect(table.getByRole('gridcell', { name: 'A', exact: true })).toBeVisible();
  return table;
}

onEachPortal((_portal, { long }) => {
  test('a field is calculated after a preview, and that is undone', long, async ({ page, site }) => {
    await site.arrive(page, 'member');
    const { map, feet } = await makeMap(site);
    const table = await openTable(page, site, map);
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
    const undo = page.getByRole('button', { name: 'Undo', exact: true }).filter({ hasText: 'Undo' });
    // The notice stays while the pointer is over it.
    await undo.hover({ force: true });
    await expect(table.getByRole('gridcell', { name: '36', exact: true })).toBeVisible();
    expect(await feet()).toEqual([30, 33, 36]);
    await undo.click();
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
    await expect(dialog.getByText('1 of 1 row changes.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Calculate', exact: true }).click();
    await expect.poll(feet).toEqual([null, 36, null]);
  });

  test('a table that shows only selected rows exports only these', long, async ({ page, site }) => {
    await site.arrive(page, 'member');
    const { map } = await makeMap(site);
    const table = await openTable(page, site, map);
    for (const row of [0, 2]) await table.getByRole('checkbox', { name: 'Select Row' }).nth(row).click();
    await expect(table.getByText('Selected: 2')).toBeVisible();
    await table.getByRole('button', { name: 'Only selected rows' }).click();
    await table.getByRole('button', { name: 'Export' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'GeoJSON' }).click(),
    ]);
    const { features } = JSON.parse(await readFile(await file.path(), 'utf8')) as {
      features: { properties: { code: string } }[];
    };
    expect(features.map(({ properties }) => properties.code)).toEqual(['A', 'C']);
  });

  test('tooltips of the table’s buttons cover no column header', long, async ({ page, site }) => {
    await site.arrive(page, 'member');
    const { map } = await makeMap(site);
    const table = await openTable(page, site, map);
    const headers = table.getByRole('columnheader');
    const tooltip = page.getByRole('tooltip');
    const expectHeadersFree = async (names: readonly string[]) => {
      for (const name of names) {
        await table.getByRole('button', { name, exact: true }).hover();
        await expect(tooltip).toHaveText(name);
        expect(await coveredBy(tooltip, headers), name).toEqual([]);
      }
    };
    await table.getByRole('checkbox', { name: 'Select Row' }).first().click();
    await expectHeadersFree([
      'Only features in view',
      'Only selected rows',
      'Columns and sorting',
      'Statistics of columns',
      'Calculate field',
      'Export',
    ]);
    await table.getByRole('button', { name: 'Find in the table', exact: true }).click();
    await table.getByRole('textbox', { name: 'Text in the shown columns' }).fill('A');
    await expectHeadersFree(['Previous match', 'Next match', 'Close search']);
  });

  test(
    'related rows of a row are shown beside it, and the way back leads to all rows',
    long,
    async ({ page, site }) => {
      await site.arrive(page, 'member');
      const { map } = await makeMap(site);
      const table = await openTable(page, site, map);
      await expect(table.getByRole('columnheader', { name: 'Inspections' })).toBeVisible();
      await table.getByText('Records (2)').click();
      const rows = table.getByRole('row', { name: /^Select Row/ });
      await expect(rows).toHaveCount(2);
      await table.getByRole('button', { name: 'Trees', exact: true }).click();
      await expect(rows).toHaveCount(3);
      await expect(table.getByText('Records (1)')).toBeVisible();
    },
  );
});
