import type { Browser } from '@playwright/test';
import { freePort } from '../rig/free-port.ts';
import { type Bench, spread } from './bench.ts';
import { launchChromium } from './chromium.ts';
import { buildBareScene } from './first-map/bare-page.ts';
import { startRelay } from './first-map/relay.ts';
import { findWebMap, startProduct } from './product.ts';

/** A map of areas with storeys, and a place in it. */
const map = 'Buildings by number of storeys';
const place = { lat: 51.128, lng: 71.43, zoom: 17 };

/** 3D of a map from its address, beside a page with the same layers in a `SceneView` and nothing else, alternating in one run. */
export const sceneBench: Bench = {
  name: 'scene',
  about:
    'first complete frame in 3D beside a bare SceneView with the same blocks; BENCH_SIDE pixels wide (400; software graphics need minutes for more)',
  async run({ runs }) {
    const side = Number(process.env['BENCH_SIDE'] ?? 400);
    const bareFolder = await buildBareScene();
    let productOrigin = '';
    const relay = await startRelay({ port: await freePort(), bareFolder, product: () => productOrigin });
    const product = await startProduct(relay.origin);
    productOrigin = product.origin;
    const browser = await launchChromium();
    try {
      const id = await findWebMap(relay.origin, map);
      const { lat, lng, zoom } = place;
      const pages = {
        product: {
          url: `${relay.origin}/demo/map/wid/${id}?view=scene#at=${lat},${lng},${zoom},0`,
          scene: '.esri-view:has([role="application"][aria-label="Map in 3D"])',
        },
        bare: {
          url: `${relay.origin}/bare/?${new URLSearchParams({ id, field: 'storeys', lat: `${lat}`, lng: `${lng}`, zoom: `${zoom}` })}`,
          scene: '#view',
        },
      };
      const times = { product: [] as number[], bare: [] as number[] };
      for (let run = 0; run < runs; run += 1)
        for (const kind of ['product', 'bare'] as const)
          times[kind].push(await firstFrame(browser, pages[kind], side));
      return {
        tables: [
          {
            title: `3D, ${side} × ${side} pixels: milliseconds from the navigation to the first complete frame`,
            columns: ['', 'ms'],
            rows: [
              ['Mapping', spread(times.product)],
              ['a bare SceneView', spread(times.bare)],
            ],
          },
        ],
        figures: { side, ...times },
      };
    } finally {
      await browser.close();
      await product.stop();
      await relay.close();
    }
  },
};

async function firstFrame(
  browser: Browser,
  { url, scene }: { url: string; scene: string },
  side: number,
): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: side, height: side },
    locale: 'en-US',
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page
      .locator(`${scene}[aria-busy="false"]`)
      .first()
      .waitFor({ state: 'attached', timeout: 600_000 });
    return await page.evaluate(() => performance.now());
  } finally {
    await context.close();
  }
}
