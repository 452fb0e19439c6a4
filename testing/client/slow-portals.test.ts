import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { classLimits, hostLimits } from '../../server/limits.ts';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { startFakePortal } from '../fakes/portal.ts';
import { startSilentPortal } from '../fakes/silent-portal.ts';
import { createPortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** An organisation whose portal accepts requests and never answers, beside organisations with other portals. */
let server: TestServer;
let token: string;
let silent: Awaited<ReturnType<typeof startSilentPortal>>;
let quick: Awaited<ReturnType<typeof startFakePortal>>;
let leaving: AbortController;

beforeAll(async () => {
  // Callers set their addresses as a trusted proxy would.
  server = await startTestServer({ trustProxy: 'loopback' });
  const portal = await createPortalClient(server);
  await portal.addUser('ada', { role: 'org_admin' });
  token = await portal.token('ada');
  silent = await startSilentPortal();
  quick = await startFakePortal({ grace: { username: 'grace' } });
  await saveConfig(server.database, 'city', { portal: { url: '/portal' } }, 'test');
  await saveConfig(server.database, 'quick', { portal: { url: quick.url, appId: 'maps' } }, 'test');
  await saveConfig(
    server.database,
    'slow',
    { portal: { url: silent.url, appId: 'maps' }, sharing: { anonymous: true } },
    'test',
  );
  await server.database
    .insertInto('map_comment_setting')
    .values({ organisation: 'slow', wid: mapOpenToVisitors, visitors: true })
    .execute();
  leaving = new AbortController();
});
afterEach(async () => {
  leaving.abort();
  leaving = new AbortController();
  silent.hangUp();
  await vi.waitUntil(() => silent.open() === 0);
});
afterAll(async () => {
  await server.stop();
  await silent.close();
  await quick.close();
});

const map = 'f'.repeat(32);
const mapOpenToVisitors = 'e'.repeat(32);
let numbered = 0;

/** Requests whose responses are counted. */
class Requests {
  readonly answers: { status: number; retryAfter: string | null; id: unknown }[] = [];

  /** @param from address of the caller */
  send(path: string, { headers, signal = leaving.signal, ...more }: RequestInit, from: string) {
    const sent = { ...more, signal, headers: { 'x-forwarded-for': from, ...headers } };
    void fetch(server.url + path, sent).then(
      async (response) =>
        this.answers.push({
          status: response.status,
          retryAfter: response.headers.get('retry-after'),
          id: ((await response.json()) as { id?: unknown }).id,
        }),
      () => {},
    );
  }

  /** With a token that nobody has sent before. */
  sendToken(from: string, signal = leaving.signal) {
    const authorization = `Bearer unknown-${(numbered += 1)}`;
    this.send('/api/slow/shared-maps', { headers: { authorization, 'x-portal': silent.url }, signal }, from);
  }
}

/** The exchange of a code with an organisation's portal. */
const signIn = (organisation: string, portal: string): [path: string, init: RequestInit] => [
  `/api/session/${organisation}/${Buffer.from(portal).toString('base64url')}/oauth2/token`,
  {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'maps', grant_type: 'authorization_code', code: 'none' }),
  },
];

const others = () =>
  fetch(`${server.url}/portal/sharing/rest/content/users/ada?f=json&token=${token}`).then(
    ({ status }) => status,
  );

test('requests that wait for a portal take no place of content', async () => {
  const slow = new Requests();
  for (const from of ['192.0.2.1', '192.0.2.2'])
    for (let count = 0; count < 3; count += 1) slow.sendToken(from);
  await expect.poll(() => silent.open()).toBeGreaterThanOrEqual(classLimits.content.concurrency);
  expect(await others()).toBe(200);
  expect(slow.answers).toEqual([]);
});

test('sign-ins that wait for a portal take no place of other sign-ins', async () => {
  const slow = new Requests();
  for (const from of ['192.0.2.1', '192.0.2.2'])
    for (let count = 0; count < classLimits.vendors.concurrency / 2; count += 1)
      slow.send(...signIn('slow', silent.url), from);
  await expect.poll(() => silent.open()).toBeGreaterThan(1);
  // Of a third caller, as those above may wait for their own shares.
  const quickly = new Requests();
  quickly.send(...signIn('quick', quick.url), '192.0.2.3');
  await expect.poll(() => quickly.answers.length).toBe(1);
  expect(slow.answers).toEqual([]);
});

test('a visitor where visitors may not comment is refused without a request to the portal', async () => {
  const before = silent.received();
  const answer = await fetch(`${server.url}/api/slow/maps/${map}/comments`);
  expect(await answer.json()).toMatchObject({ allowed: false });
  expect(silent.received()).toBe(before);
});

test('the same question asked by many at once is one request', async () => {
  const before = silent.received();
  const slow = new Requests();
  const path = `/api/slow/maps/${mapOpenToVisitors}/comments`;
  for (const from of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) slow.send(path, {}, from);
  await expect.poll(() => silent.open()).toBeGreaterThan(0);
  expect(await others()).toBe(200);
  expect(silent.received() - before).toBe(1);
});

test('callers of a portal with too many waiting are refused with Retry-After, those of another portal are not', async () => {
  const slow = new Requests();
  const { concurrency, queue, callerShare } = hostLimits;
  const refused = 10;
  for (let count = (concurrency + queue) * callerShare + refused; count > 0; count -= 1)
    slow.sendToken('192.0.2.1');
  await expect.poll(() => slow.answers.length).toBe(refused);
  const expected = { status: 503, retryAfter: '5', id: 'busy:hosts' };
  expect(new Set(slow.answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify(expected)]),
  );
  const quickly = await fetch(`${server.url}/api/quick/shared-maps?scope=mine`, {
    headers: { 'x-forwarded-for': '192.0.2.1', authorization: 'Bearer grace', 'x-portal': quick.url },
  });
  expect(quickly.status).toBe(200);
  expect(await others()).toBe(200);
  expect(slow.answers.length).toBe(refused);
});

test('a caller who leaves frees the place', async () => {
  const staying = new Requests();
  staying.sendToken('192.0.2.1');
  await expect.poll(() => silent.open()).toBe(1);
  const leaver = new AbortController();
  const left = new Requests();
  for (let count = 0; count < 3; count += 1) left.sendToken('192.0.2.2', leaver.signal);
  await expect.poll(() => silent.open()).toBe(4);
  leaver.abort();
  await expect.poll(() => silent.open()).toBe(1);
  expect(staying.answers).toEqual([]);
});
