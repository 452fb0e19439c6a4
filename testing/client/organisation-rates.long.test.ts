import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { createRateCounter } from '../../server/platform/budgets/rate-counter.ts';
import { limits } from '../../server/limits.ts';
import { createClock, minute } from '../rig/clock.ts';
import { createOAuthClient } from '../rig/oauth-client.ts';
import { clientId, createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** Anonymous requests cannot use up what an organisation's members need. */
let server: TestServer;
const clock = createClock();
let portal: PortalClient;

beforeAll(async () => {
  // Callers set their addresses as a trusted proxy would; no minute ends in the middle of a test.
  server = await startTestServer({ trustProxy: 'loopback', now: clock.now });
  portal = await createPortalClient(server);
  for (const username of ['ada', 'grace']) await portal.addUser(username);
  const config = { portal: { url: '/portal', appId: clientId } };
  for (const name of ['city', 'town', 'village', 'hamlet'])
    await saveConfig(server.database, name, config, 'test');
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
  await response.clone().arrayBuffer();
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

const numbers = Array.from({ length: 21 }, (_, index) => (index + 1).toString(16));

/** A sign-in that is well formed; the portal refuses its code. */
const exchange = {
  grant_type: 'authorization_code',
  client_id: clientId,
  code: 'made-up',
  code_verifier: 'v'.repeat(43),
};
const refresh = { grant_type: 'refresh_token', client_id: clientId };

async function signIn(organisation: string, from: string) {
  const { code, verifier: code_verifier } = await createOAuthClient(portal).openSession();
  const body = { ...exchange, code, code_verifier, redirect_uri: portal.redirectUri };
  const response = await send(sessionOf(organisation), from, body);
  const { refresh_token } = (await response.json()) as { refresh_token?: string };
  return {
    status: response.status,
    cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    renewal: { ...refresh, refresh_token },
  };
}

/** @returns how many of `count` requests were not refused with 429 */
async function repeat(count: number, request: () => Promise<Response>): Promise<number> {
  let accepted = 0;
  for (let each = 0; each < count; each += 1) if ((await request()).status !== 429) accepted += 1;
  return accepted;
}

describe('signing in', () => {
  const cityHall = '198.51.100.1';

  test('is possible for a whole city hall behind one address, and so are renewals', async () => {
    const { cookie, renewal } = await signIn('city', cityHall);
    expect(cookie).toMatch(/^mapping-session/);
    expect(await repeat(150, () => send(sessionOf('city'), cityHall, exchange))).toBe(150);
    expect(await repeat(50, () => send(sessionOf('city'), cityHall, renewal, { cookie }))).toBe(50);
  });

  test('has a limit for each session', async () => {
    const { cookie, renewal } = await signIn('city', '198.51.100.2');
    const renew = () => send(sessionOf('city'), '198.51.100.2', renewal, { cookie });
    expect(await repeat(limits.sessionCallsPerMinute + 1, renew)).toBe(limits.sessionCallsPerMinute);
  });

  test('leaves the cookie to a sign-out beyond the limit, which is repeated', async () => {
    const from = '198.51.100.4';
    const { cookie } = await signIn('city', from);
    const address = sessionOf('city').replace(/token$/, 'revokeToken');
    const signOut = () => send(address, from, { client_id: clientId }, { cookie });
    expect(await repeat(limits.sessionCallsPerMinute, signOut)).toBe(limits.sessionCallsPerMinute);
    const last = await signOut();
    expect([last.status, last.headers.getSetCookie()]).toEqual([429, []]);
    clock.advance(minute);
    expect((await signOut()).headers.getSetCookie()).toEqual([
      expect.stringMatching(/^mapping-session-[0-9a-f]{16}=;.*Expires=Thu, 01 Jan 1970/),
    ]);
  });

  describe('while visitors have used up what they may send', () => {
    let cookie: string;
    let renewal: object;
    beforeAll(async () => {
      ({ cookie, renewal } = await signIn('town', '192.0.2.1'));
      const most = (limits.signInsPerMinute * limits.organisationShare) / 2;
      const rates = createRateCounter(server.database, clock.now);
      const route = '/api/session/:org/:portal/oauth2/token';
      for (let each = 0; each < most; each += 1) await rates.take(`${route} in town by visitors`, most);
      // Small limits are counted in the database at once, with all that was counted before.
      await rates.take('another', 1);
      rates.stop();
      await send(sessionOf('town'), '192.0.2.2', exchange);
      await send(sessionOf('town'), '192.0.2.1', renewal, { cookie });
    });

    test('renewals stay possible', async () => {
      for (let each = 0; each < 10; each += 1)
        expect((await send(sessionOf('town'), '192.0.2.1', renewal, { cookie })).status).toBe(200);
    });

    test('a newcomer signs in, also from an address from which some junk was sent', async () => {
      const from = '192.0.2.3';
      const junk: [object, Record<string, string>?][] = [
        [{}],
        [refresh],
        [{ ...exchange, code: '' }],
        [{ ...exchange, code: 'not\na code' }],
        [{ ...exchange, client_id: 'another' }],
        [exchange, { origin: 'https://elsewhere.example' }],
        [exchange, { 'sec-fetch-site': 'cross-site' }],
      ];
      for (const [body, headers] of junk)
        expect(await repeat(10, () => send(sessionOf('town'), from, body, headers))).toBe(10);
      const more = limits.newcomerSignInsPerMinute - 1;
      expect((await signIn('town', from)).cookie).toMatch(/^mapping-session/);
      expect(await repeat(more + 5, () => send(sessionOf('town'), from, exchange))).toBe(more);
    });
  });
});

test('visitors comment while the networks of one home send as much as they may', async () => {
  const address = `/api/hamlet/maps/${'f'.repeat(32)}/comments`;
  const home = numbers.map((each) => `2001:db8:0:${each}::1`);
  const accepted = await flood(address, home, limits.commentWritesPerMinute - 5);
  expect(accepted).toBe(4 * limits.commentWritesPerMinute);
  expect((await send(address, '2001:db8:1::1', {})).status).not.toBe(429);
});

test('many members behind one address read credentials', async () => {
  const address = `${server.url}/api/village/integrations/streets/credentials`;
  for (const username of ['ada', 'grace']) {
    const headers = {
      authorization: `Bearer ${await portal.token(username)}`,
      'x-forwarded-for': '198.51.100.3',
    };
    const read = async () => {
      const response = await fetch(address, { headers });
      await response.arrayBuffer();
      return response;
    };
    const most = limits.credentialReadsPerMinute - 5;
    expect(await repeat(most, read)).toBe(most);
  }
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
