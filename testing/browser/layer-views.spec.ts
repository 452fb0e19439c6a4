import { expect } from '@playwright/test';
import { type JourneySite, onEachPortal, test } from './each-portal.ts';

test.use({ quiet: true });

/** A hosted layer of the member's with two oaks and a yew, and a field that others shall not see; returns the id of its item. */
async function createTrees({ maps }: JourneySite): Promise<string> {
  const name = `Trees_${Date.now()}`;
  const text = (field: string) => ({ name: field, alias: field, type: 'esriFieldTypeString' });
  const fields = [text('kind'), text('owner'), text('note')];
  const itemId = await maps.addService(name, [
    { id: 0, name: 'Trees', geometryType: 'esriGeometryPoint', fields },
  ]);
  const tree = (kind: string, index: number) => ({
    attributes: { kind, owner: `Neighbour ${index}`, note: 'Healthy' },
    geometry: { x: 71.4 + index / 100, y: 51.1, spatialReference: { wkid: 4326 } },
  });
  await maps.ask(name, '0/addFeatures', { features: ['oak', 'oak', 'yew'].map(tree) });
  return itemId;
}

onEachPortal((_portal, { long }) => {
  test(
    'the owner of a layer creates a view of it, and hides one more field',
    long,
    async ({ page, site }) => {
      test.slow();
      await site.arrive(page, 'member');
      const id = await createTrees(site);
      await page.goto(`/${site.org}/gallery?type=all&item=${id}`);
      const details = page.getByRole('dialog', { name: 'Details' });
      await details.getByRole('tab', { name: 'Data' }).click();
      await expect(details.getByText('3 rows')).toBeVisible();
      await details.getByRole('button', { name: 'Create view layer' }).click();

      const dialog = page.getByRole('dialog', { name: 'Create view layer' });
      const title = `Oaks ${Date.now()}`;
      await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
      await dialog.getByRole('checkbox', { name: 'owner' }).uncheck();
      await dialog.getByRole('button', { name: 'Add condition' }).click();
      await dialog.getByRole('combobox', { name: 'Value' }).fill('oak');
      await expect(dialog.getByText('2 features are shown')).toBeVisible();
      await dialog.getByRole('button', { name: 'Create view layer' }).click();
      await dialog.getByRole('link', { name: title }).click();

      await expect(details.getByRole('heading', { name: title })).toBeVisible();
      await details.getByRole('tab', { name: 'Data' }).click();
      await expect(details.getByText('2 rows')).toBeVisible();
      await expect(details.getByText('View of')).toBeVisible();
      await expect(details.getByRole('columnheader', { name: 'owner' })).toHaveCount(0);
      await details.getByRole('button', { name: 'Hide note' }).click();
      await expect(details.getByRole('button', { name: 'Show note' })).toBeVisible();
      await expect(details.getByRole('columnheader', { name: 'note' })).toHaveCount(0);
      await expect(details.getByRole('columnheader', { name: 'kind' })).toBeVisible();
    },
  );
});
