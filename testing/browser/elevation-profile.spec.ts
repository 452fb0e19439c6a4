import { expect } from '@playwright/test';
import { onEachPortal, test } from './each-portal.ts';
import { expectMapDrawn } from './steps.ts';

/** A tile of 257 × 257 equal heights in Esri's LERC format, version 1, which elevation services have. */
function lercTile(height: number): Buffer {
  const side = 257;
  const tile = Buffer.alloc(71);
  tile.write('CntZImage ', 0, 'ascii');
  for (const [index, value] of [11, 8, side, side].entries()) tile.writeInt32LE(value, 10 + index * 4);
  tile.writeDoubleLE(0.01, 26);
  // The mask: no blocks, all pixels are valid.
  tile.writeFloatLE(1, 46);
  // One block with one value.
  for (const [index, value] of [1, 1, 5].entries()) tile.writeInt32LE(value, 50 + index * 4);
  tile.writeFloatLE(height, 62);
  tile.writeUInt8(3, 66);
  tile.writeFloatLE(height, 67);
  return tile;
}

const half = 20_037_508.342787;
const world = { xmin: -half, ymin: -half, xmax: half, ymax: half, spatialReference: { wkid: 102100 } };
const description = {
  currentVersion: 11.4,
  name: 'Heights',
  cacheType: 'Elevation',
  capabilities: 'Image',
  pixelType: 'F32',
  bandCount: 1,
  singleFusedMapCache: true,
  spatialReference: { wkid: 102100, latestWkid: 3857 },
  extent: world,
  fullExtent: world,
  initialExtent: world,
  tileInfo: {
    rows: 257,
    cols: 257,
    dpi: 96,
    format: 'LERC',
    compressionQuality: 0,
    origin: { x: -half, y: half },
    spatialReference: { wkid: 102100, latestWkid: 3857 },
    lods: Array.from({ length: 15 }, (_none, level) => ({
      level,
      resolution: 156_543.03392800014 / 2 ** level,
      scale: 591_657_527.591555 / 2 ** level,
    })),
  },
};

onEachPortal((_portal, { long }) => {
  test('a measured line has an elevation profile, by keyboard', long, async ({ page, site }) => {
    await page.route(`**/api/${site.org}/config`, async (route) => {
      const answer = await route.fetch();
      const config = (await answer.json()) as { map: object };
      await route.fulfill({
        response: answer,
        json: { ...config, map: { ...config.map, elevation: `${site.origin}/heights/ImageServer` } },
      });
    });
    await page.route('**/heights/ImageServer**', async (route) => {
      const [, column] = /\/tile\/\d+\/\d+\/(\d+)/.exec(route.request().url()) ?? [];
      if (column === undefined) await route.fulfill({ json: description });
      else
        await route.fulfill({
          body: lercTile(300 + (Number(column) % 7) * 10),
          contentType: 'application/octet-stream',
        });
    });
    await site.openMap(page, 'Sights and monuments', '?lang=en#tool=measure');
    await expect(page.getByText('Finish the line to see its elevation profile.')).toBeVisible();
    await page.getByRole('application').first().focus();
    await page.keyboard.press('Space');
    // The address has the place of the map, which the arrow key moves while it is held, if the machine draws meanwhile.
    const start = page.url();
    await expect(async () => {
      await page.keyboard.press('ArrowRight', { delay: 600 });
      await expect(page).not.toHaveURL(start, { timeout: 3000 });
    }).toPass();
    await expectMapDrawn(page);
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Elevation profile' })).toBeVisible();
    await expect(page.getByText(/^Lowest 3\d0 m, highest 3\d0 m/)).toBeVisible();
  });
});
