import type { Page } from '@playwright/test';
import type { Bench } from './bench.ts';
import { launchChromium } from './chromium.ts';
import { findWebMap, startProduct } from './product.ts';

/** Maps opened and closed: the remaining memory. `LEAK_ROUNDS=50` for the long run. */
const rounds = Number(process.env['LEAK_ROUNDS'] ?? 10);

/** Counts the live WebGL contexts. */
const countContexts = `(() => {
  const made = [];
  const original = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    const context = original.call(this, kind, ...rest);
    if (/webgl/.test(kind) && context && !made.some((one) => one.deref() === context)) made.push(new WeakRef(context));
    return context;
  };
  globalThis.aliveContexts = () => made.filter((one) => { const c = one.deref(); return c && !c.isContextLost(); }).length;
})()`;

interface Sample {
  heap: number;
  contexts: number;
  nodes: number;
}

/** Heap and WebGL contexts while maps are opened and closed in one page. */
export const leaksBench: Bench = {
  name: 'leaks',
  about: `opens and leaves ${rounds} maps in one page; neither the heap nor the WebGL contexts may grow`,
  async run() {
    const product = await startProduct();
    const browser = await launchChromium();
    try {
      const ids = await Promise.all(
        ['Sights and monuments', 'Buildings by number of storeys'].map((title) =>
          findWebMap(product.origin, title),
        ),
      );
      // A small window: leaks occur at any size, and software draws it several times as fast.
      const page = await browser.newPage({ viewport: { width: 640, height: 400 } });
      await page.addInitScript(countContexts);
      await page.goto(`${product.origin}/demo/gallery`);
      const samples: Sample[] = [];
      for (let round = 0; round < rounds; round++) {
        await openAndLeave(page, `/demo/map/wid/${ids[round % ids.length]}`);
        const taken = await sample(page);
        samples.push(taken);
        notify(round, taken);
      }
      // The first maps load code and caches that stay; later growth counts.
      const settled = samples[Math.min(3, samples.length - 1)];
      const last = samples.at(-1);
      const growth = settled && last ? (last.heap - settled.heap) / 1e6 : Number.NaN;
      return {
        tables: [
          {
            title: `Opening and leaving ${rounds} maps`,
            columns: ['after map', 'heap MB', 'WebGL contexts', 'DOM nodes'],
            rows: samples.map(({ heap, contexts, nodes }, index) => [
              index + 1,
              (heap / 1e6).toFixed(1),
              contexts,
              nodes,
            ]),
          },
          {
            title: 'Growth',
            columns: ['what', 'value'],
            rows: [['MB of heap after the fourth map', growth.toFixed(1)]],
          },
        ],
        figures: { samples, growth },
      };
    } finally {
      await browser.close();
      await product.stop();
    }
  },
};

/** Printed during the run: fifty rounds take minutes, and measurements remain when it is stopped. */
function notify(round: number, { heap, contexts, nodes }: Sample): void {
  const columns = [
    `${round + 1}/${rounds}`,
    `${(heap / 1e6).toFixed(1)} MB`,
    `${contexts} WebGL`,
    `${nodes} nodes`,
  ];
  process.stderr.write(`${columns.join('  ')}\n`);
}

/** Navigates by the application's own router, so that the page stays. */
async function openAndLeave(page: Page, path: string): Promise<void> {
  await navigate(page, path);
  await page
    .locator('[aria-busy="false"]:has([role="application"])')
    .waitFor({ state: 'visible', timeout: 60_000 });
  await navigate(page, '/demo/gallery');
  await page.locator('[role="application"]').first().waitFor({ state: 'detached' });
}

async function navigate(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

async function sample(page: Page): Promise<Sample> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  await session.detach();
  const contexts = await page.evaluate(() =>
    (globalThis as unknown as { aliveContexts: () => number }).aliveContexts(),
  );
  return { heap: usedSize, contexts, nodes };
}
