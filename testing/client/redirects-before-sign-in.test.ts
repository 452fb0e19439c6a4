import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerApp } from '../../server/portal/identity/register-app.ts';
import { createPkce, createPortalClient, password, type PortalClient } from '../rig/portal-client.ts';
import { openSignInPage, readSignInPage } from '../rig/sign-in-page.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** Grace, a member, registers an application; links to the portal with its redirect address must not lead there at once. */
let server: TestServer;
let portal: PortalClient;
let app: string;
const redirectUri = 'https://app.example/signed-in?x=1';

beforeAll(async () => {
  server = await startTestServer({ secretsKey: randomBytes(32).toString('base64') });
  portal = await createPortalClient(server);
  await portal.addUser('grace', { role: 'org_publisher' });
});
beforeEach(async () => {
  app = await register([redirectUri]);
});
afterAll(() => server.stop());

async function register(redirects: readonly string[]): Promise<string> {
  const token = await portal.token('grace');
  const { id } = await portal.call('/content/users/grace/addItem', {
    token,
    title: 'City map',
    type: 'Application',
  });
  const { client_id } = await portal.call('/oauth2/registerApp', {
    token,
    itemId: id,
    appType: 'browser',
    redirect_uris: JSON.stringify(redirects),
  });
  return client_id as string;
}

const addressOf = (path: string, parameters: Record<string, string>) =>
  `${portal.root}/oauth2/${path}?${new URLSearchParams(parameters)}`;
const refusedBy = (client: string, redirect = redirectUri) =>
  addressOf('authorize', { client_id: client, redirect_uri: redirect, response_type: 'x', state: 's&1' });
const signOutOf = (client: string, redirect = redirectUri) =>
  addressOf('signout', { client_id: client, redirect_uri: redirect });
const validFor = (client: string) =>
  addressOf('authorize', {
    client_id: client,
    redirect_uri: redirectUri,
    response_type: 'code',
    code_challenge: createPkce().challenge,
    code_challenge_method: 'S256',
  });
const locationOf = async (address: string, cookie = '') =>
  (await fetch(address, { redirect: 'manual', headers: { cookie } })).headers.get('location');

/** Signs a user in at the application, and answers whether it may act for them. */
async function signIn(username: string, answer: 'allow' | 'cancel') {
  const address = validFor(app);
  const page = await openSignInPage(address);
  const response = await page.submit('sign-in', { username, password });
  const cookies = response.headers.getSetCookie().map((each) => each.split(';')[0] ?? '');
  const form = page.headers.get('set-cookie')?.split(';')[0];
  const consent = await readSignInPage(new Response(await response.text()), address, form);
  const sent = await consent.submit(answer);
  return {
    /** The cookie by which the portal knows this browser. */
    browser: cookies.find((each) => each.startsWith('mapping-known=')) ?? '',
    location: sent.headers.get('location'),
  };
}

describe('a refused request of an application that a member registered', () => {
  test('shows why, where its link leads and whose it is, and redirects nobody', async () => {
    const page = await openSignInPage(refusedBy(app));
    expect([page.status, page.headers.get('location')]).toEqual([400, null]);
    const shown = page.document.querySelector('main')?.textContent ?? '';
    for (const text of ['response_type must be code or token.', 'app.example', 'grace'])
      expect(shown).toContain(text);
    const links = [...page.document.querySelectorAll('main a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual([
      `${redirectUri}&error=unsupported_response_type&error_description=response_type%20must%20be%20code%20or%20token.&state=s%261`,
    ]);
    expect(page.document.querySelector('form, script, meta[http-equiv]')).toBeNull();
    // A popup that its application waits for gets the error by the link.
    expect(page.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
  });

  test('redirects in a browser whose user has allowed the application there', async () => {
    await portal.addUser('otto');
    const { browser: otto } = await signIn('otto', 'allow');
    expect(await locationOf(refusedBy(app), otto)).toMatch(/^https:\/\/app\.example\/signed-in\?x=1&error=/);
    expect(await locationOf(signOutOf(app), otto)).toBe(redirectUri);
    const other = await register([redirectUri]);
    expect([await locationOf(refusedBy(other), otto), await locationOf(signOutOf(other), otto)]).toEqual([
      null,
      null,
    ]);
  });

  test('redirects nobody in a browser whose user has not', async () => {
    await portal.addUser('olga');
    const { browser: olga } = await signIn('olga', 'cancel');
    expect(olga).not.toBe('');
    expect([await locationOf(refusedBy(app), olga), await locationOf(signOutOf(app), olga)]).toEqual([
      null,
      null,
    ]);
  });

  test('redirects to an address of this server', async () => {
    const own = `${server.url}/demo/signed-in`;
    const client = await register([own]);
    expect(await locationOf(refusedBy(client, own))).toContain(`${own}?error=`);
    expect(await locationOf(signOutOf(client, own))).toBe(own);
  });
});

test('signing out of an application that a member registered shows a link', async () => {
  const page = await openSignInPage(signOutOf(app));
  expect([page.status, page.headers.get('location')]).toEqual([200, null]);
  expect(page.document.querySelector('h1')?.textContent).toBe('You are signed out');
  const link = page.document.querySelector('main a');
  expect([link?.textContent, link?.getAttribute('href')]).toEqual(['app.example', redirectUri]);
});

test('a sign-out with the token of another user, such as the author of the link, does not redirect', async () => {
  const token = await portal.token('grace');
  expect(await locationOf(`${signOutOf(app)}&token=${token}`)).toBeNull();
});

test('a valid request redirects by the sign-in and the consent only, and the next time by the sign-in', async () => {
  await portal.addUser('ida');
  const { location } = await signIn('ida', 'allow');
  expect(location).toContain(`${redirectUri}&code=`);
  const again = await (await openSignInPage(validFor(app))).submit('sign-in', { username: 'ida', password });
  expect(again.headers.get('location')).toContain(`${redirectUri}&code=`);
});

test('cancelling the sign-in redirects: the page has said where to', async () => {
  const page = await openSignInPage(validFor(app));
  expect(page.document.querySelector('main')?.textContent).toContain('app.example');
  expect((await page.submit('cancel')).headers.get('location')).toContain('error=access_denied');
});

test('an application of the operator is trusted', async () => {
  await registerApp(portal.context, { clientId: 'far', title: 'Far', redirectUris: [redirectUri] });
  expect(await locationOf(refusedBy('far'))).toContain('error=unsupported_response_type');
  expect(await locationOf(signOutOf('far'))).toBe(redirectUri);
});
