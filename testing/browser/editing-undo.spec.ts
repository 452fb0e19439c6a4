import { expect, type Locator, type Page } from '@playwright/test';
import { type JourneySite, onEachPortal, test } from './each-portal.ts';
import { panelOf } from './steps.ts';

test.use({ quiet: true });

const service = 'Astana_transit_stops';
const title = 'Public transport stops';
const place = { x: 71.416, y: 51.142, spatialReference: { wkid: 4326 } };

/** A stop for one test. */
async function addStop({ maps }: JourneySite, name: string): Promise<number> {
  const adds = [{ geometry: place, attributes: { name, kind: 'Bus stop', shelter: 'no' } }];
  const { addResults } = await maps.ask<{ addResults: { objectId: number }[] }>(service, '0/applyEdits', {
    adds,
  });
  return addResults[0]?.objectId ?? 0;
}

/** The service's stops of this name. */
async function stopsNamed({ maps }: JourneySite, name: string) {
  const features = await maps.features(service, `name = '${name}'`);
  return features.map(({ attributes, geometry }) => ({
    id: attributes.GlobalID ?? attributes.globalid,
    shelter: attributes.shelter,
    x: Number(geometry.x.toFixed(5)),
  }));
}

/** Names of a stop's attachments in the service. */
async function attachmentsOf({ maps }: JourneySite, objectId: number): Promise<string[]> {
  const { attachmentInfos } = await maps.ask<{ attachmentInfos: { name: string }[] }>(
    service,
    `0/${objectId}/attachments`,
  );
  return attachmentInfos.map(({ name }) => name).toSorted();
}

/** Waits for a notice, which stays while the pointer is over it: without, it would be gone before a slow machine has gone on. */
const holdNotice = (page: Page, text: string) => page.getByText(text).hover({ force: true });

/** Opens the map with a stop selected, and its form. */
async function editStop(page: Page, site: JourneySite, objectId: number): Promise<void> {
  const feature = `${await site.maps.layerIn(title, service)}:${objectId}`;
  await page.goto('about:blank');
  await site.openMap(page, title, `#feature=${feature}`);
  const popup = page.locator('arcgis-popup');
  await expect(popup).toHaveJSProperty('open', true);
  await popup.getByRole('button', { name: 'Edit', exact: true }).click();
}

const undoIn = (page: Page) =>
  page.getByRole('button', { name: 'Undo', exact: true }).filter({ hasText: 'Undo' });

const boxOf = async (element: Locator) =>
  (await element.boundingBox()) ?? { x: Number.NaN, width: Number.NaN };
const leftOf = async (element: Locator) => (await boxOf(element)).x;
const rightOf = async (element: Locator) => {
  const { x, width } = await boxOf(element);
  return x + width;
};

onEachPortal((_portal, { long }) => {
  test(
    'a changed or deleted feature can be restored while the notice is visible',
    long,
    async ({ page, site }) => {
      test.slow();
      // The portals’ maps have one service.
      const name = `Undo ${Date.now()}`;
      await site.arrive(page, 'member');
      const objectId = await addStop(site, name);
      const before = await stopsNamed(site, name);
      expect(before).toMatchObject([{ shelter: 'no', x: place.x }]);
      const editor = page.getByRole('region', { name: 'Edit', exact: true });
      const shelter = editor.getByRole('textbox', { name: 'Shelter', exact: true });
      const undo = undoIn(page);

      await editStop(page, site, objectId);
      await shelter.fill('Yes');
      await shelter.press('Tab');
      await editor.getByRole('button', { name: 'Update', exact: true }).click();
      await holdNotice(page, 'was updated.');
      // It covers no button of the panel.
      expect(await leftOf(page.locator('.MuiSnackbar-root'))).toBeGreaterThan(
        await rightOf(panelOf(page, 'Edit')),
      );
      expect(await stopsNamed(site, name)).toMatchObject([{ shelter: 'Yes' }]);
      await expect(page.locator('arcgis-popup td', { hasText: 'Yes' })).toBeVisible();
      await undo.click();
      await expect(page.getByText('The edit was undone.')).toBeVisible();
      expect(await stopsNamed(site, name)).toEqual(before);

      await editStop(page, site, objectId);
      await editor.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      await holdNotice(page, 'was deleted.');
      expect(await stopsNamed(site, name)).toEqual([]);
      await expect(undo).toBeFocused();
      await undo.click();
      await expect(page.getByText('The edit was undone.')).toBeVisible();
      expect(await stopsNamed(site, name)).toEqual(before);
    },
  );

  test(
    'attachments are added and deleted in the form, several edits are undone one by one, and leaving asks',
    long,
    async ({ page, site }) => {
      test.slow();
      await site.arrive(page, 'member');
      const objectId = await addStop(site, 'Files');
      await editStop(page, site, objectId);
      const popup = page.locator('arcgis-popup');
      const editor = page.getByRole('region', { name: 'Edit', exact: true });
      const update = editor.getByRole('button', { name: 'Update', exact: true });
      await editor.getByLabel('Add files').setInputFiles([
        { name: 'bay.txt', mimeType: 'text/plain', buffer: Buffer.from('bay') },
        { name: 'shelter.txt', mimeType: 'text/plain', buffer: Buffer.from('shelter') },
      ]);
      await page.getByRole('button', { name: 'Layers', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
      await update.click();
      await holdNotice(page, 'Attachments of a feature of');
      expect(await attachmentsOf(site, objectId)).toEqual(['bay.txt', 'shelter.txt']);
      await popup.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
      await editor.getByRole('button', { name: 'Delete bay.txt' }).press('Enter');
      await update.press('Enter');
      const undo = undoIn(page);
      await expect(page.getByText('can still be undone: 2')).toBeVisible();
      // It also stays while the keyboard focus is in it; the focus moves from one notice to the next.
      await undo.focus();
      expect(await attachmentsOf(site, objectId)).toEqual(['shelter.txt']);
      await undo.press('Enter');
      await expect(page.getByText('The edit was undone. Attachments')).toBeVisible();
      await expect(undo).toBeFocused();
      expect(await attachmentsOf(site, objectId)).toEqual(['bay.txt', 'shelter.txt']);
      await undo.press('Enter');
      await expect(page.getByText('The edit was undone.', { exact: true })).toBeVisible();
      expect(await attachmentsOf(site, objectId)).toEqual([]);
    },
  );

  test('additions by the editor and changes in the table can be undone', long, async ({ page, site }) => {
    test.slow();
    await site.arrive(page, 'member');
    const count = async (where: string) =>
      (await site.maps.ask<{ count: number }>(service, '0/query', { where, returnCountOnly: 'true' })).count;
    const undo = undoIn(page);
    const stops = await count('1=1');
    await site.openMap(page, title, '#at=51.13,71.43,16,0&tool=edit');
    const editor = page.getByRole('region', { name: 'Edit', exact: true });
    await editor.getByRole('button', { name: 'Bus stop' }).click();
    await expect(editor.getByText('Click on the map to add a point.')).toBeVisible();
    await page.mouse.click(1000, 400);
    await expect(editor.getByRole('textbox', { name: 'Label', exact: true })).toBeFocused();
    await editor.getByRole('button', { name: 'Create', exact: true }).click();
    await holdNotice(page, 'was added to');
    expect(await count('1=1')).toBe(stops + 1);
    await undo.click();
    await expect(page.getByText('The edit was undone.')).toBeVisible();
    expect(await count('1=1')).toBe(stops);

    await page.goto('about:blank');
    await site.openMap(page, title, '#tool=layers');
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
    await holdNotice(page, 'was updated.');
    expect(await count("label = 'Typed in the table'")).toBe(1);
    await undo.click();
    await expect(page.getByText('The edit was undone.')).toBeVisible();
    expect(await count("label = 'Typed in the table'")).toBe(0);
  });
});
