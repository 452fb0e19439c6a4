import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import { type ArcgisOnline, startArcgisOnline } from '../fakes/arcgis-online/start.ts';
import { freePort } from '../rig/free-port.ts';
import { type ServerProcess, startServerProcess } from '../rig/server-process.ts';
import { expectMapDrawn } from './steps.ts';

let online: ArcgisOnline;
let server: ServerProcess;
let browser: Browser;
let origin: string;
let dataDir: string;
let administrators: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ launchOptions }) => {
  online = await startArcgisOnline();
  const port = await freePort();
  origin = `http://localhost:${port}`;
  fill();
  dataDir = await mkdtemp(path.join(tmpdir(), 'mapping-online-'));
  chmodSync(dataDir, 0o755);
  const config = path.join(dataDir, 'harbour.json');
  await writeFile(
    config,
    JSON.stringify({
      title: 'Harbour City',
      portal: {
        url: 'https://www.arcgis.com',
        organisationId: 'harbourOrg000001',
        appId: 'mapping-harbour',
        adminGroupId: administrators,
      },
      map: { extent: [4.4, 51.88, 4.56, 51.96] },
    }),
  );
  const environment = {
    PORT: String(port),
    PUBLIC_URL: origin,
    DATA_DIR: dataDir,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    ALLOWED_PRIVATE_HOSTS: 'yes',
    ...online.environment,
    NODE_OPTIONS: `--import=${path.resolve('testing/fakes/arcgis/redirect-tls.ts')}`,
  };
  execFileSync(
    path.resolve('node_modules/.bin/node'),
    ['server/operator/main.ts', 'create', 'harbour', '--config', config],
    {
      env: { PATH: process.env['PATH'], ...environment },
      stdio: 'inherit',
    },
  );
  server = await startServerProcess(environment);
  browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), `--host-resolver-rules=${online.hostRules}`],
  });
});
test.afterAll(async () => {
  await browser.close();
  await server.stop();
  await online.stop();
  await rm(dataDir, { recursive: true, force: true });
});

function fill() {
  const { content } = online;
  content.addOrganisation({ id: 'harbourOrg000001', urlKey: 'harbour', name: 'Harbour City' });
  const orgId = 'harbourOrg000001';
  content.addPerson({ username: 'nora_harbour', fullName: 'Nora Berg', orgId, role: 'org_admin' });
  content.addPerson({ username: 'piet_harbour', fullName: 'Piet Bos', orgId });
  content.addPerson({
    username: 'vera_harbour',
    fullName: 'Vera Lys',
    orgId,
    role: 'org_user',
    userLicenseTypeId: 'viewerUT',
    privileges: ['portal:user:viewOrgItems', 'portal:user:viewOrgGroups', 'portal:user:joinGroup'],
  });
  content.addOrganisation({ id: 'elsewhereOrg0001', urlKey: 'elsewhere', name: 'Elsewhere' });
  content.addPerson({ username: 'eve_elsewhere', fullName: 'Eve Ray', orgId: 'elsewhereOrg0001' });
  administrators = content.addGroup({ title: 'Map administrators', owner: 'nora_harbour', orgId }).id;
  online.apps.push({ clientId: 'mapping-harbour', redirectUris: [`${origin}/harbour/signed-in`] });
  online.hosted.push(
    {
      orgId,
      name: 'Quays',
      isPublic: true,
      points: [
        [4.48, 51.91, 'Quay 1'],
        [4.49, 51.92, 'Quay 2'],
      ],
    },
    { orgId, name: 'Moorings', isPublic: false, points: [[4.47, 51.9, 'Mooring 1']] },
  );
  content.addItem({
    owner: 'piet_harbour',
    title: 'Quays of the harbour',
    type: 'Web Map',
    typeKeywords: ['Map', 'Online Map', 'Web Map'],
    access: 'public',
    extent: [
      [4.4, 51.88],
      [4.56, 51.96],
    ],
    document: webMap('Quays'),
  });
  content.addItem({
    owner: 'piet_harbour',
    title: 'Moorings for members',
    type: 'Web Map',
    typeKeywords: ['Map', 'Online Map', 'Web Map'],
    access: 'org',
    extent: [
      [4.4, 51.88],
      [4.56, 51.96],
    ],
    document: webMap('Moorings'),
  });
}

function documentOf(title: string): ReturnType<typeof webMap> {
  const found = [...online.content.items.values()].find((item) => item.title === title);
  return JSON.parse(Buffer.from(found?.data?.bytes ?? []).toString()) as ReturnType<typeof webMap>;
}

function webMap(service: string) {
  return {
    operationalLayers: [
      {
        id: `${service}-layer`,
        layerType: 'ArcGISFeatureLayer',
        title: service,
        url: `https://services.arcgis.com/harbourOrg000001/arcgis/rest/services/${service}/FeatureServer/0`,
        visibility: true,
        opacity: 1,
      },
    ],
    baseMap: {
      title: 'Streets',
      baseMapLayers: [
        {
          id: 'streets',
          layerType: 'VectorTileLayer',
          title: 'World Street Map',
          styleUrl:
            'https://basemaps.arcgis.com/arcgis/rest/services/World_Basemap_v2/VectorTileServer/resources/styles/root.json',
        },
      ],
    },
    initialState: {
      viewpoint: {
        targetGeometry: {
          xmin: 489_806,
          ymin: 6_779_000,
          xmax: 507_617,
          ymax: 6_793_000,
          spatialReference: { wkid: 102100 },
        },
      },
    },
    spatialReference: { wkid: 102100, latestWkid: 3857 },
    version: '2.33',
    authoringApp: 'ArcGISMapViewer',
    authoringAppVersion: '2026.2',
  };
}

async function openPage(): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    ignoreHTTPSErrors: true,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
  });
  return context.newPage();
}

async function signIn(page: Page, username: string, fullName: string, button = 'Sign In') {
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign in' }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill('stand-in-password');
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('button', { name: `Account: ${fullName}` })).toBeVisible();
}

test('a visitor finds a public map in the gallery and opens it', async () => {
  const page = await openPage();
  await page.goto('/harbour/gallery');
  await page.getByRole('link', { name: /Quays of the harbour/ }).click();
  await expectMapDrawn(page);
  await expect(page.getByRole('banner')).toContainText('Quays of the harbour');
  await page.context().close();
});

test('a member saves a map and shares it by a link', async () => {
  const page = await openPage();
  await page.goto('/harbour/gallery');
  await signIn(page, 'piet_harbour', 'Piet Bos');
  await page.getByRole('link', { name: /Moorings for members/ }).click();
  await expectMapDrawn(page);
  await page.getByRole('button', { name: 'Show Moorings', exact: true }).click();
  const save = page
    .getByRole('region', { name: 'Map actions' })
    .getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(save).toHaveAttribute('aria-description', /^(No unsaved changes|Saved )/);
  const document = documentOf('Moorings for members');
  expect(document.operationalLayers[0]).toEqual({
    ...webMap('Moorings').operationalLayers[0],
    visibility: false,
  });
  expect(document.baseMap).toEqual(webMap('Moorings').baseMap);

  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = page.getByRole('textbox', { name: 'Link', exact: true });
  await expect(link).toHaveValue(/\/map\/sid\//);
  const address = await link.inputValue();
  await page.context().close();

  // The link opens for everyone; the layer only for accounts of its organisation.
  const stranger = await openPage();
  await stranger.goto(address);
  await signIn(stranger, 'eve_elsewhere', 'Eve Ray');
  await expect(stranger.getByText('You don’t have permission to see this.')).toBeVisible();
  // Shared maps are made by members of this organisation only.
  await stranger.getByRole('button', { name: 'Share', exact: true }).click();
  await stranger.getByRole('button', { name: 'Create link' }).click();
  await expect(
    stranger
      .getByRole('alert')
      .filter({ hasText: /sign in|member/i })
      .first(),
  ).toBeVisible();
  await stranger.context().close();
});

test('an administrator sees settings and members; embedded-only functions are left out', async () => {
  const page = await openPage();
  await page.goto('/harbour/administration?page=portal');
  await signIn(page, 'nora_harbour', 'Nora Berg');
  await expect(page.getByRole('textbox', { name: 'Organisation ID' })).toHaveValue('harbourOrg000001');
  await expect(page.getByText('Old applications')).toHaveCount(0);
  await page.getByRole('tab', { name: 'People' }).click();
  await expect(page.getByRole('button', { name: /piet_harbour/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a person' })).toHaveCount(0);
  await page.context().close();
});

test('an administrator checks the portal before saving anything, and follows a cure', async () => {
  const page = await openPage();
  await page.goto('/harbour/administration?page=portal');
  await signIn(page, 'nora_harbour', 'Nora Berg');
  const step = (name: string) => page.getByRole('region', { name });
  const check = page.getByRole('button', { name: 'Check', exact: true }).first();
  await check.click();
  await expect(step('Choose the portal').getByText('This browser can read www.arcgis.com too')).toBeVisible();
  await expect(step('Register the application').getByText(/Redirect address accepted/)).toBeVisible();
  await expect(
    step('Choose the administrators').getByText('nora_harbour is in the administrators group'),
  ).toBeVisible();

  await page
    .getByRole('textbox', { name: 'Portal address' })
    .fill('https://harbour.maps.arcgis.com/home/index.html');
  await page.getByRole('textbox', { name: 'App ID' }).fill('wrong');
  await check.click();
  await page.getByRole('button', { name: 'Use https://harbour.maps.arcgis.com' }).click();
  await expect(page.getByText('The portal knows no application “wrong”.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').getByText(/The portal knows no application “wrong”/)).toBeVisible();
  await page.context().close();
});

test('a viewer is offered nothing that the portal would refuse', { tag: '@long' }, async () => {
  const page = await openPage();
  await page.goto('/harbour/content');
  await signIn(page, 'vera_harbour', 'Vera Lys');
  await expect(page.getByText(/can view and open maps/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add item' })).toHaveCount(0);
  await page.context().close();
});
