import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { limits } from '../../server/limits.ts';
import { startFakePortal } from '../fakes/portal.ts';
import { createClock } from '../rig/clock.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** Tokens that an organisation's own portal rejects, sent by anyone. */
let server: TestServer;
let portal: Awaited<ReturnType<typeof startFakePortal>>;

beforeAll(async () => {
  // Callers set their addresses as a trusted proxy would; no minute ends in the middle of a test.
  server = await startTestServer({ trustProxy: 'loopback', now: createClock().now });
  portal = await startFakePortal({ ada: { username: 'ada' }, grace: { username: 'grace' } });
  await saveConfig(server.database, 'town', { portal: { url: portal.url, organisationId: 'org1' } }, 'test');
});
afterAll(() => Promise.all([server.stop(), portal.close()]));

async function ask(token: string, from: string) {
  const before = portal.calls();
  const response = await fetch(`${server.url}/api/town/shared-maps?scope=mine`, {
    headers: { 'x-forwarded-for': from, authorization: `Bearer ${token}`, 'x-portal': portal.url },
  });
  const { id } = (await response.json()) as { id?: string };
  const wait = Number(response.headers.get('retry-after') ?? 0);
  return { status: response.status, id, wait, asked: portal.calls() - before };
}

/** Has the portal reject tokens, one after another, until this server does. @returns how many it was asked about */
async function rejected(from: string): Promise<number> {
  for (let count = 0; count < 2 * limits.rejectedTokensPerMinute; count += 1) {
    const { status, asked } = await ask(`made-up-${count}`, from);
    if (status === 429) return count;
    expect([status, asked]).toEqual([401, 1]);
  }
  return Number.POSITIVE_INFINITY;
}

test('are refused with Retry-After without asking the portal, after some from one address', async () => {
  const cityHall = '192.0.2.1';
  expect(await ask('ada', cityHall)).toMatchObject({ status: 200, asked: 1 });
  expect(await rejected(cityHall)).toBe(limits.rejectedTokensPerMinute);
  const refused = await ask('one-more', cityHall);
  expect(refused).toMatchObject({ status: 429, id: 'http:too-many-requests', asked: 0 });
  expect(refused.wait).toBeGreaterThan(0);
  // A colleague whose token is known, anyone elsewhere, and anyone without a token.
  expect(await ask('ada', cityHall)).toMatchObject({ status: 200 });
  expect(await ask('grace', '192.0.2.2')).toMatchObject({ status: 200, asked: 1 });
  const config = await fetch(`${server.url}/api/town/config`, { headers: { 'x-forwarded-for': cityHall } });
  expect(config.status).toBe(200);
});
