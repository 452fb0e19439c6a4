import { expect, type Page, test } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';

test.use({ serviceWorkers: 'allow' });

/** Everything that the browser has stored for the service worker. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const requests = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

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
