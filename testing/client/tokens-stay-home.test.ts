import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** Two processes of one installation, and a host of an administrator who collects tokens. */
let first: TestServer;
let second: TestServer;
let portal: PortalClient;
const heard: string[] = [];
const evil = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    heard.push(`${request.url} ${JSON.stringify(request.headers)} ${Buffer.concat(parts).toString()}`);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id: 'evil', username: 'ada', orgId: 'evil', groups: [{ id: 'admins' }] }));
  });
});
let evilUrl = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    evil.listen(0, '127.0.0.1', resolve);
  });
  evilUrl = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`;
  first = await startTestServer();
  second = await startTestServer({ databaseUrl: first.databaseUrl });
  portal = await createPortalClient(first);
  await portal.addUser('ada', { role: 'org_admin' });
  await portal.addUser('grace');
  await saveConfig(first.database, 'town', { portal: { url: '/portal' } }, 'test');
});
afterAll(async () => {
  await second.stop();
  await first.stop();
  evil.close();
});
beforeEach(() => {
  heard.length = 0;
});

const mine = (server: TestServer, token: string, headers: Record<string, string> = {}, org = 'town') =>
  fetch(`${server.url}/api/${org}/shared-maps?scope=mine`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  }).then(({ status }) => status);

describe('token of the embedded portal', () => {
  it('is not sent to a host an administrator names as the portal, as old pages still present it', async () => {
    const token = await portal.token('grace');
    await saveConfig(first.database, 'trap', { portal: { url: '/portal' } }, 'test');
    expect(await mine(first, token, { 'x-portal': `${first.url}/portal` }, 'trap')).toBe(200);
    await saveConfig(first.database, 'trap', { portal: { url: evilUrl, adminGroupId: 'admins' } }, 'test');
    for (const headers of [{}, { 'x-portal': `${first.url}/portal` }, { 'x-portal': evilUrl }])
      expect(await mine(first, token, headers as Record<string, string>, 'trap')).toBe(401);
    expect(heard).toEqual([]);
  });

  it('is not sent there after expiry either', async () => {
    const token = await portal.token('grace');
    await saveConfig(first.database, 'trap', { portal: { url: evilUrl } }, 'test');
    await portal.call('/oauth2/revokeToken', { auth_token: token });
    expect(await mine(first, token, {}, 'trap')).toBe(401);
    expect(await mine(first, token, { 'x-portal': `${first.url}/portal` }, 'trap')).toBe(401);
    expect(heard).toEqual([]);
  });

  it('is resolved without a request to any address, own ones included', async () => {
    const token = await portal.token('grace');
    await saveConfig(
      first.database,
      'alias',
      { portal: { url: `${first.url}/portal/sharing/rest` } },
      'test',
    );
    expect(await mine(first, token, {}, 'alias')).toBe(200);
  });
});

describe('our own API refuses at once, in every process,', () => {
  it.each([
    ['a token that was revoked', 'reva', '/oauth2/revokeToken', {}],
    ['a token of a disabled user', 'dora', '/community/users/dora/disable', {}],
    ['a token of a user whose password was reset', 'rosa', '/community/users/rosa/reset', {}],
    ['a token of a session ended by an administrator', 'enno', '/community/users/enno/endSessions', {}],
    ['a token of a deleted user', 'dela', '/community/users/dela/delete', {}],
  ])('%s', async (_what, username, path, parameters) => {
    await portal.addUser(username);
    const [token, admin] = [await portal.token(username), await portal.token('ada')];
    for (const server of [first, second]) expect(await mine(server, token)).toBe(200);
    const answer = await portal.call(path, { token: admin, auth_token: token, ...parameters });
    expect(answer.error).toBeUndefined();
    for (const server of [second, first]) expect(await mine(server, token)).toBe(401);
  });
});
