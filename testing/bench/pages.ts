import type { Browser } from '@playwright/test';
import { freePort } from '../rig/free-port.ts';
import { type Bench, type BenchOptions, type BenchResult, median, spread } from './bench.ts';
import { desktop, type Device, launchChromium, slowDown } from './chromium.ts';
import { buildBareReact } from './first-map/bare-page.ts';
import { fullSpeed, type Speed } from './first-map/paced-line.ts';
import { startRelay } from './first-map/relay.ts';
import { findWebMap, startProduct } from './product.ts';

/** Milliseconds since the start of the navigation; NaN for what a page does not have. */
interface PageVisit {
  firstPaint: number;
  /** When its first control could be used. */
  usable: number;
  /** When the picture of its first card was there. */
  picture: number;
  /** Sum of all layout shifts. */
  shift: number;
  /** Compressed bytes of scripts until the control could be used. */
  scriptBytes: number;
}

/** Milliseconds that a page may take, also on a phone. */
const timeout = 180_000;

interface Page {
  name: string;
  path: string;
  control?: string;
  picture?: string;
}

/**
 * First paint, first control and first picture of home, gallery and map against a plain text page of the same server
 * and a page with one button, alternating in one run.
 */
export const pagesBench: Bench = {
  name: 'pages',
  about:
    'first paint, usable header and layout shift of home, gallery and map, against a text and a bare React page',
  run: (options) => comparePages(options, { speed: fullSpeed, device: desktop }),
};

export async function comparePages(
  { runs }: BenchOptions,
  { speed, device }: { speed: Speed; device: Device },
): Promise<BenchResult> {
  const bareFolder = await buildBareReact();
  let productOrigin = '';
  const relay = await startRelay({ port: await freePort(), bareFolder, product: () => productOrigin });
  const product = await startProduct(relay.origin);
  productOrigin = product.origin;
  const browser = await launchChromium();
  try {
    const id = await findWebMap(relay.origin, 'Buildings by number of storeys');
    const pages: Page[] = [
      { name: 'text', path: '/' },
      { name: 'bare React', path: '/bare/', control: 'button' },
      { name: 'home', path: '/demo', control: 'header button' },
      {
        name: 'gallery',
        path: '/demo/gallery',
        control: 'header button',
        picture: '#shell-cards img, main img',
      },
      { name: 'map', path: `/demo/map/wid/${id}`, control: 'header button' },
    ];
    const visits = new Map<string, PageVisit[]>(pages.map(({ name }) => [name, []]));
    // The first round only warms up.
    for (let run = -1; run < runs; run += 1)
      for (const page of pages) {
        relay.setSpeed(run < 0 ? fullSpeed : speed);
        const seen = await visitPage(browser, relay.origin, page, device);
        if (run >= 0) visits.get(page.name)?.push(seen);
      }
    const of = (name: string, value: keyof PageVisit) =>
      (visits.get(name) ?? []).map((visit) => visit[value]);
    const ratio = (name: string, value: keyof PageVisit, base: number) =>
      (median(of(name, value)) / base).toFixed(2);
    const text = median(of('text', 'firstPaint'));
    const button = median(of('bare React', 'usable'));
    return {
      tables: [
        {
          title: 'First paint and first control',
          columns: [
            'page',
            'first paint ms',
            '÷ text',
            'control usable ms',
            '÷ bare React',
            'first picture ms',
            'layout shift',
            'script kB before it is usable',
          ],
          rows: pages.map(({ name }) => [
            name,
            spread(of(name, 'firstPaint')),
            ratio(name, 'firstPaint', text),
            spread(of(name, 'usable')),
            ratio(name, 'usable', button),
            spread(of(name, 'picture')),
            spread(of(name, 'shift'), 3),
            spread(of(name, 'scriptBytes').map((bytes) => bytes / 1000)),
          ]),
        },
      ],
      figures: Object.fromEntries(visits),
    };
  } finally {
    await browser.close();
    await product.stop();
    await relay.close();
  }
}

async function visitPage(
  browser: Browser,
  origin: string,
  { path, control, picture }: Page,
  device: Device,
): Promise<PageVisit> {
  const context = await browser.newContext({
    viewport: device.viewport,
    locale: 'en-US',
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    await slowDown(await context.newCDPSession(page), device);
    if (control) await page.addInitScript(watchControl, control);
    await page.goto(origin + path, { timeout });
    if (control) await page.waitForFunction(() => 'controlSeen' in globalThis, undefined, { timeout });
    const { usable, scriptBytes } = await page.evaluate(
      () =>
        (globalThis as unknown as { controlSeen?: ControlSeen }).controlSeen ?? {
          usable: Number.NaN,
          scriptBytes: 0,
        },
    );
    if (picture) await page.waitForFunction(isDrawn, picture, { timeout });
    const drawn = picture ? await page.evaluate(() => performance.now()) : Number.NaN;
    await page.waitForLoadState('networkidle', { timeout });
    const { firstPaint, shift } = await page.evaluate(readTimes);
    return { firstPaint, usable, picture: drawn, shift, scriptBytes };
  } finally {
    await context.close();
  }
}

/** When a control appeared, in milliseconds since the start of the navigation, and the compressed bytes of scripts until then. */
interface ControlSeen {
  usable: number;
  scriptBytes: number;
}

/** Runs inside the page, before its own scripts: asking from outside would take longer than the control does. */
function watchControl(control: string): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(control)?.checkVisibility({ visibilityProperty: true })) return;
    observer.disconnect();
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => /\.js($|\?)/.test(name));
    const controlSeen: ControlSeen = {
      usable: performance.now(),
      scriptBytes: scripts.reduce(
        (sum, script) => sum + (script as PerformanceResourceTiming).encodedBodySize,
        0,
      ),
    };
    Object.assign(globalThis, { controlSeen });
  });
  observer.observe(document, { attributes: true, childList: true, subtree: true });
}

/** Runs in the page. */
function isDrawn(selector: string): boolean {
  const image = document.querySelector<HTMLImageElement>(selector);
  return image !== null && image.complete && image.naturalWidth > 0;
}

/** Runs in the page: what the browser has recorded since the navigation. */
function readTimes(): Promise<{ firstPaint: number; shift: number }> {
  return new Promise((resolve) => {
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => {
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      resolve({ firstPaint: paint?.startTime ?? Number.NaN, shift });
    }, 50);
  });
}
