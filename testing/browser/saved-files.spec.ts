import { expect, type Page } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { kml, pngOf, serveGeoTiff } from './map-files.ts';
import { expectMapDrawn, saveMap, test, tokenOf } from './steps.ts';

test.use({ quiet: true });
test.describe.configure({ timeout: 300_000 });

interface Layer {
  title: string;
  opacity?: number;
  layerType: string;
}

async function createMap(page: Page): Promise<string> {
  const token = await tokenOf(page, 'grace');
  const text = JSON.stringify({
    operationalLayers: [],
    baseMap: { title: 'None', baseMapLayers: [] },
    spatialReference: { wkid: 102100, latestWkid: 3857 },
    version: '2.31',
  });
  const form = { f: 'json', token, type: 'Web Map', title: 'Files', text };
  const added = await page.request.post('/portal/sharing/rest/content/users/grace/addItem', { form });
  return ((await added.json()) as { id: string }).id;
}

const save = (page: Page, id: string) => saveMap<{ operationalLayers: Layer[] }>(page, id, 'grace');

async function rename(page: Page, from: string, to: string) {
  await page.getByRole('button', { name: `More actions for ${from}` }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill(to);
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('button', { name: to, exact: true })).toBeVisible();
}

/** The picture is blue, the lines are red and green. */
async function expectAllDrawn(page: Page): Promise<void> {
  const shot = await page.getByRole('application').first().screenshot();
  const pixels = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0);
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas?.drawImage(image, 0, 0);
    const { data = new Uint8ClampedArray() } = canvas?.getImageData(0, 0, image.width, image.height) ?? {};
    const counts = { red: 0, green: 0, blue: 0 };
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
      if (red > 200 && green < 60 && blue < 60) counts.red += 1;
      if (green > 130 && red < 60 && blue < 60) counts.green += 1;
      if (blue > 200 && red < 90 && green < 90) counts.blue += 1;
    }
    return counts;
  }, shot.toString('base64'));
  expect(Math.min(...Object.values(pixels))).toBeGreaterThan(50);
}

test(
  'a GeoTIFF, a picture and KML are changed, saved and opened again as they were',
  { tag: '@long' },
  async ({ page }) => {
    await arriveSignedIn(page, 'grace');
    await serveGeoTiff(page);
    const id = await createMap(page);
    await page.goto(`/demo/map/wid/${id}#at=51.13,71.43,12,0&tool=add`);
    await expectMapDrawn(page);
    await page.getByRole('tab', { name: 'Address' }).click();
    await page.getByRole('textbox', { name: 'Address of a service or file' }).fill('/files/height.tif');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('height is on the map')).toBeVisible();
    await page.getByRole('tab', { name: 'File' }).click();
    const input = page.locator('input[type=file]');
    await input.setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: pngOf(0, 0, 255) });
    await expect(page.getByText('plan is on the map')).toBeVisible();
    await input.setInputFiles({
      name: 'lines.kml',
      mimeType: 'application/vnd.google-earth.kml+xml',
      buffer: Buffer.from(kml),
    });
    await expect(page.getByText('lines is on the map')).toBeVisible();
    await page.getByRole('button', { name: 'Layers', exact: true }).click();
    for (const title of ['height', 'plan', 'lines']) {
      await page.getByRole('button', { name: title, exact: true }).click();
      await page.getByRole('slider', { name: `Opacity of ${title}` }).press('ArrowLeft');
      await rename(page, title, `My ${title}`);
    }
    await expectMapDrawn(page);
    const first = await save(page, id);
    expect(first.operationalLayers.map(({ title, layerType }) => [title, layerType])).toEqual([
      ['My height', 'ArcGISTiledImageServiceLayer'],
      ['My plan', 'MediaLayer'],
      ['My lines', 'ArcGISFeatureLayer'],
    ]);
    for (const { opacity = 1 } of first.operationalLayers) expect(opacity).toBeLessThan(1);
    await expectAllDrawn(page);

    const read = page.waitForRequest(/height\.tif/);
    await page.goto('/demo/map');
    await page.goto(`/demo/map/wid/${id}#at=51.13,71.43,12,0&tool=layers`);
    await expectMapDrawn(page);
    await read;
    await expectAllDrawn(page);
    await expect(page.getByRole('alert')).toHaveCount(0);
    // A change of one layer writes the others as they were.
    await rename(page, 'My lines', 'Roads');
    const again = await save(page, id);
    expect(again).toEqual({
      ...first,
      operationalLayers: first.operationalLayers.map((layer) =>
        layer.title === 'My lines' ? { ...layer, title: 'Roads' } : layer,
      ),
    });
  },
);
