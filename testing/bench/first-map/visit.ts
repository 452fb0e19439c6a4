import type { Browser, Page, Request } from '@playwright/test';
import { setTimeout as wait } from 'node:timers/promises';
import { firstVisible, type Frame } from './first-visible.ts';
import { type PageTimes, watchPage } from './watch-page.ts';

/** Milliseconds since the start of the navigation. */
export interface Visit {
  /** First composited frame that shows the final map; NaN when there was none. */
  map: number;
  firstPaint: number;
  /** When a picture of the map was shown in its place; NaN when none was. */
  picture: number;
  /** When a control of the page became usable; NaN when none did. */
  shell: number;
  /** Sum of tasks of the main thread above 50 ms. */
  longTasks: number;
  requests: number;
  /** Bytes as transferred, headers included; and of scripts only. */
  bytes: number;
  scriptBytes: number;
  /** Requests to other hosts. */
  outside: number;
  /** Requests for the map SDK's own files, as the product's build names them. */
  sdkRequests: number;
  errors: string[];
}

/** How long the page must be idle to count as settled, and the minimum and maximum observation time. */
const quiet = 2500;
const min = 4000;
const max = 60_000;

/** A page as it is visited. */
export interface VisitedPage {
  url: string;
  /** Selector of its controls. */
  control: string;
  /** Whether its picture of the map is shown, which must not count as the map. */
  withPicture?: boolean;
}

/** Runs in the page. */
function hidePictures(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('#shell-picture, [data-first-picture] { display: none !important }');
  document.adoptedStyleSheets.push(sheet);
}

/** One visit in a fresh browser context with an empty cache, observed until the page has settled. */
export async function visit(
  browser: Browser,
  { url, control, withPicture = false }: VisitedPage,
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    locale: 'en-US',
    // Its files are for the next visit.
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(watchPage, control);
    if (!withPicture) await page.addInitScript(hidePictures);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    const screen = await watchScreen(page);
    const traffic = watchTraffic(page);
    const begun = Date.now();
    await page.goto(url, { waitUntil: 'commit' });
    let tasks = 0;
    let lastTask = begun;
    for (let now = begun; now - begun < max; now = Date.now()) {
      await wait(250);
      const seen = await page
        .evaluate(() => (globalThis as never as { times: PageTimes }).times.longTasks.length)
        .catch(() => tasks);
      if (seen !== tasks) lastTask = Date.now();
      tasks = seen;
      const last = Math.max(lastTask, screen.lastChange(), traffic.lastEvent());
      if (now - begun > min && traffic.inFlight() === 0 && Date.now() - last > quiet) break;
    }
    await screen.stop();
    const times = await page.evaluate(() => ({
      ...(globalThis as never as { times: PageTimes }).times,
      origin: performance.timeOrigin,
    }));
    const seen = firstVisible(screen.frames);
    return {
      map: seen ? seen.shownAt - times.origin : Number.NaN,
      firstPaint: times.firstPaint,
      picture: times.picture || Number.NaN,
      shell: times.shell || Number.NaN,
      longTasks: times.longTasks.reduce((sum, duration) => sum + duration, 0),
      ...(await traffic.sums()),
      errors,
    };
  } finally {
    await context.close();
  }
}

/** Records what a user sees, whatever draws it. */
async function watchScreen(page: Page) {
  const session = await page.context().newCDPSession(page);
  const frames: Frame[] = [];
  let changed = Date.now();
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
    if (frames.at(-1)?.png === data) return;
    changed = Date.now();
    frames.push({ shownAt: (metadata.timestamp ?? 0) * 1000, png: data });
  });
  await session.send('Page.startScreencast', {
    format: 'png',
    maxWidth: 480,
    maxHeight: 300,
    everyNthFrame: 1,
  });
  return {
    frames,
    lastChange: () => changed,
    stop: () => session.send('Page.stopScreencast').catch(() => {}),
  };
}

function watchTraffic(page: Page) {
  // By address: what a worker imports again comes from the cache, and would count twice.
  const done = new Map<string, Request>();
  let flying = 0;
  let outside = 0;
  let last = Date.now();
  const isHttp = (request: Request) => request.url().startsWith('http');
  page.on('request', (request) => {
    if (!isHttp(request)) return;
    flying += 1;
    last = Date.now();
    if (!/^https?:\/\/(localhost|127\.)/.test(request.url())) outside += 1;
  });
  const end = (request: Request) => {
    if (!isHttp(request)) return;
    flying -= 1;
    last = Date.now();
    if (!done.has(request.url())) done.set(request.url(), request);
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return {
    inFlight: () => flying,
    lastEvent: () => last,
    async sums() {
      let bytes = 0;
      let scriptBytes = 0;
      for (const request of done.values()) {
        const response = await request.response().catch(() => null);
        const sizes = response && (await request.sizes().catch(() => null));
        if (!response || !sizes) continue;
        bytes += sizes.responseBodySize + sizes.responseHeadersSize;
        if (response.headers()['content-type']?.includes('javascript')) scriptBytes += sizes.responseBodySize;
      }
      const sdkRequests = [...done.keys()].filter((address) =>
        /\/assets\/(map-(shared|common|page|worker)|open-map|arcgis)/.test(address),
      ).length;
      return { requests: done.size, bytes, scriptBytes, outside, sdkRequests };
    },
  };
}
