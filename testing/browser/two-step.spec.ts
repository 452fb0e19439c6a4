import { expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { addMember } from './add-member.ts';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { openSignIn, password, test } from './steps.ts';

const fullName = 'Joan Clarke';

const account = (page: Page) => page.getByRole('button', { name: `Account: ${fullName}` });

/** Signs in with the password, which is all that an account without a second factor needs. */
async function enterPassword(page: Page, username: string): Promise<void> {
  await openSignIn(page);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function signOut(page: Page): Promise<void> {
  await account(page).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
}

test(
  'a member signs in by two steps, by a recovery code, and after a reset by password',
  { tag: '@long' },
  async ({ page, browser }) => {
    const username = await addMember(page, fullName);
    await page.goto('/demo');
    await enterPassword(page, username);
    await expect(account(page)).toBeVisible();
    await page.goto('/demo/profile');
    const section = page.getByRole('region', { name: 'Two-step verification' });

    const { app, recoveryCodes } = await test.step('the member adds an authenticator app', async () => {
      await section.getByRole('button', { name: 'Set up' }).click();
      await section.getByRole('textbox', { name: 'Current password' }).fill(password);
      await section.getByRole('button', { name: 'Continue' }).click();
      await expect(section.getByRole('img', { name: 'QR code of the key' })).toBeVisible();
      const secret = await section.getByRole('textbox', { name: 'Key' }).inputValue();
      const app = new TOTP({ secret: secret.replaceAll(' ', '') });
      const code = section.getByRole('textbox', { name: 'Code' });
      await code.fill('000000');
      await section.getByRole('button', { name: 'Turn on' }).click();
      await expect(section.getByRole('alert')).toContainText('The code is wrong');
      await code.fill(app.generate());
      await section.getByRole('button', { name: 'Turn on' }).click();
      const list = section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
      await expect(list).toHaveCount(10);
      const recoveryCodes = await list.allTextContents();
      await section.getByRole('button', { name: 'I have saved them' }).click();
      await expect(section).toContainText('10 recovery codes are left.');
      return { app, recoveryCodes };
    });

    await test.step('signing in asks for a code', async () => {
      await signOut(page);
      await enterPassword(page, username);
      await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
      // Each code works once, so that of the next period, which is already accepted.
      const timestamp = Date.now() + app.period * 1000;
      await page.getByLabel('Verification code').fill(app.generate({ timestamp }));
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(account(page)).toBeVisible();
    });

    await test.step('a recovery code works once', async () => {
      const [recovery = ''] = recoveryCodes;
      const useRecoveryCode = async () => {
        await signOut(page);
        await enterPassword(page, username);
        await page.getByText('Use a recovery code instead').click();
        await page.getByLabel('Recovery code', { exact: true }).fill(recovery);
        await page.getByRole('button', { name: 'Sign in' }).click();
      };
      await useRecoveryCode();
      await expect(account(page)).toBeVisible();
      await page.goto('/demo/profile');
      await expect(section).toContainText('9 recovery codes are left.');
      await useRecoveryCode();
      await expect(page.getByRole('alert')).toContainText('The code is wrong or was used before.');
      await page.getByRole('button', { name: 'Cancel' }).click();
    });

    await test.step('an administrator resets it', async () => {
      const context = await browser.newContext();
      const office = await context.newPage();
      await arriveSignedIn(office, 'ada');
      await office.goto('/demo/administration?page=people');
      await office.getByRole('searchbox', { name: 'Search people' }).fill(username);
      await office.getByRole('button', { name: new RegExp(fullName) }).click();
      await office.getByRole('button', { name: 'Turn off two-step verification' }).click();
      await expect(office.getByRole('alert').filter({ hasText: /two-step/i })).toBeVisible();
      await context.close();
      await page.goto('/demo');
      await enterPassword(page, username);
      await expect(account(page)).toBeVisible();
    });
  },
);
