import { exchangeToken, request, ArcGISIdentityManager } from '@esri/arcgis-rest-request';
import { createItem } from '@esri/arcgis-rest-portal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOf } from '../../server/portal/identity/random-token.ts';
import {
  clientId,
  createPkce,
  createPortalClient,
  password,
  type PortalClient,
} from '../rig/portal-client.ts';
import { openSignInPage, readSignInPage, signInAndAllow } from '../rig/sign-in-page.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** Grace registers an application with a title of her choice; otto follows its link to the sign-in page. */
let server: TestServer;
let portal: PortalClient;
const redirectUri = 'https://app.example/signed-in';
const second = 'https://other.example/signed-in';
const otto = { username: 'otto', password };

beforeAll(async () => {
  server = await startTestServer();
  portal = await createPortalClient(server);
  await portal.addUser('grace', { role: 'org_publisher' });
  await portal.addUser('otto');
});
afterAll(() => server.stop());

const as = async (username: string) => ({
  authentication: await ArcGISIdentityManager.signIn({ username, password, portal: portal.root }),
});

async function register(): Promise<string> {
  const grace = await as('grace');
  const { id } = await createItem({ ...grace, item: { title: 'City map', type: 'Application' } });
  const params = { itemId: id, appType: 'browser', redirect_uris: JSON.stringify([redirectUri, second]) };
  const { client_id } = await request(`${portal.root}/oauth2/registerApp`, { ...grace, params });
  return client_id;
}

function addressFor(client: string, redirect = redirectUri, verified = createPkce()): string {
  const url = new URL(`${portal.root}/oauth2/authorize`);
  const parameters = {
    client_id: client,
    response_type: 'code',
    redirect_uri: redirect,
    state: 's 1',
    code_challenge: verified.challenge,
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The page after the password of a user, and the browser's cookie. */
async function afterPassword(address: string, fields = otto) {
  const page = await openSignInPage(address);
  const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? '';
  const response = await page.submit('sign-in', fields);
  return { response, cookie, page: await readSignInPage(response.clone(), address, cookie) };
}

const sentTo = (response: Response) => new URL(response.headers.get('location') ?? '');

describe('an application that another member registered', () => {
  test('gets a code only from users who allow it, once', async () => {
    const address = addressFor(await register());
    const { response, page } = await afterPassword(address);
    expect([response.status, response.headers.get('location')]).toEqual([200, null]);
    const shown = page.document.querySelector('main')?.textContent ?? '';
    for (const text of ['City map', 'otto', 'grace', 'app.example']) expect(shown).toContain(text);
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.document.querySelector('[autofocus], script')).toBeNull();
    const allowed = sentTo(await page.submit('allow'));
    expect(allowed.href).toContain(redirectUri);
    expect([allowed.searchParams.get('state'), allowed.searchParams.get('code')]).toEqual([
      's 1',
      expect.stringMatching(/^[\w-]{43}$/),
    ]);
    expect((await afterPassword(address)).response.status).toBe(302);
  });

  test('learns that a user refused, and is not remembered', async () => {
    const address = addressFor(await register());
    const { page } = await afterPassword(address);
    const refused = sentTo(await page.submit('cancel'));
    expect(refused.searchParams.get('error')).toBe('access_denied');
    expect(refused.searchParams.get('code')).toBeNull();
    expect((await afterPassword(address)).response.status).toBe(200);
  });

  test('is allowed for one redirect address and one user', async () => {
    const client = await register();
    expect((await signInAndAllow(addressFor(client), otto)).status).toBe(302);
    expect((await afterPassword(addressFor(client, second))).response.status).toBe(200);
    await portal.addUser('olga');
    const other = await afterPassword(addressFor(client), { username: 'olga', password });
    expect(other.response.status).toBe(200);
  });

  test('needs another consent after its session was ended in the profile', async () => {
    const client = await register();
    const pkce = createPkce();
    const code = sentTo(await signInAndAllow(addressFor(client, redirectUri, pkce), otto)).searchParams.get(
      'code',
    );
    await portal.call('/oauth2/token', {
      grant_type: 'authorization_code',
      client_id: client,
      redirect_uri: redirectUri,
      code: code ?? '',
      code_verifier: pkce.verifier,
    });
    const token = await portal.token('otto');
    const { sessions } = await portal.call('/community/users/otto/sessions', { token });
    const { id } = sessions.find((session: { clientId: string }) => session.clientId === client);
    const ended = await portal.call(`/community/users/otto/sessions/${id}/end`, { token });
    expect(ended).toEqual({ success: true });
    expect((await afterPassword(addressFor(client))).response.status).toBe(200);
  });

  test('cannot have a token exchanged for it before', async () => {
    const client = await register();
    const token = await portal.token('otto');
    await expect(exchangeToken(token, client, portal.root)).rejects.toMatchObject({ code: 403 });
    await signInAndAllow(addressFor(client), otto);
    expect(await exchangeToken(token, client, portal.root)).toMatch(/^[\w-]+$/);
  });
});

describe('a consent', () => {
  test('is accepted from its own browser and form, once', async () => {
    const address = addressFor(await register());
    const { page, cookie } = await afterPassword(address);
    const other = { cookie: `${cookie.slice(0, -4)}AAAA` };
    for (const response of [
      await page.submit('allow', {}, other),
      await page.submit('allow', { form_token: 'x' }),
      await page.submit('allow', { step: 'x' }),
      await page.submit('allow', {}, { 'sec-fetch-site': 'cross-site' }),
    ])
      expect([response.status, response.headers.get('location')]).toEqual([403, null]);
    expect((await page.submit('allow')).status).toBe(302);
    expect((await page.submit('allow')).status).toBe(403);
  });

  test('does not take the place of a second factor', async () => {
    const client = await register();
    const { page, cookie } = await afterPassword(addressFor(client));
    // The step after a correct password, before the code.
    await server.database
      .insertInto('portal_sign_in_step')
      .values({
        step_hash: hashOf('before-the-code'),
        browser_hash: hashOf(cookie.split('=')[1] ?? ''),
        username: 'otto',
        client_id: client,
        expires_at: Date.now() + 60_000,
      })
      .execute();
    expect((await page.submit('allow', { step: 'before-the-code' })).status).toBe(403);
  });
});

test('the owner of an application who did not give it its address is asked too', async () => {
  const client = await register();
  const grace = { username: 'grace', password };
  await portal.addUser('ada', { role: 'org_admin' });
  const token = await portal.token('ada');
  const { itemId } = await portal.call(`/oauth2/apps/${client}`, { token });
  await portal.call(`/content/users/grace/items/${itemId}/reassign`, { token, targetUsername: 'otto' });
  expect((await afterPassword(addressFor(client))).response.status).toBe(200);
  const own = await register();
  const redirect_uris = JSON.stringify([redirectUri, 'https://new.example/']);
  await portal.call(`/oauth2/apps/${own}/update`, { token, redirect_uris });
  expect((await afterPassword(addressFor(own, 'https://new.example/'), grace)).response.status).toBe(200);
  expect((await afterPassword(addressFor(own), grace)).response.status).toBe(302);
});

describe('no consent is needed', () => {
  test('from the member who registered the application', async () => {
    const address = addressFor(await register());
    expect((await afterPassword(address, { username: 'grace', password })).response.status).toBe(302);
  });

  test('for an application of the operator', async () => {
    const address = addressFor(clientId, portal.redirectUri);
    expect((await afterPassword(address)).response.status).toBe(302);
  });
});
