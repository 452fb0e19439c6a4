import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import { type ArcgisOnline, startArcgisOnline } from '../fakes/arcgis-online/start.ts';
import { arriveSignedIn } from './arrive-signed-in.ts';

let online: ArcgisOnline;
let browser: Browser;
let origin: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ launchOptions, baseURL }) => {
  origin = baseURL ?? '';
  online = await startArcgisOnline();
  const orgId = 'harbourOrg000001';
  online.content.addOrganisation({ id: orgId, urlKey: 'harbour', name: 'Harbour City' });
  online.content.addPerson({ username: 'piet_harbour', fullName: 'Piet Bos', orgId });
  online.apps.push({ clientId: 'mapping-copies', redirectUris: [`${origin}/demo/signed-in`] });
  browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), `--host-resolver-rules=${online.hostRules}`],
  });
});
test.afterAll(async () => {
  await browser.close();
  await online.stop();
});

const trees = {
  type: 'FeatureCollection',
  features: Array.from({ length: 12 }, (_none, id) => ({
    type: 'Feature',
    properties: { name: `Tree ${id}`, height: id / 2 },
    geometry: { type: 'Point', coordinates: [71.4 + id / 500, 51.12] },
  })),
};

async function uploadTrees(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Upload a file' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('dialog').getByRole('button', { name: 'Choose a file' }).click();
  const file = {
    name: 'trees.geojson',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(trees)),
  };
  await (await chooser).setFiles(file);
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('button', { name: 'Open in a new map' }).click();
  await expect(page).toHaveURL(/\/demo\/map\/wid\/[0-9a-f]{32}/);
}

async function signInThere(page: Page): Promise<void> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in to the portal' }).click();
  const popup = await opened;
  await popup.getByLabel('Username').fill('piet_harbour');
  await popup.getByLabel('Password').fill('stand-in-password');
  await popup.getByRole('button', { name: 'Sign In' }).click();
}

test('a member copies a map with its layer to ArcGIS Online, and nothing twice', async () => {
  const context = await browser.newContext({
    baseURL: origin,
    ignoreHTTPSErrors: true,
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
  });
  const page = await context.newPage();
  await arriveSignedIn(page, 'grace');
  await page.goto('/demo/content');
  const title = `Trees ${Date.now()}`;
  await uploadTrees(page, title);
  await page.goto('/demo/content');

  await test.step('the map is chosen, and the person signs in there', async () => {
    await page
      .getByRole('row', { name: new RegExp(`${title}.*Web map`, 'i') })
      .getByRole('checkbox')
      .check();
    await page.getByRole('button', { name: 'Copy to another portal' }).click();
    await page.getByRole('textbox', { name: 'Portal' }).fill('https://harbour.maps.arcgis.com');
    await page.getByRole('textbox', { name: 'App ID' }).fill('mapping-copies');
    // The page may connect only to portals that it knows.
    await page.getByRole('button', { name: 'Allow this page to connect' }).click();
    await expect(page.getByRole('textbox', { name: 'App ID' })).toHaveValue('mapping-copies');
    await signInThere(page);
    await expect(page.getByText('Signed in to Harbour City as Piet Bos')).toBeVisible();
  });

  await test.step('its layer is offered with it, and both are copied', async () => {
    const layers = page.getByRole('group', { name: 'These maps also use' });
    await expect(layers.getByRole('checkbox', { name: new RegExp(title) })).toBeChecked();
    await page.getByRole('textbox', { name: 'Folder' }).fill('From Astana');
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(page.getByText('Copied: 2 of 2')).toBeVisible();
  });

  const items = [...online.content.items.values()].filter((item) => item.title === title);
  const [layer, map] = [
    items.find(({ type }) => type === 'Feature Service'),
    items.find(({ type }) => type === 'Web Map'),
  ];
  const service = [...online.content.services.values()].find(({ itemId }) => itemId === layer?.id);
  expect(service?.layers[0]?.features).toHaveLength(12);
  const document = JSON.parse(Buffer.from(map?.data?.bytes ?? []).toString()) as {
    operationalLayers: object[];
  };
  expect(document.operationalLayers[0]).toMatchObject({ itemId: layer?.id, url: `${layer?.url}/0` });

  await test.step('a second time only says that they are there', async () => {
    await page.reload();
    await signInThere(page);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(page.getByText('Copied before; left as it is.')).toHaveCount(2);
    expect([...online.content.items.values()].filter((item) => item.title === title)).toHaveLength(2);
  });
  await context.close();
});
