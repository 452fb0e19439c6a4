import { expect } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import {
  expectMapDrawn,
  expectSignedIn,
  fillSignIn,
  findItem,
  openSignIn,
  signIn,
  test,
  tokenOf,
} from './steps.ts';

test.use({ quiet: true });

test('a visitor finds a public map, signs in, opens a private one and signs out', async ({ page }) => {
  await page.goto('/demo');
  await page
    .getByRole('link', { name: /Map gallery/ })
    .first()
    .click();
  await page.getByRole('searchbox', { name: 'Search maps' }).fill('public transport');
  const card = page.getByRole('link', { name: /Public transport stops/ });
  await expect(card).toBeVisible();
  await expect(page).toHaveURL(/q=public(\+|%20)transport/);
  await card.click();
  await expect(page).toHaveURL(/\/demo\/map\/wid\/[0-9a-f]{32}/);
  await expect(page.getByRole('banner')).toContainText('Public transport stops');
  await expectMapDrawn(page);

  const before = new URL(page.url()).pathname;
  await signIn(page, 'grace');
  expect(new URL(page.url()).pathname).toBe(before);
  await expectMapDrawn(page);

  const own = await findItem(page, 'Pharmacies near me', await tokenOf(page, 'grace'));
  await page.goto(`/demo/map/wid/${own}`);
  await expectMapDrawn(page);

  await page.getByRole('button', { name: /^Account/ }).click();
  await Promise.all([page.waitForEvent('load'), page.getByRole('menuitem', { name: 'Sign out' }).click()]);
  await expect(page.getByText('This map is private')).toBeVisible();
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /session|sign/i.test(key))),
  ).toEqual([]);
});

test('a missing map shows an error and links to the gallery', async ({ page }) => {
  // Visitors are prompted to sign in: only members learn whether a map is missing or not shared with them.
  await arriveSignedIn(page, 'grace');
  await page.goto('/demo/map/wid/00000000000000000000000000000000');
  await expect(page.getByText('Map not found')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Map gallery' }).click();
  await expect(page).toHaveURL(/\/demo\/gallery/);
});

test('visitors, members and administrators each see their own maps', async ({ page }) => {
  const total = async (token?: string) => {
    const response = await page.request.get('/portal/sharing/rest/search', {
      // Filters like the demo's gallery, which omits basemaps.
      params: { f: 'json', q: 'type:"Web Map" -tags:"basemap"', num: 0, ...(token && { token }) },
    });
    return ((await response.json()) as { total: number }).total;
  };
  const counts = [
    await total(),
    await total(await tokenOf(page, 'grace')),
    await total(await tokenOf(page, 'ada')),
  ];
  expect(new Set(counts).size).toBe(3);
  await page.goto('/demo/gallery');
  await expect(page.getByText(`${counts[0]} maps`, { exact: true })).toBeVisible();
});

test(
  'the gallery loads the second page on scrolling and restores it after a reload',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/demo/gallery');
    const cards = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') });
    await expect(cards).toHaveCount(10);
    await cards.last().scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 4000);
    await expect.poll(() => cards.count()).toBeGreaterThan(10);
    expect(new URL(page.url()).search).toBe('');
    const shown = await cards.count();
    await page.reload();
    await expect(cards).toHaveCount(shown);
  },
);

test.describe('a page that returns 403', () => {
  // Chromium reports the status in the console.
  test.use({ quiet: false });

  test('a wrong password shows an error and keeps the username', async ({ page }) => {
    await page.goto('/demo');
    await openSignIn(page);
    await fillSignIn(page, 'ada', 'not-the-password');
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByLabel('Username')).toHaveValue('ada');
    await fillSignIn(page, 'ada');
    await expectSignedIn(page, 'ada');
  });
});

test('cancelling the sign-in returns to the page without signing in', { tag: '@long' }, async ({ page }) => {
  await page.goto('/demo/gallery');
  await openSignIn(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/demo/);
  await expect(page.getByText('Sign-in was cancelled.')).toBeVisible();
});

test('a sign-in is restored on load and shared with a second tab; signing out ends both', async ({
  page,
  context,
}) => {
  await page.goto('/demo');
  await signIn(page, 'ada');
  const second = await context.newPage();
  await second.goto('/demo/administration');
  await expect(second.getByRole('heading', { name: 'Administration' })).toBeVisible();
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(second.getByText('Not found', { exact: true })).toBeVisible();
  // Both pages reload; a browser that is closed meanwhile may never exit.
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  await second.close();
});
