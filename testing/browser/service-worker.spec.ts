import { expect, type Page, test } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { serveTwoBuilds } from './two-builds.ts';

test.use({ serviceWorkers: 'allow' });

/** What the browser has stored for the service worker, in stores with such a name. */
const stored = (page: Page, part = '') =>
  page.evaluate(async (inName) => {
    const names = (await caches.keys()).filter((name) => name.includes(inName));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  }, part);

test(
  'the service worker stores built files and who reads, starts the application offline, and is removed when it is switched off',
  { tag: '@long' },
  async ({ page, context }) => {
    const violations: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy|TrustedScript/.test(message.text())) violations.push(message.text());
    });
    await arriveSignedIn(page, 'grace');
    await page.goto('/demo/gallery');
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.goto('/demo');
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await page.goto('/demo/content');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const files = await stored(page);
    expect(files.length).toBeGreaterThan(10);
    const builtOrSelf =
      /^\/(assets\/[\w./-]+|index\.html|portal\/demo\/sharing\/rest\/(portals|community)\/self)$/;
    expect(files.filter((file) => !builtOrSelf.test(file))).toEqual([]);
    expect(violations).toEqual([]);
    expect(await (await page.goto('/'))?.text()).toBe('Not found');

    await context.setOffline(true);
    await page.goto('/demo/gallery');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();

    await page.addInitScript(() =>
      document.addEventListener('DOMContentLoaded', () =>
        document.querySelector('meta[name="service-worker"]')?.remove(),
      ),
    );
    await page.goto('/demo');
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0);
    expect(await stored(page)).toEqual([]);
  },
);

/** The worker that waits until the pages of the active one are closed, as its state. */
const waiting = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state);

test(
  'a new version waits while a page of the old one is open, which stays usable, and takes over at the next visit',
  { tag: '@long' },
  async ({ page, context, baseURL }) => {
    const builds = await serveTwoBuilds(baseURL ?? '');
    const isEarlier = (file: string) => file.endsWith('.earlier.js');
    const gallery = (shown: Page) =>
      shown.getByRole('main').getByRole('heading', { name: 'Map gallery', level: 1 });
    try {
      await page.goto(`${builds.origin}/demo`);
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
      const files = (await stored(page, 'precache')).filter(isEarlier);
      expect(files.length).toBeGreaterThan(10);

      builds.update();
      await page.evaluate(async () => {
        Object.assign(window, { stays: true });
        await (await navigator.serviceWorker.getRegistration())?.update();
      });
      await expect.poll(() => waiting(page)).toBe('installed');
      // Only the worker has the files of the open page now.
      expect((await page.request.get(`${builds.origin}${files[0]}`)).status()).toBe(404);
      const missing = await page.evaluate(async (urls) => {
        const found = await Promise.all(urls.map(async (url) => (await fetch(url)).ok));
        return urls.filter((_url, index) => !found[index]);
      }, files);
      expect(missing).toEqual([]);
      await page
        .getByRole('main')
        .getByRole('link', { name: /Map gallery/ })
        .first()
        .click();
      await expect(gallery(page)).toBeVisible();
      expect(await page.evaluate(() => 'stays' in window)).toBe(true);

      // A page that is requested meanwhile is the server's.
      const other = await context.newPage();
      const html = await (await other.goto(`${builds.origin}/demo/gallery`))?.text();
      expect(html).not.toContain('.earlier.js');
      await expect(gallery(other)).toBeVisible();
      expect(await waiting(other)).toBe('installed');

      await Promise.all([page.close(), other.close()]);
      const next = await context.newPage();
      await expect(async () => {
        await next.goto('about:blank');
        await next.goto(`${builds.origin}/demo`);
        expect(await waiting(next)).toBeUndefined();
      }).toPass();
      await expect.poll(async () => (await stored(next, 'precache')).filter(isEarlier)).toEqual([]);
      expect((await stored(next, 'precache')).filter((file) => file.endsWith('.js')).length).toBeGreaterThan(
        10,
      );

      await context.setOffline(true);
      const offline = await (await next.goto(`${builds.origin}/demo/gallery`))?.text();
      expect(offline).toContain('/assets/index-');
      expect(offline).not.toContain('.earlier.js');
      await expect(next.getByRole('button', { name: 'Try again' })).toBeVisible();
    } finally {
      await builds.close();
    }
  },
);

test('pages register the service worker when they are idle, and not before', async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    const waiting: (() => void)[] = [];
    const watched = { waiting, isIdle: false, registered: [] as boolean[] };
    Object.assign(window, {
      watched,
      requestIdleCallback: (work: () => void) => void waiting.push(work),
    });
    ServiceWorkerContainer.prototype.register = () => {
      watched.registered.push(watched.isIdle);
      return new Promise(() => {});
    };
  });
  interface Watched {
    watched: { waiting: (() => void)[]; isIdle: boolean; registered: boolean[] };
  }
  const waiting = () => page.evaluate(() => (window as never as Watched).watched.waiting.length);
  await page.goto('/demo');
  await expect.poll(waiting).toBeGreaterThan(0);
  const first = await waiting();
  await page.clock.fastForward('01:00');
  // It waits for idle time.
  await expect.poll(waiting).toBeGreaterThan(first);
  await page.evaluate(() => {
    const { watched } = window as never as Watched;
    watched.isIdle = true;
    for (const work of watched.waiting) work();
  });
  await expect
    .poll(() => page.evaluate(() => (window as never as Watched).watched.registered))
    .toEqual([true]);
});
