import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { limits } from '../../server/limits.ts';
import { createClock } from '../rig/clock.ts';
import { createOAuthClient } from '../rig/oauth-client.ts';
import { clientId, createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** Anonymous requests cannot use up what an organisation's members need. */
let server: TestServer;
let portal: PortalClient;

beforeAll(async () => {
  // Callers set their addresses as a trusted proxy would; no minute ends in the middle of a test.
  server = await startTestServer({ trustProxy: 'loopback', now: createClock().now });
  portal = await createPortalClient(server);
  await portal.addUser('ada');
  const config = { portal: { url: '/portal', appId: clientId } };
  for (const name of ['city', 'town', 'village']) await saveConfig(server.database, name, config, 'test');
});
afterAll(() => server.stop());

const sessionOf = (organisation: string) =>
  `/api/session/${organisation}/${Buffer.from(`${server.url}/portal`).toString('base64url')}/oauth2/token`;

async function send(address: string, from: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response;
}

/** @returns how many of `count` requests of each address were not refused with 429 */
async function flood(address: string, from: readonly string[], count: number): Promise<number> {
  const statuses = await Promise.all(
    from.map(async (caller) => {
      let accepted = 0;
      for (let each = 0; each < count; each += 1)
        if ((await send(address, caller, {})).status !== 429) accepted += 1;
      return accepted;
    }),
  );
  return statuses.reduce((sum, each) => sum + each, 0);
}

const perAddress = 115;
const numbers = Array.from({ length: 21 }, (_, index) => (index + 1).toString(16));

describe('signing in', () => {
  test('stays possible while the networks of one home send as much as they may', async () => {
    const address = sessionOf('city');
    const home = numbers.map((each) => `2001:db8:0:${each}::1`);
    const accepted = await flood(address, home, perAddress);
    expect(accepted).toBe(4 * limits.sessionCallsPerMinute);
    expect((await send(address, '2001:db8:1::1', {})).status).toBe(200);
  });

  test('and renewals stay possible while many networks use up what visitors may send', async () => {
    const signIn = async (from: string) => {
      const { code, verifier: code_verifier } = await createOAuthClient(portal).openSession();
      const parameters = { client_id: clientId, code_verifier, redirect_uri: portal.redirectUri };
      const body = { grant_type: 'authorization_code', code, ...parameters };
      return send(sessionOf('town'), from, body);
    };
    const before = await signIn('192.0.2.1');
    const cookie = before.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(cookie).toMatch(/^mapping-session/);
    const accepted = await flood(
      sessionOf('town'),
      numbers.map((each) => `2001:db8:1${each}::1`),
      perAddress,
    );
    expect(accepted).toBeLessThan(numbers.length * perAddress);
    // Many times from one address, which is not a newcomer any more.
    for (let each = 0; each < 10; each += 1) {
      const renewal = { grant_type: 'refresh_token', client_id: clientId };
      const renewed = await send(sessionOf('town'), '192.0.2.1', renewal, { cookie });
      expect(renewed.status).toBe(200);
    }
    expect((await signIn('192.0.2.3')).headers.getSetCookie()).toHaveLength(1);
  });
});

test('members write comments while visitors are refused', async () => {
  const address = `/api/village/maps/${'f'.repeat(32)}/comments`;
  const authorization = `Bearer ${await portal.token('ada')}`;
  const callers = numbers.map((each) => `2001:db8:2${each}::1`);
  const accepted = await flood(address, callers, limits.commentWritesPerMinute - 5);
  expect(accepted).toBeLessThan(callers.length * (limits.commentWritesPerMinute - 5));
  for (let each = 0; each < 10; each += 1)
    expect((await send(address, '192.0.2.9', {}, { authorization })).status).not.toBe(429);
  // A token that proves nothing is counted with the visitors.
  const [first = ''] = callers;
  const forged = { authorization: 'Bearer forged' };
  expect((await send(address, first, {}, forged)).status).toBe(429);
});
