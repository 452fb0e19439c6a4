import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { openSignIn, password, test, tokenOf } from './steps.ts';

const fullName = 'Grete Hermann';

/** A member of the demo organisation whose sign-in no other test needs. */
async function addMember(page: Page): Promise<string> {
  const username = `grete-${randomUUID().slice(0, 8)}`;
  const invitations = [{ username, password, fullName, role: 'org_user' }];
  const answer = await page.request.post('/portal/sharing/rest/portals/self/invite', {
    form: {
      f: 'json',
      token: await tokenOf(page, 'ada'),
      invitationList: JSON.stringify({ invitations }),
    },
  });
  expect(await answer.json()).toMatchObject({ success: true });
  return username;
}

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

test('a member adds a passkey, and signs in with it alone', async ({ page }) => {
  const username = await addMember(page);
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
