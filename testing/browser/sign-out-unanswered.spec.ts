import { expect, type Page } from '@playwright/test';
import { signIn, test } from './steps.ts';

const revocations = '**/api/session/**/oauth2/revokeToken';

const cookies = async (page: Page) =>
  (await page.context().cookies()).filter(({ name }) => name.startsWith('mapping-session'));

/** What is stored of sign-ins and sign-outs. */
const stored = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /^mapping\.(session|signed-out):/.test(key)));

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
}

test(
  'a sign-out that nothing answers leaves nothing that signs in, and is repeated when a page starts again',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/demo');
    const exchanged = page.waitForRequest('**/api/session/**/oauth2/token');
    await signIn(page, 'grace');
    const tokens = (await exchanged).url();
    await page.route(revocations, (route) => route.abort());
    await signOut(page);
    expect(await cookies(page)).toHaveLength(1);
    expect(await stored(page)).toEqual([expect.stringMatching(/^mapping\.signed-out:/)]);
    const answer = await page.evaluate(async (address) => {
      const body = new URLSearchParams({ f: 'json', client_id: 'mapping-demo', grant_type: 'refresh_token' });
      return (await fetch(address, { method: 'POST', body })).text();
    }, tokens);
    expect(JSON.parse(answer)).toMatchObject({ error: { message: 'Sign in again.' } });

    await page.unroute(revocations);
    await page.reload();
    await expect.poll(() => cookies(page)).toEqual([]);
    await expect.poll(() => stored(page)).toEqual([]);
  },
);

test('a sign-in after such a sign-out stays', { tag: '@long' }, async ({ page }) => {
  await page.goto('/demo');
  await signIn(page, 'grace');
  await page.route(revocations, (route) => route.abort());
  await signOut(page);
  await page.unroute(revocations);
  await signIn(page, 'ada');
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((each) => each.startsWith('mapping.session:'))) {
      const session = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
      localStorage.setItem(key, JSON.stringify({ ...session, expires: Date.now() - 1000 }));
    }
  });
  const renewed = page.waitForResponse('**/api/session/**/oauth2/token');
  await page.reload();
  expect(await (await renewed).json()).toMatchObject({ username: 'ada' });
  await expect(page.getByRole('button', { name: 'Account: Ada Lovelace' })).toBeVisible();
  expect(await cookies(page)).toHaveLength(1);
});
