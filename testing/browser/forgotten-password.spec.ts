import { expect } from '@playwright/test';
import { codeIn, linkIn, startMailServer, type TestMailServer } from '../fakes/mail-server.ts';
import { mailPort } from '../playwright.config.ts';
import { expectAccessible } from './accessibility-faults.ts';
import { addMember } from './add-member.ts';
import { fillSignIn, openSignIn, test } from './steps.ts';

const fullName = 'Mona Postel';
let mail: TestMailServer;

test.beforeAll(async () => {
  mail = await startMailServer(mailPort);
});
test.afterAll(() => mail.stop());

test(
  'a member confirms an address, and later chooses a new password by a link in their mail',
  { tag: '@long' },
  async ({ page }) => {
    const username = await addMember(page, fullName);
    const address = `${username}@city.example`;
    const message = async (subject: string) => {
      const find = () =>
        mail.arrived.find(({ to, headers }) => to.includes(address) && headers['subject'] === subject);
      await expect.poll(find).toBeTruthy();
      return find();
    };

    await test.step('the member confirms their address by a code', async () => {
      await page.goto('/demo');
      await openSignIn(page);
      await fillSignIn(page, username);
      await expect(page.getByRole('button', { name: `Account: ${fullName}` })).toBeVisible();
      await page.goto('/demo/profile');
      await page.getByRole('textbox', { name: 'Email' }).fill(address);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const section = page.getByRole('region', { name: 'Email' });
      await section.getByRole('button', { name: 'Send a code' }).click();
      const code = codeIn(await message('Confirm your email address'));
      await section.getByRole('textbox', { name: 'Code from the email' }).fill(code);
      await section.getByRole('button', { name: 'Confirm' }).click();
      await expect(section).toContainText(`You confirmed ${address}.`);
    });

    await test.step('the member, who has forgotten their password, gets a link', async () => {
      await page.getByRole('button', { name: `Account: ${fullName}` }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await openSignIn(page);
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await page.getByLabel('Username or email address').fill(address);
      await page.getByRole('button', { name: 'Send the link' }).click();
      await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    });

    await test.step('the link saves a new password, and works once', async () => {
      const link = linkIn(await message('Choose a new password'));
      const secret = 'seven wet umbrellas';
      await page.goto(link);
      await page.getByLabel('New password').fill(secret);
      await page.getByRole('button', { name: 'Save password' }).click();
      await expect(page.getByRole('heading', { name: 'Password saved' })).toBeVisible();
      await expectAccessible(page);
      await page.goto('/demo');
      await openSignIn(page);
      await fillSignIn(page, username, secret);
      await expect(page.getByRole('button', { name: `Account: ${fullName}` })).toBeVisible();
      await page.goto(link);
      await page.getByLabel('New password').fill(secret);
      await page.getByRole('button', { name: 'Save password' }).click();
      await expect(page.getByRole('alert')).toContainText('This link has been used');
    });
  },
);
