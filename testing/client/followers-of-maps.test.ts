import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { saveSetting } from '../../server/application/map-comments/comment-store.ts';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { createMayFollow } from '../../server/composition/followers-of-maps.ts';
import { limits } from '../../server/limits.ts';
import { poolOf } from '../../server/platform/database/connect.ts';
import type { EmbeddedPortal } from '../../server/platform/membership/identify.ts';
import { addItem } from '../../server/portal/content/items/create-item.ts';
import { appConfigSchema } from '../../wire/app-config.ts';
import { createPortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/**
 * Open pages that follow maps live: whether the map is still for them is asked for all of them together, and who may not see it
 * any more is refused. Checks are frequent here, so that the test does not wait.
 */
let server: TestServer;
let portal: Awaited<ReturnType<typeof createPortalClient>>;
const changeable = limits as { -readonly [Name in keyof typeof limits]: number };
const { presenceSeconds } = limits;
const tokens = new Map<string, string>();
/** Pieces of work of the class of checks, and statements of requests; `failure` is that of the database. */
const work = { count: 0, statements: 0, failure: undefined as Error | undefined };

beforeAll(async () => {
  changeable.presenceSeconds = 0.1;
  server = await startTestServer({
    trustProxy: 'loopback',
    prepare: async ({ budgets, database }) => {
      const pool = poolOf(database);
      const connect = pool.connect.bind(pool) as (callback?: unknown) => never;
      // Each statement outside of a transaction takes a connection.
      vi.spyOn(pool, 'connect').mockImplementation((callback?: unknown) => {
        work.statements += 1;
        if (work.failure) return Promise.reject(work.failure) as never;
        return connect(callback);
      });
      const { run } = budgets.content;
      vi.spyOn(budgets.content, 'run').mockImplementation((...given) => {
        work.count += 1;
        return run(...given);
      });
    },
  });
  portal = await createPortalClient(server);
  for (const name of ['ada', 'grace', 'hedy', 'ida']) {
    await portal.addUser(name, { role: 'org_publisher' });
    tokens.set(name, await portal.token(name));
  }
  await saveConfig(server.database, 'town', { portal: { url: '/portal' } }, 'test');
});
afterAll(async () => {
  changeable.presenceSeconds = presenceSeconds;
  await server.stop();
});

const addMap = (access: 'public' | 'org') =>
  addItem(portal.context, 'ada', { title: 'Map', type: 'Web Map', access });

async function follow(map: string, as?: string, organisation = 'town') {
  const leaving = new AbortController();
  const token = as === undefined ? undefined : tokens.get(as);
  const answer = await fetch(`${server.url}/api/${organisation}/maps/${map}/live?client=${randomUUID()}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  expect(answer.status).toBe(200);
  const seen = { text: '' };
  const read = async () => {
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) seen.text += part;
  };
  void read().catch(() => {});
  return {
    isRefused: () => seen.text.includes('event: refused'),
    heartbeats: () => seen.text.split(': alive').length - 1,
    leave: () => leaving.abort(),
  };
}

async function allowVisitors(map: string, visitors: boolean) {
  const answer = await fetch(`${server.url}/api/town/maps/${map}/comments`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${tokens.get('ada')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ visitors }),
  });
  expect(answer.status).toBe(204);
}

test('every stream whose reader may not see the map any more is refused, and no other', async () => {
  const [open, inside, kept] = [await addMap('public'), await addMap('org'), await addMap('public')];
  await allowVisitors(open, true);
  await allowVisitors(kept, true);
  const streams = {
    visitor: await follow(open),
    member: await follow(open, 'grace'),
    owner: await follow(inside, 'ada'),
    other: await follow(inside, 'grace'),
    ended: await follow(kept, 'hedy'),
    disabled: await follow(kept, 'ida'),
    visitorOfKept: await follow(kept),
  };
  const refused = () =>
    Object.entries(streams).flatMap(([name, { isRefused }]) => (isRefused() ? [name] : []));
  await vi.waitFor(() => expect(streams.visitor.heartbeats()).toBeGreaterThan(2));
  expect(refused()).toEqual([]);
  await allowVisitors(open, false);
  await sql`update portal_item set access = 'private' where id = ${inside}`.execute(server.database);
  await sql`delete from portal_token where username = 'hedy'`.execute(server.database);
  await sql`update portal_user set disabled = true where username = 'ida'`.execute(server.database);
  await vi.waitFor(() => expect(refused().toSorted()).toEqual(['disabled', 'ended', 'other', 'visitor']));
  const before = streams.visitorOfKept.heartbeats();
  await vi.waitFor(() => expect(streams.visitorOfKept.heartbeats()).toBeGreaterThan(before + 2));
  expect(refused()).toHaveLength(4);
  await sql`delete from portal_item where id = ${kept}`.execute(server.database);
  await vi.waitFor(() => expect(streams.visitorOfKept.isRefused()).toBe(true));
  for (const { leave } of Object.values(streams)) leave();
});

test('checks of many streams of members and visitors on several maps are one piece of work of a few statements', async () => {
  const maps = [await addMap('public'), await addMap('public'), await addMap('public')];
  for (const map of maps) await allowVisitors(map, true);
  const streams = await Promise.all(
    Array.from({ length: 45 }, (_none, n) =>
      follow(maps[Math.floor(n / 3) % 3]!, ['grace', 'ada', undefined][n % 3]),
    ),
  );
  const [first] = streams;
  const before = { heartbeats: first!.heartbeats(), ...work };
  await vi.waitFor(() => expect(first!.heartbeats()).toBeGreaterThanOrEqual(before.heartbeats + 5));
  // Rounds may begin between the heartbeats.
  const rounds = first!.heartbeats() - before.heartbeats + 2;
  expect(work.count - before.count).toBeLessThanOrEqual(rounds);
  // Three of a round, and one that announces those who follow again.
  expect(work.statements - before.statements).toBeLessThanOrEqual(4 * rounds);
  for (const { leave } of streams) leave();
});

test('an organisation whose configuration cannot be read leaves the streams of others checked', async () => {
  const logged: unknown[] = [];
  const mayFollow = createMayFollow(portal.context, {
    embedded: { isAt: () => true } as unknown as EmbeddedPortal,
    publicUrl: server.url,
    async findConfig(organisation) {
      if (organisation === 'village') throw new Error('not a configuration');
      return appConfigSchema.parse({ portal: { url: '/portal' } });
    },
    log: (error) => logged.push(error),
  });
  const visitor = { wid: await addMap('public'), token: undefined, username: '' };
  const hidden = await addMap('org');
  await sql`update portal_item set access = 'private' where id = ${hidden}`.execute(server.database);
  const member = { wid: hidden, token: tokens.get('grace'), username: 'grace' };
  expect(
    await mayFollow([
      { ...visitor, organisation: 'village' },
      { ...member, organisation: 'town' },
    ]),
  ).toEqual([true, false]);
  expect(logged).toEqual([expect.objectContaining({ message: 'not a configuration' })]);
});

/** Another portal, which shows every map to everyone. @param hold whether a response is held back */
async function startForeign(hold: (response: ServerResponse) => boolean): Promise<string> {
  const foreign = createServer((request, response) => {
    request.resume();
    if (!hold(response)) response.end('{"type":"Web Map"}');
  });
  await new Promise<void>((resolve) => {
    foreign.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    foreign.closeAllConnections();
    foreign.close();
  });
  return `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
}

test.each([
  ['away', '08006', true],
  ['too slow', '57014', true],
  ['asked for nonsense', '42601', false],
])('a database that is %s', async (_what, code, stays) => {
  const url = await startForeign(() => false);
  await saveConfig(server.database, `county-${code}`, { portal: { url, organisationId: 'org1' } }, 'test');
  const map = randomBytes(16).toString('hex');
  await saveSetting(server.database, { organisation: `county-${code}`, wid: map }, true);
  const stream = await follow(map, undefined, `county-${code}`);
  work.failure = Object.assign(new Error('the database'), { code });
  onTestFinished(() => {
    work.failure = undefined;
  });
  const before = stream.heartbeats();
  await expect.poll(() => stream.isRefused() || stream.heartbeats() > before + 3).toBe(true);
  expect(stream.isRefused()).toBe(!stays);
  stream.leave();
});

test('visitors of a map on another portal stay when the one for whom it is asked leaves meanwhile', async () => {
  const asked = { isHeld: false, held: [] as ServerResponse[], left: 0 };
  const url = await startForeign((response) => {
    response.once('close', () => (asked.left += response.writableFinished ? 0 : 1));
    if (asked.isHeld) asked.held.push(response);
    return asked.isHeld;
  });
  await saveConfig(server.database, 'county', { portal: { url, organisationId: 'org1' } }, 'test');
  const map = randomBytes(16).toString('hex');
  await saveSetting(server.database, { organisation: 'county', wid: map }, true);
  const first = await follow(map, undefined, 'county');
  const second = await follow(map, undefined, 'county');
  asked.isHeld = true;
  await vi.waitFor(() => expect(asked.held).toHaveLength(1));
  asked.isHeld = false;
  first.leave();
  await vi.waitFor(() => expect(asked.left).toBe(1));
  const before = second.heartbeats();
  await vi.waitFor(() => expect(second.heartbeats()).toBeGreaterThan(before + 2));
  expect(second.isRefused()).toBe(false);
  second.leave();
});
