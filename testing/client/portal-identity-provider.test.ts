import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { providerClient, startIdentityProvider, type TestProvider } from '../fakes/identity-provider.ts';
import { createClock, minute } from '../rig/clock.ts';
import { createOAuthClient, type OAuthClient } from '../rig/oauth-client.ts';
import { createPkce, createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { openSignInPage, readSignInPage } from '../rig/sign-in-page.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
let portal: PortalClient;
let oauth: OAuthClient;
let provider: TestProvider;
let root: string;
const clock = createClock();
const pkce = createPkce();

beforeAll(async () => {
  server = await startTestServer({ now: clock.now, secretsKey: randomBytes(32).toString('base64') });
  portal = await createPortalClient(server);
  oauth = createOAuthClient(portal);
  await portal.addUser('root', { role: 'org_admin' });
  await portal.addUser('grace');
  provider = await startIdentityProvider([`${portal.root}/oauth2/provider/callback`]);
});
afterAll(async () => {
  await provider.stop();
  await server.stop();
});
beforeEach(async () => {
  clock.advance(120 * minute);
  provider.signedInAt = undefined;
  root = await portal.token('root');
  await save({});
});

function save(changed: Record<string, string>) {
  return portal.call('/portals/self/provider/update', {
    issuer: provider.issuer,
    clientId: providerClient.id,
    clientSecret: providerClient.secret,
    label: 'City login',
    usernameClaim: 'preferred_username',
    roleClaim: 'groups',
    roles: JSON.stringify({ gis: 'org_publisher', admins: 'org_admin' }),
    defaultRole: 'org_user',
    token: root,
    ...changed,
  });
}

/** Begins on the sign-in page, as a browser; returns the provider's page and the browser's cookie. */
async function begin(parameters: Record<string, string> = {}) {
  const page = await openSignInPage(
    oauth.authorizeUrl({
      state: 'a state',
      code_challenge: pkce.challenge,
      code_challenge_method: 'S256',
      ...parameters,
    }),
  );
  const link = page.document.querySelector<HTMLAnchorElement>('.provider a');
  const response = await fetch(link?.href ?? '', { redirect: 'manual' });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { link, address: response.headers.get('location') ?? '', cookie };
}

async function finish(callback: string, cookie: string) {
  return fetch(callback, { redirect: 'manual', headers: { cookie } });
}

/** @returns the token that the application then gets, or the text of the error page */
async function openSession(
  person: TestProvider['person'],
  change: (address: URL) => void = () => {},
): Promise<{ token: string } | { page: string }> {
  provider.person = person;
  const { address, cookie } = await begin();
  const changed = new URL(address);
  change(changed);
  const response = await finish(await provider.follow(changed.href), cookie);
  const location = response.headers.get('location');
  if (!location) return { page: pageText(await response.text()) };
  const answered = new URL(location).searchParams;
  expect(answered.get('state')).toBe('a state');
  return { token: await exchange(answered.get('code') ?? '') };
}

async function exchange(code: string): Promise<string> {
  const { access_token: token } = await oauth.token({
    grant_type: 'authorization_code',
    code,
    code_verifier: pkce.verifier,
    redirect_uri: portal.redirectUri,
  });
  return token;
}

/** @returns the account that the application then gets, or the text of the error page */
async function signIn(person: TestProvider['person']): Promise<{ username: string; role: string } | string> {
  const opened = await openSession(person);
  if ('page' in opened) return opened.page;
  const { username, role } = await portal.call('/community/self', { token: opened.token });
  return { username, role };
}

const pageText = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

describe('sign-in at an organisation’s OpenID Connect provider', () => {
  it('shows a link with the provider’s name on the sign-in page', async () => {
    const { link, address } = await begin();
    expect(link?.textContent).toBe('Sign in with City login');
    const sent = new URL(address);
    expect(sent.origin).toBe(provider.issuer);
    expect(Object.fromEntries(sent.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: providerClient.id,
      code_challenge_method: 'S256',
      redirect_uri: `${portal.root}/oauth2/provider/callback`,
    });
  });

  it('creates an account at the first sign-in, and finds it at the next', async () => {
    const person = { sub: '17', preferred_username: 'lin', name: 'Lin Öz', email: 'lin@city.example' };
    expect(await signIn(person)).toEqual({ username: 'lin', role: 'org_user' });
    expect(await signIn({ ...person, preferred_username: 'renamed' })).toMatchObject({ username: 'lin' });
  });

  it('names accounts apart, however many people a provider calls the same', async () => {
    const names: string[] = [];
    for (let sub = 100; sub < 108; sub += 1) {
      const account = await signIn({ sub: String(sub), preferred_username: 'user' });
      names.push((account as { username: string }).username);
    }
    expect(new Set(names).size).toBe(8);
    expect(names.every((name) => name.startsWith('user'))).toBe(true);
  });

  it('ends on the page with the code, for applications that take it from there', async () => {
    provider.person = { sub: '58', preferred_username: 'pat' };
    await portal.call('/portals/self/update', { nativeApps: 'true', token: root });
    const outOfBand = { client_id: 'arcgispro', redirect_uri: 'urn:ietf:wg:oauth:2.0:oob' };
    const { address, cookie } = await begin(outOfBand);
    const callback = await provider.follow(address);
    const response = await finish(callback, cookie);
    const page = await fetch(new URL(response.headers.get('location') ?? '', callback));
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(/<title>SUCCESS code=/);
  });

  it('refuses a subject that is longer than the standard allows', async () => {
    expect(await signIn({ sub: 's'.repeat(256), preferred_username: 'long' })).toContain(
      'didn’t complete the sign-in',
    );
  });

  it('confirms who a person is by a new sign-in at the provider, and refuses another person', async () => {
    const person = { sub: '17', preferred_username: 'lin' };
    await signIn(person);
    const confirm = async (sub: string) => {
      provider.person = { ...person, sub };
      const { address, cookie } = await begin({ prompt: 'login', prepopulatedusername: 'lin' });
      const response = await finish(await provider.follow(address), cookie);
      return { address, answered: new URL(response.headers.get('location') ?? '').searchParams };
    };
    const { address, answered } = await confirm('17');
    expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({
      prompt: 'login',
      max_age: '0',
    });
    expect(answered.get('code')).toBeTruthy();
    expect((await confirm('31')).answered.get('error')).toBe('access_denied');
  });

  it.each<[string, number | undefined, (address: URL) => void]>([
    [
      'does not say when the person signed in, because the browser did not ask',
      undefined,
      ({ searchParams }) => {
        searchParams.delete('prompt');
        searchParams.delete('max_age');
      },
    ],
    [
      'says that the person signed in before',
      120,
      ({ searchParams }) => {
        searchParams.delete('prompt');
        searchParams.set('max_age', '86400');
      },
    ],
  ])('refuses to confirm when the provider %s', async (_what, secondsAgo, change) => {
    const person = { sub: '17', preferred_username: 'lin' };
    await signIn(person);
    provider.signedInAt = secondsAgo && Math.floor(Date.now() / 1000) - secondsAgo;
    const { address, cookie } = await begin({ prompt: 'login', prepopulatedusername: 'lin' });
    const changed = new URL(address);
    change(changed);
    const response = await finish(await provider.follow(changed.href), cookie);
    expect(response.headers.get('location')).toBeNull();
    expect(pageText(await response.text())).toContain('didn’t complete the sign-in');
    // Without a confirmation, a session at the provider is enough.
    expect(await signIn(person)).toMatchObject({ username: 'lin' });
  });

  it.each<[string, number | undefined, boolean]>([
    ['a minute before is recent', 60, true],
    ['an hour before is not recent', 3600, false],
    ['half a minute ahead, by its clock, is recent', -30, true],
    ['at a time that it does not give is not recent', undefined, false],
  ])('begins a session in which a sign-in at the provider %s', async (_what, secondsAgo, recent) => {
    const opened = await openSession(
      { sub: '27', preferred_username: 'old', groups: 'admins' },
      ({ searchParams }) => {
        if (secondsAgo === undefined) return;
        provider.signedInAt = Math.floor(Date.now() / 1000) - secondsAgo;
        searchParams.set('max_age', '86400');
      },
    );
    const { token } = opened as { token: string };
    const update = await portal.call('/portals/self/updateUserRole', {
      token,
      user: 'grace',
      role: 'org_user',
    });
    expect(update).toMatchObject(
      recent ? { success: true } : { error: { code: 400, faults: [{ code: 'recent-sign-in' }] } },
    );
    const derived = await portal.call('/generateToken', { token, serverUrl: `${server.url}/server` });
    const again = { token: derived.token, user: 'grace', role: 'org_user' };
    expect('success' in (await portal.call('/portals/self/updateUserRole', again))).toBe(recent);
    await server.database
      .updateTable('portal_user')
      .set({ role: 'org_user' })
      .where('username', '=', 'old')
      .execute();
  });

  it('refuses a sign-in that the provider dates ahead, by more than clocks may differ', async () => {
    const refused = await openSession({ sub: '28', preferred_username: 'ahead' }, ({ searchParams }) => {
      provider.signedInAt = Math.floor(Date.now() / 1000) + 3600;
      searchParams.set('max_age', '86400');
    });
    expect(refused).toEqual({ page: expect.stringContaining('didn’t complete the sign-in') });
  });

  it('still asks whether an application of another member is allowed', async () => {
    const token = await portal.token('grace');
    const { id } = await portal.call('/content/users/grace/addItem', {
      type: 'Application',
      title: 'Map',
      token,
    });
    const app = {
      itemId: id,
      appType: 'browser',
      redirect_uris: JSON.stringify([portal.redirectUri]),
      token,
    };
    const { client_id } = await portal.call('/oauth2/registerApp', app);
    provider.person = { sub: '20', preferred_username: 'kim' };
    const { address, cookie } = await begin({ client_id });
    const callback = await provider.follow(address);
    const asked = await finish(callback, cookie);
    expect([asked.status, asked.headers.get('location')]).toEqual([200, null]);
    const form = asked.headers.getSetCookie().find((each) => each.includes('mapping-sign-in'));
    const page = await readSignInPage(new Response(await asked.text()), callback, form?.split(';')[0]);
    const allowed = new URL((await page.submit('allow')).headers.get('location') ?? '');
    expect(allowed.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
    // The provider did not say when the person signed in, which the page in between does not change.
    const stored = await server.database
      .selectFrom('portal_code')
      .select('authenticated_at')
      .where('client_id', '=', client_id)
      .execute();
    expect(stored).toEqual([{ authenticated_at: 0 }]);
  });

  it('never signs in to an account with the same name', async () => {
    expect(await signIn({ sub: '18', preferred_username: 'grace' })).toMatchObject({
      username: 'grace_org',
    });
  });

  it('takes the role of the claim at every sign-in', async () => {
    const person = { sub: '19', preferred_username: 'mo' };
    expect(await signIn({ ...person, groups: ['staff', 'gis'] })).toMatchObject({ role: 'org_publisher' });
    expect(await signIn({ ...person, groups: 'admins' })).toMatchObject({ role: 'org_admin' });
    expect(await signIn({ ...person, groups: ['toString'] })).toMatchObject({ role: 'org_user' });
  });

  it('refuses people without a role where there is no default role', async () => {
    await save({ defaultRole: '' });
    expect(await signIn({ sub: '26', preferred_username: 'nobody' })).toContain(
      'you have no access to this portal',
    );
    const { total } = await portal.call('/community/users', { q: 'username:nobody', token: root });
    expect(total).toBe(0);
  });

  it('refuses a disabled account', async () => {
    await signIn({ sub: '21', preferred_username: 'off' });
    await portal.call('/portals/self/disableUsers', { users: 'off', token: root });
    expect(await signIn({ sub: '21' })).toContain('you have no access to this portal');
  });

  it('leads back to the sign-in page when the person cancels', async () => {
    expect(await signIn(null)).toMatch(/The sign-in was cancelled\. .*Back to sign-in/);
  });

  it('accepts a response only in the browser that began, once', async () => {
    provider.person = { sub: '22', preferred_username: 'eve' };
    const [mine, theirs] = [await begin(), await begin()];
    const callback = await provider.follow(mine.address);
    const planted = `${mine.cookie}; ${theirs.cookie}`;
    for (const cookie of ['', 'mapping-provider=forged.AAAA.AAAA', theirs.cookie, planted]) {
      const response = await finish(callback, cookie);
      expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    }
    expect((await finish(callback, mine.cookie)).status).toBe(302);
    expect((await finish(callback, mine.cookie)).status).toBe(400);
  });

  it('returns a state of 1500 bytes, and refuses a longer one before leaving', async () => {
    provider.person = { sub: '24', preferred_username: 'long' };
    const longest = 'é'.repeat(250);
    expect(encodeURIComponent(longest)).toHaveLength(1500);
    const { address, cookie } = await begin({ state: longest });
    expect(cookie.length).toBeLessThanOrEqual(4096);
    const response = await finish(await provider.follow(address), cookie);
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('state')).toBe(longest);

    for (const state of [`${longest}x`, 'x'.repeat(1900)]) {
      const refused = await begin({ state });
      expect(refused.address.startsWith(`${portal.redirectUri}&`)).toBe(true);
      expect(refused.cookie).toBe('');
      const { error, error_description: text } = Object.fromEntries(new URL(refused.address).searchParams);
      expect([error, text]).toEqual([
        'invalid_request',
        expect.stringContaining('state may have at most 1500 bytes'),
      ]);
    }
  });

  it('keeps the role of the last administrator, whatever the claim', async () => {
    const person = { sub: '25', preferred_username: 'lasting' };
    expect(await signIn({ ...person, groups: 'admins' })).toMatchObject({ role: 'org_admin' });
    const setRole = (username: string, role: 'org_admin' | 'org_user') =>
      server.database.updateTable('portal_user').set({ role }).where('username', '=', username).execute();
    await setRole('root', 'org_user');
    expect(await signIn({ ...person, groups: 'gis' })).toEqual({ username: 'lasting', role: 'org_admin' });
    await setRole('root', 'org_admin');
    expect(await signIn({ ...person, groups: 'gis' })).toMatchObject({ role: 'org_publisher' });
  });

  it('accepts no response after ten minutes', async () => {
    provider.person = { sub: '23', preferred_username: 'late' };
    const { address, cookie } = await begin();
    const callback = await provider.follow(address);
    clock.advance(11 * minute);
    expect((await finish(callback, cookie)).status).toBe(400);
  });
});

describe('setting up a provider', () => {
  it('returns the settings and the redirect address, and never the secret', async () => {
    const stored = await portal.call('/portals/self/provider', { token: root });
    expect(stored.redirectUri).toBe(`${portal.root}/oauth2/provider/callback`);
    expect(stored.provider).toMatchObject({
      issuer: provider.issuer,
      label: 'City login',
      defaultRole: 'org_user',
    });
    expect(JSON.stringify(stored)).not.toContain(providerClient.secret);
  });

  it('keeps the secret for the same issuer and client only', async () => {
    expect(await save({ clientSecret: '', label: 'Other label' })).toEqual({ success: true });
    const { error } = await save({ clientSecret: '', clientId: 'other' });
    expect([error.code, error.details[0]]).toEqual([400, 'clientSecret: Enter the client secret.']);
  });

  it.each([
    ['an address without a provider', { issuer: 'http://127.0.0.1:9' }, /\.well-known\/openid-configuration/],
    ['no address', { issuer: 'city login' }, /Enter the address of the provider/],
    ['scopes without openid', { scope: 'profile' }, /must include openid/],
    ['an unknown role', { roles: '{"gis":"owner"}' }, /org_admin/],
    ['roles that are not JSON', { roles: '[1' }, /JSON/],
  ])('refuses %s, and changes nothing', async (_what, changed, message) => {
    const { error } = await save(changed);
    expect(error.code).toBe(400);
    expect([error.message, ...error.details].join(' ')).toMatch(message);
    const { provider: stored } = await portal.call('/portals/self/provider', { token: root });
    expect(stored.issuer).toBe(provider.issuer);
  });

  it('is for administrators', async () => {
    const token = await portal.token('grace');
    for (const path of ['', '/update', '/delete']) {
      const { error } = await portal.call(`/portals/self/provider${path}`, { token });
      expect(error.code).toBe(403);
    }
  });

  it('leaves the sign-in page without the link after removal', async () => {
    await portal.call('/portals/self/provider/delete', { token: root });
    const page = await openSignInPage(
      oauth.authorizeUrl({ code_challenge: pkce.challenge, code_challenge_method: 'S256' }),
    );
    expect([page.status, page.document.querySelector('.provider')]).toEqual([200, null]);
  });
});
