import { expect, type Page, test } from '@playwright/test';
import { layersIn, type WebMapJson } from '../../web/map/document/web-map-json.ts';
import { type HarbourCity, startHarbourCity, webMaps } from './harbour-city.ts';
import { expectMapDrawn } from './steps.ts';

let city: HarbourCity;

test.beforeAll(async ({ launchOptions }) => {
  city = await startHarbourCity(launchOptions);
});
test.afterAll(async () => {
  await city.stop();
});

/** Opened in the usual run; the others in the long one. */
const usual = new Set([
  'version-1.0-kml-and-service',
  'no-ids-and-equal-ids',
  'unknown-layer-types',
  'feature-collection-several-layers',
  'layers-gone',
  'basemap-gone',
]);

/** Why layers of these maps cannot be shown, by title. */
const causes: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {};

async function openMap(name: string): Promise<{ page: Page; errors: string[] }> {
  const page = await city.context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(`/harbour/map/wid/${city.ids.get(name)}`);
  await expectMapDrawn(page);
  await page.getByRole('button', { name: 'Layers', exact: true }).click();
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

for (const [name, document] of webMaps) {
  const tag = usual.has(name) ? [] : ['@long'];
  const hasLayers = layersIn(document.operationalLayers).length > 0;
  test(`the map “${name}” opens and is saved without loss`, { tag }, async () => {
    const { page, errors } = await openMap(name);
    const panel = layersPanel(page);
    if (process.env['EXPLORE']) {
      await page.waitForTimeout(3000);
      console.log(
        name,
        JSON.stringify(
          await panel
            .getByRole('alert')
            .evaluateAll((all) =>
              all.map(
                (one) =>
                  `${one.closest('li')?.querySelector('button[aria-expanded]')?.textContent}: ${one.textContent}`,
              ),
            ),
        ),
        errors,
      );
    }
    for (const [title, cause] of Object.entries(causes[name] ?? {})) {
      const row = panel
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', { name: title, exact: true }) });
      await expect(row.getByRole('alert').last()).toContainText(cause);
    }
    if (hasLayers) {
      const visibility = await switchTopmost(page);
      await save(page);
      expect(city.documentOf(name)).toEqual(withTopmost(document, visibility));
    }
    expect(errors).toEqual([]);
    await page.close();
  });
}
