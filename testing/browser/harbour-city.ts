import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from '@playwright/test';
import type { LayerJson, WebMapJson } from '../../web/map/document/web-map-json.ts';
import { type ArcgisOnline, startArcgisOnline } from '../fakes/arcgis-online/start.ts';
import { freePort } from '../rig/free-port.ts';
import { startServerProcess } from '../rig/server-process.ts';

/** A city on ArcGIS Online (the stand-in) whose maps are those of `testing/portal-content/web-maps`. */
export interface HarbourCity {
  online: ArcgisOnline;
  /** Signed in as the owner of the maps. */
  context: BrowserContext;
  /** Ids of the maps' items, by file name. */
  ids: ReadonlyMap<string, string>;
  /** A map's document as the portal has it now. */
  documentOf(name: string): WebMapJson;
  stop(): Promise<void>;
}

const folder = 'testing/portal-content/web-maps';
const orgId = 'harbourOrg000001';

/** The documents, by file name. */
export const webMaps: ReadonlyMap<string, WebMapJson> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as WebMapJson,
    ]),
);

export async function startHarbourCity(launchOptions: LaunchOptions): Promise<HarbourCity> {
  const online = await startArcgisOnline();
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const { ids, administrators } = fill(online);
  online.apps.push({ clientId: 'mapping-harbour', redirectUris: [`${origin}/harbour/signed-in`] });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mapping-web-maps-'));
  chmodSync(dataDir, 0o755);
  const config = path.join(dataDir, 'harbour.json');
  const portal = {
    url: 'https://www.arcgis.com',
    organisationId: orgId,
    appId: 'mapping-harbour',
    adminGroupId: administrators,
  };
  await writeFile(config, JSON.stringify({ title: 'Harbour City', portal }));
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
    { env: { PATH: process.env['PATH'], ...environment }, stdio: 'inherit' },
  );
  const server = await startServerProcess(environment);
  const rules = `--host-resolver-rules=${online.hostRules}`;
  const browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), rules] });
  return {
    online,
    ids,
    context: await signedIn(browser, origin),
    documentOf(name) {
      const item = online.content.items.get(ids.get(name) ?? '');
      return JSON.parse(Buffer.from(item?.data?.bytes ?? []).toString()) as WebMapJson;
    },
    async stop() {
      await browser.close();
      await server.stop();
      await online.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function signedIn(browser: Browser, origin: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: origin,
    ignoreHTTPSErrors: true,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
  });
  const page = await context.newPage();
  await page.goto('/harbour/gallery');
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign in' }).click();
  await page.getByLabel('Username').fill('piet_harbour');
  await page.getByLabel('Password').fill('stand-in-password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Account: Piet Bos' }).waitFor();
  await page.close();
  return context;
}

function fill({ content, hosted }: ArcgisOnline): { ids: Map<string, string>; administrators: string } {
  content.addOrganisation({ id: orgId, urlKey: 'harbour', name: 'Harbour City' });
  content.addOrganisation({ id: 'elsewhereOrg0001', urlKey: 'elsewhere', name: 'Elsewhere' });
  const owner = 'piet_harbour';
  content.addPerson({ username: owner, fullName: 'Piet Bos', orgId });
  content.addPerson({ username: 'eve_elsewhere', fullName: 'Eve Ray', orgId: 'elsewhereOrg0001' });
  const administrators = content.addGroup({ title: 'Map administrators', owner, orgId }).id;
  const services = new Set(
    [...JSON.stringify([...webMaps]).matchAll(/harbourOrg000001[\w/]*\/services\/(\w+)\/FeatureServer/g)].map(
      ([, name = '']) => name,
    ),
  );
  services.delete('NoSuchService');
  for (const name of services)
    hosted.push({ orgId, name, isPublic: name !== 'Moorings', points: [[4.48, 51.91, `${name} 1`]] });
  const stored: [number, string, string?, object?][] = [
    [
      20,
      'Feature Service',
      `https://services.arcgis.com/${orgId}/arcgis/rest/services/Devices/FeatureServer`,
    ],
    [
      21,
      'Vector Tile Service',
      'https://basemaps.arcgis.com/arcgis/rest/services/World_Basemap_v2/VectorTileServer',
    ],
    [22, 'Feature Collection', undefined, { layers: collectionIn('feature-collection-one-layer') }],
    [23, 'GeoJson', undefined, { type: 'FeatureCollection', features: [] }],
    [26, 'Map Service', 'https://utility.arcgis.com/usrsvcs/servers/x/rest/services/World/Traffic/MapServer'],
    [27, 'Map Service', 'https://demographics.arcgis.com/arcgis/rest/services/Income/MapServer'],
  ];
  for (const [number, type, url = null, document] of stored)
    content.addItem({ id: itemId(number), owner, title: type, type, url, access: 'org', document });
  content.addItem({ id: itemId(97), owner: 'eve_elsewhere', title: 'Private', type: 'Feature Service' });
  const ids = new Map(
    [...webMaps].map(([title, document]) => [
      title,
      content.addItem({ owner, title, type: 'Web Map', access: 'org', document }).id,
    ]),
  );
  return { ids, administrators };
}

const itemId = (number: number) => `a${number.toString(16).padStart(31, '0')}`;

function collectionIn(name: string): LayerJson[] | undefined {
  return webMaps.get(name)?.operationalLayers?.[0]?.featureCollection?.layers;
}
