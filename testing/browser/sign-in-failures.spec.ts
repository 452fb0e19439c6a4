import { expect, type Page } from '@playwright/test';
import { expectMapDrawn, findItem, test } from './steps.ts';

interface Config {
  portal: Record<string, unknown>;
}

/** Changes the portal settings in the configuration that the page receives. */
async function withPortal(page: Page, parts: Record<string, unknown>): Promise<void> {
  await page.unroute('**/api/demo/config');
  await page.route('**/api/demo/config', async (route) => {
    const answer = await route.fetch();
    const config = (await answer.json()) as Config;
    await route.fulfill({ response: answer, json: { ...config, portal: { ...config.portal, ...parts } } });
  });
}

async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign in' }).click();
}

test('a missing App ID and a disallowed sign-in show an error on the landing layout', async ({ page }) => {
  await withPortal(page, {});
  await page.goto('/demo/gallery');
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  // The App ID is removed between loading and signing in.
  await withPortal(page, { appId: '' });
  await signIn(page);
  await expect(page.getByRole('alert')).toHaveText('No app ID provided.');
  await withPortal(page, {});
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Map gallery' })).toBeVisible();

  // Signing in is disabled in this organisation.
  await withPortal(page, { signIn: 'anonymous' });
  await page.reload();
  await signIn(page);
  await expect(page.getByRole('alert')).toHaveText(
    'This page doesn’t use sign-in (portal:invalid-auth-mode).',
  );
  await page.getByRole('button', { name: 'Continue without signing in' }).click();
  await expect(page.getByRole('heading', { name: 'Map gallery' })).toBeVisible();
});

test(
  'a visitor whom the portal rejects with 401 or 403 is prompted to sign in',
  { tag: '@long' },
  async ({ page }) => {
    const map = await findItem(page, 'Public transport stops');
    for (const code of [401, 403]) {
      await page.route(/\/content\/items\/[0-9a-f]+(\/data)?\?/, (route) =>
        route.fulfill({ json: { error: { code, message: 'No', details: [] } } }),
      );
      await page.goto('about:blank');
      await page.goto(`/demo/map/wid/${map}`);
      await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByLabel('Username')).toBeVisible();
      await page.unrouteAll();
    }
  },
);

test(
  'a visitor is prompted to sign in where the portal rejects the search of the gallery or of places',
  { tag: '@long' },
  async ({ page }) => {
    const rejected = { json: { error: { code: 499, message: 'Token Required', details: [] } } };
    await page.route(/\/sharing\/rest\/search\?/, (route) => route.fulfill(rejected));
    await page.goto('/demo/gallery?q=park');
    await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByLabel('Username')).toBeVisible();
    await page.unrouteAll();

    await page.route(/\/GeocodeServer\/suggest/, (route) => route.fulfill(rejected));
    await page.goto('/demo/map');
    await page.getByRole('button', { name: 'Find a place or feature' }).click();
    await page.getByRole('combobox', { name: 'Search the map' }).fill('Expo');
    await page.getByRole('search').getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByLabel('Username')).toBeVisible();
  },
);

test(
  'changing the language while the portal is unreachable keeps the map',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/demo/map#at=51.16,71.43,13,0');
    await expectMapDrawn(page);
    const canvas = page.locator('.esri-view-surface').first();
    const before = await canvas.elementHandle();
    await page.route(/\/sharing\/rest\/portals\/self/, (route) => route.abort());
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await expect(page.getByRole('button', { name: 'Sprache' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(await before?.evaluate((element) => element.isConnected)).toBe(true);
    expect(page.url()).toContain('at=51.16');
  },
);

test('a portal without a geocoder is reported in the place search', { tag: '@long' }, async ({ page }) => {
  await page.route(/\/sharing\/rest\/portals\/self\?/, async (route) => {
    const answer = await route.fetch();
    const portal = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...portal, helperServices: {} } });
  });
  await page.goto('/demo/map');
  await expectMapDrawn(page);
  await page.getByRole('button', { name: 'Find a place or feature' }).click();
  const field = page.getByRole('combobox', { name: 'Search the map' });
  await field.fill('Expo');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toContainText('portal:service-not-found');
  await expect(page.getByText('No results')).toHaveCount(0);
});

test(
  'a chunk missing after an update reloads the page once and keeps the work',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/demo/gallery');
    await expect(page.getByRole('heading', { name: 'Map gallery' })).toBeVisible();
    // The server has been updated: its page loads another script, and the old chunks are gone.
    await page.route(/\/assets\/(?!main).*\.js$/, (route) => route.fulfill({ status: 404 }));
    await page.route('**/demo/gallery', async (route) => {
      if (route.request().resourceType() === 'document') {
        await page.unroute(/\/assets\/(?!main).*\.js$/);
        return route.continue();
      }
      const answer = await route.fetch();
      const html = (await answer.text()).replaceAll(/\/assets\/[^"]+\.js/g, '/assets/newer.js');
      return route.fulfill({ response: answer, body: html });
    });
    const loaded = page.waitForEvent('load');
    await page
      .getByRole('button', { name: 'Administration' })
      .or(page.getByRole('button', { name: 'Map', exact: true }))
      .first()
      .click();
    const item = page.getByRole('menuitem', { name: 'New' });
    const isOpen = item.waitFor().then(
      () => true,
      () => false,
    );
    // What is missing first is the menu, or the page of the map if the menu was loaded before.
    if (await Promise.race([loaded.then(() => false), isOpen])) await item.click();
    await loaded;
    await expect(
      page.getByRole('heading', { name: 'Map gallery' }).or(page.locator('canvas')).first(),
    ).toBeVisible();
    await expect(page.getByText('Something went wrong')).toHaveCount(0);
  },
);
