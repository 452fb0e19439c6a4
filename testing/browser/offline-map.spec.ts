import { expect, type Page } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { expectMapDrawn, expectSignedIn, findItem, test, tokenOf } from './steps.ts';

test.use({ serviceWorkers: 'allow' });

const long = { tag: '@long' };
const mark = (page: Page) => page.getByRole('alert').filter({ hasText: 'Offline copy from 1 minute ago' });

/** Addresses that the browser has stored of maps, by store. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('mapping-maps.'));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return Object.fromEntries(names.map((name, at) => [name, (requests[at] ?? []).map(({ url }) => url)]));
  });

/** The titles of the features in view of the open map, in the panel that lists them. */
async function titlesInView(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'In view', exact: true }).click();
  const rows = page.getByRole('region', { name: 'In view', exact: true }).getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  return rows.getByRole('button').allTextContents();
}

/** Opens a map until the service worker, which the first visit installs, has stored what it shows. */
async function readMap(page: Page, id: string): Promise<void> {
  await page.goto(`/demo/map/wid/${id}`);
  await expectMapDrawn(page);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await expectMapDrawn(page);
  await expect
    .poll(async () =>
      Object.values(await stored(page))
        .flat()
        .join('\n'),
    )
    .toContain(`items/${id}/data`);
  // The largest file that is not among those of every visit.
  const files = () =>
    page.evaluate(async () =>
      (await (await caches.open('mapping-map-files')).keys()).map(({ url }) => url).join('\n'),
    );
  await expect.poll(files).toContain('/map-labels-');
}

test('a visitor reads a map without a connection, marked as a copy', long, async ({ page, context }) => {
  const id = await findItem(page, 'Sights and monuments');
  await readMap(page, id);
  const online = await titlesInView(page);
  await expect(mark(page)).toHaveCount(0);
  const all = await stored(page);
  expect(Object.keys(all)).toEqual([expect.stringMatching(/^mapping-maps\.[0-9a-f]{32}\.visitor$/)]);
  expect(Object.values(all).flat().join('\n')).not.toMatch(/\/api\/|oauth|[?&]token=/);

  await context.setOffline(true);
  await page.goto(`/demo/map/wid/${id}`);
  await expect(mark(page)).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('Sights and monuments');
  await expectMapDrawn(page);
  expect((await titlesInView(page)).length).toBe(online.length);
  await expect(page.getByText(/couldn’t be loaded/)).toHaveCount(0);

  // As from the icon of the installed application.
  await page.goto('/demo');
  await page.getByRole('main').getByRole('link', { name: 'Sights and monuments' }).first().click();
  await expect(mark(page)).toBeVisible();
  await expectMapDrawn(page);

  await context.setOffline(false);
  await mark(page).getByRole('button', { name: 'Try again' }).click();
  await expectMapDrawn(page);
  await expect(mark(page)).toHaveCount(0);
});

test(
  'a member reads a private map without a connection, also after the token has expired, and nobody does after the sign-out',
  long,
  async ({ page, context }) => {
    await arriveSignedIn(page, 'grace');
    const id = await findItem(page, 'Pharmacies near me', await tokenOf(page, 'grace'));
    await readMap(page, id);

    await page.evaluate(() => {
      for (const key of Object.keys(localStorage).filter((each) => each.startsWith('mapping.session:'))) {
        const session = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
        localStorage.setItem(key, JSON.stringify({ ...session, expires: Date.now() - 1000 }));
      }
    });
    await context.setOffline(true);
    await page.goto(`/demo/map/wid/${id}`);
    await expectSignedIn(page, 'grace');
    await expect(mark(page)).toBeVisible();
    await expectMapDrawn(page);
    await expect(page.getByRole('banner')).toContainText('Pharmacies near me');

    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect
      .poll(async () =>
        Object.values(await stored(page))
          .flat()
          .join('\n'),
      )
      .not.toContain(id);
    await page.goto(`/demo/map/wid/${id}`);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(page.getByText('Pharmacies near me')).toHaveCount(0);
    expect(
      Object.values(await stored(page))
        .flat()
        .join('\n'),
    ).not.toContain(id);
  },
);
