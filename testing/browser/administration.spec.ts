import { expect, type Page } from '@playwright/test';
import { expectSignedIn, fillSignIn, openSignIn, password, signIn, test } from './steps.ts';

const administration = (page: Page, name: string) => page.goto(`/demo/administration?page=${name}`);

test('a member finds no administration, by menu or by address', async ({ page }) => {
  await page.goto('/demo');
  await signIn(page, 'grace');
  await page.getByRole('button', { name: /^Account/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Administration' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await administration(page, 'people');
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
});

test('somebody is invited by a link, makes an account, is disabled, and the log has it all', async ({
  page,
  browser,
}) => {
  const username = `guest${Date.now()}`;
  await page.goto('/demo');
  await signIn(page, 'ada');
  await administration(page, 'people');
  // The way to the link by keyboard alone.
  await page.getByRole('button', { name: 'Add a person' }).press('Enter');
  await page.getByRole('textbox', { name: 'Email' }).press('Enter');
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();

  const visit = await browser.newContext();
  const guest = await visit.newPage();
  await guest.goto(link);
  await guest.getByRole('textbox', { name: 'Full name' }).fill('Guest Person');
  await guest.getByRole('textbox', { name: 'Username' }).fill(username);
  await guest.getByLabel(/^Password/).fill(password);
  await guest.getByRole('button', { name: 'Make my account' }).click();
  await guest.getByRole('button', { name: 'Sign in' }).click();
  await fillSignIn(guest, username);
  await expect(guest.getByRole('button', { name: 'Account: Guest Person' })).toBeVisible();

  await page.reload();
  await page.getByRole('searchbox', { name: 'Search people' }).fill(username);
  await page.getByRole('button', { name: new RegExp(username) }).click();
  await page.getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByRole('button', { name: 'Enable' })).toBeVisible();
  // Their session has ended: the profile asks them to sign in.
  await guest.goto('/demo/profile');
  await expect(guest.getByText('Sign in to see your profile.')).toBeVisible();
  await visit.close();

  await administration(page, 'audit');
  await expect(page.getByRole('listitem').filter({ hasText: 'Disabled a person' }).first()).toContainText(
    username,
  );
  await expect(page.getByRole('listitem').filter({ hasText: 'Joined by a link' }).first()).toContainText(
    username,
  );
});

test('one sees where one is signed in, and signs out elsewhere', async ({ page, browser }) => {
  await page.goto('/demo');
  await signIn(page, 'grace');
  const visit = await browser.newContext();
  const elsewhere = await visit.newPage();
  await elsewhere.goto('/demo');
  await openSignIn(elsewhere);
  await fillSignIn(elsewhere, 'grace');
  await expectSignedIn(elsewhere, 'grace');
  await page.goto('/demo/profile');
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0);
  await elsewhere.goto('/demo/profile');
  await expect(elsewhere.getByText('Sign in to see your profile.')).toBeVisible();
  await visit.close();
});
