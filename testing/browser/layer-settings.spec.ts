import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { expectMapDrawn, test, tokenOf } from './steps.ts';

test.use({ quiet: true });

interface Found {
  id: string;
  url: string;
}

/** Finds the hosted layer with this title as its owner. */
async function layerNamed(page: Page, title: string): Promise<Found> {
  const token = await tokenOf(page, 'ada');
  const params = { f: 'json', q: `title:"${title}" type:"Feature Service"`, num: 1, token };
  const answer = await page.request.get('/portal/demo/sharing/rest/search', { params });
  const { results } = (await answer.json()) as { results: Found[] };
  return results[0] as Found;
}

/** Sends edits as a member; resolves to whether each of them succeeded. */
async function edit(page: Page, who: 'ada' | 'grace', url: string, what: Record<string, unknown>) {
  const form = Object.fromEntries(Object.entries(what).map(([name, value]) => [name, JSON.stringify(value)]));
  const answer = await page.request.post(`${url}/0/applyEdits`, {
    form: { f: 'json', token: await tokenOf(page, who), rollbackOnFailure: 'false', ...form },
  });
  const results = (await answer.json()) as Record<string, { success: boolean }[]>;
  return ['addResults', 'updateResults', 'deleteResults'].flatMap((name) =>
    (results[name] ?? []).map(({ success }) => success),
  );
}

/** Chooses a file in a dialog. */
async function chooseIn(page: Page, dialog: Locator, name: string, content: string) {
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a file' }).click();
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) };
  await (await chooser).setFiles(file);
}

test(
  'the owner of an uploaded layer turns editing on and adds a field, and members edit by the rule',
  { tag: '@long' },
  async ({ page }) => {
    test.slow();
    const title = `Benches ${Date.now()}`;
    await arriveSignedIn(page, 'ada');
    await page.goto('/demo/content');
    const upload = page.getByRole('dialog', { name: 'Upload a file' });
    await page.getByRole('button', { name: 'Upload a file' }).click();
    const chooser = page.waitForEvent('filechooser');
    await upload.getByRole('button', { name: 'Choose a file' }).click();
    await (
      await chooser
    ).setFiles({
      name: `${title}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from('name,lat,lon\nBy the river,51.12,71.42\nIn the park,51.13,71.44\n'),
    });
    await upload.getByRole('button', { name: 'Publish' }).click();
    await expect(upload.getByText(`Created the layer “${title}”`)).toBeVisible();
    await upload.getByRole('button', { name: 'Open in a new map' }).click();
    await expect(page).toHaveURL(/\/demo\/map\/wid\/[0-9a-f]{32}/);
    const map = new URL(page.url()).pathname;
    const { id, url } = await layerNamed(page, title);
    await page.request.post(`/portal/demo/sharing/rest/content/users/ada/items/${id}/share`, {
      form: { f: 'json', token: await tokenOf(page, 'ada'), org: 'true', everyone: 'false' },
    });

    const details = page.getByRole('dialog', { name: 'Details' });
    await test.step('adds a field with a list of values and sees the rows', async () => {
      await page.goto(`/demo/gallery?type=all&item=${id}`);
      await details.getByRole('tab', { name: 'Data' }).click();
      await expect(details.getByText('2 rows')).toBeVisible();
      await expect(details.getByRole('cell', { name: 'In the park' })).toBeVisible();
      await details.getByRole('button', { name: 'Add field' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add field' });
      await dialog.getByRole('textbox', { name: 'Label' }).fill('State of repair');
      await dialog.getByRole('textbox', { name: 'Allowed values' }).fill('good = Good\nbad = Needs repair');
      await dialog.getByRole('button', { name: 'Add field' }).click();
      await expect(dialog).toBeHidden();
      await expect(details.getByText('state_of_repair · Text · list of 2 values')).toBeVisible();
    });

    await test.step('downloads the layer', async () => {
      await details.getByRole('tab', { name: 'Overview' }).click();
      await details.getByRole('button', { name: 'Download' }).click();
      const dialog = page.getByRole('dialog', { name: `Download ${title}` });
      await dialog.getByRole('combobox', { name: 'Format' }).click();
      await page.getByRole('option', { name: 'CSV' }).click();
      const file = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Download' }).click();
      const downloaded = await file;
      expect(downloaded.suggestedFilename()).toBe(`${title}.csv`);
      expect(await readFile(await downloaded.path(), 'utf8')).toContain('In the park');
      await dialog.getByRole('button', { name: 'Close' }).click();
    });

    await test.step('appends the rows of a file, and replaces all rows', async () => {
      await details.getByRole('tab', { name: 'Data' }).click();
      await details.getByRole('button', { name: 'Append data' }).click();
      const adding = page.getByRole('dialog', { name: /^Append data/ });
      await chooseIn(page, adding, 'more.csv', 'Name,lat,lon,colour\nAt the gate,51.14,71.41,green\n');
      await expect(adding.getByText('more.csv has 1 row.')).toBeVisible();
      // The coordinates do not count as unused fields.
      await expect(adding.getByText('colour', { exact: true })).toBeVisible();
      await adding.getByRole('button', { name: 'Append', exact: true }).click();
      await expect(adding.getByText('1 row added.')).toBeVisible();
      await adding.getByRole('button', { name: 'Close' }).click();
      await expect(details.getByText('3 rows')).toBeVisible();
      await expect(details.getByRole('cell', { name: 'At the gate' })).toBeVisible();

      await details.getByRole('button', { name: 'Replace data' }).click();
      const replacing = page.getByRole('dialog', { name: /^Replace the data/ });
      const rows = 'Name,lat,lon\nBy the river,51.12,71.42\nIn the park,51.13,71.44\n';
      await chooseIn(page, replacing, 'all.csv', rows);
      await expect(replacing.getByRole('alert')).toContainText(
        'no values for these fields of the layer: State',
      );
      await expect(replacing.getByRole('button', { name: 'Replace all rows' })).toBeDisabled();
      await replacing.getByRole('button', { name: 'Choose another file' }).click();
      const complete = rows.replaceAll('\n', ',\n').replace('lon,', 'lon,state_of_repair');
      await chooseIn(page, replacing, 'all.csv', complete);
      await expect(replacing.getByRole('alert')).toContainText('3 rows are deleted');
      await replacing.getByRole('button', { name: 'Replace all rows' }).click();
      await expect(replacing.getByText('2 rows added. 3 rows deleted.')).toBeVisible();
      await replacing.getByRole('button', { name: 'Close' }).click();
      await expect(details.getByText('2 rows')).toBeVisible();
    });

    await test.step('lets members add features and change their own', async () => {
      expect(await edit(page, 'grace', url, { adds: [bench('Too early')] })).toEqual([]);
      await details.getByRole('tab', { name: 'Settings' }).click();
      await expect(details.getByRole('radio', { name: 'No editing' })).toBeChecked();
      await details.getByRole('radio', { name: 'Add features, change and delete their own' }).check();
      await details.getByRole('button', { name: 'Save' }).click();
      await expect(details.getByText('Saved', { exact: true })).toBeVisible();
    });

    await test.step('adds a feature in the map at once', async () => {
      await page.goto(map);
      await expectMapDrawn(page);
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      const editor = page.getByRole('region', { name: 'Edit', exact: true });
      await editor.getByRole('button', { name: title }).first().click();
      await expect(editor.getByText('Click on the map to add a point.')).toBeVisible();
      await page.mouse.click(1000, 330);
      await editor.getByRole('textbox', { name: 'name', exact: true }).fill('By the bridge');
      await editor.getByRole('textbox', { name: 'name', exact: true }).press('Tab');
      await editor.getByRole('button', { name: 'Create', exact: true }).click();
      await expect
        .poll(async () => {
          const params = { f: 'json', where: "name='By the bridge'", returnCountOnly: true };
          const token = await tokenOf(page, 'ada');
          const answer = await page.request.get(`${url}/0/query`, { params: { ...params, token } });
          return ((await answer.json()) as { count: number }).count;
        })
        .toBe(1);
    });

    await test.step('another member changes own features only', async () => {
      expect(await edit(page, 'grace', url, { adds: [bench('Mine')] })).toEqual([true]);
      const own = { attributes: { OBJECTID: 7, name: 'Mine too' } };
      const other = { attributes: { OBJECTID: 6, name: 'Taken' } };
      expect(await edit(page, 'grace', url, { updates: [own, other] })).toEqual([true, false]);
      expect(
        await edit(page, 'ada', url, { updates: [{ attributes: { OBJECTID: 7, name: 'Seen' } }] }),
      ).toEqual([true]);
    });
  },
);

function bench(name: string) {
  return { attributes: { name }, geometry: { x: 71.43, y: 51.125, spatialReference: { wkid: 4326 } } };
}
