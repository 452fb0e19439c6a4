import { expect } from '@playwright/test';
import { addMember } from './add-member.ts';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { password, test } from './steps.ts';

test(
  'an administrator confirms who they are before they reset a password, and is still where they were',
  { tag: '@long' },
  async ({ page }) => {
    const username = await addMember(page, 'Confirmed Person');
    await arriveSignedIn(page, 'ada');
    // The server's clock is real, so the first response is that of a session that began 16 minutes ago.
    const faults = [{ path: '', message: 'Sign in again first.', code: 'recent-sign-in', values: {} }];
    const json = { error: { code: 400, message: 'Sign in again first.', details: [], faults } };
    await page.route(`**/community/users/${username}/reset`, (route) => route.fulfill({ json }), {
      times: 2,
    });
    await page.goto('/demo/administration?page=people');
    await page.getByRole('searchbox', { name: 'Search people' }).fill(username);
    await page.getByRole('button', { name: new RegExp(username) }).click();
    await page.getByRole('button', { name: 'Reset password' }).click();
    const form = page.getByRole('dialog', { name: /^Reset the password of/ });
    const reset = form.getByRole('button', { name: 'Reset password' });
    await reset.click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(form.getByText('For this change, sign in again first.')).toBeVisible();

    await reset.click();
    const opened = page.waitForEvent('popup');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    const popup = await opened;
    await expect(popup.getByLabel('Username')).toHaveValue('ada');
    await expect(popup.getByLabel('Username')).not.toBeEditable();
    await popup.getByLabel('Password').fill(password);
    await popup.getByRole('button', { name: 'Sign in' }).click();
    await expect(form.getByRole('textbox', { name: 'Link' })).toHaveValue(/\/demo\/join#/);
    await expect(dialog).toBeHidden();
  },
);
