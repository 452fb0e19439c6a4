import type { Browser, BrowserContext, CDPSession, Page, Request } from '@playwright/test';
import { setTimeout as wait } from 'node:timers/promises';
import { desktop, type Device, slowDown } from '../chromium.ts';
import { firstVisible, type Frame } from './first-visible.ts';
import { type PageTimes, watchPage } from './watch-page.ts';

/** Milliseconds since the start of the navigation, or since the click. */
export interface Visit {
  /** First composited frame that shows the final map; NaN when there was none. */
  map: number;
  /** NaN after a click. */
  firstPaint: number;
  /** When a picture of the map was shown in its place; NaN when none was. */
  picture: number;
  /** When a control of the page became usable; NaN when none did, and after a click. */
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
const max = 180_000;

/** A page as it is visited. */
export interface VisitedPage {
  url: string;
  /** Selector of its controls. */
  control: string;
  /** Whether its picture of the map is shown, which must not count as the map. */
  withPicture?: boolean;
  /** Whether the service worker may run, and has stored its files before the second visit or the click. */
  withWorker?: boolean;
  /** Whether the same browser has visited it before; only the second visit is measured. */
  isSecond?: boolean;
  /** Selector of a link that is clicked when the page has settled; what follows is measured from the click. */
  click?: string;
}

/** Runs in the page. */
function hidePictures(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('#shell-picture, [data-first-picture] { display: none !important }');
  document.adoptedStyleSheets.push(sheet);
}

/** Runs in the page, whose service worker is registered some seconds after its start. */
async function workerIsReady(): Promise<void> {
  await navigator.serviceWorker.ready;
}

/** One visit in a fresh browser context, at first with an empty cache, observed until the page has settled. */
export async function visit(browser: Browser, visited: VisitedPage, device = desktop): Promise<Visit> {
  const context = await browser.newContext({
    viewport: device.viewport,
    colorScheme: 'light',
    locale: 'en-US',
    // Otherwise it stores files that this visit does not need.
    serviceWorkers: visited.withWorker ? 'allow' : 'block',
  });
  try {
    if (visited.isSecond) await observe(context, visited, device);
    return await observe(context, visited, device);
  } finally {
    await context.close();
  }
}

/** Opens a page in a tab of its own. */
async function observe(
  context: BrowserContext,
  { url, control, withPicture = false, withWorker = false, click }: VisitedPage,
  device: Device,
): Promise<Visit> {
  const page = await context.newPage();
  await page.addInitScript(watchPage, control);
  if (!withPicture) await page.addInitScript(hidePictures);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const session = await context.newCDPSession(page);
  await slowDown(session, device);
  const screen = await watchScreen(session);
  let traffic = watchTraffic(page);
  await page.goto(url, { waitUntil: 'commit' });
  const settle = () =>
    settled(
      page,
      () => [screen.lastChange(), traffic.lastEvent()],
      () => traffic.inFlight(),
    );
  await settle();
  if (withWorker) await page.evaluate(workerIsReady);
  if (click) {
    traffic = watchTraffic(page);
    await page.locator(click).first().click();
    await settle();
  }
  await screen.stop();
  const times = await page.evaluate(() => ({
    ...(globalThis as never as { times: PageTimes }).times,
    origin: performance.timeOrigin,
  }));
  const begun = click ? times.clicked : 0;
  const seen = firstVisible(screen.frames, times.origin + begun);
  const result = {
    map: seen ? seen.shownAt - times.origin - begun : Number.NaN,
    firstPaint: click ? Number.NaN : times.firstPaint,
    picture: times.picture ? times.picture - begun : Number.NaN,
    shell: (!click && times.shell) || Number.NaN,
    longTasks: times.longTasks
      .filter(({ at }) => at >= begun)
      .reduce((sum, { duration }) => sum + duration, 0),
    ...(await traffic.sums()),
    errors,
  };
  await page.close();
  return result;
}

/** Waits until nothing is requested, drawn or computed any more. */
async function settled(page: Page, lastOnes: () => number[], inFlight: () => number): Promise<void> {
  const begun = Date.now();
  let tasks = -1;
  let lastTask = begun;
  for (let now = begun; now - begun < max; now = Date.now()) {
    await wait(250);
    const seen = await page
      .evaluate(() => (globalThis as never as { times: PageTimes }).times.longTasks.length)
      .catch(() => tasks);
    if (seen !== tasks) lastTask = Date.now();
    tasks = seen;
    const last = Math.max(lastTask, ...lastOnes());
    if (now - begun > min && inFlight() === 0 && Date.now() - last > quiet) break;
  }
}

/** Records what a user sees, whatever draws it. */
async function watchScreen(session: CDPSession) {
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
        // Negative for what the browser has stored.
        const body = Math.max(0, sizes.responseBodySize);
        bytes += body + sizes.responseHeadersSize;
        if (response.headers()['content-type']?.includes('javascript')) scriptBytes += body;
      }
      const sdkRequests = [...done.keys()].filter((address) =>
        /\/assets\/(map-(shared|common|page|worker)|open-map|arcgis)/.test(address),
      ).length;
      return { requests: done.size, bytes, scriptBytes, outside, sdkRequests };
    },
  };
}
