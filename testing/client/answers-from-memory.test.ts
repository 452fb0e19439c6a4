import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../server/limits.ts';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { sendExactly } from '../rig/send-exactly.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** Configurations and the description of the portal, which are answered from memory, through the whole server. */
let server: TestServer;
let portal: PortalClient;
let token: string;

beforeAll(async () => {
  server = await startTestServer({
    configAgeMilliseconds: limits.configAgeMilliseconds,
    secretsKey: randomBytes(32).toString('base64'),
  });
  portal = await createPortalClient(server);
  await portal.addUser('ada', { role: 'org_admin' });
  token = await portal.token('ada');
  await saveConfig(server.database, 'town', { title: 'Town', welcome: 'Welcome. '.repeat(200) }, 'test');
});
afterAll(() => server.stop());

const config = '/api/town/config';
const self = '/portal/sharing/rest/portals/self?f=json&culture=en';
const ask = (path: string, headers: Record<string, string> = {}) =>
  sendExactly(server.url + path, { headers });

/** Headers besides those of the connection. */
function headersOf({ headers }: Awaited<ReturnType<typeof ask>>) {
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...others } = headers;
  return others;
}

describe.each([
  ['the configuration', config],
  ['portals/self', self],
])('%s', (_what, path) => {
  test('has the same headers whenever it is asked for, and is compressed for those who take it', async () => {
    // The first of a second is not answered from memory.
    const answers = [await ask(path), await ask(path), await ask(path)];
    for (const answer of answers) {
      expect([answer.status, answer.text]).toEqual([200, answers[0]?.text]);
      expect(headersOf(answer)).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
    }
    await expect
      .poll(async () => {
        const { headers, bytes } = await ask(path, { 'accept-encoding': 'gzip' });
        return headers['content-encoding'] === 'gzip' && gunzipSync(bytes).toString();
      })
      .toBe(answers[0]?.text);
  });

  test('is not sent to a client that has it', async () => {
    await expect
      .poll(async () => {
        const { etag = '' } = (await ask(path, { 'accept-encoding': 'gzip' })).headers;
        return (await ask(path, { 'if-none-match': etag })).status;
      })
      .toBe(304);
  });
});

test('a configuration that was changed by another process is seen within the documented time', async () => {
  await ask(config);
  await saveConfig(server.database, 'town', { title: 'New town' }, 'test');
  await expect.poll(async () => JSON.parse((await ask(config)).text).title).toBe('New town');
});

describe('portals/self', () => {
  test('is that of the caller wherever a request says who sends it', async () => {
    await ask(self);
    const userOf = async (path: string, headers: Record<string, string> = {}) => {
      const { user, error } = JSON.parse((await ask(path, headers)).text);
      return user?.username ?? error?.code ?? 'visitor';
    };
    expect(await userOf(self)).toBe('visitor');
    expect(await userOf(`${self}&token=${token}`)).toBe('ada');
    expect(await userOf(`${self}&%74oken=${token}`)).toBe('ada');
    expect(await userOf(self, { 'x-esri-authorization': `Bearer ${token}` })).toBe('ada');
    expect(await userOf(self, { authorization: `Bearer ${token}` })).toBe('ada');
    expect(await userOf(`${self}&token=ended`)).toBe(498);
    expect(await userOf(self)).toBe('visitor');
  });

  test('is that of a token until it is revoked, and of none afterwards', async () => {
    const other = await portal.token('ada');
    const user = async () => JSON.parse((await ask(`${self}&token=${other}`)).text);
    expect(await user()).toMatchObject({ user: { username: 'ada' } });
    await portal.call('/oauth2/revokeToken', { auth_token: other });
    expect(await user()).toMatchObject({ error: { code: 498 } });
  });

  test('may be read by pages of each origin, as before', async () => {
    for (const origin of ['https://a.example', 'https://b.example', 'https://a.example']) {
      const { headers } = await ask(self, { origin });
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(headers['vary']?.toLowerCase()).toContain('origin');
    }
    expect((await ask(self)).headers['access-control-allow-origin']).toBeUndefined();
  });

  test('shows what an administrator has just changed', async () => {
    const allowed = async () => JSON.parse((await ask(self)).text).implicitGrant;
    for (const implicitGrant of [true, false]) {
      await allowed();
      await portal.call('/portals/self/update', { token, implicitGrant: String(implicitGrant) });
      expect(await allowed()).toBe(implicitGrant);
    }
  });

  test('is a page for browsers that ask for one', async () => {
    await ask(self);
    const { headers } = await ask(self.replace('json', 'html'), { accept: 'text/html' });
    expect(headers['content-type']).toMatch('text/html');
    expect((await ask(self, { accept: 'text/html' })).headers['content-type']).toMatch('application/json');
  });
});
