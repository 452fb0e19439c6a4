import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { saveAcceptedToken, wasAccepted } from '../../server/application/sessions/accepted-token-store.ts';
import { hasEnded, saveEndedToken } from '../../server/application/sessions/ended-token-store.ts';
import { sweep } from '../../server/composition/start-sweeps.ts';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { limits } from '../../server/limits.ts';
import { type FakePerson, startFakePortal } from '../fakes/portal.ts';
import { createClock } from '../rig/clock.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** Tokens that an organisation's own portal rejects, sent by anyone. */
let server: TestServer;
let portal: Awaited<ReturnType<typeof startFakePortal>>;
const people: Record<string, FakePerson> = { ada: { username: 'ada' }, grace: { username: 'grace' } };
const clock = createClock();

beforeAll(async () => {
  // Callers set their addresses as a trusted proxy would; no minute ends in the middle of a test.
  server = await startTestServer({ trustProxy: 'loopback', now: clock.now });
  portal = await startFakePortal(people);
  await saveConfig(
    server.database,
    'town',
    { portal: { url: portal.url, organisationId: 'org1', appId: 'map' } },
    'test',
  );
});
afterAll(() => Promise.all([server.stop(), portal.close()]));

async function ask(token: string, from: string, { url } = server) {
  const before = portal.calls();
  const response = await fetch(`${url}/api/town/shared-maps?scope=mine`, {
    headers: { 'x-forwarded-for': from, authorization: `Bearer ${token}`, 'x-portal': portal.url },
  });
  const { id } = (await response.json()) as { id?: string };
  const wait = Number(response.headers.get('retry-after') ?? 0);
  return { status: response.status, id, wait, asked: portal.calls() - before };
}

/** Has the portal reject tokens, one after another, until this server does. @returns how many it was asked about */
async function rejected(from: string): Promise<number> {
  for (let count = 0; count < 2 * limits.rejectedTokensPerMinute; count += 1) {
    const { status, asked } = await ask(`made-up-${count} ${from}`.replaceAll(/[ .]/g, '-'), from);
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

test('are not those that have expired: the pages of a city hall sign in again, also at a process that never saw them', async () => {
  const from = '192.0.2.3';
  const count = limits.rejectedTokensPerMinute + 20;
  const names = Array.from({ length: count }, (_, index) => `page-${index}`);
  for (const name of names) people[name] = { username: name };
  for (const name of names) expect(await ask(name, from)).toMatchObject({ status: 200 });
  for (const name of names) delete people[name];
  const restarted = await startTestServer({
    databaseUrl: server.databaseUrl,
    trustProxy: 'loopback',
    now: clock.now,
  });
  for (const name of names)
    expect(await ask(name, from, restarted)).toMatchObject({
      status: 401,
      id: 'membership:sign-in-needed',
      asked: 1,
    });
  people['new'] = { username: 'page-1' };
  expect(await ask('new', from, restarted)).toMatchObject({ status: 200 });
  await restarted.stop();
  expect(await rejected(from)).toBe(limits.rejectedTokensPerMinute);
});

test('are not those that the portal has issued here, also before any request presents them', async () => {
  const from = '192.0.2.4';
  people['token-fresh'] = { username: 'fresh' };
  const at = Buffer.from(portal.url).toString('base64url');
  const grant = { f: 'json', client_id: 'map', grant_type: 'authorization_code', code: 'code-fresh' };
  const signedIn = await fetch(`${server.url}/api/session/town/${at}/oauth2/token`, {
    method: 'POST',
    headers: { 'x-forwarded-for': from },
    body: new URLSearchParams(grant),
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  delete people['token-fresh'];
  expect(await rejected(from)).toBe(limits.rejectedTokensPerMinute);
  expect(await ask(token, from)).toMatchObject({ status: 401, asked: 1 });
});

const tokenOf = (token: string) => ({ organisation: 'town', portal: portal.url, token });

test('are known for some days to have been accepted', async () => {
  const day = 24 * 3_600_000;
  const known = () => wasAccepted(server.database, portal.url, 'known');
  const after = (days: number) => sweep(server.database, clock.now() + days * day, () => {});
  await saveAcceptedToken(server.database, tokenOf('known'), clock.now());
  await after(limits.acceptedTokenDays - 1);
  expect(await known()).toBe(true);
  await after(limits.acceptedTokenDays);
  expect(await known()).toBe(false);
});

test('are known for as long after the last time that they were accepted', async () => {
  const day = 24 * 3_600_000;
  const known = () => wasAccepted(server.database, portal.url, 'in-use');
  const after = (days: number) => sweep(server.database, clock.now() + days * day, () => {});
  for (const days of [0, 2, 1])
    await saveAcceptedToken(server.database, tokenOf('in-use'), clock.now() + days * day);
  await after(limits.acceptedTokenDays + 1);
  expect(await known()).toBe(true);
  await after(limits.acceptedTokenDays + 2);
  expect(await known()).toBe(false);
});

test('are stored up to a number of an organisation, which a portal of its administrator cannot exceed', async () => {
  const most = limits as { -readonly [Name in 'foreignTokensPerOrganisation']: number };
  const { foreignTokensPerOrganisation } = limits;
  onTestFinished(() => {
    most.foreignTokensPerOrganisation = foreignTokensPerOrganisation;
  });
  const { database } = server;
  await saveConfig(database, 'village', {}, 'test');
  const save = (organisation: string, token: string, at: number) =>
    saveAcceptedToken(database, { organisation, portal: portal.url, token }, clock.now() + at);
  for (const number of [1, 2, 3, 4]) await save('village', `v${number}`, number);
  await save('town', 'of-town', 0);
  await saveEndedToken(database, portal.url, 'never-accepted', clock.now());
  for (const number of [1, 2, 3])
    await saveEndedToken(database, portal.url, `v${number}`, clock.now() + number);
  most.foreignTokensPerOrganisation = 2;
  await sweep(database, clock.now(), () => {});
  const are = (ask: typeof wasAccepted, ...tokens: string[]) =>
    Promise.all(tokens.map((token) => ask(database, portal.url, token)));
  expect(await are(wasAccepted, 'v1', 'v2', 'v3', 'v4')).toEqual([false, false, true, true]);
  expect(await are(hasEnded, 'v1', 'v2', 'v3', 'never-accepted')).toEqual([false, true, true, false]);
});
