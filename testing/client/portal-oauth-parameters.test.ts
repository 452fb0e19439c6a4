import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerApp } from '../../server/portal/identity/register-app.ts';
import { createOAuthClient, type OAuthClient } from '../rig/oauth-client.ts';
import { clientId, createPkce, createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { openSignInPage } from '../rig/sign-in-page.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
let portal: PortalClient;
let oauth: OAuthClient;

beforeAll(async () => {
  server = await startTestServer();
  portal = await createPortalClient(server);
  oauth = createOAuthClient(portal);
  await portal.addUser('ada', { role: 'org_admin' });
  await portal.call('/portals/self/update', { implicitGrant: 'true', token: await portal.token('ada') });
  await registerApp(portal.context, {
    clientId: 'second',
    title: 'Second',
    redirectUris: [portal.redirectUri],
  });
});
afterAll(() => server.stop());

/** Sends parameters unchanged, repeated ones too. */
async function post(path: string, parameters: [string, string][]): Promise<any> {
  const response = await fetch(portal.root + path, { method: 'POST', body: new URLSearchParams(parameters) });
  return response.json();
}

describe('oauth2/token for a code', () => {
  /** A valid request for a new code. */
  async function right(): Promise<Record<string, string>> {
    const { code, verifier } = await oauth.openSession();
    return {
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: portal.redirectUri,
      code_verifier: verifier,
    };
  }
  const names = ['grant_type', 'client_id', 'code', 'redirect_uri', 'code_verifier'];
  const spends = ['redirect_uri', 'code_verifier'];

  it.each(names)('issues no token without %s', async (missing) => {
    const request = await right();
    const rest = Object.entries(request).filter(([name]) => name !== missing);
    expect((await post('/oauth2/token', rest)).error).toMatchObject({
      code: 400,
      message: expect.any(String),
    });
    // A code sent with an invalid parameter is invalidated; a request without it invalidates nothing.
    const again = await post('/oauth2/token', Object.entries(request));
    expect(again.access_token === undefined).toBe(spends.includes(missing));
  });

  it.each([
    ['grant_type', 'AUTHORIZATION_CODE'],
    ['grant_type', 'password'],
    ['client_id', 'nobody'],
    ['client_id', clientId.toUpperCase()],
    ['client_id', 'second'],
    ['code', 'unknown'],
    ['redirect_uri', 'https://evil.example/'],
    ['redirect_uri', ' '],
    ['code_verifier', 'x'.repeat(43)],
    ['code_verifier', ' '],
  ])('issues no token with %s=%j', async (name, value) => {
    const request = { ...(await right()), [name]: value };
    const answer = await post('/oauth2/token', Object.entries(request));
    expect(answer).toEqual({ error: expect.objectContaining({ code: 400 }) });
  });

  it.each(['client_id', 'code', 'redirect_uri', 'code_verifier'])(
    'reads the first of a repeated %s and never the second',
    async (name) => {
      const request = await right();
      const wrong: [string, string] = [name, 'wrong'];
      expect((await post('/oauth2/token', [...Object.entries(request), wrong])).username).toBe('ada');
      const other = await right();
      expect((await post('/oauth2/token', [wrong, ...Object.entries(other)])).error.code).toBe(400);
    },
  );

  it('ignores unknown parameters', async () => {
    const more: [string, string][] = [
      ['persist', 'true'],
      ['scope', 'everything'],
      ['client_secret', 'none'],
      ['resource', 'x'],
    ];
    const answer = await post('/oauth2/token', [...Object.entries(await right()), ...more]);
    expect(answer).toMatchObject({ username: 'ada', expires_in: 1800 });
  });

  it('returns JSON that is not cached, with and without f', async () => {
    const body = new URLSearchParams(await right());
    const response = await fetch(`${portal.root}/oauth2/token`, { method: 'POST', body });
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({ username: 'ada' });
  });
});

describe('oauth2/token for a refresh token', () => {
  let session: { access_token: string; refresh_token: string };
  beforeAll(async () => {
    session = (await (await oauth.openSession()).exchange()) as typeof session;
  });

  it.each(['refresh_token', 'exchange_refresh_token'])(
    '%s: rejects every token but its own',
    async (grant_type) => {
      const refused = async (more: Record<string, string>) =>
        (await oauth.token({ grant_type, redirect_uri: portal.redirectUri, ...more })).error?.code;
      expect(await refused({})).toBe(498);
      expect(await refused({ refresh_token: 'unknown' })).toBe(498);
      expect(await refused({ refresh_token: `${session.refresh_token} ` })).toBe(498);
      expect(await refused({ refresh_token: session.access_token })).toBe(498);
      expect(await refused({ refresh_token: session.refresh_token, client_id: 'second' })).toBe(498);
      expect(await refused({ refresh_token: session.refresh_token, client_id: 'nobody' })).toBe(400);
      expect(
        (await oauth.token({ grant_type: 'refresh_token', refresh_token: session.refresh_token })).username,
      ).toBe('ada');
    },
  );

  it('keeps the refresh token, as clients store it once', async () => {
    const refresh = () => oauth.token({ grant_type: 'refresh_token', refresh_token: session.refresh_token });
    const [first, second] = [await refresh(), await refresh()];
    expect(first).not.toHaveProperty('refresh_token');
    expect(second.access_token).not.toBe(first.access_token);
    expect(await oauth.self(first.access_token)).toBe('ada');
  });

  it('exchanges it at a registered address only', async () => {
    const exchange = (redirect_uri: string) =>
      oauth.token({
        grant_type: 'exchange_refresh_token',
        redirect_uri,
        refresh_token: session.refresh_token,
      });
    expect((await exchange('https://evil.example/')).error).toMatchObject({
      code: 400,
      message: 'Invalid redirect_uri.',
    });
    const next = await exchange(portal.redirectUri);
    expect(next).toMatchObject({ username: 'ada', refresh_token_expires_in: 1_209_600, expires_in: 1800 });
    expect(
      (await oauth.token({ grant_type: 'refresh_token', refresh_token: next.refresh_token })).username,
    ).toBe('ada');
  });
});

describe('oauth2/authorize', () => {
  const { challenge } = createPkce();
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
  const evil = 'https://evil.example/';

  it.each(['client_id', 'redirect_uri'])('never redirects to the second of a repeated %s', async (name) => {
    for (const values of [
      [name === 'client_id' ? clientId : portal.redirectUri, evil],
      [evil, name === 'client_id' ? clientId : portal.redirectUri],
    ]) {
      const url = new URL(oauth.authorizeUrl({ ...pkce, [name]: undefined }));
      for (const value of values) url.searchParams.append(name, value ?? '');
      const page = await openSignInPage(url.href);
      expect(page.headers.get('location')).toBeNull();
      expect(page.headers.get('content-security-policy')).not.toContain('evil.example');
      const form = page.document.querySelector('form');
      expect(form?.action ?? '').not.toContain(encodeURIComponent(evil));
    }
  });

  it.each([
    ['persist', 'true'],
    ['force_login', 'true'],
    ['redirectToUserOrgUrl', 'true'],
    ['hideCancel', 'true'],
    ['allow_verification', 'false'],
    ['token', ''],
  ])('ignores %s=%s of the ArcGIS SDK', async (name, value) => {
    const sent = await oauth.signIn({ ...pkce, [name]: value, state: '{"uid":"1"}' });
    expect(sent.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
    expect(sent.searchParams.get('state')).toBe('{"uid":"1"}');
  });

  it('makes a new code each time', async () => {
    const codes = [await oauth.signIn(pkce), await oauth.signIn(pkce)].map((sent) =>
      sent.searchParams.get('code'),
    );
    expect(new Set(codes).size).toBe(2);
  });
});

describe('implicit flow', () => {
  const answerOf = (sent: URL) => Object.fromEntries(new URLSearchParams(sent.hash.slice(1)));

  it('returns only an access token, in the fragment, for the requested time', async () => {
    const sent = await oauth.signIn({ response_type: 'token', expiration: '5', state: '{"hash":"#a"}' });
    expect(`${sent.origin}${sent.pathname}${sent.search}`).toBe(portal.redirectUri);
    const { access_token: token = '', ...rest } = answerOf(sent);
    expect(rest).toEqual({ expires_in: '300', username: 'ada', ssl: 'false', state: '{"hash":"#a"}' });
    expect(await oauth.self(token)).toBe('ada');
    expect((await oauth.token({ grant_type: 'refresh_token', refresh_token: token })).error.code).toBe(498);
  });

  it('limits its lifetime to that of a portal token', async () => {
    expect(answerOf(await oauth.signIn({ response_type: 'token', expiration: '20160' }))).toMatchObject({
      expires_in: '1800',
    });
  });

  it('reports a refusal in the fragment as well', async () => {
    const page = await openSignInPage(oauth.authorizeUrl({ response_type: 'token', state: 's' }));
    const sent = new URL((await page.submit('cancel')).headers.get('location') ?? '');
    expect(answerOf(sent)).toMatchObject({ error: 'access_denied', state: 's' });
    expect(sent.searchParams.has('error')).toBe(false);
  });

  it('ends with the session', async () => {
    const { access_token: token = '' } = answerOf(await oauth.signIn({ response_type: 'token' }));
    await portal.call('/oauth2/revokeToken', { auth_token: token, client_id: clientId });
    expect(await oauth.errorOf(token)).toBe(498);
  });
});
