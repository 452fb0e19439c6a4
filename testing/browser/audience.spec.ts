import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { onEachPortal, test } from './each-portal.ts';
import { expectMapDrawn, tokenOf } from './steps.ts';

test.use({ quiet: true });

onEachPortal((_portal, { long }) => {
  test(
    'a link for viewers has their tools and words only, in the rail, the palette and the menus',
    long,
    async ({ page, site }) => {
      await site.arrive(page, 'member');
      await site.openMap(page, 'Sights and monuments');
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByRole('button', { name: 'Change' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Readers of this link' });
      await dialog.getByRole('combobox', { name: 'What readers get' }).click();
      await page.getByRole('option', { name: 'Viewer' }).click();
      await dialog.getByRole('switch', { name: 'Tables of layers' }).click();
      await dialog.getByRole('textbox', { name: 'Text above the legend' }).fill('Every sight of the city.');
      await dialog.getByRole('combobox', { name: 'Open at the start' }).click();
      await page.getByRole('option', { name: 'Legend' }).click();
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await expect(dialog).toBeHidden();
      await page.getByRole('button', { name: 'Create link' }).click();
      const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();

      const visitor = await site.openPage();
      await visitor.goto(link);
      await expectMapDrawn(visitor);
      await expect(visitor.getByRole('region', { name: 'Legend' })).toContainText('Every sight of the city.');
      const rail = visitor.getByRole('navigation', { name: 'Map tools' });
      await expect(rail.getByRole('button', { name: 'Measure' })).toBeVisible();
      await expect(rail.getByRole('button', { name: 'Draw' })).toHaveCount(0);
      await rail.getByRole('button', { name: 'Layers' }).click();
      await visitor
        .getByRole('button', { name: /^More actions for/ })
        .first()
        .click();
      await expect(visitor.getByRole('menuitem', { name: 'Zoom to layer' })).toBeVisible();
      await expect(visitor.getByRole('menuitem', { name: /table|Style|Rename|Remove/ })).toHaveCount(0);
      await visitor.keyboard.press('Escape');
      await visitor.keyboard.press('ControlOrMeta+k');
      await expect(visitor.getByRole('option', { name: 'Measure', exact: true })).toBeVisible();
      await expect(visitor.getByRole('option', { name: /^(Save|History|Draw|Analysis)/ })).toHaveCount(0);
      await visitor.context().close();
    },
  );
});

/** A map of one layer that its owner, grace, lets everyone download. */
async function createOpenMap(page: Page): Promise<{ map: string; url: string }> {
  const token = await tokenOf(page, 'grace');
  const send = async (path: string, form: Record<string, string>) => {
    const url = `/portal/sharing/rest/content/users/grace/${path}`;
    return (await page.request.post(url, { form: { f: 'json', token, ...form } })).json();
  };
  const name = `Open_${randomUUID().slice(0, 8)}`;
  const layers = [
    {
      name: 'Wells',
      geometryType: 'esriGeometryPoint',
      fields: [{ name: 'depth', type: 'esriFieldTypeDouble', alias: 'Depth' }],
    },
  ];
  const createParameters = JSON.stringify({ name, capabilities: 'Query,Create,Editing,Extract', layers });
  const { serviceurl: url, itemId: layer } = await send('createService', { createParameters });
  const features = JSON.stringify([
    { attributes: { depth: 7 }, geometry: { x: 71.42, y: 51.13, spatialReference: { wkid: 4326 } } },
  ]);
  await page.request.post(`${url}/0/addFeatures`, { form: { f: 'json', token, features } });
  const text = JSON.stringify({
    operationalLayers: [{ id: 'wells', title: 'Wells', url: `${url}/0`, layerType: 'ArcGISFeatureLayer' }],
    baseMap: { title: 'None', baseMapLayers: [] },
    version: '2.31',
  });
  const { id: map } = await send('addItem', { type: 'Web Map', title: name, text });
  for (const id of [layer, map]) await send(`items/${id}/share`, { org: 'true', everyone: 'true' });
  return { map, url };
}

test(
  'the owner turns downloads off in the audience, and readers are offered none',
  { tag: '@long' },
  async ({ page, browser }) => {
    await arriveSignedIn(page, 'grace');
    const { map, url } = await createOpenMap(page);
    await page.goto(`/demo/map/wid/${map}#at=51.13,71.42,14,0&tool=share`);
    await expectMapDrawn(page);
    await page.getByRole('button', { name: 'Change' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Readers of this link' });
    await dialog.getByRole('switch', { name: 'Printing and exporting' }).click();
    await expect(dialog.getByText(/Downloads are still allowed for .*Wells/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Turn off downloads' }).click();
    await expect(dialog.getByText(/Downloads are still allowed/)).toBeHidden();

    const reader = await browser.newPage();
    await reader.goto(`/demo/map/wid/${map}#at=51.13,71.42,14,0&tool=layers`);
    await expectMapDrawn(reader);
    await reader.getByRole('button', { name: 'More actions for Wells' }).click();
    await reader.getByRole('menuitem', { name: 'Open table' }).click();
    await expect(reader.getByRole('button', { name: 'Columns and sorting' })).toBeVisible();
    await expect(reader.getByRole('button', { name: 'Export', exact: true })).toHaveCount(0);
    const described = await reader.request.get(`${url}/0`, { params: { f: 'json' } });
    expect(((await described.json()) as { capabilities: string }).capabilities).not.toContain('Extract');
    await reader.close();
  },
);

test(
  'readers of a saved map get the tools and the text that its owner chose',
  { tag: '@long' },
  async ({ page, browser }) => {
    await arriveSignedIn(page, 'grace');
    const { map } = await createOpenMap(page);
    await page.goto(`/demo/map/wid/${map}#at=51.13,71.42,14,0&tool=share`);
    await expectMapDrawn(page);
    await page.getByRole('button', { name: 'Change' }).last().click();
    const dialog = page.getByRole('dialog', { name: 'Readers of this map' });
    await dialog.getByRole('combobox', { name: 'What readers get' }).click();
    await page.getByRole('option', { name: 'Viewer' }).click();
    await dialog.getByRole('textbox', { name: 'Text above the legend' }).fill('Wells of the city.');
    await dialog.getByRole('combobox', { name: 'Open at the start' }).click();
    await page.getByRole('option', { name: 'Legend' }).click();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(dialog).toBeHidden();
    const save = page
      .getByRole('region', { name: 'Map actions' })
      .getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await expect(save).toHaveAttribute('aria-description', /^Saved /);

    const reader = await browser.newPage();
    await reader.goto(`/demo/map/wid/${map}`);
    await expectMapDrawn(reader);
    await expect(reader.getByRole('region', { name: 'Legend' })).toContainText('Wells of the city.');
    const rail = reader.getByRole('navigation', { name: 'Map tools' });
    await expect(rail.getByRole('button', { name: 'Measure' })).toBeVisible();
    await expect(rail.getByRole('button', { name: 'Draw' })).toHaveCount(0);
    await reader.close();
  },
);
