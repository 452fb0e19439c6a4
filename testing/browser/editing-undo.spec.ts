import { expect, type Page } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { expectMapDrawn, findItem, test, tokenOf } from './steps.ts';

test.use({ quiet: true });

const layer = '/server/rest/services/Astana_transit_stops/FeatureServer/0';
const place = { x: 7_950_000, y: 6_645_000, spatialReference: { wkid: 102100 } };

/** A stop for one test. */
async function addStop(page: Page, name: string): Promise<number> {
  const adds = JSON.stringify([{ geometry: place, attributes: { name, kind: 'Bus stop', shelter: 'no' } }]);
  const answer = await page.request.post(`${layer}/applyEdits`, {
    form: { f: 'json', adds, token: await tokenOf(page, 'grace') },
  });
  const { addResults } = (await answer.json()) as { addResults: { objectId: number }[] };
  return addResults[0]?.objectId ?? 0;
}

/** The service's stops of this name. */
async function stopsNamed(page: Page, name: string) {
  const params = { f: 'json', where: `name = '${name}'`, outFields: '*', outSR: 102100 };
  const answer = await page.request.get(`${layer}/query`, { params });
  const { features } = (await answer.json()) as {
    features: { attributes: Record<string, unknown>; geometry: { x: number } }[];
  };
  return features.map(({ attributes, geometry }) => ({
    id: attributes['GlobalID'] ?? attributes['globalid'],
    shelter: attributes['shelter'],
    x: Math.round(geometry.x),
  }));
}

test(
  'a changed or deleted feature can be restored while the notice is visible',
  { tag: '@long' },
  async ({ page }, { retry }) => {
    test.slow();
    const name = `Undo ${retry}`;
    await arriveSignedIn(page, 'grace');
    const objectId = await addStop(page, name);
    const before = await stopsNamed(page, name);
    expect(before).toMatchObject([{ shelter: 'no', x: place.x }]);
    const map = await findItem(page, 'Public transport stops');
    const data = await page.request.get(`/portal/demo/sharing/rest/content/items/${map}/data?f=json`);
    const { operationalLayers } = (await data.json()) as { operationalLayers: { id: string; url: string }[] };
    const stops = operationalLayers.find(({ url }) => url.includes('Astana_transit_stops'));
    const popup = page.locator('arcgis-popup');
    const beginEditing = async () => {
      await page.goto('about:blank');
      await page.goto(`/demo/map/wid/${map}#feature=${stops?.id}:${objectId}`);
      await expectMapDrawn(page);
      await expect(popup).toHaveJSProperty('open', true);
      await popup.getByRole('button', { name: 'Edit', exact: true }).click();
    };
    const editor = page.getByRole('region', { name: 'Edit', exact: true });
    const shelter = editor.getByRole('textbox', { name: 'Shelter', exact: true });
    const undo = page.getByRole('button', { name: 'Undo', exact: true }).filter({ hasText: 'Undo' });

    await beginEditing();
    await shelter.fill('Yes');
    await shelter.press('Tab');
    await editor.getByRole('button', { name: 'Update', exact: true }).click();
    await expect(page.getByText('was updated.')).toBeVisible();
    expect(await stopsNamed(page, name)).toMatchObject([{ shelter: 'Yes' }]);
    await undo.click();
    await expect(page.getByText('The edit was undone.')).toBeVisible();
    expect(await stopsNamed(page, name)).toEqual(before);

    await beginEditing();
    await editor.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('was deleted.')).toBeVisible();
    expect(await stopsNamed(page, name)).toEqual([]);
    await expect(undo).toBeFocused();
    await undo.click();
    await expect(page.getByText('The edit was undone.')).toBeVisible();
    expect(await stopsNamed(page, name)).toEqual(before);
  },
);

/** Names of a stop's attachments in the service. */
async function attachmentsOf(page: Page, objectId: number): Promise<string[]> {
  const answer = await page.request.get(`${layer}/${objectId}/attachments`, { params: { f: 'json' } });
  const { attachmentInfos } = (await answer.json()) as { attachmentInfos: { name: string }[] };
  return attachmentInfos.map(({ name }) => name).toSorted();
}

test(
  'attachments are added and deleted in the form, several edits are undone one by one, and leaving asks',
  { tag: '@long' },
  async ({ page }, { retry }) => {
    test.slow();
    await arriveSignedIn(page, 'grace');
    const objectId = await addStop(page, `Files ${retry}`);
    const map = await findItem(page, 'Public transport stops');
    const data = await page.request.get(`/portal/demo/sharing/rest/content/items/${map}/data?f=json`);
    const { operationalLayers } = (await data.json()) as { operationalLayers: { id: string; url: string }[] };
    const stops = operationalLayers.find(({ url }) => url.includes('Astana_transit_stops'));
    await page.goto(`/demo/map/wid/${map}#feature=${stops?.id}:${objectId}`);
    await expectMapDrawn(page);
    const popup = page.locator('arcgis-popup');
    await popup.getByRole('button', { name: 'Edit', exact: true }).click();
    const editor = page.getByRole('region', { name: 'Edit', exact: true });
    const update = editor.getByRole('button', { name: 'Update', exact: true });
    await editor.getByLabel('Add files').setInputFiles([
      { name: 'bay.txt', mimeType: 'text/plain', buffer: Buffer.from('bay') },
      { name: 'shelter.txt', mimeType: 'text/plain', buffer: Buffer.from('shelter') },
    ]);
    await page.getByRole('button', { name: 'Layers', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
    await update.click();
    await expect(page.getByText('Attachments of a feature of')).toBeVisible();
    expect(await attachmentsOf(page, objectId)).toEqual(['bay.txt', 'shelter.txt']);

    // The notice stays while the pointer is over it.
    await page.getByText('Attachments of a feature of').hover();
    await popup.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
    await editor.getByRole('button', { name: 'Delete bay.txt' }).press('Enter');
    await update.press('Enter');
    const undo = page.getByRole('button', { name: 'Undo', exact: true }).filter({ hasText: 'Undo' });
    await expect(page.getByText('can still be undone: 2')).toBeVisible();
    // It also stays while the keyboard focus is in it; the focus moves from one notice to the next.
    await undo.focus();
    expect(await attachmentsOf(page, objectId)).toEqual(['shelter.txt']);
    await undo.press('Enter');
    await expect(page.getByText('The edit was undone. Attachments')).toBeVisible();
    await expect(undo).toBeFocused();
    expect(await attachmentsOf(page, objectId)).toEqual(['bay.txt', 'shelter.txt']);
    await undo.press('Enter');
    await expect(page.getByText('The edit was undone.', { exact: true })).toBeVisible();
    expect(await attachmentsOf(page, objectId)).toEqual([]);
  },
);

test('additions by the editor and changes in the table can be undone', { tag: '@long' }, async ({ page }) => {
  test.slow();
  await arriveSignedIn(page, 'grace');
  const count = async (where: string) => {
    const params = { f: 'json', where, returnCountOnly: 'true' };
    const answer = await page.request.get(`${layer}/query`, { params });
    return ((await answer.json()) as { count: number }).count;
  };
  const undo = page.getByRole('button', { name: 'Undo', exact: true }).filter({ hasText: 'Undo' });
  const map = await findItem(page, 'Public transport stops');
  const stops = await count('1=1');
  await page.goto(`/demo/map/wid/${map}#at=51.13,71.43,16,0&tool=edit`);
  await expectMapDrawn(page);
  const editor = page.getByRole('region', { name: 'Edit', exact: true });
  await editor.getByRole('button', { name: 'Bus stop' }).click();
  await expect(editor.getByText('Click on the map to add a point.')).toBeVisible();
  await page.mouse.click(1000, 400);
  await expect(editor.getByRole('textbox', { name: 'Label', exact: true })).toBeFocused();
  await editor.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('was added to')).toBeVisible();
  expect(await count('1=1')).toBe(stops + 1);
  await undo.click();
  await expect(page.getByText('The edit was undone.')).toBeVisible();
  expect(await count('1=1')).toBe(stops);

  await page.goto('about:blank');
  await page.goto(`/demo/map/wid/${map}#tool=layers`);
  await expectMapDrawn(page);
  await page.getByRole('button', { name: 'More actions for Stops and stations' }).click();
  await page.getByRole('menuitem', { name: 'Open table' }).click();
  await page
    .locator('vaadin-grid-cell-content', { hasText: /^Bus stop$/ })
    .first()
    .dblclick();
  const box = page.locator('arcgis-feature-table').getByRole('textbox').first();
  await expect(box).toBeFocused();
  await box.fill('Typed in the table');
  await box.press('Enter');
  await expect(page.getByText('was updated.')).toBeVisible();
  expect(await count("label = 'Typed in the table'")).toBe(1);
  await undo.click();
  await expect(page.getByText('The edit was undone.')).toBeVisible();
  expect(await count("label = 'Typed in the table'")).toBe(0);
});
