import {
  ArcGISIdentityManager,
  ArcGISRequestError,
  exchangeToken,
  request,
  validateAppAccess,
} from '@esri/arcgis-rest-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '../../server/portal/identity/random-token.ts';
import {
  clientId,
  createPkce,
  createPortalClient,
  password,
  type PortalClient,
} from '../rig/portal-client.ts';
import { openSignInPage } from '../rig/sign-in-page.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
let portal: PortalClient;

beforeAll(async () => {
  server = await startTestServer();
  portal = await createPortalClient(server);
  await portal.addUser('ada', { role: 'org_admin', fullName: 'Ada Lovelace' });
  await portal.addUser('grace');
});
afterAll(() => server.stop());

const authorizeUrl = (parameters: Record<string, string | undefined>) => {
  const url = new URL(`${server.url}/portal/sharing/rest/oauth2/authorize`);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
};

/** Goes through the sign-in page as a browser does. @returns where the browser is sent */
async function signInThere(parameters: Record<string, string | undefined>, username = 'ada'): Promise<URL> {
  const page = await openSignInPage(
    authorizeUrl({ client_id: clientId, redirect_uri: portal.redirectUri, ...parameters }),
  );
  const response = await page.submit('sign-in', { username, password });
  expect(response.status).toBe(302);
  return new URL(response.headers.get('location') ?? '');
}

async function openSession(
  options: { method?: 'S256' | 'plain'; username?: string; expiration?: string } = {},
) {
  const { verifier, challenge } = createPkce();
  const method = options.method ?? 'S256';
  const sent = await signInThere(
    {
      response_type: 'code',
      expiration: options.expiration,
      code_challenge: method === 'S256' ? challenge : verifier,
      code_challenge_method: method,
    },
    options.username,
  );
  const code = sent.searchParams.get('code') ?? '';
  const exchange = (changed: Record<string, string> = {}) =>
    portal.call('/oauth2/token', {
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: portal.redirectUri,
      code_verifier: verifier,
      ...changed,
    });
  return { code, verifier, exchange };
}

const self = async (token: string) =>
  (await portal.call('/portals/self', { token })).user?.username as string | undefined;

describe('the authorization code flow', () => {
  it('gives a code at the registered address, with its own query kept and the state byte for byte', async () => {
    const state = '{"portalUrl":"http://x/portal","uid":"ü 1+1=2&%","hash":"#a\\nb"}\n\tend';
    const { challenge } = createPkce();
    const sent = await signInThere({ state, code_challenge: challenge, code_challenge_method: 'S256' });
    expect(sent.href).toMatch(`${portal.redirectUri}&code=`);
    expect(sent.searchParams.get('from')).toBe('portal');
    expect(sent.searchParams.get('state')).toBe(state);
  });

  it.each(['S256', 'plain'] as const)(
    'trades the code for a session against a %s verifier',
    async (method) => {
      const { exchange } = await openSession({ method });
      const session = await exchange();
      expect(session).toMatchObject({
        username: 'ada',
        ssl: false,
        expires_in: 1800,
        refresh_token_expires_in: 1209600,
      });
      expect(await self(session.access_token)).toBe('ada');
    },
  );

  it('lets arcgis-rest-js finish a sign-in, refresh it and sign out', async () => {
    const { code, verifier } = await openSession();
    const answer = await portal.call('/oauth2/token/', {
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: portal.redirectUri,
      code_verifier: verifier,
    });
    const manager = new ArcGISIdentityManager({
      clientId,
      portal: portal.root,
      redirectUri: portal.redirectUri,
      token: answer.access_token,
      tokenExpires: new Date(Date.now() - 1000),
      refreshToken: answer.refresh_token,
      refreshTokenExpires: new Date(Date.now() + answer.refresh_token_expires_in * 1000),
      username: answer.username,
    });
    const user = await manager.getUser();
    expect(user.fullName).toBe('Ada Lovelace');
    expect(manager.token).not.toBe(answer.access_token);
    const renewed = manager.token;
    await ArcGISIdentityManager.destroy(manager);
    expect((await portal.call('/portals/self', { token: renewed })).error.code).toBe(498);
  });

  it('gives a shorter refresh token when asked, never a longer one', async () => {
    expect((await (await openSession({ expiration: '60' })).exchange()).refresh_token_expires_in).toBe(3600);
    expect((await (await openSession({ expiration: '99999999' })).exchange()).refresh_token_expires_in).toBe(
      1209600,
    );
    expect((await (await openSession({ expiration: '-1' })).exchange()).refresh_token_expires_in).toBe(
      1209600,
    );
  });

  it.each([
    ['another verifier', () => ({ code_verifier: createPkce().verifier })],
    ['another address', () => ({ redirect_uri: `${server.url}/demo/callback` })],
    ['no verifier', () => ({ code_verifier: '' })],
  ])('refuses the code with %s, and the code is spent', async (_what, changed) => {
    const { exchange } = await openSession();
    expect((await exchange(changed())).error).toMatchObject({
      code: 400,
      message: 'Invalid or expired authorization code.',
    });
    expect((await exchange()).error.code).toBe(400);
  });

  it('refuses the code to another application', async () => {
    const { exchange } = await openSession();
    await server.database
      .insertInto('portal_app')
      .values({ client_id: 'other', title: 'Other', redirect_uris: [portal.redirectUri], created_at: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    expect((await exchange({ client_id: 'other' })).error.code).toBe(400);
    expect((await exchange({ client_id: 'nobody' })).error.message).toBe('Invalid client_id.');
  });

  it('ends the session when its code comes a second time', async () => {
    const { exchange } = await openSession();
    const session = await exchange();
    expect(await self(session.access_token)).toBe('ada');
    expect((await exchange()).error.code).toBe(400);
    expect((await portal.call('/portals/self', { token: session.access_token })).error.code).toBe(498);
    const refreshed = await portal.call('/oauth2/token', {
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token: session.refresh_token,
    });
    expect(refreshed.error.code).toBe(498);
  });

  it('lets one of several simultaneous uses of a code win, and that session ends', async () => {
    const { exchange } = await openSession();
    const answers = await Promise.all([exchange(), exchange(), exchange()]);
    const sessions = answers.filter((answer) => answer.access_token);
    expect(sessions).toHaveLength(1);
    expect((await portal.call('/portals/self', { token: sessions[0]?.access_token })).error.code).toBe(498);
  });

  it('refuses a code that has expired', async () => {
    const { code, exchange } = await openSession();
    await server.database
      .updateTable('portal_code')
      .set({ expires_at: Date.now() - 1 })
      .where('code_hash', '=', hashOf(code))
      .execute();
    expect((await exchange()).error.code).toBe(400);
  });

  it('stores neither codes nor tokens as they are', async () => {
    const { code, exchange } = await openSession();
    const session = await exchange();
    const rows = JSON.stringify([
      await server.database.selectFrom('portal_code').selectAll().execute(),
      await server.database.selectFrom('portal_token').selectAll().execute(),
    ]);
    for (const secret of [code, session.access_token, session.refresh_token])
      expect(rows).not.toContain(secret);
  });
});

describe('requests for authorization', () => {
  const challenge = createPkce().challenge;

  it.each([
    ['an unknown application', { client_id: 'nobody' }],
    ['no application', { client_id: undefined }],
    ['an unregistered address', { redirect_uri: 'https://evil.example/callback' }],
    ['a longer address', { redirect_uri: 'REGISTERED/more' }],
    ['a shorter address', { redirect_uri: 'SHORTER' }],
    ['another case', { redirect_uri: 'UPPER' }],
    ['no address', { redirect_uri: undefined }],
    ['a script', { redirect_uri: 'javascript:alert(1)' }],
    ['a host that begins alike', { redirect_uri: 'REGISTERED.evil.example' }],
    ['userinfo that hides the host', { redirect_uri: 'http://127.0.0.1@evil.example/demo/callback' }],
    ['a protocol-relative address', { redirect_uri: '//evil.example/' }],
  ])(
    'shows an error page and never redirects for %s',
    async (_what, changed: Record<string, string | undefined>) => {
      const written: Record<string, string> = {
        'REGISTERED/more': `${portal.redirectUri}/more`,
        SHORTER: `${server.url}/demo/callback`,
        UPPER: portal.redirectUri.toUpperCase(),
        'REGISTERED.evil.example': `${server.url}.evil.example/demo/callback?from=portal`,
      };
      const uri = 'redirect_uri' in changed ? changed['redirect_uri'] : portal.redirectUri;
      const page = await openSignInPage(
        authorizeUrl({
          client_id: clientId,
          code_challenge: challenge,
          code_challenge_method: 'S256',
          ...changed,
          redirect_uri: uri && (written[uri] ?? uri),
        }),
      );
      expect(page.status).toBe(400);
      expect(page.headers.get('location')).toBeNull();
      expect(page.document.querySelector('form')).toBeNull();
      expect(page.document.querySelector('main a')).toBeNull();
      expect(page.headers.get('content-security-policy')).toContain("form-action 'none'");
      expect(page.html).not.toContain('evil.example');
    },
  );

  it.each([
    ['unsupported_response_type', { response_type: 'id_token', code_challenge: challenge }],
    ['invalid_request', { code_challenge: undefined }],
    ['invalid_request', { code_challenge: 'short' }],
    ['invalid_request', { code_challenge: challenge, code_challenge_method: 'S512' }],
  ])('answers %s at the registered address', async (error, changed: Record<string, string | undefined>) => {
    const url = authorizeUrl({
      client_id: clientId,
      redirect_uri: portal.redirectUri,
      state: 's 1',
      ...changed,
    });
    const response = await fetch(url, { redirect: 'manual' });
    const sent = new URL(response.headers.get('location') ?? '');
    expect(sent.href).toMatch(portal.redirectUri);
    expect(sent.searchParams.get('error')).toBe(error);
    expect(sent.searchParams.get('state')).toBe('s 1');
  });

  it('works below /sharing too, and by POST', async () => {
    const parameters = {
      client_id: clientId,
      redirect_uri: portal.redirectUri,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    };
    const url = `${server.url}/portal/sharing/oauth2/authorize`;
    const page = await openSignInPage(`${url}?${new URLSearchParams(parameters)}`);
    expect(page.document.querySelector('form')).not.toBeNull();
    const posted = await fetch(url, { method: 'POST', body: new URLSearchParams(parameters) });
    expect(await posted.text()).toContain('City map');
  });

  it('gives an access token in the fragment to clients of the implicit flow', async () => {
    const sent = await signInThere({ response_type: 'token', state: 'a&b' });
    expect(sent.search).toBe('?from=portal');
    const answer = new URLSearchParams(sent.hash.slice(1));
    expect(Object.fromEntries(answer)).toMatchObject({
      username: 'ada',
      ssl: 'false',
      state: 'a&b',
      expires_in: '1800',
    });
    expect(await self(answer.get('access_token') ?? '')).toBe('ada');
  });
});

describe('refreshing and revoking', () => {
  it('exchanges a refresh token for a new one; the old one ends', async () => {
    const session = await (await openSession()).exchange();
    const exchange = () =>
      portal.call('/oauth2/token', {
        grant_type: 'exchange_refresh_token',
        client_id: clientId,
        redirect_uri: portal.redirectUri,
        refresh_token: session.refresh_token,
      });
    const [first, second] = await Promise.all([exchange(), exchange()]);
    const [next] = [first, second].filter((answer) => answer.refresh_token);
    expect([first, second].filter((answer) => answer.error?.code === 498)).toHaveLength(1);
    expect(next?.refresh_token).not.toBe(session.refresh_token);
    expect(await self(next?.access_token)).toBe('ada');
  });

  it('refuses a refresh token to another application, and an access token in its place', async () => {
    const session = await (await openSession()).exchange();
    const refresh = (refresh_token: string, client = clientId) =>
      portal.call('/oauth2/token', { grant_type: 'refresh_token', client_id: client, refresh_token });
    await server.database
      .insertInto('portal_app')
      .values({ client_id: 'second', title: 'Second', redirect_uris: [], created_at: 1 })
      .execute();
    expect((await refresh(session.refresh_token, 'second')).error.code).toBe(498);
    expect((await refresh(session.access_token)).error.code).toBe(498);
    expect((await portal.call('/portals/self', { token: session.refresh_token })).error.code).toBe(498);
    expect((await refresh(session.refresh_token)).username).toBe('ada');
  });

  it.each(['refresh_token', 'access_token'])(
    'ends the whole session by its %s, everywhere',
    async (which) => {
      const session = await (await openSession()).exchange();
      const derived = await portal.call('/generateToken', {
        token: session.access_token,
        serverUrl: `${server.url}/server`,
      });
      const revoked = await portal.call('/oauth2/revokeToken/', {
        auth_token: session[which],
        client_id: clientId,
      });
      expect(revoked).toEqual({ success: true });
      for (const token of [session.access_token, derived.token]) {
        for (const path of [
          '/portals/self',
          '',
          '/community/self',
          '/community/users/ada',
          '/oauth2/validateAppAccess',
          '/generateToken',
        ]) {
          const { error } = await portal.call(path, { token });
          expect({ path, code: error?.code, messageCode: error?.messageCode }).toEqual({
            path,
            code: 498,
            messageCode: 'GWM_0001',
          });
        }
      }
    },
  );

  it('does not mind being asked to revoke what it does not know', async () => {
    expect(await portal.call('/oauth2/revokeToken', { auth_token: 'unknown' })).toEqual({ success: true });
    expect(await portal.call('/oauth2/revokeToken')).toEqual({ success: true });
  });

  it('answers 498 for an expired token and for a disabled person', async () => {
    const token = await portal.token('grace');
    const disable = (disabled: boolean) =>
      server.database.updateTable('portal_user').set({ disabled }).where('username', '=', 'grace').execute();
    await disable(true);
    expect((await portal.call('/portals/self', { token })).error.code).toBe(498);
    expect((await portal.call('/generateToken', { username: 'grace', password })).error.code).toBe(400);
    await disable(false);
    expect(await self(token)).toBe('grace');
    await server.database
      .updateTable('portal_token')
      .set({ expires_at: Date.now() })
      .where('token_hash', '=', hashOf(token))
      .execute();
    expect((await portal.call('/portals/self', { token })).error.code).toBe(498);
  });

  it('clears expired tokens away when new ones are made', async () => {
    await server.database
      .insertInto('portal_token')
      .values({
        token_hash: 'stale',
        kind: 'access',
        username: 'ada',
        client_id: null,
        session_id: 's',
        created_at: 1,
        expires_at: 2,
      })
      .execute();
    await portal.token('ada');
    const left = await server.database
      .selectFrom('portal_token')
      .selectAll()
      .where('token_hash', '=', 'stale')
      .execute();
    expect(left).toEqual([]);
  });
});

describe('generateToken', () => {
  it('signs arcgis-rest-js in with a name in any case and a password', async () => {
    const manager = await ArcGISIdentityManager.signIn({ username: 'Ada', password, portal: portal.root });
    expect((await manager.getUser()).username).toBe('ada');
    expect(manager.tokenExpires.getTime() - Date.now()).toBeLessThanOrEqual(30 * 60_000);
  });

  it.each([
    ['a wrong password', { username: 'ada', password: 'wrong' }],
    ['an unknown name', { username: 'nobody', password }],
    ['no password', { username: 'ada' }],
    ['nothing', {}],
  ])('refuses %s in the same words', async (_what, credentials: Record<string, string>) => {
    expect((await portal.call('/generateToken', credentials)).error).toEqual({
      code: 400,
      message: 'Unable to generate token.',
      details: ['Invalid username or password.'],
    });
  });

  it('does not take a password from an address', async () => {
    const query = new URLSearchParams({ username: 'ada', password, f: 'json' });
    const answer = (await (await fetch(`${portal.root}/generateToken?${query}`)).json()) as {
      error: { details: string[] };
    };
    expect(answer.error.details[0]).toMatch('in the body of a POST request');
  });

  it('gives a token that lives as long as asked, and at most half an hour', async () => {
    const minutes = async (expiration: string) => {
      const { expires } = await portal.call('/generateToken', { username: 'ada', password, expiration });
      return Math.round((expires - Date.now()) / 60_000);
    };
    expect(await minutes('5')).toBe(5);
    expect(await minutes('20160')).toBe(30);
  });

  it('gives a token for a service of ours that does not outlive the one it is made from', async () => {
    const { token, expires } = await portal.call('/generateToken', {
      username: 'ada',
      password,
      expiration: '5',
    });
    const federated = await portal.call('/generateToken', {
      request: 'getToken',
      token,
      serverUrl: `${server.url}/server/rest/services/roads/FeatureServer`,
    });
    expect(federated.expires).toBeLessThanOrEqual(expires);
    expect(await self(federated.token)).toBe('ada');
  });

  it('gives none for a stranger’s server', async () => {
    const token = await portal.token('ada');
    const answer = await portal.call('/generateToken', { token, serverUrl: 'https://evil.example/server' });
    expect(answer.error.details).toEqual(['The server is not part of this portal.']);
  });

  it('stops after ten tries a minute for one account and address, right password or not', async () => {
    const attempt = (tried: string) =>
      portal.call('/generateToken', { username: 'Limited', password: tried });
    await portal.addUser('limited');
    for (let count = 0; count < 10; count++) expect((await attempt('wrong')).error.code).toBe(400);
    const { error } = await attempt(password);
    expect(error.code).toBe(429);
    expect(error.details[0]).toMatch(/^Too many tries\. Wait \d+ seconds and try again\.$/);
    expect((await portal.call('/generateToken', { username: 'ada', password })).token).toBeTypeOf('string');
  });
});

describe('where a token may stand', () => {
  it.each([
    ['query', (token: string) => fetch(`${portal.root}/community/self?token=${token}`)],
    [
      'body',
      (token: string) =>
        fetch(`${portal.root}/community/self`, { method: 'POST', body: new URLSearchParams({ token }) }),
    ],
    [
      'multipart body',
      (token: string) =>
        fetch(`${portal.root}/community/self`, { method: 'POST', body: multipart({ token }) }),
    ],
    [
      'X-Esri-Authorization',
      (token: string) =>
        fetch(`${portal.root}/community/self`, { headers: { 'x-esri-authorization': `Bearer ${token}` } }),
    ],
    [
      'Authorization',
      (token: string) =>
        fetch(`${portal.root}/community/self/`, { headers: { authorization: `Bearer ${token}` } }),
    ],
  ])('%s', async (_where, call) => {
    const response = await call(await portal.token('grace'));
    expect(((await response.json()) as { username: string }).username).toBe('grace');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const dead = (await (await call('dead')).json()) as { error: { code: number } };
    expect(dead.error.code).toBe(498);
  });

  it('asks an anonymous caller for one with 499', async () => {
    const failed = request(`${portal.root}/community/self`);
    await expect(failed).rejects.toMatchObject({ name: 'ArcGISAuthError', code: 'GWM_0002' });
  });
});

describe('the other calls of OAuth 2', () => {
  it('says whether an address is registered', async () => {
    const validate = (redirect_uri: string) =>
      portal.call('/oauth2/validateRedirectUri', { client_id: clientId, redirect_uri });
    expect(await validate(portal.redirectUri)).toEqual({ valid: true });
    expect(await validate(`${portal.redirectUri}x`)).toEqual({ valid: false });
    expect(await portal.call('/oauth2/validateRedirectUri')).toEqual({ valid: false });
  });

  it('lets every member use a registered application', async () => {
    const token = await portal.token('grace');
    expect(await validateAppAccess(token, clientId, portal.root)).toEqual({
      valid: true,
      viewOnlyUserTypeApp: false,
    });
    expect((await portal.call('/oauth2/validateAppAccess', { client_id: clientId })).error.code).toBe(499);
  });

  it('exchanges a token for another application’s, of the same session', async () => {
    const token = await portal.token('grace');
    const exchanged = await exchangeToken(token, clientId, portal.root);
    expect(await self(exchanged)).toBe('grace');
    await portal.call('/oauth2/revokeToken', { auth_token: exchanged });
    expect((await portal.call('/portals/self', { token })).error.code).toBe(498);
    await expect(exchangeToken(await portal.token('grace'), 'nobody', portal.root)).rejects.toBeInstanceOf(
      ArcGISRequestError,
    );
  });

  it('has no session to hand out silently', async () => {
    expect((await portal.call('/oauth2/platformSelf', { expiration: '30' })).error).toMatchObject({
      code: 400,
      messageCode: 'OAUTH_0066',
    });
  });

  it('signs out to a registered address only', async () => {
    const token = await portal.token('grace');
    const signOut = (redirect_uri: string) =>
      fetch(`${portal.root}/oauth2/signout?${new URLSearchParams({ client_id: clientId, redirect_uri })}`, {
        redirect: 'manual',
        headers: { authorization: `Bearer ${token}` },
      });
    const response = await signOut(portal.redirectUri);
    expect(response.headers.get('location')).toBe(portal.redirectUri);
    expect((await portal.call('/portals/self', { token })).error.code).toBe(498);
    const elsewhere = await fetch(
      `${portal.root}/oauth2/signout?client_id=${clientId}&redirect_uri=https://evil.example`,
      { redirect: 'manual' },
    );
    expect(elsewhere.status).toBe(200);
    expect(await elsewhere.text()).toContain('You are signed out');
  });

  it('names the grants it knows', async () => {
    const { error } = await portal.call('/oauth2/token', { client_id: clientId, grant_type: 'password' });
    expect(error).toMatchObject({ code: 400 });
    expect(error.message).toMatch('authorization_code');
  });
});

function multipart(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
