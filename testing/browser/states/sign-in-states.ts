import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { addMember } from '../add-member.ts';
import { password, tokenOf } from '../steps.ts';
import type { Opened, Scene, State } from './state.ts';

const oauth2 = (org: string) => `/portal/${org}/sharing/rest/oauth2`;

/** The address of the sign-in page of an application. */
async function authorizeAddress(page: Page, org: string, app: string, redirect?: string): Promise<string> {
  const { origin } = new URL((await page.request.get('/health')).url());
  const challenge = createHash('sha256').update(randomBytes(32).toString('base64url')).digest('base64url');
  const asked = new URLSearchParams({
    client_id: app,
    response_type: 'code',
    redirect_uri: redirect ?? `${origin}/${org}/signed-in`,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  return `${oauth2(org)}/authorize?${asked}`;
}

async function enter({ page }: Opened, username: string, secret = password): Promise<void> {
  await page.locator('[name=username]').fill(username);
  await page.locator('[name=password]').fill(secret);
  await page.locator('[value=sign-in]').click();
}

async function post<Answer>(page: Page, url: string, form: Record<string, string>): Promise<Answer> {
  const answer = await page.request.post(url, { form: { f: 'json', ...form } });
  return (await answer.json()) as Answer;
}

/** Registers an application of grace's, which other members are asked to allow. */
async function foreignApplication(page: Page): Promise<string> {
  const token = await tokenOf(page, 'grace');
  const redirect = 'https://survey.example/signed-in';
  const { id } = await post<{ id: string }>(page, '/portal/demo/sharing/rest/content/users/grace/addItem', {
    token,
    title: 'Field survey',
    type: 'Application',
  });
  const { client_id: app } = await post<{ client_id: string }>(page, `${oauth2('demo')}/registerApp`, {
    token,
    itemId: id,
    appType: 'browser',
    redirect_uris: JSON.stringify([redirect]),
  });
  return authorizeAddress(page, 'demo', app, redirect);
}

/** Signs a new member of the second organisation in while it requires two steps, until the page that adds an app. */
async function enrol(opened: Opened): Promise<string> {
  const { page } = opened;
  const portal = '/portal/esil/sharing/rest/portals/self';
  const token = await tokenOf(page, 'hedy');
  const username = `ida-${randomUUID().slice(0, 8)}`;
  const invitations = [{ username, password, fullName: 'Ida Rhodes', role: 'org_user' }];
  await post(page, `${portal}/invite`, { token, invitationList: JSON.stringify({ invitations }) });
  await post(page, `${portal}/update`, { token, requireSecondFactor: 'true' });
  try {
    await enter(opened, username);
    await page.locator('.codes').waitFor();
  } finally {
    await post(page, `${portal}/update`, { token, requireSecondFactor: 'false' });
  }
  return username;
}

/** Adds the app, and signs in again. */
async function askForCode(opened: Opened): Promise<void> {
  const { page } = opened;
  const address = page.url();
  const username = await enrol(opened);
  const secret = ((await page.locator('.key code').textContent()) ?? '').replaceAll(' ', '');
  await page.locator('[name=code]').fill(new TOTP({ secret }).generate());
  await page.locator('[value=enrol]').click();
  await page.waitForURL(/\/esil/);
  await page.goto(address);
  await enter(opened, username);
  await page.locator('[name=recovery_code]').waitFor({ state: 'attached' });
}

const signIn: State = { name: 'the sign-in', steps: [], shows: ['sendSignInPage'], stays: true };
const pageOf = (name: string, path: string, shows: string): Scene => ({
  name,
  path: `${oauth2('demo')}/${path}`,
  language: 'locale',
  usual: ['light'],
  states: [{ name, steps: [], shows: [shows] }],
});

export const signInScenes: readonly Scene[] = [
  {
    name: 'signing in',
    path: (page) => authorizeAddress(page, 'demo', 'mapping-demo'),
    language: 'locale',
    usual: ['light'],
    states: [
      signIn,
      { ...signIn, name: 'a wrong password', steps: [(opened) => enter(opened, 'ada', 'not-the-password')] },
    ],
  },
  {
    name: 'allowing an application',
    path: foreignApplication,
    language: 'locale',
    states: [
      {
        name: 'the application of another member',
        steps: [async (opened) => enter(opened, await addMember(opened.page, 'Annie Easley'))],
        shows: ['sendConsentPage'],
      },
    ],
  },
  {
    name: 'signing in by two steps',
    path: (page) => authorizeAddress(page, 'esil', 'mapping-esil'),
    language: 'locale',
    states: [
      { name: 'adding an authenticator app', steps: [enrol], shows: ['sendEnrolPage'], stays: true },
      { name: 'the code', steps: [askForCode], shows: ['sendCodePage'] },
    ],
  },
  {
    name: 'a forgotten password',
    path: `${oauth2('demo')}/forgottenPassword`,
    language: 'locale',
    states: [
      { name: 'who forgot it', steps: [], shows: ['sendForgottenPage'] },
      {
        name: 'the link was sent',
        steps: [
          async ({ page }) => {
            await page.locator('[name=account]').fill('nobody@city.example');
            await page.locator('button.primary').click();
            await page.locator('[name=account]').waitFor({ state: 'detached' });
          },
        ],
        shows: ['sendLinkSentPage'],
      },
    ],
  },
  pageOf('a new password', 'newPassword', 'sendNewPasswordPage'),
  pageOf('a sign-in that cannot start', 'authorize?client_id=unknown', 'sendErrorPage'),
  {
    name: 'a refused request of an application',
    path: async (page) => (await foreignApplication(page)).replace('response_type=code', 'response_type=x'),
    language: 'locale',
    usual: ['light'],
    states: [{ name: 'the reason and its link', steps: [], shows: ['sendRefusedRequestPage'] }],
  },
  pageOf('an error of a sign-in', 'authorize?callback=x', 'sendFaultPage'),
  pageOf('a failed sign-in at a provider', 'provider/callback', 'sendProviderErrorPage'),
  pageOf('the end of a sign-in', `approval?code=${'a'.repeat(43)}`, 'sendApprovalPage'),
  pageOf('the end of a session', 'signout', 'sendSignedOutPage'),
];
