import { expect, type Page } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { test, tokenOf } from './steps.ts';

test.use({ quiet: true });

/** A hosted layer of ada's with two oaks and a yew, and a field that others shall not see. */
async function createTrees(page: Page, name: string): Promise<string> {
  const token = await tokenOf(page, 'ada');
  const post = async (url: string, form: Record<string, string>): Promise<any> =>
    (await page.request.post(url, { form: { f: 'json', token, ...form } })).json();
  const text = (field: string) => ({ name: field, alias: field, type: 'esriFieldTypeString' });
  const layers = [
    {
      id: 0,
      name: 'Trees',
      geometryType: 'esriGeometryPoint',
      fields: [text('kind'), text('owner'), text('note')],
    },
  ];
  const made = await post('/portal/demo/sharing/rest/content/users/ada/createService', {
    outputType: 'featureService',
    createParameters: JSON.stringify({ name, capabilities: 'Create,Query,Editing', layers }),
  });
  const tree = (kind: string, index: number) => ({
    attributes: { kind, owner: `Neighbour ${index}`, note: 'Healthy' },
    geometry: { x: 71.4 + index / 100, y: 51.1, spatialReference: { wkid: 4326 } },
  });
  await post(`${made.serviceurl}/0/addFeatures`, {
    features: JSON.stringify(['oak', 'oak', 'yew'].map(tree)),
  });
  return made.itemId as string;
}

test(
  'the owner of a layer creates a view of it, and hides one more field',
  { tag: '@long' },
  async ({ page }) => {
    test.slow();
    await arriveSignedIn(page, 'ada');
    const id = await createTrees(page, `Trees_${Date.now()}`);
    await page.goto(`/demo/gallery?type=all&item=${id}`);
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
