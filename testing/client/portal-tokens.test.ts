import { ArcGISRequestError, exchangeToken, request, validateAppAccess } from '@esri/arcgis-rest-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOAuthClient, type OAuthClient } from '../rig/oauth-client.ts';
import { clientId, createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
let portal: PortalClient;
let oauth: OAuthClient;

beforeAll(async () => {
  server = await startTestServer();
  portal = await createPortalClient(server);
  oauth = createOAuthClient(portal);
  await portal.addUser('ada', { role: 'org_admin', fullName: 'Ada Lovelace' });
  await portal.addUser('grace');
});
afterAll(() => server.stop());

describe('token in a request', () => {
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
  ])('is accepted in %s', async (_where, call) => {
    const response = await call(await portal.token('grace'));
    expect(((await response.json()) as { username: string }).username).toBe('grace');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const dead = (await (await call('dead')).json()) as { error: { code: number } };
    expect(dead.error.code).toBe(498);
  });

  it('is requested from an anonymous caller with 499', async () => {
    const failed = request(`${portal.root}/community/self`);
    await expect(failed).rejects.toMatchObject({ name: 'ArcGISAuthError', code: 'GWM_0002' });
  });
});

describe('other OAuth 2 operations', () => {
  it('report whether an address is registered', async () => {
    const validate = (redirect_uri: string) =>
      portal.call('/oauth2/validateRedirectUri', { client_id: clientId, redirect_uri });
    expect(await validate(portal.redirectUri)).toEqual({ valid: true });
    expect(await validate(`${portal.redirectUri}x`)).toEqual({ valid: false });
    expect(await portal.call('/oauth2/validateRedirectUri')).toEqual({ valid: false });
  });

  it('let every member use a registered application', async () => {
    const token = await portal.token('grace');
    expect(await validateAppAccess(token, clientId, portal.root)).toEqual({
      valid: true,
      viewOnlyUserTypeApp: false,
    });
    expect((await portal.call('/oauth2/validateAppAccess', { client_id: clientId })).error.code).toBe(499);
  });

  it('exchange a token for another application’s, of the same session', async () => {
    const token = await portal.token('grace');
    const exchanged = await exchangeToken(token, clientId, portal.root);
    expect(await oauth.self(exchanged)).toBe('grace');
    await portal.call('/oauth2/revokeToken', { auth_token: exchanged });
    expect((await portal.call('/portals/self', { token })).error.code).toBe(498);
    await expect(exchangeToken(await portal.token('grace'), 'nobody', portal.root)).rejects.toBeInstanceOf(
      ArcGISRequestError,
    );
  });

  it('have no session to return silently', async () => {
    expect((await portal.call('/oauth2/platformSelf', { expiration: '30' })).error).toMatchObject({
      code: 400,
      messageCode: 'OAUTH_0066',
    });
  });

  it('sign out to a registered address only', async () => {
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

  it('list the supported grants', async () => {
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
