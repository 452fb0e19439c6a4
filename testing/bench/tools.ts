import type { Page } from '@playwright/test';
import { type Bench, spread } from './bench.ts';
import { launchChromium } from './chromium.ts';
import { findWebMap, startProduct } from './product.ts';

/** Tools of the viewer by their id in the address, with a selector that shows that they are open. */
const tools: readonly { id: string; shows: string }[] = [
  { id: 'layers', shows: 'section li' },
  { id: 'legend', shows: 'arcgis-legend' },
  { id: 'basemaps', shows: 'arcgis-basemap-gallery' },
  { id: 'bookmarks', shows: 'arcgis-bookmarks' },
  { id: 'add', shows: 'section [role="tab"]' },
  { id: 'measure', shows: 'section output' },
  { id: 'draw', shows: 'section button[value="point"]:not([disabled])' },
  { id: 'print', shows: 'section form' },
  { id: 'swipe', shows: 'arcgis-swipe' },
];

/** Bytes and time of each tool when it is first opened, after the map has been drawn. */
export const toolsBench: Bench = {
  name: 'tools',
  about: 'what each tool of the viewer loads when it is first opened, and how long that takes',
  async run({ runs }) {
    const product = await startProduct();
    const browser = await launchChromium();
    try {
      const id = await findWebMap(product.origin, 'Sights and monuments');
      const rows = [];
      for (const { id: tool, shows } of tools) {
        const times: number[] = [];
        let bytes = 0;
        let requests = 0;
        for (let run = 0; run < runs; run++) {
          const context = await browser.newContext();
          const page = await context.newPage();
          // The map starts with another tool, so that this one is opened manually.
          const other = tool === 'layers' ? 'legend' : 'layers';
          await page.goto(`${product.origin}/demo/map/wid/${id}#tool=${other}`);
          await page.locator('[aria-busy="false"]:has([role="application"])').waitFor({ timeout: 60_000 });
          await page.waitForLoadState('networkidle');
          const measured = await openTool(page, tool, shows);
          times.push(measured.time);
          ({ bytes, requests } = measured);
          await context.close();
        }
        rows.push({ tool, requests, bytes, times });
      }
      return {
        tables: [
          {
            title: 'Opening a tool for the first time',
            columns: ['tool', 'requests', 'kB', 'ms'],
            rows: rows.map(({ tool, requests, bytes, times }) => [
              tool,
              requests,
              (bytes / 1000).toFixed(0),
              spread(times),
            ]),
          },
        ],
        figures: rows,
      };
    } finally {
      await browser.close();
      await product.stop();
    }
  },
};

async function openTool(page: Page, tool: string, shows: string) {
  let bytes = 0;
  let requests = 0;
  page.on('requestfinished', async (request) => {
    requests++;
    const sizes = await request.sizes().catch(() => undefined);
    bytes += sizes ? sizes.responseBodySize + sizes.responseHeadersSize : 0;
  });
  const start = performance.now();
  await page.locator(`nav button[data-tool="${tool}"]`).click();
  await page.locator(shows).first().waitFor({ state: 'attached', timeout: 60_000 });
  const time = performance.now() - start;
  await page.waitForLoadState('networkidle');
  return { time, bytes, requests };
}
