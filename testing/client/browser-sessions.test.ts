import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registerApp } from '../../server/portal/identity/register-app.ts';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { createClock, day, minute } from '../rig/clock.ts';
import { createOAuthClient, type OAuthClient } from '../rig/oauth-client.ts';
import { clientId, createPkce, createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** How the browser of the product's own application signs in: refresh tokens stay on the server. */
let server: TestServer;
let portal: PortalClient;
let oauth: OAuthClient;
const clock = createClock();
const secretsKey = randomBytes(32).toString('base64');

/** An external portal with a token endpoint; it records its requests. */
const heard: { path: string; parameters: Record<string, string> }[] = [];
let foreignAnswer: object | 'hang up' = {};
const foreign = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const parameters = Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString()));
    heard.push({ path: request.url ?? '', parameters });
    if (foreignAnswer === 'hang up') request.socket.destroy();
    else response.end(JSON.stringify(foreignAnswer));
  });
});
let foreignUrl = '';
/** Where nothing listens. */
const unreachableUrl = 'http://127.0.0.1:9/arcgis';

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    foreign.listen(0, '127.0.0.1', resolve);
  });
  foreignUrl = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/arcgis`;
  server = await startTestServer({ secretsKey, now: clock.now });
  portal = await createPortalClient(server);
  await registerApp(portal.context, { clientId, title: 'City map', redirectUris: [portal.redirectUri] });
  oauth = createOAuthClient(portal);
  await portal.addUser('ada');
  await saveConfig(server.database, 'town', { portal: { url: '/portal', appId: clientId } }, 'test');
  await saveConfig(server.database, 'city', { portal: { url: foreignUrl, appId: 'far' } }, 'test');
  await saveConfig(server.database, 'island', { portal: { url: unreachableUrl, appId: clientId } }, 'test');
});
afterAll(async () => {
  await server.stop();
  foreign.closeAllConnections();
  foreign.close();
});
beforeEach(() => {
  heard.length = 0;
});

/** The key that the page got with each cookie. */
const keys = new Map<string, string>();

const named = (address: string) => Buffer.from(address).toString('base64url');
interface Sent {
  org?: string;
  issuer?: string;
  cookie?: string;
  headers?: Record<string, string>;
}
async function call(what: string, parameters: Record<string, string>, sent: Sent = {}) {
  const { org = 'town', issuer = `${server.url}/portal`, cookie, headers } = sent;
  const response = await fetch(`${server.url}/api/session/${org}/${named(issuer)}/oauth2/${what}`, {
    method: 'POST',
    headers: { ...(cookie && { cookie }), ...headers },
    body: new URLSearchParams({ f: 'json', client_id: org === 'city' ? 'far' : clientId, ...parameters }),
  });
  const [set = ''] = response.headers.getSetCookie();
  const json = (await response.json()) as Record<string, any>;
  const given = set.split(';')[0] ?? '';
  if (json['refresh_token']) keys.set(given, json['refresh_token']);
  return { status: response.status, set, cookie: given, json };
}
const codeFor = async () => {
  const { code, verifier } = await oauth.openSession();
  return {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: portal.redirectUri,
  };
};
const signIn = async () => call('token', await codeFor());
const renewal = (cookie: string, key = keys.get(cookie)) => ({
  grant_type: 'refresh_token',
  ...(key && { refresh_token: key }),
});
const renew = (cookie: string, sent: Sent = {}) => call('token', renewal(cookie), { ...sent, cookie });

/** Lets the database refuse to end sessions, here or of external portals, as one that is only read does. */
async function refuseEnds(of: 'portal_token' | 'ended_token'): Promise<void> {
  await sql`create function refuse_ends() returns trigger language plpgsql as $$
    begin raise exception 'read-only' using errcode = '25006'; end $$`.execute(server.database);
  const changes = {
    portal_token: `delete on portal_token for each row when (old.expires_at > ${clock.now()})`,
    ended_token: 'insert on ended_token for each row',
  };
  await sql`create trigger refuse before ${sql.raw(changes[of])} execute function refuse_ends()`.execute(
    server.database,
  );
}
const allowEnds = () => sql`drop function if exists refuse_ends() cascade`.execute(server.database);

describe('signing in', () => {
  it('gives the page an access token, and the refresh token to no script', async () => {
    const { json, set } = await signIn();
    const key = expect.stringMatching(/^[\w-]{43}$/);
    const access_token = expect.any(String);
    expect(json).toEqual({
      access_token,
      expires_in: 1800,
      username: 'ada',
      ssl: false,
      refresh_token: key,
    });
    const atThePortal = { ...renewal('', json['refresh_token']), client_id: clientId };
    expect((await portal.call('/oauth2/token', atThePortal))['error']).toMatchObject({ code: 498 });
    expect(await oauth.self(json['access_token'])).toBe('ada');
    expect(set).toMatch(/^mapping-session-[0-9a-f]{16}=/);
    expect(set).toContain('HttpOnly');
    expect(set).toContain('SameSite=Strict');
    expect(set).toContain('Path=/api/session');
    expect(set).toContain('Max-Age=86400');
  });

  it('marks the cookie Secure over https', async () => {
    const publicUrl = 'https://maps.example';
    const secure = await startTestServer({
      publicUrl,
      secretsKey,
      databaseUrl: server.databaseUrl,
      now: clock.now,
    });
    const response = await fetch(
      `${secure.url}/api/session/town/${named(`${publicUrl}/portal`)}/oauth2/token`,
      {
        method: 'POST',
        body: new URLSearchParams({ client_id: clientId, ...(await codeFor()) }),
      },
    );
    const [set = ''] = response.headers.getSetCookie();
    expect(set).toMatch(/^__Secure-mapping-session-/);
    expect(set).toMatch(/; Secure/);
    await secure.stop();
  });

  it('again in the same browser ends the earlier session, which nothing could end later', async () => {
    const first = await signIn();
    const { json } = await call('token', await codeFor(), { cookie: first.cookie });
    expect(await oauth.self(first.json['access_token'])).toBeUndefined();
    const { sessions } = await portal.call('/community/users/ada/sessions', { token: json['access_token'] });
    expect(sessions.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    expect((await renew(first.cookie)).json['error']).toMatchObject({ code: 400 });
  });

  it('reports why the portal issued no token, and sets no cookie', async () => {
    const code = await codeFor();
    const { json, set } = await call('token', { ...code, code_verifier: createPkce().verifier });
    expect(json).toEqual({
      error: { code: 400, message: 'Invalid or expired authorization code.', details: [] },
    });
    expect(set).toBe('');
  });
});

describe('a cookie of another session, set for a longer path by a page on another port or host', () => {
  it('is not used, nor is the real one while it is there', async () => {
    const [mine, planted] = [await signIn(), await signIn()];
    for (const cookie of [`${planted.cookie}; ${mine.cookie}`, `${mine.cookie};${planted.cookie}`]) {
      const { json } = await renew(cookie);
      expect(json['error']).toMatchObject({ code: 400, message: 'Sign in again.' });
    }
    expect(await oauth.self((await renew(mine.cookie)).json['access_token'])).toBe('ada');
  });

  it('ends with the access token of the page when it signs out', async () => {
    const [mine, planted] = [await signIn(), await signIn()];
    const auth_token = mine.json['access_token'];
    const { set } = await call(
      'revokeToken',
      { auth_token },
      { cookie: `${planted.cookie}; ${mine.cookie}` },
    );
    expect(set).toMatch(/^mapping-session-[0-9a-f]{16}=;/);
    expect(await oauth.self(auth_token)).toBeUndefined();
    expect(await oauth.self(planted.json['access_token'])).toBe('ada');
  });
});

describe('renewing', () => {
  it('uses the cookie, also for two tabs at once', async () => {
    const { cookie } = await signIn();
    const answers = await Promise.all([renew(cookie), renew(cookie)]);
    for (const { json } of answers) expect(await oauth.self(json['access_token'])).toBe('ada');
  });

  it('ends a day after the sign-in, whatever the cookie claims', async () => {
    const { cookie } = await signIn();
    clock.advance(day - minute);
    expect((await renew(cookie)).json['username']).toBe('ada');
    clock.advance(minute);
    expect((await renew(cookie)).json['error']).toMatchObject({ code: 400 });
  });

  it.each([
    ['no cookie', async () => ''],
    ['a made-up cookie', async () => 'mapping-session-0000000000000000=a.b.c'],
    ['a changed cookie', async () => `${(await signIn()).cookie.slice(0, -4)}AAAA`],
  ])('is refused with %s', async (_what, cookie) => {
    expect((await renew(await cookie())).json['error']).toMatchObject({ message: 'Sign in again.' });
  });

  it('needs the key that only its page holds: a sign-out without a response leaves a cookie of no use', async () => {
    const [mine, other] = [await signIn(), await signIn()];
    for (const key of ['', 'x', keys.get(other.cookie)]) {
      const { json, set } = await call('token', renewal(mine.cookie, key), { cookie: mine.cookie });
      expect([json['error'].message, set]).toEqual(['Sign in again.', '']);
    }
    expect(await oauth.self((await renew(mine.cookie)).json['access_token'])).toBe('ada');
  });
});

describe('signing out', () => {
  it('ends the session in the portal and removes the cookie', async () => {
    const { cookie, json } = await signIn();
    const out = await call('revokeToken', { auth_token: json['access_token'] }, { cookie });
    expect(out.json).toEqual({ success: true });
    expect(out.set).toMatch(/Expires=Thu, 01 Jan 1970/);
    expect(await oauth.errorOf(json['access_token'])).toBe(498);
    expect((await renew(cookie)).json['error']).toMatchObject({ code: 400 });
  });

  it.each([
    ['the App ID', () => ({ url: '/portal', appId: 'replaced' })],
    ['the portal', () => ({ url: foreignUrl, appId: clientId })],
  ])('ends the session of a page that was loaded before %s was replaced', async (_what, replaced) => {
    const before = { portal: { url: '/portal', appId: clientId } };
    await saveConfig(server.database, 'moving', before, 'test');
    const at = { org: 'moving' };
    const { cookie, json } = await call('token', await codeFor(), at);
    await saveConfig(server.database, 'moving', { portal: replaced() }, 'test');
    // Without the access token: the page signs out again on its next start, when it has none.
    const out = await call('revokeToken', {}, { ...at, cookie });
    expect([out.json, out.set]).toEqual([
      { success: true },
      expect.stringContaining('Expires=Thu, 01 Jan 1970'),
    ]);
    expect(await oauth.errorOf(json['access_token'])).toBe(498);
    expect(heard).toEqual([]);
  });
});

describe('while the database cannot be written', () => {
  afterEach(allowEnds);

  it('a sign-out is not confirmed, keeps the cookie, and ends the session when it is repeated', async () => {
    const { cookie, json } = await signIn();
    const auth_token = json['access_token'];
    await refuseEnds('portal_token');
    const failed = await call('revokeToken', { auth_token }, { cookie });
    expect([failed.status, failed.set]).toEqual([503, '']);
    await allowEnds();
    expect(await oauth.self(auth_token)).toBe('ada');
    const repeated = await call('revokeToken', {}, { cookie });
    expect([repeated.json, repeated.set]).toEqual([
      { success: true },
      expect.stringContaining('Expires=Thu, 01 Jan 1970'),
    ]);
    expect(await oauth.errorOf(auth_token)).toBe(498);
  });

  it('a sign-in that cannot end the earlier session of the browser is refused, and keeps its cookie', async () => {
    const { cookie, json } = await signIn();
    const code = await codeFor();
    await refuseEnds('portal_token');
    const failed = await call('token', code, { cookie });
    expect([failed.status, failed.set]).toEqual([503, '']);
    await allowEnds();
    await call('revokeToken', {}, { cookie });
    expect(await oauth.errorOf(json['access_token'])).toBe(498);
  });

  it('a sign-out without a cookie is not confirmed', async () => {
    const { json } = await signIn();
    await refuseEnds('portal_token');
    expect((await call('revokeToken', { auth_token: json['access_token'] })).status).toBe(503);
  });

  it('a sign-out ends the session at an external portal, and keeps the cookie for what is missing here', async () => {
    const at = { org: 'city', issuer: foreignUrl };
    foreignAnswer = { access_token: 'a5', expires_in: 1800, username: 'olga', refresh_token: 'r5' };
    const code = { grant_type: 'authorization_code', code: 'c', code_verifier: 'v', redirect_uri: 'u' };
    const { cookie } = await call('token', code, at);
    heard.length = 0;
    await refuseEnds('ended_token');
    const failed = await call('revokeToken', { auth_token: 'a5' }, { ...at, cookie });
    expect([failed.status, failed.set]).toEqual([503, '']);
    expect(heard.map(({ parameters }) => parameters['auth_token'])).toEqual(['r5']);
    const repeated = await call('revokeToken', {}, { ...at, cookie });
    expect(repeated.json).toEqual({ success: true });
    expect(repeated.set).toContain('Expires=Thu, 01 Jan 1970');
  });
});

describe('a page elsewhere', () => {
  it.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
  ])('can neither use the cookie nor set another one (%j)', async (headers) => {
    const { cookie } = await signIn();
    for (const answer of [
      await renew(cookie, { headers }),
      await call('token', await codeFor(), { headers }),
      await call('revokeToken', {}, { cookie, headers }),
    ])
      expect([answer.status, answer.set]).toEqual([403, '']);
    expect((await renew(cookie)).json['username']).toBe('ada');
  });
});

describe('external portal', () => {
  const granted = {
    access_token: 'a1',
    expires_in: 1800,
    username: 'olga',
    refresh_token: 'refresh-of-olga',
  };
  const at = {
    org: 'city',
    get issuer() {
      return foreignUrl;
    },
  };
  const code = { grant_type: 'authorization_code', code: 'c', code_verifier: 'v', redirect_uri: 'u' };

  it('is called by the server for codes and renewals, and its refresh token stays there', async () => {
    foreignAnswer = granted;
    const first = await call('token', code, at);
    expect(first.json).toEqual({
      access_token: 'a1',
      expires_in: 1800,
      username: 'olga',
      ssl: false,
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(first.set).not.toContain('refresh-of-olga');
    foreignAnswer = { access_token: 'a2', expires_in: 1800, username: 'olga' };
    expect((await renew(first.cookie, at)).json['access_token']).toBe('a2');
    expect(heard.map(({ path }) => path)).toEqual(Array(2).fill('/arcgis/sharing/rest/oauth2/token'));
    expect(heard[0]?.parameters).toMatchObject({ ...code, client_id: 'far' });
    expect(heard[1]?.parameters).toMatchObject({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-of-olga',
    });
    foreignAnswer = { success: true };
    await call('revokeToken', {}, { ...at, issuer: foreignUrl, cookie: first.cookie });
    expect(heard[2]).toMatchObject({
      path: '/arcgis/sharing/rest/oauth2/revokeToken',
      parameters: { auth_token: 'refresh-of-olga', client_id: 'far' },
    });
  });

  it('gets the code from the page when the server cannot reach it, and not when it fails', async () => {
    const closed = await call('token', code, { org: 'island', issuer: unreachableUrl });
    expect(closed.json['error']).toMatchObject({
      code: 400,
      messageCode: 'session:portal-out-of-reach',
      message: expect.stringContaining('there is no connection'),
    });
    expect(closed.set).toBe('');
    foreignAnswer = { error: { code: 503, message: 'Maintenance' } };
    const failing = (await call('token', code, at)).json['error'];
    expect(failing['messageCode']).toBeUndefined();
  });

  it('need not confirm that a token has ended: after the sign-out all processes refuse it', async () => {
    const second = await startTestServer({ databaseUrl: server.databaseUrl, secretsKey, now: clock.now });
    const statuses = () =>
      Promise.all(
        [server, second].map(async ({ url }) => {
          const headers = { authorization: 'Bearer a1', 'x-portal': foreignUrl };
          return (await fetch(`${url}/api/city/mentions`, { headers })).status;
        }),
      );
    foreignAnswer = granted;
    const { cookie } = await call('token', code, at);
    foreignAnswer = { username: 'olga', orgId: 'city', id: 'city' };
    expect(await statuses()).toEqual([200, 200]);
    await call('revokeToken', { auth_token: 'a1' }, { ...at, issuer: foreignUrl });
    expect(await statuses()).toEqual([200, 200]);
    await call('revokeToken', { auth_token: 'a1' }, { ...at, issuer: foreignUrl, cookie });
    heard.length = 0;
    expect(await statuses()).toEqual([401, 401]);
    expect(heard).toEqual([]);
    await second.stop();
  });

  it('ends the access token, too, when it refuses to renew the session, and not when it fails', async () => {
    const status = async () => {
      const headers = { authorization: 'Bearer a9', 'x-portal': foreignUrl };
      return (await fetch(`${server.url}/api/city/mentions`, { headers })).status;
    };
    foreignAnswer = granted;
    const { cookie } = await call('token', code, at);
    foreignAnswer = { username: 'olga', orgId: 'city', id: 'city' };
    expect(await status()).toBe(200);
    const renewing = { ...renewal(cookie), auth_token: 'a9' };
    foreignAnswer = { error: { code: 500, message: 'Unable to process request.' } };
    await call('token', renewing, { ...at, issuer: foreignUrl, cookie });
    expect(await status()).toBe(200);
    foreignAnswer = { error: { code: 498, message: 'Invalid refresh_token' } };
    await call('token', renewing, { ...at, issuer: foreignUrl });
    expect(await status()).toBe(200);
    await call('token', renewing, { ...at, issuer: foreignUrl, cookie });
    expect(await status()).toBe(401);
  });

  it('gets neither codes nor tokens of the portal it replaced in the config', async () => {
    const { cookie } = await signIn();
    const ours = await codeFor();
    const set = (url: string) =>
      saveConfig(server.database, 'trap', { portal: { url, appId: clientId } }, 'test');
    await set(foreignUrl);
    const issuer = `${server.url}/portal`;
    for (const answer of [
      await call('token', ours, { org: 'trap', issuer }),
      await renew(cookie, { org: 'trap', issuer }),
      await renew(cookie, { org: 'trap', issuer: foreignUrl }),
      await call('revokeToken', { auth_token: 'a1' }, { org: 'trap', issuer }),
    ])
      expect(answer.json['error']).toMatchObject({ code: 400 });
    expect(heard).toEqual([]);
  });

  it.each([
    ['in its envelope', { error: { code: 498, error: 'invalid_request', message: 'Invalid refresh_token' } }],
    ['with a bare error', { error: 'invalid_grant', error_description: 'The refresh token has expired.' }],
    ['without a reason', { error: { code: 400 } }],
  ])('ends a sign-in when it refuses to renew it %s', async (_how, refusal) => {
    foreignAnswer = granted;
    const { cookie } = await call('token', code, at);
    foreignAnswer = refusal;
    const answer = await renew(cookie, { ...at, issuer: foreignUrl });
    expect(answer).toMatchObject({ status: 200, json: { error: { code: 400 } } });
    expect(JSON.stringify(answer.json)).not.toContain('refresh-of-olga');
  });

  const failing = 'membership:portal-unreachable';
  it.each<[string, typeof foreignAnswer, string]>([
    ['breaks the connection', 'hang up', 'session:portal-out-of-reach'],
    ['reports an error of its own', { error: { code: 500, message: 'Unable to process request.' } }, failing],
    ['receives too many requests', { error: { code: 429, message: 'Too many requests.' } }, failing],
  ])('does not end a sign-in when it %s', async (_what, response, id) => {
    foreignAnswer = granted;
    const { cookie } = await call('token', code, at);
    foreignAnswer = response;
    const answer = await renew(cookie, { ...at, issuer: foreignUrl });
    expect(answer).toMatchObject({ status: 503, json: { id } });
    expect(answer.set).toBe('');
  });
});
