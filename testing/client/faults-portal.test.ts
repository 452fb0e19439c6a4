import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { startFakePortal } from '../fakes/portal.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/**
 * An organisation's external portal becomes unavailable and returns: access is denied meanwhile, and nothing
 * has to be restarted.
 */
type FakePortal = Awaited<ReturnType<typeof startFakePortal>>;
const people = { 'token-of-ada': { username: 'ada', groups: ['admins'] } };
let server: TestServer;
let portal: FakePortal;

beforeAll(async () => {
  server = await startTestServer();
  portal = await startFakePortal(people);
  const config = { title: 'Town', portal: { url: portal.url, adminGroupId: 'admins' } };
  await saveConfig(server.database, 'town', config, 'test');
});
afterAll(async () => {
  await server.stop();
  await portal.close();
});

const administration = () =>
  fetch(`${server.url}/api/town/administration/config`, {
    headers: { authorization: 'Bearer token-of-ada', 'x-portal': portal.url },
  });

test('refuses sign-ins with a clear error while the portal is unreachable, and recovers', async () => {
  const port = Number(new URL(portal.url).port);
  await portal.close();
  const refused = await administration();
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({
    id: 'membership:portal-unreachable',
    detail: expect.stringMatching(/can’t reach the portal at 127.0.0.1:\d+: there is no connection/),
  });
  // The application itself still opens: public content does not need the portal.
  expect((await fetch(`${server.url}/api/town/config`)).status).toBe(200);
  portal = await startFakePortal(people, 'org1', port);
  expect((await administration()).status).toBe(200);
});

test('caches the portal’s response about a user', async () => {
  expect((await administration()).status).toBe(200);
  const calls = portal.calls();
  expect((await administration()).status).toBe(200);
  expect(portal.calls()).toBe(calls);
});

test('calls a portal in a private network only when the operator allows it', async () => {
  const elsewhere = await startFakePortal(people);
  const ask = async (other: TestServer, organisation: string, url: string) => {
    const config = { title: organisation, portal: { url, adminGroupId: 'admins' } };
    await saveConfig(other.database, organisation, config, 'test');
    const answer = await fetch(`${other.url}/api/${organisation}/administration/config`, {
      headers: { authorization: 'Bearer token-of-ada', 'x-portal': url },
    });
    return `${answer.status} ${await answer.text()}`;
  };
  const closed = await startTestServer({ allowedPrivateHosts: false });
  expect(await ask(closed, 'town', elsewhere.url)).toMatch(
    /^503 .*must add its host to ALLOWED_PRIVATE_HOSTS/,
  );
  expect(elsewhere.calls()).toBe(0);
  // The embedded portal needs no permission: it answers that the token is unknown.
  expect(await ask(closed, 'village', '/portal')).toMatch(/^401 /);
  expect(await ask(closed, 'hamlet', `${closed.url}/portal`)).toMatch(/^401 /);
  await closed.stop();
  const open = await startTestServer({ allowedPrivateHosts: new Set([new URL(elsewhere.url).host]) });
  expect(await ask(open, 'town', elsewhere.url)).toMatch(/^200 /);
  await open.stop();
  await elsewhere.close();
});
