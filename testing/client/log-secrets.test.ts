import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { poolOf } from '../../server/platform/database/connect.ts';
import { startFakeCityworks } from '../fakes/cityworks.ts';
import { createOAuthClient } from '../rig/oauth-client.ts';
import { password, type PortalClient } from '../rig/portal-client.ts';
import { openSignInPage } from '../rig/sign-in-page.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';
import { createWebFolder, type WebFolder } from '../rig/web-folder.ts';
import { createTown } from '../rig/town.ts';

/** A complete session against a server that logs everything it can: no line contains a secret. */
const lines: string[] = [];
/** Secrets that must not be found, by name. */
const secrets = new Map<string, string>();
const metricsToken = 'a-metrics-token-of-length';
let server: TestServer;
let portal: PortalClient;
let cityworks: Awaited<ReturnType<typeof startFakeCityworks>>;
let webFolder: WebFolder;
let ada: string;

function secret(name: string, value: unknown): string {
  if (typeof value !== 'string' || value.length < 8)
    throw new Error(`${name} is not a secret: ${String(value)}`);
  secrets.set(name, value);
  return value;
}

beforeAll(async () => {
  webFolder = await createWebFolder();
  cityworks = await startFakeCityworks();
  server = await startTestServer({
    webFolder: webFolder.path,
    logLevel: 'trace',
    slowQueryMilliseconds: 1,
    logStream: { write: (line) => void lines.push(line) },
    secretsKey: secret('the key of credentials', randomBytes(32).toString('base64')),
    metricsToken: secret('the token of metrics', metricsToken),
    allowedPrivateHosts: true,
  });
  const town = await createTown(server, {
    integrations: [
      { id: 'cyclo', type: 'cyclomedia', title: 'Cyclomedia' },
      { id: 'work', type: 'cityworks', title: 'Work', config: { server: cityworks.url } },
    ],
  });
  ({ portal } = town);
  ada = secret('a token by generateToken', town.ada);
});
afterAll(async () => {
  await server.stop();
  await cityworks.close();
  await webFolder.remove();
});

const api = (address: string, { method = 'GET', body, ...headers }: Record<string, any> = {}) =>
  fetch(`${server.url}/api/town/${address}`, {
    method,
    headers: {
      authorization: `Bearer ${ada}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
const call = (address: string, parameters: Record<string, string> = {}) =>
  portal.call(address, { token: ada, ...parameters });

/** Every secret of the session so far that is in the log, with the line. */
const found = () =>
  [...secrets].flatMap(([name, value]) => {
    const forms = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)];
    const line = lines.find((each) => forms.some((form) => each.includes(form)));
    return line === undefined ? [] : [`${name}: ${line}`];
  });

describe('no secret is logged', () => {
  test('when signing in by the form, renewing and signing out', async () => {
    secret('the password', password);
    const oauth = createOAuthClient(portal);
    const page = await openSignInPage(
      oauth.authorizeUrl({ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }),
    );
    secret('the form’s token', page.document.querySelector<HTMLInputElement>('[name=form_token]')?.value);
    await page.submit('sign-in', { username: 'ada', password: secret('a wrong one', 'mistyped-pass-word') });
    const session = await oauth.openSession();
    secret('the code', session.code);
    secret('the verifier', session.verifier);
    const tokens = await session.exchange();
    secret('the access token', tokens['access_token']);
    const refresh = secret('the refresh token', tokens['refresh_token']);
    const renewed = await oauth.token({ grant_type: 'refresh_token', refresh_token: refresh });
    secret('the renewed token', renewed['access_token']);
    await session.exchange();
    await fetch(`${portal.root}/community/self?f=json&token=${tokens['access_token']}`);
    await fetch(`${portal.root}/oauth2/signout?token=${renewed['access_token']}&redirect_uri=x`);
    await portal.call('/oauth2/revokeToken', { auth_token: refresh, client_id: 'test-app' });
    expect(found()).toEqual([]);
  });

  test('when saving a config, or sending a body that is not JSON', async () => {
    const opened = await api('administration/config');
    const { config } = (await opened.json()) as { config: object };
    const tag = opened.headers.get('etag') ?? '';
    const saved = await api('administration/config', {
      method: 'PUT',
      'if-match': tag,
      body: { ...config, title: 'Town' },
    });
    expect(saved.status).toBe(200);
    const broken = `{"password": "${secret('in a broken body', 'broken-body-secret')}`;
    expect((await api('administration/config', { method: 'PUT', body: broken })).status).toBe(400);
    expect(found()).toEqual([]);
  });

  test('of a shared map: its link, and a token in it', async () => {
    const url = `https://gis.example/0?token=${secret('a token in a layer', 'layer-token-90210')}`;
    const webMap = { version: '2.31', operationalLayers: [{ title: 'L', url }], baseMap: {} };
    const made = await api('shared-maps', { method: 'POST', body: { title: 'Mine', webMap } });
    const { sid } = (await made.json()) as { sid: string };
    secret('the link', sid);
    for (const [method, body] of [['GET'], ['PATCH', { title: 'Ours' }], ['DELETE'], ['GET']] as const)
      await api(`shared-maps/${sid}`, { method, ...(body && { body }) });
    for (const address of [`/town/map/sid/${sid}`, `/town/map/sid/${sid}?lang=ar`, `/town/map/sid/${sid}/`])
      await fetch(server.url + address);
    expect(found()).toEqual([]);
  });

  test('of credentials, and of the vendor that they are sent to', async () => {
    const values = {
      username: 'mapping',
      password: secret('the vendor’s password', 'cw-secret-password'),
    };
    const apiKey = secret('a key for browsers', 'AIza-browser-key');
    await api('integrations/cyclo/credentials', { method: 'PUT', body: { values: { apiKey } } });
    await api('integrations/cyclo/credentials');
    await api('integrations/cyclo/credentials', { method: 'PUT', body: { values: { unknown: apiKey } } });
    await api('integrations/work/credentials', { method: 'PUT', body: { values } });
    expect((await api('integrations/work/work?lat=51&lng=71')).status).toBe(200);
    cityworks.breakWith(`<html>${values.password}</html>`);
    expect((await api('integrations/work/work?lat=51&lng=71')).status).toBe(502);
    cityworks.breakWith(undefined);
    await api('integrations/work/check', { method: 'POST' });
    expect(found()).toEqual([]);
  });

  test('of links to join and to choose a password, and of changed passwords', async () => {
    const invitations = [{ email: 'new@example.org' }, { username: 'olga' }];
    const answer = await call('/portals/self/invite', {
      invitationList: JSON.stringify({ invitations }),
    });
    const [join, choose] = answer['invitations'].map(({ link }: { link: string }) => link);
    const reset = await call('/community/users/grace/reset');
    const chosen = secret('a chosen password', 'chosen horse battery');
    for (const [name, link, more] of [
      ['a link to join', join, { username: 'nele', fullName: 'Nele' }],
      ['a link of a new account', choose, {}],
      ['a link of a reset', reset['link'], {}],
    ] as const) {
      await portal.call('/community/links/open', { link: secret(name, link) });
      // In an address it is rejected; the error must not repeat it either.
      await fetch(`${portal.root}/community/links/open?f=json&link=${link}`);
      expect(await portal.call('/community/links/use', { link, password: chosen, ...more })).toMatchObject({
        success: true,
      });
    }
    const newPassword = secret('the next password', 'another horse battery');
    const { token } = await portal.call('/generateToken', { username: 'nele', password: chosen });
    secret('nele’s token', token);
    expect(
      await portal.call('/community/users/nele/reset', { token, password: chosen, newPassword }),
    ).toMatchObject({ success: true });
    expect(found()).toEqual([]);
  });

  test('of internal errors: the database, a malformed address, an unknown method', async () => {
    const { database } = server;
    const lost = secret('a token while the database is broken', randomBytes(32).toString('base64url'));
    await poolOf(database).query('alter table portal_token rename to gone');
    const failed = await fetch(`${portal.root}/community/self?f=json&token=${lost}`);
    const signingIn = await portal.call('/generateToken', { username: 'ada', password });
    await poolOf(database).query('alter table gone rename to portal_token');
    expect([((await failed.json()) as any).error.code, signingIn['error'].code]).toEqual([500, 500]);
    await fetch(`${server.url}/api/%zz/config?token=${lost}`);
    await fetch(`${server.url}/nothing/here.php?token=${lost}`);
    await fetch(`${server.url}/api/town/config?token=${lost}`, { method: 'DELETE' });
    await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
    expect(lines.some((line) => line.includes('"level":50'))).toBe(true);
    expect(found()).toEqual([]);
  });
});

test('logs the requests that are searched for secrets', () => {
  const logged = new Set(lines.map((line) => JSON.parse(line).req?.path).filter(Boolean));
  for (const address of [
    '/portal/sharing/rest/oauth2/authorize',
    '/portal/sharing/rest/oauth2/token',
    '/portal/sharing/rest/community/links/use',
    '/api/town/administration/config',
    '/api/town/shared-maps/…',
    '/town/map/sid/…',
    '/api/town/integrations/work/credentials',
  ])
    expect(logged).toContain(address);
  expect(lines.some((line) => line.includes('slow statement'))).toBe(true);
  expect(secrets.size).toBeGreaterThan(18);
});
