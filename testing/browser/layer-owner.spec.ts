import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { test, tokenOf } from './steps.ts';

test.use({ quiet: true });

type Who = 'ada' | 'grace';
const rest = '/portal/demo/sharing/rest';

/** Asks as a member; `form` sends it as a POST. */
async function ask(
  page: Page,
  who: Who,
  url: string,
  params: Record<string, string | boolean>,
  form = false,
) {
  const all = { f: 'json', token: await tokenOf(page, who), ...params };
  const answer = form
    ? await page.request.post(url, { form: all })
    : await page.request.get(url, { params: all });
  return (await answer.json()) as Record<string, any>;
}

/** A hosted layer of ada's that members see, with so many rows; returns the item and the service. */
async function createBenches(page: Page, title: string, rows: number) {
  const content = `${rest}/content/users/ada`;
  const fields = ['name', 'note'].map((name) => ({ name, alias: name, type: 'esriFieldTypeString' }));
  const made = await ask(
    page,
    'ada',
    `${content}/createService`,
    {
      targetType: 'featureService',
      createParameters: JSON.stringify({
        name: title,
        capabilities: 'Query,Editing,Create,Update,Delete',
        layers: [{ id: 0, name: title, geometryType: 'esriGeometryPoint', fields }],
      }),
    },
    true,
  );
  const [url, id] = [String(made['serviceurl'] ?? made['serviceUrl']), String(made['itemId'])];
  await ask(page, 'ada', `${content}/items/${id}/share`, { org: true, everyone: false }, true);
  const adds = Array.from({ length: rows }, (_none, index) => bench(`Bench ${index + 1}`, index));
  const added = await ask(page, 'ada', `${url}/0/addFeatures`, { features: JSON.stringify(adds) }, true);
  expect(added['addResults']).toHaveLength(rows);
  return { id, url };
}

function bench(name: string, index = 0) {
  const geometry = { x: 71.4 + (index % 100) / 1000, y: 51.1, spatialReference: { wkid: 4326 } };
  return { attributes: { name }, geometry };
}

/** Which edits of another's bench the service lets a member do: adding one, changing one, deleting one. */
async function mayOf(page: Page, who: Who, url: string, other: number) {
  const send = async (operation: string, params: Record<string, string>) => {
    const answer = await ask(
      page,
      who,
      `${url}/0/${operation}`,
      { ...params, rollbackOnFailure: false },
      true,
    );
    const [result] = (answer['addResults'] ?? answer['updateResults'] ?? answer['deleteResults'] ?? []) as {
      success: boolean;
      objectId: number;
    }[];
    return result;
  };
  const added = await send('addFeatures', { features: JSON.stringify([bench('By grace')]) });
  const change = (OBJECTID: number) => ({
    features: JSON.stringify([{ attributes: { OBJECTID, note: 'Seen' } }]),
  });
  const own = added?.success === true ? await send('updateFeatures', change(added.objectId)) : undefined;
  const changed = await send('updateFeatures', change(other));
  const deleted = await send('deleteFeatures', { objectIds: String(other) });
  return [added, own, changed, deleted].map((result) => result?.success === true);
}

test(
  'members may do with a layer what its owner chooses, and no more',
  { tag: '@long' },
  async ({ page }) => {
    test.slow();
    await arriveSignedIn(page, 'ada');
    const { id, url } = await createBenches(page, `Rules_${Date.now()}`, 9);
    await page.goto(`/demo/gallery?type=all&item=${id}`);
    const details = page.getByRole('dialog', { name: 'Details' });
    await details.getByRole('tab', { name: 'Settings' }).click();
    await expect(details.getByRole('radio', { name: 'Add, change and delete all features' })).toBeChecked();
    // Adding, changing what they added, changing and deleting what others added.
    for (const [index, [rule, may]] of (
      [
        ['Add features', [true, false, false, false]],
        ['Add features, change and delete their own', [true, true, false, false]],
        ['No editing', [false, false, false, false]],
        ['Add, change and delete all features', [true, true, true, true]],
      ] as const
    ).entries()) {
      await test.step(rule, async () => {
        await details.getByRole('radio', { name: rule, exact: true }).check();
        await details.getByRole('button', { name: 'Save' }).click();
        await expect(details.getByText('Saved', { exact: true })).toBeVisible();
        expect(await mayOf(page, 'grace', url, index + 1)).toEqual(may);
        await page.reload();
        await details.getByRole('tab', { name: 'Settings' }).click();
        await expect(details.getByRole('radio', { name: rule, exact: true })).toBeChecked();
      });
    }
  },
);

test('the owner of a layer downloads it in every format', { tag: '@long' }, async ({ page }) => {
  test.slow();
  await arriveSignedIn(page, 'ada');
  const title = `Files_${Date.now()}`;
  const { id } = await createBenches(page, title, 3);
  await page.goto(`/demo/gallery?type=all&item=${id}`);
  const details = page.getByRole('dialog', { name: 'Details' });
  const dialog = page.getByRole('dialog', { name: `Download ${title}` });
  const open = async (format: string) => {
    await details.getByRole('button', { name: 'Download' }).click();
    await dialog.getByRole('combobox', { name: 'Format' }).click();
    await page.getByRole('option', { name: format, exact: true }).click();
  };
  for (const [format, ending, begins] of [
    ['CSV', 'csv', '\uFEFFOBJECTID|OBJECTID'],
    ['Excel', 'xlsx', 'PK'],
    ['FlatGeobuf', 'fgb', 'fgb'],
    ['GeoJSON', 'geojson', '{'],
    ['GeoPackage', 'gpkg', 'SQLite format 3'],
    ['KML', 'kml', '<\\?xml'],
    ['Shapefile', 'zip', 'PK'],
  ] as const) {
    await test.step(format, async () => {
      await open(format);
      const file = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Download' }).click();
      const downloaded = await file;
      expect(downloaded.suggestedFilename()).toBe(`${title}.${ending}`);
      const content = await readFile(await downloaded.path(), 'utf8');
      expect(content.slice(0, 100)).toMatch(new RegExp(`^(${begins})`));
      await expect(dialog.getByText('File downloaded.')).toBeVisible();
      await dialog.getByRole('button', { name: 'Close' }).click();
    });
  }
});

test(
  'the owner of a layer relabels a field, and deletes it with its values',
  { tag: '@long' },
  async ({ page }) => {
    await arriveSignedIn(page, 'ada');
    const { id, url } = await createBenches(page, `Fields_${Date.now()}`, 3);
    const fields = async () =>
      ((await ask(page, 'ada', `${url}/0`, {}))['fields'] as Record<string, any>[]).map(
        ({ name, alias, domain }) => [name, alias, domain?.codedValues?.map(({ name }: any) => name)],
      );
    await page.goto(`/demo/gallery?type=all&item=${id}`);
    const details = page.getByRole('dialog', { name: 'Details' });
    await details.getByRole('tab', { name: 'Data' }).click();
    await details.getByRole('button', { name: 'Change note', exact: true }).click();
    const change = page.getByRole('dialog', { name: 'Change field' });
    await change.getByRole('textbox', { name: 'Label' }).fill('Condition');
    await change.getByRole('textbox', { name: 'Allowed values' }).fill('good = Good\nbad = Needs repair');
    await change.getByRole('button', { name: 'Save' }).click();
    await expect(details.getByText('note · Text · list of 2 values')).toBeVisible();
    expect(await fields()).toContainEqual(['note', 'Condition', ['Good', 'Needs repair']]);

    await details.getByRole('button', { name: 'Delete Condition', exact: true }).click();
    await expect(page.getByText('This deletes the field and its values in 3 rows.')).toBeVisible();
    await page.getByRole('button', { name: 'Delete field', exact: true }).click();
    await expect(details.getByRole('button', { name: 'Delete Condition' })).toHaveCount(0);
    expect((await fields()).map(([name]) => name)).not.toContain('note');
    await expect(details.getByRole('columnheader', { name: 'Condition' })).toHaveCount(0);
    await expect(details.getByText('3 rows')).toBeVisible();
  },
);
