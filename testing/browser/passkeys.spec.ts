import { expect, type Page } from '@playwright/test';
import { addMember } from './add-member.ts';
import { openSignIn, password, test } from './steps.ts';

const fullName = 'Grete Hermann';

/** A fingerprint reader of this computer, in software. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    recognise: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

test('a member adds a passkey, and signs in with it alone', { tag: '@long' }, async ({ page }) => {
  const username = await addMember(page, fullName);
  const reader = await addAuthenticator(page);
  const account = page.getByRole('button', { name: `Account: ${fullName}` });
  await page.goto('/demo/profile');
  await openSignIn(page);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(account).toBeVisible();

  const section = page.getByRole('region', { name: 'Passkeys' });
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await section.getByRole('textbox', { name: 'Current password' }).fill(password);
  await section.getByRole('textbox', { name: 'Name' }).fill('Office laptop');
  await section.getByRole('button', { name: 'Create passkey' }).click();
  await expect(section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await section.getByRole('button', { name: 'I have saved them' }).click();
  await expect(section.getByRole('listitem')).toContainText('Office laptop');

  await account.click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  await openSignIn(page);
  const usePasskey = page.getByRole('button', { name: 'Use a passkey' });
  // The reader does not recognise the finger.
  await reader.recognise(false);
  await usePasskey.click();
  await expect(page.getByRole('alert')).toContainText('Signing in with a passkey didn’t work.');
  await reader.recognise(true);
  await usePasskey.click();
  await expect(account).toBeVisible();
  await expect(section.getByRole('listitem')).toContainText('Last used');
});
