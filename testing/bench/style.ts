import type { BrowserContext, Page } from '@playwright/test';
import { freePort } from '../rig/free-port.ts';
import { type Bench, type BenchOptions, spread } from './bench.ts';
import { launchChromium } from './chromium.ts';
import { buildBareStyle } from './first-map/bare-page.ts';
import { startRelay } from './first-map/relay.ts';
import { startProduct } from './product.ts';

const size = 100_000;

/** Points in and around the demo city, with an amount. */
function points(): string {
  const features = Array.from({ length: size }, (_, index) => ({
    type: 'Feature',
    geometry: {
      type: 'Point',
      coordinates: [71.3 + ((index * 7919) % 10_007) / 40_000, 51.05 + ((index * 104_729) % 9973) / 60_000],
    },
    properties: { name: `Point ${index}`, amount: (index * 31) % 997 },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

/** The style panel of a layer of 100,000 features, beside the bare calls of the SDK, alternating in one run. */
export const styleBench: Bench = {
  name: 'style',
  about:
    'style panel ready, and a changed style drawn, for 100,000 features beside the bare calls of the SDK',
  run: compare,
};

async function compare({ runs }: BenchOptions) {
  const bareFolder = await buildBareStyle();
  let productOrigin = '';
  const relay = await startRelay({ port: await freePort(), bareFolder, product: () => productOrigin });
  const product = await startProduct(relay.origin);
  productOrigin = product.origin;
  const browser = await launchChromium();
  const body = points();
  const ready: number[] = [];
  const drawn = { product: [] as number[], bare: [] as number[] };
  try {
    for (let run = 0; run < runs; run++) {
      for (const kind of ['product', 'bare'] as const) {
        const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
        await context.route('**/bench-points.geojson', (route) =>
          route.fulfill({ contentType: 'application/geo+json', body }),
        );
        if (kind === 'product') {
          const found = await styleInProduct(context, relay.origin);
          ready.push(found.ready);
          drawn.product.push(found.drawn);
        } else drawn.bare.push(await styleBare(context, relay.origin));
        await context.close();
      }
    }
  } finally {
    await browser.close();
    await product.stop();
    await relay.close();
  }
  return {
    tables: [
      {
        title: `Styling a layer of ${size} features`,
        columns: ['', 'panel ready, ms', 'style drawn, ms'],
        rows: [
          ['Mapping', spread(ready), spread(drawn.product)],
          ['bare calls of the SDK', '', spread(drawn.bare)],
        ],
      },
    ],
    figures: { size, ready, drawn },
  };
}

async function styleInProduct(context: BrowserContext, origin: string) {
  const page = await context.newPage();
  await page.goto(`${origin}/demo/map#at=51.13,71.42,11,0&tool=add`);
  await idle(page);
  await page.getByRole('tab', { name: 'Address' }).click();
  await page
    .getByRole('textbox', { name: 'Address of a service or file' })
    .fill(`${origin}/bench-points.geojson`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText(/is on the map$/).waitFor({ timeout: 120_000 });
  await page.getByRole('button', { name: 'Layers', exact: true }).click();
  await idle(page);
  await page.getByRole('button', { name: /^More actions for / }).click();
  const start = performance.now();
  await page.getByRole('menuitem', { name: 'Style…' }).click();
  const kinds = page.getByRole('combobox', { name: 'Show' });
  await kinds.waitFor();
  const ready = performance.now() - start;
  await idle(page);
  await kinds.click();
  const drawn = await lastBusy(page, () =>
    page.getByRole('option', { name: 'Amounts by colour', exact: true }).click(),
  );
  return { ready, drawn };
}

async function styleBare(context: BrowserContext, origin: string): Promise<number> {
  const page = await context.newPage();
  await page.goto(`${origin}/bare/?url=${encodeURIComponent(`${origin}/bench-points.geojson`)}`);
  await idle(page);
  return lastBusy(page, () =>
    page.evaluate(() => (globalThis as unknown as { style(field: string): Promise<void> }).style('amount')),
  );
}

/** Waits until the map has drawn everything and stays so for a second. */
async function idle(page: Page): Promise<void> {
  await page.locator('[aria-busy="false"]').first().waitFor({ timeout: 120_000 });
  await page.waitForFunction(
    () => {
      const state = globalThis as unknown as { idleSince?: number | undefined };
      const busy = document.querySelector('[aria-busy="true"]') !== null;
      state.idleSince = busy ? undefined : (state.idleSince ?? performance.now());
      return state.idleSince !== undefined && performance.now() - state.idleSince > 1000;
    },
    undefined,
    { timeout: 120_000 },
  );
}

/** Milliseconds from an action until the map is not busy any more, for two seconds. */
async function lastBusy(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    const state = globalThis as unknown as { begun: number; last: number };
    state.begun = state.last = performance.now();
    const note = () => {
      if (document.querySelector('[aria-busy="true"], [role="progressbar"]')) state.last = performance.now();
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await act();
  await page.waitForFunction(
    () => {
      const { begun, last } = globalThis as unknown as { begun: number; last: number };
      return last > begun && performance.now() - last > 2000;
    },
    undefined,
    { timeout: 120_000 },
  );
  return page.evaluate(() => {
    const { begun, last } = globalThis as unknown as { begun: number; last: number };
    return last - begun;
  });
}
