import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeConnection, savedSignIn, sessionKey } from '../../../testing/web/fake-connection.ts';
import { fakeFetch } from '../../../testing/web/fake-fetch.ts';
import { type FakePage, fakePage } from '../../../testing/web/fake-page.ts';
import { connectPortal } from '../portal-connection.ts';

const token = {
  access_token: 'token-9',
  expires_in: 1800,
  username: 'ada',
};

const outOfReach = {
  error: { code: 400, messageCode: 'session:portal-out-of-reach', message: 'There is no connection.' },
};

// The OAuth library encodes with the global window, whatever page it is passed.
beforeEach(() => {
  vi.stubGlobal('window', { btoa, location: new URL('http://maps.example/demo/map') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The page to which the portal redirects, sharing storage with the page that the user left. */
async function returnFrom(rig: FakePage, answer: (state: string) => string) {
  await vi.waitFor(() => expect(rig.left).toHaveLength(1));
  const state = new URL(rig.left[0]!).searchParams.get('state')!;
  const back = fakePage(`http://maps.example/demo/signed-in?${answer(state)}`);
  for (let index = 0; index < rig.storage.length; index += 1) {
    const key = rig.storage.key(index)!;
    back.storage.setItem(key, rig.storage.getItem(key)!);
  }
  const connection = connectPortal(
    { url: 'https://portal.example/arcgis', appId: 'app1', signIn: 'redirect' },
    'demo',
    back.page,
  );
  return { ...back, connection };
}

const keysOf = (storage: Storage) => Array.from(storage, (_value, index) => storage.key(index));

describe('signing in by redirect', () => {
  it('redirects to the portal with code, PKCE and the registered URL', async () => {
    const rig = await fakeConnection();
    void rig.connection.session.signIn('nl');
    await vi.waitFor(() => expect(rig.left).toHaveLength(1));
    const sent = new URL(rig.left[0]!);
    expect(`${sent.origin}${sent.pathname}`).toBe(
      'https://portal.example/arcgis/sharing/rest/oauth2/authorize',
    );
    expect(Object.fromEntries(sent.searchParams)).toMatchObject({
      client_id: 'app1',
      response_type: 'code',
      redirect_uri: 'http://maps.example/demo/signed-in',
      code_challenge_method: 'S256',
      locale: 'nl',
    });
  });

  it('needs https for the portal in this server, which accepts no plain challenge', async () => {
    const { page, left } = fakePage('http://maps.example/demo/map');
    Object.assign(page, { isSecureContext: false });
    const { session } = connectPortal({ url: '/portal', appId: 'app1', signIn: 'redirect' }, 'demo', page);
    await expect(session.signIn('en')).rejects.toMatchObject({ id: 'session:not-secure' });
    expect(left).toEqual([]);
  });

  it('returns to the same page, signed in and saved', async () => {
    const rig = await fakeConnection();
    void rig.connection.session.signIn('en');
    const back = await returnFrom(rig, (state) => new URLSearchParams({ code: 'c', state }).toString());
    const log = fakeFetch({ '/oauth2/token': token });
    expect(await back.connection.session.complete()).toBe('/demo/map?a=1#at=1,2');
    expect(back.connection.session.credential).toMatchObject({ userId: 'ada', token: 'token-9' });
    expect(JSON.parse(back.storage.getItem(sessionKey)!)).toMatchObject({ token: 'token-9' });
    // The application's server exchanges the code; the URL names the portal.
    const portal = Buffer.from('https://portal.example/arcgis').toString('base64url');
    expect(log[0]?.path).toBe(`/api/session/demo/${portal}/oauth2/token`);
    expect(log[0]?.params).toMatchObject({
      grant_type: 'authorization_code',
      code: 'c',
      redirect_uri: 'http://maps.example/demo/signed-in',
    });
    expect(log[0]?.params['code_verifier']).toMatch(/^.{40,}$/);
  });

  it('stores the key that the server gives it, with which alone the session is renewed', async () => {
    const rig = await fakeConnection();
    void rig.connection.session.signIn('en');
    const back = await returnFrom(rig, (state) => new URLSearchParams({ code: 'c', state }).toString());
    const log = fakeFetch({ '/oauth2/token': [{ ...token, refresh_token: 'key-1' }, token] });
    await back.connection.session.complete();
    expect(JSON.parse(back.storage.getItem(sessionKey)!)).toMatchObject({ key: 'key-1' });
    await back.connection.session.renew('token-9');
    expect(log[1]?.params).toMatchObject({ grant_type: 'refresh_token', refresh_token: 'key-1' });
  });

  it('forgets a sign-out that was not answered: repeated later, it would end this session', async () => {
    fakeFetch({ '/oauth2/revokeToken': new TypeError('Failed to fetch') });
    const rig = await fakeConnection({ saved: savedSignIn() });
    rig.connection.session.signOut();
    expect(rig.storage.length).toBe(1);
    void rig.connection.session.signIn('en');
    const back = await returnFrom(rig, (state) => new URLSearchParams({ code: 'c', state }).toString());
    fakeFetch({ '/oauth2/token': token });
    await back.connection.session.complete();
    expect(keysOf(back.storage)).toEqual([sessionKey]);
  });

  it.each([
    ['is cancelled', 'error=access_denied', {}],
    ['is refused', 'code=c', { '/oauth2/token': { error: { code: 400, message: 'Invalid code' } } }],
  ])(
    'keeps the sign-out when it %s: the cookie is that of the earlier session',
    async (_how, query, answers) => {
      fakeFetch({ '/oauth2/revokeToken': new TypeError('Failed to fetch') });
      const rig = await fakeConnection({ saved: savedSignIn() });
      rig.connection.session.signOut();
      const [signOut] = keysOf(rig.storage);
      void rig.connection.session.signIn('en');
      const back = await returnFrom(rig, (state) => `${query}&state=${encodeURIComponent(state)}`);
      fakeFetch(answers);
      await expect(back.connection.session.complete()).rejects.toMatchObject({
        id: expect.stringMatching(/^session:/),
      });
      expect(keysOf(back.storage)).toContain(signOut);
    },
  );

  it('exchanges the code in the page where our server cannot reach the portal, and keeps no refresh token', async () => {
    const rig = await fakeConnection();
    void rig.connection.session.signIn('en');
    const back = await returnFrom(rig, (state) => new URLSearchParams({ code: 'c', state }).toString());
    const log = fakeFetch({ '/oauth2/token': [outOfReach, { ...token, refresh_token: 'long-lived' }] });
    expect(await back.connection.session.complete()).toBe('/demo/map?a=1#at=1,2');
    const { session } = back.connection;
    expect([session.credential?.token, session.unverified]).toEqual(['token-9', true]);
    expect(log[1]?.path).toBe('/arcgis/sharing/rest/oauth2/token');
    expect(log[1]?.params).toEqual(log[0]?.params);
    // Nothing that other tabs or later visits could read.
    expect(back.storage.length).toBe(0);
    const kept = back.page.sessionStorage.getItem(sessionKey);
    expect(kept).toContain('token-9');
    expect(kept).not.toContain('long-lived');
  });

  it.each([
    ['the browser cannot reach either', new TypeError('Failed to fetch'), 'There is no connection.'],
    ['refuses the code', { error: { code: 400, message: 'Code has expired.' } }, 'Code has expired.'],
  ])('says why the portal issued no token that %s', async (_what, second, message) => {
    const rig = await fakeConnection();
    void rig.connection.session.signIn('en');
    const back = await returnFrom(rig, (state) => new URLSearchParams({ code: 'c', state }).toString());
    fakeFetch({ '/oauth2/token': [outOfReach, second] });
    await expect(back.connection.session.complete()).rejects.toMatchObject({ id: 'session:failed', message });
  });

  it('reports a refusal by the user, and remembers where they started', async () => {
    const rig = await fakeConnection();
    void rig.connection.session.signIn('en');
    const back = await returnFrom(rig, (state) =>
      new URLSearchParams({ error: 'access_denied', state }).toString(),
    );
    await expect(back.connection.session.complete()).rejects.toMatchObject({
      id: 'session:cancelled',
      returnTo: '/demo/map?a=1#at=1,2',
    });
  });

  it.each([
    ['The user denied your request.', { id: 'session:cancelled' }],
    ['User is not licensed to use this application. (OAUTH_0073)', { id: 'session:not-licensed' }],
    ['Your account is disabled.', { id: 'session:failed', message: 'Your account is disabled.' }],
  ])('tells a refusal “%s” from cancelling', async (description, error) => {
    const rig = await fakeConnection();
    void rig.connection.session.signIn('en');
    const back = await returnFrom(rig, (state) =>
      new URLSearchParams({ error: 'access_denied', error_description: description, state }).toString(),
    );
    await expect(back.connection.session.complete()).rejects.toMatchObject({
      ...error,
      returnTo: '/demo/map?a=1#at=1,2',
    });
  });

  it('tried again after a refusal returns to where the first one started', async () => {
    const rig = await fakeConnection();
    void rig.connection.session.signIn('en');
    const query = (state: string) => new URLSearchParams({ error: 'access_denied', state }).toString();
    const refused = await returnFrom(rig, query);
    await expect(refused.connection.session.complete()).rejects.toMatchObject({ id: 'session:cancelled' });
    void refused.connection.session.signIn('en');
    const back = await returnFrom(refused, (state) => new URLSearchParams({ code: 'c', state }).toString());
    fakeFetch({ '/oauth2/token': token });
    expect(await back.connection.session.complete()).toBe('/demo/map?a=1#at=1,2');
  });

  it('rejects a response this browser did not request', async () => {
    const rig = await fakeConnection();
    void rig.connection.session.signIn('en');
    const state = JSON.stringify({ id: 'forged', originalUrl: 'https://evil.example/' });
    const back = await returnFrom(rig, () => new URLSearchParams({ code: 'c', state }).toString());
    await expect(back.connection.session.complete()).rejects.toMatchObject({
      id: 'session:not-started',
      returnTo: '',
    });
  });

  it.each([
    'https://evil.example/',
    'http://maps.example@evil.example/demo',
    'http://maps.example.evil.example/demo',
    'https://maps.example/demo',
    'http://maps.example:8080/demo',
    'http://maps.example//evil.example/',
    'http://maps.example/\\\\evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://maps.example\n.evil.example/',
    '',
  ])('never redirects elsewhere: %j', async (originalUrl) => {
    const rig = await fakeConnection();
    void rig.connection.session.signIn('en');
    const back = await returnFrom(rig, (state) => {
      const { id } = JSON.parse(state) as { id: string };
      return new URLSearchParams({ code: 'c', state: JSON.stringify({ id, originalUrl }) }).toString();
    });
    fakeFetch({ '/oauth2/token': token });
    expect(await back.connection.session.complete()).toBe('');
  });

  it('reports why the portal issued no token', async () => {
    const rig = await fakeConnection();
    void rig.connection.session.signIn('en');
    const back = await returnFrom(rig, (state) => new URLSearchParams({ code: 'used', state }).toString());
    fakeFetch({ '/oauth2/token': { error: { code: 400, message: 'The code was used already.' } } });
    await expect(back.connection.session.complete()).rejects.toMatchObject({
      id: 'session:failed',
      message: 'The code was used already.',
    });
  });

  it('reuses a saved session', async () => {
    const rig = await fakeConnection();
    rig.storage.setItem(sessionKey, savedSignIn());
    await rig.connection.session.signIn('en');
    expect(rig.left).toEqual([]);
    expect(rig.connection.session.credential?.userId).toBe('ada');
  });

  it('fails with “No app ID provided.” when there is no app id', async () => {
    const { connection } = await fakeConnection({ appId: '' });
    await expect(connection.session.signIn('en')).rejects.toMatchObject({
      id: 'session:no-app-id',
      message: 'No app ID provided.',
    });
  });
});

describe('signing in by popup', () => {
  it('reports a blocked window', async () => {
    const rig = await fakeConnection({ signIn: 'popup' });
    Object.assign(rig.page, { open: () => null });
    await expect(rig.connection.session.signIn('en')).rejects.toMatchObject({ id: 'session:popup-blocked' });
  });

  it('detects that the user closed the window', async () => {
    const rig = await fakeConnection({ signIn: 'popup' });
    const looks: (() => void)[] = [];
    Object.assign(rig.page, {
      open: () => small,
      setInterval: (look: () => void) => looks.push(look),
      clearInterval: () => {},
    });
    const small = { closed: false };
    const outcome = rig.connection.session.signIn('en').catch((error: unknown) => error);
    await vi.waitFor(() => expect(looks).toHaveLength(1));
    looks[0]?.();
    small.closed = true;
    looks[0]?.();
    expect(await outcome).toMatchObject({ id: 'session:cancelled' });
  });

  it('adopts the session from the window', async () => {
    const rig = await fakeConnection({ signIn: 'popup' });
    Object.assign(rig.page, { open: () => ({ closed: false }) });
    rig.page.addEventListener('arcgis-rest-js-popup-auth-start', () => {
      const detail = {
        token: 'token-7',
        expires: new Date(Date.now() + 60_000),
        username: 'grace',
        state: { unverified: true },
      };
      rig.page.dispatchEvent(Object.assign(new Event('arcgis-rest-js-popup-auth-app1'), { detail }));
    });
    await rig.connection.session.signIn('en');
    expect(rig.connection.session.credential).toMatchObject({ userId: 'grace', token: 'token-7' });
    expect(rig.connection.session.unverified).toBe(true);
  });

  it('stores the key that the window got', async () => {
    const rig = await fakeConnection();
    void rig.connection.session.signIn('en');
    const back = await returnFrom(rig, (state) => new URLSearchParams({ code: 'c', state }).toString());
    fakeFetch({ '/oauth2/token': { ...token, refresh_token: 'key-1' } });
    const opened = await fakeConnection({ signIn: 'popup' });
    Object.assign(opened.page, { open: () => ({ closed: false }) });
    opened.page.addEventListener('arcgis-rest-js-popup-auth-start', () => {
      Object.assign(back.page, { opener: opened.page, name: 'oauth-window' });
      void back.connection.session.complete();
    });
    await opened.connection.session.signIn('en');
    expect(JSON.parse(opened.storage.getItem(sessionKey)!)).toMatchObject({ token: 'token-9', key: 'key-1' });
    expect(opened.storage.getItem(sessionKey)).not.toContain('unverified');
  });

  it('notifies the opener and closes, on the page inside the window', async () => {
    const rig = await fakeConnection();
    void rig.connection.session.signIn('en');
    const back = await returnFrom(rig, (state) => new URLSearchParams({ code: 'c', state }).toString());
    fakeFetch({ '/oauth2/token': [outOfReach, { ...token, refresh_token: 'long-lived' }] });
    const opener = new EventTarget();
    const close = vi.fn<() => void>();
    const announced = new Promise<CustomEvent>((resolve) => {
      opener.addEventListener('arcgis-rest-js-popup-auth-app1', (event) => resolve(event as CustomEvent));
    });
    Object.assign(back.page, { opener, close });
    const { session } = connectPortal(
      { url: 'https://portal.example/arcgis', appId: 'app1', signIn: 'popup' },
      'demo',
      back.page,
    );
    expect(await session.complete()).toBeUndefined();
    const { detail } = await announced;
    expect(detail).toMatchObject({ token: 'token-9', state: { unverified: true } });
    expect(JSON.stringify(detail)).not.toContain('long-lived');
    expect(close).toHaveBeenCalledOnce();
    expect(session.credential).toBeUndefined();
  });
});
