import { expect, type Page, test } from '@playwright/test';
import { layersIn, type WebMapJson } from '../../web/map/document/web-map-json.ts';
import { type HarbourCity, startHarbourCity, webMapsOf } from './harbour-city.ts';
import { expectMapDrawn } from './steps.ts';

let city: HarbourCity;

/** Why layers of these maps cannot be shown, by title. */
const causes: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  'layers-gone': {
    'Service that is gone': /no longer exists/,
    'Host that is gone': /no longer exists/,
    'File that is gone': /no longer exists/,
  },
  'unknown-layer-types': {
    Holograms: /“HologramLayer” can’t be shown/,
    'Layer of no kind': /doesn’t say what kind/,
    'Untitled layer': /“TeapotLayer” can’t be shown/,
  },
  'wfs-1.1.0-unsupported': { 'Monuments, old service': /“WFS 1.1.0” can’t be shown/ },
  'layers-of-another-sign-in': {
    'Secured elsewhere': /Needs an account on another server/,
    'Secured map service': /Needs an account on another server/,
  },
  'premium-content': { 'Household income (premium)': /don’t have permission/ },
  'scene-layer-in-web-map': {
    'Buildings in 3D': /“ArcGISSceneServiceLayer” can’t be shown/,
    'Town hall': /“BuildingSceneLayer” can’t be shown/,
  },
  'layer-items-gone': { 'Tile item that is gone': /not with what this kind of layer needs/ },
  'subtype-group-layer': { Valves: /not with what this kind of layer needs/ },
  'feature-collection-item': { 'Collection that is gone': /its item or style/ },
};

/** Services of Esri take no account of ArcGIS Enterprise. */
const causesOnEnterprise: typeof causes = {
  ...causes,
  'premium-content': { 'Household income (premium)': /Needs an account on another server/ },
};

/** Every layer of these maps is shown. */
const complete = new Set([
  'feature-collection-one-layer',
  'georss',
  'http-addresses-of-enterprise',
  'kml',
  'layers-behind-app-proxies',
  'wfs',
]);

async function openMap(name: string): Promise<{ page: Page; errors: string[] }> {
  const page = await city.context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(`/harbour/map/wid/${city.ids.get(name)}`);
  await expectMapDrawn(page);
  // Open when a map opens.
  await expect(layersPanel(page)).toBeVisible();
  return { page, errors };
}

const layersPanel = (page: Page) => page.getByRole('region', { name: 'Layers', exact: true });

/** Hides the topmost layer, or shows it; returns its new visibility. */
async function switchTopmost(page: Page): Promise<boolean> {
  const topmost = layersPanel(page)
    .getByRole('button', { name: /^Show / })
    .first();
  const visible = (await topmost.getAttribute('aria-pressed')) === 'true';
  await topmost.click();
  await expect(topmost).toHaveAttribute('aria-pressed', String(!visible));
  return !visible;
}

async function save(page: Page): Promise<void> {
  const button = page
    .getByRole('region', { name: 'Map actions' })
    .getByRole('button', { name: 'Save', exact: true });
  await button.click();
  await expect(button).toHaveAttribute('aria-description', /^(No unsaved changes|Saved )/);
}

function withTopmost(document: WebMapJson, visibility: boolean): WebMapJson {
  const layers = document.operationalLayers ?? [];
  const topmost = layersIn(layers).at(-1);
  return {
    ...document,
    operationalLayers: layers.map((layer) => (layer === topmost ? { ...layer, visibility } : layer)),
  };
}

for (const portal of ['ArcGIS Online', 'ArcGIS Enterprise'] as const)
  test.describe(`on ${portal}`, () => {
    const webMaps = webMapsOf(portal);
    const whyNot = portal === 'ArcGIS Online' ? causes : causesOnEnterprise;

    test.beforeAll(async ({ launchOptions }) => {
      city = await startHarbourCity(portal, launchOptions);
    });
    test.afterAll(async () => {
      await city.stop();
    });
    // Else the last test would fail for what an earlier map has done.
    test.afterEach(() => expect(city.takeFaults()).toEqual([]));

    for (const [name, document] of webMaps) {
      if (layersIn(document.operationalLayers).length === 0) continue;
      test(`the map “${name}” opens and is saved without loss`, { tag: '@long' }, async () => {
        const { page, errors } = await openMap(name);
        for (const [title, cause] of Object.entries(whyNot[name] ?? {})) {
          const button = page.getByRole('button', { name: title, exact: true });
          const row = layersPanel(page).getByRole('listitem').filter({ has: button });
          await expect(row.getByRole('alert')).toContainText(cause);
        }
        const visibility = await switchTopmost(page);
        await save(page);
        expect(city.documentOf(name)).toEqual(withTopmost(document, visibility));
        if (complete.has(name)) await expect(layersPanel(page).getByRole('alert')).toHaveText([]);
        expect(errors).toEqual([]);
        await page.close();
      });
    }

    for (const [name, { operationalLayers }] of webMaps) {
      if (layersIn(operationalLayers).length > 0) continue;
      test(`the map “${name}” without layers opens`, { tag: '@long' }, async () => {
        const { page, errors } = await openMap(name);
        await expect(layersPanel(page)).toContainText('This map has no layers yet.');
        expect(errors).toEqual([]);
        await page.close();
      });
    }

    test('a basemap that is gone is named with the reason', { tag: '@long' }, async () => {
      const { page } = await openMap('basemap-gone');
      const basemap = layersPanel(page).getByRole('region', { name: 'Basemap' });
      await expect(basemap.getByRole('alert')).toContainText(/City plan of 2009.*no longer exists/);
      await page.close();
    });
  });
