import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { type Browser, chromium, expect, type LaunchOptions, type Page, test } from '@playwright/test';
import type { PortalStandIn } from '../fakes/arcgis/start.ts';
import {
  enterpriseOrganisation,
  enterprisePortal,
  startArcgisEnterprise,
} from '../fakes/arcgis-enterprise/start.ts';
import { startArcgisOnline } from '../fakes/arcgis-online/start.ts';
import { arriveSignedIn } from './arrive-signed-in.ts';

let origin: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(({ baseURL }) => {
  origin = baseURL ?? '';
});

const others = [
  {
    name: 'ArcGIS Online',
    start: startArcgisOnline,
    orgId: 'harbourOrg000001',
    address: 'https://harbour.maps.arcgis.com',
    hosting: 'https://services.arcgis.com/harbourOrg000001/arcgis/rest/services',
  },
  {
    name: 'ArcGIS Enterprise',
    start: startArcgisEnterprise,
    orgId: enterpriseOrganisation,
    address: enterprisePortal,
    hosting: 'https://hosting.city.test/server/rest/services/Hosted',
  },
] as const;

/** Starts a portal with an account, and a browser that reaches it and this server. */
async function startOther(
  { start, orgId, hosting }: (typeof others)[number],
  launchOptions: LaunchOptions,
): Promise<{ standIn: PortalStandIn; browser: Browser }> {
  const standIn = await start();
  const { content, apps, hostRules } = standIn;
  content.addOrganisation({ id: orgId, urlKey: 'harbour', name: 'Harbour City' });
  const { username: owner } = content.addPerson({ username: 'piet_harbour', fullName: 'Piet Bos', orgId });
  const url = `${hosting}/Roads/FeatureServer`;
  const typeKeywords = ['Hosted Service'];
  content.addItem({ owner, title: 'Roads', type: 'Feature Service', typeKeywords, url, access: 'org' });
  apps.push({ clientId: 'mapping-copies', redirectUris: [`${origin}/demo/signed-in`] });
  const args = [...(launchOptions.args ?? []), `--host-resolver-rules=${hostRules}`];
  return { standIn, browser: await chromium.launch({ ...launchOptions, args }) };
}

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

for (const other of others)
  test(
    `a member copies a map with its layer to ${other.name}, and nothing twice`,
    { tag: '@long' },
    async ({ launchOptions }) => {
      test.slow();
      const { standIn, browser } = await startOther(other, launchOptions);
      const context = await browser.newContext({
        baseURL: origin,
        ignoreHTTPSErrors: true,
        viewport: { width: 1280, height: 900 },
        locale: 'en',
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
        await page.getByRole('textbox', { name: 'Portal' }).fill(other.address);
        await page.getByRole('textbox', { name: 'App ID' }).fill('mapping-copies');
        // The page may connect only to portals that it knows.
        await page.getByRole('button', { name: 'Allow this page to connect' }).click();
        await expect(page.getByRole('textbox', { name: 'App ID' })).toHaveValue('mapping-copies');
        await signInThere(page);
        await expect(page.getByText('Signed in to Harbour City as Piet Bos')).toBeVisible();
        if (other.name === 'ArcGIS Online') return;
        // Its layers are on another host, which the page learns only after the sign-in.
        await page.getByRole('button', { name: 'Allow this page to connect' }).click();
        await signInThere(page);
      });

      await test.step('its layer is offered with it, and both are copied', async () => {
        const layers = page.getByRole('group', { name: 'These maps also use' });
        await expect(layers.getByRole('checkbox', { name: new RegExp(title) })).toBeChecked();
        await page.getByRole('textbox', { name: 'Folder' }).fill('From Astana');
        await page.getByRole('button', { name: 'Copy', exact: true }).click();
        await expect(page.getByText('Copied: 2 of 2')).toBeVisible();
      });

      const items = [...standIn.content.items.values()].filter((item) => item.title === title);
      const [layer, map] = [
        items.find(({ type }) => type === 'Feature Service'),
        items.find(({ type }) => type === 'Web Map'),
      ];
      const service = [...standIn.content.services.values()].find(({ itemId }) => itemId === layer?.id);
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
        expect([...standIn.content.items.values()].filter((item) => item.title === title)).toHaveLength(2);
      });
      await context.close();
      await browser.close();
      await standIn.stop();
    },
  );

/** Creates an organisation on the running server, as its operator does; returns its administrator's password. */
function createOrganisation(name: string, administrator: string): string {
  const output = execFileSync(
    path.resolve('node_modules/.bin/node'),
    ['server/operator/main.ts', 'create', name, '--admin', administrator],
    {
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        PUBLIC_URL: origin,
        PORT: new URL(origin).port,
        DATA_DIR: process.env['TEST_DATA_DIR'],
      },
    },
  );
  const password = /password:? (\S+)/i.exec(output)?.[1];
  if (!password) throw new Error(`No password in: ${output}`);
  return password;
}

test(
  'a member copies a map with its layer to another organisation of this server',
  { tag: '@long' },
  async ({ page }) => {
    const password = createOrganisation('quay', 'olga_quay');
    await arriveSignedIn(page, 'grace');
    await page.goto('/demo/content');
    const title = `Trees ${Date.now()}`;
    await uploadTrees(page, title);
    await page.goto('/demo/content');
    await page
      .getByRole('row', { name: new RegExp(`${title}.*Web map`, 'i') })
      .getByRole('checkbox')
      .check();
    await page.getByRole('button', { name: 'Copy to another portal' }).click();
    await page.getByRole('textbox', { name: 'Portal' }).fill('quay');
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Sign in to the portal' }).click();
    const popup = await opened;
    await popup.getByLabel('Username').fill('olga_quay');
    await popup.getByLabel('Password').fill(password);
    await popup.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(page.getByText('Copied: 2 of 2')).toBeVisible();

    const rest = `${origin}/portal/quay/sharing/rest`;
    const ask = async (path: string, form: Record<string, string>) =>
      (await (await page.request.post(`${rest}/${path}`, { form: { f: 'json', ...form } })).json()) as {
        token: string;
        results: { id: string; type: string; url: string; orgId: string }[];
        operationalLayers: { itemId: string; url: string }[];
        count: number;
      };
    const { token } = await ask('generateToken', {
      username: 'olga_quay',
      password,
      client: 'referer',
      referer: origin,
    });
    const { results } = await ask('search', { token, q: `title:"${title}" AND owner:olga_quay` });
    const layer = results.find(({ type }) => type === 'Feature Service');
    const map = results.find(({ type }) => type === 'Web Map');
    expect(results).toHaveLength(2);
    const { operationalLayers } = await ask(`content/items/${map?.id}/data`, { token });
    expect(operationalLayers[0]).toMatchObject({ itemId: layer?.id, url: `${layer?.url}/0` });
    const count = await page.request.post(`${layer?.url}/0/query`, {
      form: { f: 'json', token, where: '1=1', returnCountOnly: 'true' },
    });
    expect(await count.json()).toEqual({ count: 12 });
  },
);
