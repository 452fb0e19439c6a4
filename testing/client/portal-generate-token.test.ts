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
    expect(await oauth.self(federated.token)).toBe('ada');
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
