import { ApplicationCredentialsManager, ArcGISIdentityManager, request } from '@esri/arcgis-rest-request';
import { createItem, getItem, getSelf } from '@esri/arcgis-rest-portal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  clientId,
  createPkce,
  createPortalClient,
  password,
  type PortalClient,
} from '../rig/portal-client.ts';
import { signInAndAllow } from '../rig/sign-in-page.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** Applications that members register, with arcgis-rest-js. */
let server: TestServer;
let portal: PortalClient;
const redirectUri = 'https://app.example/signed-in';

beforeAll(async () => {
  server = await startTestServer();
  portal = await createPortalClient(server);
  await portal.addUser('ada', { role: 'org_admin' });
  await portal.addUser('grace', { role: 'org_publisher' });
  await portal.addUser('otto');
});
afterAll(() => server.stop());

const as = async (username: string) => ({
  authentication: await ArcGISIdentityManager.signIn({ username, password, portal: portal.root }),
});
const asText = (value: unknown) => (Array.isArray(value) ? JSON.stringify(value) : value);
const ask = async (path: string, who: string, params: object = {}): Promise<any> => {
  const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, asText(value)]));
  return request(portal.root + path, { ...(await as(who)), params: texts }).catch(({ response }) => response);
};

async function addApplication(owner = 'grace', type = 'Application'): Promise<string> {
  const { id } = await createItem({ ...(await as(owner)), item: { title: 'Survey', type } });
  return id;
}

interface Registered {
  itemId: string;
  client_id: string;
  client_secret: string;
}

async function register(params: object = {}, owner = 'grace'): Promise<Registered> {
  const itemId = await addApplication(owner);
  const app = { itemId, appType: 'multiple', redirect_uris: [redirectUri], ...params };
  return ask('/oauth2/registerApp', owner, app);
}

const token = (params: Record<string, string>) => portal.call('/oauth2/token', params);

/** A code of the sign-in page, for an application. */
async function codeFor(clientId: string, params: Record<string, string> = {}, username = 'otto') {
  const url = new URL(`${portal.root}/oauth2/authorize`);
  const all = { client_id: clientId, response_type: 'code', redirect_uri: redirectUri, ...params };
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
  const response = await signInAndAllow(url.href, { username, password });
  return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
}

describe('registration', () => {
  test('gives an id, and a secret once; the item is marked', async () => {
    const { itemId, client_id, client_secret, ...app } = (await register()) as any;
    expect(app).toMatchObject({
      appType: 'multiple',
      redirect_uris: [redirectUri],
      registered: expect.any(Number),
      modified: expect.any(Number),
    });
    expect(client_secret).toMatch(/^[\w-]{43}$/);
    expect((await getItem(itemId, await as('grace'))).typeKeywords).toContain('Registered App');
    for (const path of [
      `/oauth2/apps/${client_id}`,
      `/content/users/grace/items/${itemId}/registeredAppInfo`,
    ]) {
      const answer = await ask(path, 'grace');
      expect(answer).toMatchObject({ itemId, client_id, appType: 'multiple', users: [] });
      expect(JSON.stringify(answer)).not.toContain(client_secret);
    }
    const { secret_hash } = await server.database
      .selectFrom('portal_app')
      .select('secret_hash')
      .where('client_id', '=', client_id)
      .executeTakeFirstOrThrow();
    expect(secret_hash).not.toContain(client_secret);
  });

  test('is changed by the owner and administrators, who see who uses it', async () => {
    const { client_id, client_secret } = await register();
    const grant = { client_id, client_secret, grant_type: 'authorization_code', redirect_uri: redirectUri };
    await token({ ...grant, code: await codeFor(client_id) });
    expect((await ask(`/oauth2/apps/${client_id}`, 'ada')).users).toMatchObject([{ username: 'otto' }]);
    const changed = await ask(`/oauth2/apps/${client_id}/update`, 'ada', {
      redirect_uris: ['https://b.example/'],
    });
    expect(changed).toMatchObject({ redirect_uris: ['https://b.example/'], appType: 'multiple' });
    const validity = { client_id, redirect_uri: redirectUri };
    expect(await portal.call('/oauth2/validateRedirectUri', validity)).toEqual({ valid: false });
  });

  test('is not registered, redirected or given a secret by others who may change items', async () => {
    const { id: role } = await ask('/portals/self/createRole', 'ada', { name: 'Editors' });
    const privileges = ['portal:admin:viewItems', 'portal:admin:updateItems', 'portal:user:createItem'];
    await ask(`/portals/self/roles/${role}/setPrivileges`, 'ada', {
      privileges: JSON.stringify({ privileges }),
    });
    await portal.addUser('rosa');
    await ask('/portals/self/updateUserRole', 'ada', { user: 'rosa', role });
    const { client_id } = await register({}, 'ada');
    const path = `/oauth2/apps/${client_id}`;
    const redirect_uris = ['https://rosa.example/'];
    for (const operation of ['update', 'resetSecret']) {
      const { error } = await ask(`${path}/${operation}`, 'rosa', { redirect_uris });
      expect([operation, error?.code]).toEqual([operation, 403]);
    }
    expect(await ask(path, 'rosa')).toMatchObject({ redirect_uris: [redirectUri] });
    const itemId = await addApplication('ada');
    const app = { itemId, appType: 'browser', redirect_uris };
    expect((await ask('/oauth2/registerApp', 'rosa', app)).error?.code).toBe(403);
    const own = await register({}, 'rosa');
    expect(await ask(`/oauth2/apps/${own.client_id}/resetSecret`, 'rosa')).toMatchObject({
      client_secret: expect.any(String),
    });
  });

  test('is given to another user by its owner and administrators only', async () => {
    const { id: role } = await ask('/portals/self/createRole', 'ada', { name: 'Stewards' });
    const privileges = ['portal:admin:viewItems', 'portal:admin:updateItems', 'portal:admin:reassignItems'];
    await ask(`/portals/self/roles/${role}/setPrivileges`, 'ada', {
      privileges: JSON.stringify({ privileges }),
    });
    await portal.addUser('stan');
    await ask('/portals/self/updateUserRole', 'ada', { user: 'stan', role });
    const reassign = (itemId: string, who: string) =>
      ask(`/content/users/grace/items/${itemId}/reassign`, who, { targetUsername: 'stan' });
    const unregistered = await addApplication();
    expect(await reassign(unregistered, 'stan')).toMatchObject({ success: true });
    const { itemId } = await register();
    expect((await reassign(itemId, 'stan')).error).toMatchObject({
      code: 403,
      message: expect.stringMatching(/registered application/),
    });
    expect((await getItem(itemId, await as('grace'))).owner).toBe('grace');
    expect(await reassign(itemId, 'ada')).toMatchObject({ success: true });
  });

  test('ends with its sessions', async () => {
    const { itemId, client_id, client_secret } = await register();
    const grant = { client_id, client_secret, grant_type: 'authorization_code', redirect_uri: redirectUri };
    const session = await token({ ...grant, code: await codeFor(client_id) });
    const own = await token({ client_id, client_secret, grant_type: 'client_credentials' });
    expect(await ask(`/oauth2/apps/${client_id}/unregister`, 'grace')).toEqual({ success: true, itemId });
    for (const { access_token } of [session, own])
      expect((await portal.call('/portals/self', { token: access_token })).error.code).toBe(498);
    expect((await ask(`/oauth2/apps/${client_id}`, 'grace')).error.code).toBe(400);
    expect((await getItem(itemId, await as('grace'))).typeKeywords).not.toContain('Registered App');
    expect(await token({ client_id, client_secret, grant_type: 'client_credentials' })).toMatchObject({
      error: { code: 400, message: 'Invalid client_id.' },
    });
  });

  test.each(['unregister', 'resetSecret'])('%s ends the tokens that it has exchanged', async (act) => {
    const { client_id, client_secret } = await register();
    const grant = { client_id, client_secret, grant_type: 'authorization_code', redirect_uri: redirectUri };
    const session = await token({ ...grant, code: await codeFor(client_id) });
    const other = { token: session['access_token'], client_id: clientId };
    const exchanged = await portal.call('/oauth2/exchangeToken', other);
    const params = { token: exchanged['token'] };
    const { sessions } = await portal.call('/community/users/otto/sessions', params);
    expect(sessions.find(({ current }: any) => current)).toMatchObject({
      clientId: client_id,
      app: 'Survey',
    });
    await ask(`/oauth2/apps/${client_id}/${act}`, 'grace');
    expect((await portal.call('/portals/self', params)).error?.code).toBe(498);
    // The session of a password, in which the application has had no token.
    expect((await portal.call('/portals/self', { token: await portal.token('otto') })).error).toBeUndefined();
  });

  test.each<[string, (itemId: string) => Promise<unknown>]>([
    ['the item', (id) => ask(`/content/users/grace/items/${id}/delete`, 'grace')],
    ['one of several items', (items) => ask('/content/users/grace/deleteItems', 'grace', { items })],
  ])('goes with %s, and with it its sessions', async (_what, deleteIt) => {
    const { itemId, client_id, client_secret } = await register();
    const grant = { client_id, client_secret, grant_type: 'authorization_code', redirect_uri: redirectUri };
    const session = await token({ ...grant, code: await codeFor(client_id) });
    const own = await token({ client_id, client_secret, grant_type: 'client_credentials' });
    const exchanged = await portal.call('/oauth2/exchangeToken', {
      token: session['access_token'],
      client_id: clientId,
    });
    await deleteIt(itemId);
    for (const ended of [session['access_token'], own['access_token'], exchanged['token']])
      expect((await portal.call('/portals/self', { token: ended })).error?.code).toBe(498);
    expect(
      await portal.call('/oauth2/validateRedirectUri', { client_id, redirect_uri: redirectUri }),
    ).toEqual({
      valid: false,
    });
  });

  test('is answered like a missing one for others', async () => {
    const { client_id } = await register();
    for (const operation of ['', '/update', '/resetSecret', '/unregister']) {
      const hidden = await ask(`/oauth2/apps/${client_id}${operation}`, 'otto', { redirect_uris: [] });
      const missing = await ask(`/oauth2/apps/none${operation}`, 'otto', { redirect_uris: [] });
      expect(hidden).toEqual(missing);
      expect(hidden.error.code).toBe(400);
    }
  });

  test.each<[string, object, RegExp]>([
    ['a forbidden address', { redirect_uris: ['javascript:alert(1)'] }, /javascript:alert\(1\)/],
    ['addresses that are not a list', { redirect_uris: '{}' }, /JSON list/],
    ['too many addresses', { redirect_uris: Array(101).fill('https://a.example/') }, /100/],
    ['an unknown type', { appType: 'magic' }, /browser, native, server or multiple/],
    ['restricted referrers', { httpReferrers: ['https://a.example'] }, /httpReferrers/],
    ['privileges', { privileges: ['premium:user:geocode'] }, /privileges/],
    ['no item', { itemId: 'none' }, /inaccessible/],
  ])('with %s is refused', async (_name, params, problem) => {
    const { error } = (await register(params)) as any;
    expect([error.code, `${error.message} ${error.details}`]).toEqual([400, expect.stringMatching(problem)]);
  });

  test('is refused twice, and for another type of item or owner', async () => {
    const app = { appType: 'browser', redirect_uris: [redirectUri] };
    const { itemId } = await register();
    expect((await ask('/oauth2/registerApp', 'grace', { ...app, itemId })).error.details[0]).toMatch(
      /already/,
    );
    const map = await addApplication('grace', 'Web Map');
    expect((await ask('/oauth2/registerApp', 'grace', { ...app, itemId: map })).error.code).toBe(400);
    const other = await addApplication();
    expect((await ask('/oauth2/registerApp', 'otto', { ...app, itemId: other })).error.code).toBe(400);
  });
});

describe('an application with its secret', () => {
  test('gets a token of its own: it sees what everyone sees, and changes nothing', async () => {
    const { client_id, client_secret, itemId } = await register();
    const session = ApplicationCredentialsManager.fromCredentials({
      clientId: client_id,
      clientSecret: client_secret,
      portal: portal.root,
      duration: 60,
    });
    const self = await getSelf({ authentication: session } as any);
    expect(self).toMatchObject({ appInfo: { appId: client_id, itemId, appOwner: 'grace' } });
    expect(self.user).toBeUndefined();
    const { error } = await portal.call(`/content/items/${itemId}`, { token: await session.getToken('') });
    expect(error.code).toBe(403);
    const added = await portal.call('/content/users/grace/addItem', {
      title: 'x',
      type: 'Web Map',
      token: await session.getToken(''),
    });
    expect(added['error'].code).toBe(499);
  });

  test('loses it when its owner is disabled', async () => {
    await portal.addUser('leaving');
    const { client_id, client_secret } = await register({}, 'leaving');
    const { access_token } = await token({ client_id, client_secret, grant_type: 'client_credentials' });
    await ask('/community/users/leaving/disable', 'ada');
    expect((await portal.call('/portals/self', { token: access_token })).error.code).toBe(498);
  });

  test('exchanges a code without PKCE, which no other client can', async () => {
    const { client_id, client_secret } = await register();
    const grant = { client_id, grant_type: 'authorization_code', redirect_uri: redirectUri };
    const session = await token({ ...grant, client_secret, code: await codeFor(client_id) });
    expect(session).toMatchObject({ username: 'otto', refresh_token: expect.any(String) });
    const stolen = await codeFor(client_id);
    for (const proof of [{}, { code_verifier: '' }, { client_secret: 'guessed' }] as Record<string, string>[])
      expect((await token({ ...grant, ...proof, code: stolen }))['error']).toBeDefined();
  });

  test('is refused a code without a challenge if it sends a verifier, which an attacker’s request has removed', async () => {
    const { client_id, client_secret } = await register();
    const grant = { client_id, client_secret, grant_type: 'authorization_code', redirect_uri: redirectUri };
    const { verifier } = createPkce();
    const injected = { ...grant, code: await codeFor(client_id), code_verifier: verifier };
    expect((await token(injected))['error']).toMatchObject({
      code: 400,
      message: 'Invalid or expired authorization code.',
    });
    // A client without PKCE may send the parameter empty.
    expect(await token({ ...grant, code: await codeFor(client_id), code_verifier: '' })).toMatchObject({
      username: 'otto',
    });
  });

  test('still uses PKCE without the secret', async () => {
    const { client_id } = await register();
    const { verifier, challenge } = createPkce();
    const code = await codeFor(client_id, { code_challenge: challenge, code_challenge_method: 'S256' });
    const grant = { client_id, grant_type: 'authorization_code', redirect_uri: redirectUri, code };
    expect(await token({ ...grant, code_verifier: verifier })).toMatchObject({ username: 'otto' });
  });

  test('of type server must always send it', async () => {
    const { client_id, client_secret } = await register({ appType: 'server' });
    const grant = { client_id, grant_type: 'authorization_code', redirect_uri: redirectUri };
    const { refresh_token } = await token({ ...grant, client_secret, code: await codeFor(client_id) });
    const renewal = { client_id, grant_type: 'refresh_token', refresh_token };
    expect((await token(renewal))['error'].message).toBe('Invalid client_secret.');
    expect(await token({ ...renewal, client_secret })).toMatchObject({ username: 'otto' });
  });

  test('replaces it, which ends the old one', async () => {
    const { client_id, client_secret: old } = await register();
    const { access_token } = await token({ client_id, client_secret: old, grant_type: 'client_credentials' });
    const { client_secret } = await ask(`/oauth2/apps/${client_id}/resetSecret`, 'grace');
    const grant = { client_id, grant_type: 'client_credentials' };
    expect((await token({ ...grant, client_secret: old }))['error'].code).toBe(400);
    expect(await token({ ...grant, client_secret })).toMatchObject({ expires_in: 1800 });
    expect((await portal.call('/portals/self', { token: access_token })).error.code).toBe(498);
  });

  test('is refused after wrong ones for a while, and in the address', async () => {
    const { client_id, client_secret } = await register();
    const grant = { client_id, grant_type: 'client_credentials' };
    const inAddress = new URLSearchParams({ f: 'json', ...grant, client_secret });
    const response = await fetch(`${portal.root}/oauth2/token?${inAddress}`);
    expect(await response.text()).toContain('body of a POST request');
    const codes = [];
    for (let attempt = 0; attempt < 12; attempt += 1)
      codes.push((await token({ ...grant, client_secret: 'guessed' }))['error'].code);
    expect([codes[0], codes.at(-1)]).toEqual([400, 429]);
    expect((await token({ ...grant, client_secret }))['error'].code).toBe(429);
  });

  test('operators’ applications have none', async () => {
    const { error } = await token({
      client_id: 'test-app',
      client_secret: '',
      grant_type: 'client_credentials',
    });
    expect(error.code).toBe(400);
  });
});
