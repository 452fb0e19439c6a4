import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clientId, createPkce, password, type PortalClient } from '../rig/portal-client.ts';
import { openSignInPage, type SignInPage } from '../rig/sign-in-page.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';
import { createTown } from '../rig/town.ts';

/**
 * What a page of another origin can make a browser send: its cookies, any form, any address, but no custom
 * header, and nothing that it would have to read here first.
 */
let server: TestServer;
let portal: PortalClient;
let page: SignInPage;
let ada: string;
const evil = { origin: 'https://evil.example', referer: 'https://evil.example/' };

beforeAll(async () => {
  server = await startTestServer();
  ({ portal, ada } = await createTown(server, { title: 'Town' }));
});
afterAll(() => server.stop());
beforeEach(async () => {
  const { challenge } = createPkce();
  const parameters = {
    client_id: clientId,
    redirect_uri: portal.redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  page = await openSignInPage(`${portal.root}/oauth2/authorize?${new URLSearchParams(parameters)}`);
});

const right = { username: 'ada', password };
const other = 'x'.repeat(43);
/** Everything that prevents another page from sending our form, each time with one thing missing. */
const forged: [string, Record<string, string>, Record<string, string>][] = [
  ['without the cookie', {}, { cookie: '' }],
  ['with a cookie of another visit', {}, { cookie: `mapping-sign-in=${other}` }],
  ['without the token', { form_token: '' }, {}],
  ['with a token of another visit', { form_token: other }, {}],
  ['with a token that is longer', { form_token: `${other}x` }, {}],
  [
    'with an attacker’s cookie and token, detected by fetch metadata',
    { form_token: other },
    { cookie: `mapping-sign-in=${other}`, 'sec-fetch-site': 'cross-site' },
  ],
  ['with a malformed cookie and token', { form_token: 'a' }, { cookie: 'mapping-sign-in=a' }],
  ['from another site', {}, { 'sec-fetch-site': 'cross-site', ...evil }],
  ['from a neighbour', {}, { 'sec-fetch-site': 'same-site', ...evil }],
  ['from another site by an old browser that only names it', { form_token: other }, evil],
];

describe.each(['sign-in', 'cancel'] as const)('form button “%s”', (button) => {
  test.each(forged)('does nothing %s', async (_what, fields, headers) => {
    const response = await page.submit(button, { ...right, ...fields }, headers);
    expect([response.status, response.headers.get('location')]).toEqual([403, null]);
  });

  test('works from the page itself, with and without fetch metadata headers', async () => {
    const self = { 'sec-fetch-site': 'same-origin', origin: server.url };
    for (const headers of [{}, self]) expect((await page.submit(button, right, headers)).status).toBe(302);
  });
});

/**
 * Every operation that changes something, as a form elsewhere would send it: with every cookie a user could
 * have here.
 */
const cookie = () =>
  ['mapping-sign-in', 'token', 'esri_auth', 'session', 'authorization']
    .map((name) => `${name}=${encodeURIComponent(ada)}`)
    .join('; ');

describe('cookies grant nothing: a form on another site is anonymous', () => {
  test.each([
    ['/community/self', {}],
    ['/community/createGroup', { title: 'Forged', access: 'public' }],
    ['/community/users/grace/update', { fullName: 'Forged' }],
    ['/community/users/grace/disable', {}],
    ['/community/users/ada/reset', { password, newPassword: 'forged password' }],
    ['/community/users/ada/endSessions', {}],
    ['/content/users/ada/addItem', { type: 'Web Map', title: 'Forged', text: '{}' }],
    ['/content/users/ada/createFolder', { title: 'Forged' }],
    ['/portals/self/updateUserRole', { user: 'grace', role: 'org_admin' }],
    ['/portals/self/invite', { invitationList: '{"invitations":[{"email":"x@evil.example"}]}' }],
  ])('at %s of the portal', async (path, parameters: Record<string, string>) => {
    const answer = await portal.call(path, parameters, { cookie: cookie(), ...evil });
    expect(answer['success']).not.toBe(true);
    expect(answer['username']).toBeUndefined();
    expect([400, 401, 403, 498, 499]).toContain(answer['error']?.code);
  });

  test.each([
    ['PUT', 'administration/config', '{"title":"Forged"}'],
    ['POST', 'administration/logo', 'x'],
    ['POST', 'administration/revisions/1/restore', ''],
    ['POST', 'shared-maps', '{"title":"Forged","webMap":{"version":"2.31"}}'],
    ['PUT', 'integrations/any/credentials', '{"values":{}}'],
    ['DELETE', 'integrations/any/credentials', ''],
    ['GET', 'administration/audit.csv', undefined],
  ])('by %s at %s of our own API', async (method, path, body) => {
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'image/png']) {
      const response = await fetch(`${server.url}/api/town/${path}`, {
        method,
        headers: { cookie: cookie(), ...evil, ...(body !== undefined && { 'content-type': type }) },
        ...(body !== undefined && { body }),
      });
      expect([type, [400, 401, 415].includes(response.status)]).toEqual([type, true]);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
    const config = (await (await fetch(`${server.url}/api/town/config`)).json()) as { title: string };
    expect(config.title).toBe('Town');
  });

  test('our API accepts no token from an address or a body, where a form could put it', async () => {
    const url = `${server.url}/api/town/administration/revisions/1/restore?token=${ada}&access_token=${ada}`;
    const body = new URLSearchParams({ token: ada, authorization: `Bearer ${ada}` });
    expect([400, 401, 415]).toContain((await fetch(url, { method: 'POST', body })).status);
    expect((await fetch(`${server.url}/api/town/administration/config?token=${ada}`)).status).toBe(401);
  });

  test('refuses a page on another site the preflight to our API', async () => {
    const requested = {
      origin: evil.origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization',
    };
    const { headers } = await fetch(`${server.url}/api/town/administration/config`, {
      method: 'OPTIONS',
      headers: requested,
    });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('access-control-allow-headers')).toBeNull();
  });
});
