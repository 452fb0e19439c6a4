import { ArcGISIdentityManager } from '@esri/arcgis-rest-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOAuthClient, type OAuthClient } from '../rig/oauth-client.ts';
import { createPortalClient, password, type PortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
let portal: PortalClient;
let oauth: OAuthClient;

beforeAll(async () => {
  server = await startTestServer();
  portal = await createPortalClient(server);
  oauth = createOAuthClient(portal);
  await portal.addUser('ada', { role: 'org_admin', fullName: 'Ada Lovelace' });
});
afterAll(() => server.stop());

describe('generateToken', () => {
  it('signs arcgis-rest-js in with a name in any case and a password', async () => {
    const manager = await ArcGISIdentityManager.signIn({ username: 'Ada', password, portal: portal.root });
    expect((await manager.getUser()).username).toBe('ada');
    const { maxTokenExpirationMinutes: most } = await portal.call('/portals/self', { token: manager.token });
    const minutes = Math.round((manager.tokenExpires.getTime() - Date.now()) / 60_000);
    // It asks for two weeks, less what clocks may differ.
    expect(minutes).toBeGreaterThan(most - 10);
    expect(minutes).toBeLessThanOrEqual(most);
  });

  it.each([
    ['a wrong password', { username: 'ada', password: 'wrong' }],
    ['an unknown name', { username: 'nobody', password }],
    ['no password', { username: 'ada' }],
    ['nothing', {}],
  ])('rejects %s with the same message', async (_what, credentials: Record<string, string>) => {
    expect((await portal.call('/generateToken', credentials)).error).toEqual({
      code: 400,
      message: 'Unable to generate token.',
      details: ['Invalid username or password.'],
    });
  });

  it('does not accept a password from an address', async () => {
    const query = new URLSearchParams({ username: 'ada', password, f: 'json' });
    const answer = (await (await fetch(`${portal.root}/generateToken?${query}`)).json()) as {
      error: { details: string[] };
    };
    expect(answer.error.details[0]).toMatch('in the body of a POST request');
  });

  it('returns a token for the requested time, at most the portal’s maximum', async () => {
    const minutes = async (expiration: string) => {
      const { expires } = await portal.call('/generateToken', { username: 'ada', password, expiration });
      return Math.round((expires - Date.now()) / 60_000);
    };
    expect(await minutes('5')).toBe(5);
    expect(await minutes('60')).toBe(60);
    expect(await minutes('20160')).toBe(20_160);
    expect(await minutes('99999')).toBe(20_160);
    expect(await minutes('-1')).toBe(20_160);
    expect(await minutes('')).toBe(30);
  });

  it('returns a token for an own service that does not outlive the original token', async () => {
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
    expect(await oauth.self(federated.token)).toBe('ada');
  });

  it.each([
    ['no more', {}],
    ['the SDK’s dialog', { client: 'referer', referer: 'https://maps.example', expiration: '60' }],
    ['arcgis-rest-js', { client: 'referer', referer: '@esri/arcgis-rest-js', expiration: '20160' }],
    ['a desktop client', { client: 'requestip', expiration: '-1' }],
    ['a client with an address', { client: 'ip', ip: '10.0.0.1' }],
    ['an odd expiration', { expiration: 'soon' }],
  ])('responds to %s with a token bound to nothing', async (_who, more) => {
    const answer = await portal.call('/generateToken', { username: 'ada', password, ...more });
    expect(answer).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      expires: expect.any(Number),
      ssl: false,
    });
    const response = await fetch(`${portal.root}/community/self?f=json&token=${answer.token}`, {
      headers: { referer: 'https://elsewhere.example/' },
    });
    expect(await response.json()).toMatchObject({ username: 'ada' });
  });

  it.each(['username=ada', 'f=pjson', 'expiration=5'])(
    'accepts %s from the address beside a form',
    async (query) => {
      const body = new URLSearchParams({ username: 'ada', password });
      const response = await fetch(`${portal.root}/generateToken?${query}`, { method: 'POST', body });
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.json()).toMatchObject({ ssl: false, token: expect.any(String) });
    },
  );

  it('accepts no password from an address of a POST either, nor beside a token', async () => {
    const token = await portal.token('ada');
    const bodies: Record<string, string>[] = [
      { username: 'ada' },
      { username: 'ada', password },
      { username: 'ada', token },
    ];
    for (const body of bodies) {
      const init = { method: 'POST', body: new URLSearchParams(body) };
      const response = await fetch(
        `${portal.root}/generateToken?password=${encodeURIComponent(password)}&f=json`,
        init,
      );
      expect(((await response.json()) as any).error).toMatchObject({ code: 400 });
    }
  });
});

describe('token for a service', () => {
  let token: string;
  beforeAll(async () => {
    token = await portal.token('ada');
  });
  const federated = (serverUrl: string) =>
    portal.call('/generateToken', { request: 'getToken', token, serverUrl });

  it.each(['/server/rest/services/roads/FeatureServer', '/server', '', '/arcgis/rest/services?x=1#y'])(
    'is issued for %j of this server',
    async (path) => {
      expect(await oauth.self((await federated(server.url + path)).token)).toBe('ada');
    },
  );

  it.each([
    'https://evil.example/server',
    '//evil.example/server',
    'http://HOST@evil.example/server',
    'http://HOST.evil.example/server',
    'http://evil.example/HOST',
    'http://evil.example#HOST',
    'http://127.0.0.1:1/server',
    'http://127.0.0.1/server',
    'server',
    'javascript:alert(1)',
    'data:text/html,HOST',
    'http://[::1]/server',
  ])('is not issued for %s, where it would carry the user’s rights', async (address) => {
    const serverUrl = address.replace('HOST', new URL(server.url).host);
    expect((await federated(serverUrl)).error).toMatchObject({
      code: 400,
      details: ['The server is not part of this portal.'],
    });
  });

  it('is not issued to anonymous callers, and an invalid token gets 498', async () => {
    const serverUrl = `${server.url}/server`;
    expect((await portal.call('/generateToken', { serverUrl })).error.code).toBe(400);
    expect((await portal.call('/generateToken', { serverUrl, token: 'dead' })).error.code).toBe(498);
  });
});
