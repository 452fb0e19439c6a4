import { expect, type Page } from '@playwright/test';
import { expectMapDrawn, test } from './steps.ts';

interface Config {
  portal: Record<string, unknown>;
}

/** The configuration says something else about the portal from now on. */
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

test('a sign-in without an App ID and one that is not allowed say so on the landing layout', async ({
  page,
}) => {
  await withPortal(page, {});
  await page.goto('/demo/gallery');
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  // The App ID is lost between load and sign-in.
  await withPortal(page, { appId: '' });
  await signIn(page);
  await expect(page.getByRole('alert')).toHaveText('No app ID provided.');
  await withPortal(page, {});
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Map gallery' })).toBeVisible();

  // The organisation lets nobody sign in.
  await withPortal(page, { signIn: 'anonymous' });
  await page.reload();
  await signIn(page);
  await expect(page.getByRole('alert')).toHaveText(
    'This page doesn’t use sign-in (portal:invalid-auth-mode).',
  );
  await page.getByRole('button', { name: 'Continue without signing in' }).click();
  await expect(page.getByRole('heading', { name: 'Map gallery' })).toBeVisible();
});

test('a portal without a geocoder says so where a place is searched', { tag: '@long' }, async ({ page }) => {
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
  'a part that is gone after an update loads the page anew once, with the work kept',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/demo/gallery');
    await expect(page.getByRole('heading', { name: 'Map gallery' })).toBeVisible();
    // The server is a newer version: its page begins with another script, and the old parts are gone.
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
    await page.getByRole('menuitem', { name: 'New' }).click();
    await loaded;
    await expect(page.getByText('Something went wrong')).toHaveCount(0);
  },
);
