import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { limits } from '../../server/limits.ts';
import { createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** What one caller, visitors together, a map and an organisation may take of the room for comments and live streams. */
let server: TestServer;
let portal: PortalClient;
const tokens: Record<string, string> = {};
const usual = { ...limits };
const most = limits as { -readonly [Name in keyof typeof limits]: number };

beforeAll(async () => {
  server = await startTestServer({ trustProxy: 'loopback' });
  portal = await createPortalClient(server);
  for (const name of ['grace', 'hedy']) {
    await portal.addUser(name, { role: 'org_publisher' });
    tokens[name] = await portal.token(name);
  }
  for (const organisation of ['town', 'other'])
    await saveConfig(server.database, organisation, { portal: { url: '/portal' } }, 'test');
});
afterEach(() => Object.assign(most, usual));
afterAll(() => server.stop());

interface Caller {
  /** undefined: a visitor. */
  as?: string;
  address?: string;
  organisation?: string;
  body?: unknown;
  signal?: AbortSignal;
}

function call(method: string, path: string, caller: Caller = {}): Promise<Response> {
  const { as, address = '192.0.2.1', organisation = 'town', body, signal } = caller;
  return fetch(`${server.url}/api/${organisation}/maps/${path}`, {
    method,
    ...(signal && { signal }),
    headers: {
      'x-forwarded-for': address,
      ...(as && { authorization: `Bearer ${tokens[as]}`, 'x-portal': `${server.url}/portal` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** A public web map of grace on which visitors may comment. */
async function addMap(): Promise<string> {
  const token = tokens['grace'] ?? '';
  const item = { type: 'Web Map', title: 'Bridges', text: '{"operationalLayers":[]}', token };
  const id = (await portal.call('/content/users/grace/addItem', item))['id'] as string;
  await portal.call(`/content/users/grace/items/${id}/share`, { everyone: 'true', org: 'true', token });
  await call('PUT', `${id}/comments`, { as: 'grace', body: { visitors: true } });
  return id;
}

const outcome = async (answer: Response) =>
  answer.ok ? answer.status : [answer.status, ((await answer.json()) as { id: string }).id];

describe('places of live streams', () => {
  /** Opens a stream, which the test ends. */
  async function open(map: string, caller: Caller = {}) {
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    const answer = await call('GET', `${map}/live?client=${randomUUID()}`, {
      ...caller,
      signal: leaving.signal,
    });
    const refused = answer.ok ? undefined : await outcome(answer);
    return { status: refused ?? 200, wait: answer.headers.get('retry-after'), leave: () => leaving.abort() };
  }
  const busy = [503, 'comment:busy'];
  const tooMany = [429, 'http:too-many-requests'];

  test('are shared between addresses, IPv6 by /64, and between accounts', async () => {
    most.liveStreamsPerAddress = 2;
    most.liveStreamsPerAccount = 1;
    const map = await addMap();
    const first = await open(map, { address: '2001:db8:1:2::1' });
    expect([first.status, (await open(map, { address: '2001:db8:1:2::2' })).status]).toEqual([200, 200]);
    const third = await open(map, { address: '2001:db8:1:2:3::' });
    expect([third.status, third.wait]).toEqual([tooMany, '60']);
    // Of others with the address of the same office, and of other addresses.
    expect((await open(map, { address: '2001:db8:1:2::1', as: 'hedy' })).status).toBe(200);
    expect((await open(map, { address: '2001:db8:1:2::1', as: 'hedy' })).status).toEqual(tooMany);
    expect((await open(map, { address: '2001:db8:1:3::1' })).status).toBe(200);
    // A closed stream gives its place back.
    first.leave();
    await vi.waitFor(async () => expect((await open(map, { address: '2001:db8:1:2::4' })).status).toBe(200));
  });

  test.each([
    ['a map', 'liveStreamsPerMap'],
    ['an organisation', 'liveStreamsPerOrganisation'],
    ['a process', 'liveStreams'],
  ] as const)('of %s are left to members by visitors, who have half', async (_what, limit) => {
    // Streams of the test before may still be closing.
    const map = await addMap();
    await vi.waitFor(async () => {
      most[limit] = 4;
      const probe = await open(map, { address: '192.0.2.9' });
      probe.leave();
      expect(probe.status).toBe(200);
    });
    await vi.waitFor(async () => expect((await open(map, { address: '192.0.2.1' })).status).toBe(200));
    await vi.waitFor(async () => expect((await open(map, { address: '192.0.2.2' })).status).toBe(200));
    const third = await open(map, { address: '192.0.2.3' });
    expect([third.status, third.wait]).toEqual([busy, '60']);
    expect((await open(map, { as: 'grace' })).status).toBe(200);
    expect((await open(map, { as: 'hedy' })).status).toBe(200);
    expect((await open(map, { as: 'hedy' })).status).toEqual(busy);
  });
});

test('a view of a page without a stream shows nobody', async () => {
  const map = await addMap();
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const { body } = await call('GET', `${map}/live?client=${randomUUID()}`, {
    as: 'grace',
    signal: leaving.signal,
  });
  let text = '';
  void (async () => {
    for await (const part of body!.pipeThrough(new TextDecoderStream())) text += part;
  })().catch(() => {});
  await vi.waitFor(() => expect(text).toContain('"username":"grace"'));
  const rectangle = [71, 51, 72, 52];
  expect((await call('POST', `${map}/presence`, { body: { client: randomUUID(), rectangle } })).status).toBe(
    204,
  );
  // It comes after the view.
  await call('POST', `${map}/comments`, { as: 'grace', body: { place, text: 'Last' } });
  const second = await call('GET', `${map}/live?client=${randomUUID()}`, {
    as: 'hedy',
    signal: leaving.signal,
  });
  expect(second.status).toBe(200);
  await vi.waitFor(() => expect(text).toContain('"username":"hedy"'));
  expect(text).not.toContain('"username":""');
});

const place = { kind: 'point', longitude: 71.43, latitude: 51.13 };

describe('room for comments', () => {
  const add = async (map: string, caller: Caller = {}, id?: string) =>
    outcome(
      await call('POST', `${map}/comments`, { ...caller, body: { ...(id && { id }), place, text: 'Here' } }),
    );
  const full = [403, 'comment:too-many'];
  const tooMany = [429, 'http:too-many-requests'];

  test('of visitors is limited per day: of one address on all maps, of all on one map', async () => {
    most.visitorCommentsPerDay = 2;
    most.mapVisitorCommentsPerDay = 3;
    most.newcomerCommentsPerDay = 1;
    most.mapNewcomerCommentsPerDay = 2;
    const [map, other] = [await addMap(), await addMap()];
    expect(await add(map, { address: '2001:db8:2:2::1' })).toBe(201);
    expect(await add(other, { address: '2001:db8:2:2::2' })).toBe(201);
    for (let time = 0; time < 4; time += 1)
      expect(await add(map, { address: '2001:db8:2:2::3' })).toEqual(tooMany);
    // What one address was refused does not count for the others.
    expect(await add(map, { address: '192.0.2.21' })).toBe(201);
    expect(await add(map, { address: '192.0.2.22' })).toBe(201);
    // Those who have sent little still have one.
    expect(await add(map, { address: '192.0.2.24' })).toBe(201);
    expect(await add(map, { address: '192.0.2.24' })).toEqual(tooMany);
    expect(await add(map, { address: '192.0.2.25' })).toBe(201);
    const late = await call('POST', `${map}/comments`, {
      address: '192.0.2.23',
      body: { place, text: 'Late' },
    });
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await outcome(late)).toEqual(tooMany);
    expect(await add(map, { as: 'hedy' })).toBe(201);
  });

  test('of a map is left to members by visitors', async () => {
    most.mapVisitorComments = 1;
    const map = await addMap();
    expect(await add(map, { address: '192.0.2.31' })).toBe(201);
    expect(await add(map, { address: '192.0.2.32' })).toEqual(full);
    expect(await add(map, { as: 'hedy' })).toBe(201);
  });

  test.each([
    ['all together', 'organisationComments', [true, true]],
    ['visitors', 'organisationVisitorComments', [true, false]],
    ['one member', 'commentsPerUser', [false, true]],
  ] as const)('of an organisation is limited: of %s', async (_who, limit, [visitor, member]) => {
    const { used } = await server.database
      .selectFrom('map_comment')
      .select((eb) => eb.fn.countAll<number>().as('used'))
      .where('organisation', '=', 'town')
      .$if(!visitor, (query) => query.where('username', '=', 'hedy'))
      .$if(!member, (query) => query.where('username', '=', ''))
      .executeTakeFirstOrThrow();
    const map = await addMap();
    most[limit] = used + 1;
    const first = visitor ? { address: `192.0.2.4${member ? 1 : 2}` } : { as: 'hedy' };
    expect(await add(map, first)).toBe(201);
    const elsewhere = await addMap();
    expect(await add(elsewhere, { address: `192.0.2.5${member ? 1 : 2}` })).toEqual(visitor ? full : 201);
    expect(await add(elsewhere, { as: 'hedy' })).toEqual(member ? full : 201);
  });

  test('has ids that say nothing about other maps and organisations', async () => {
    const map = await addMap();
    const id = randomUUID();
    const first = await call('POST', `${map}/comments`, { as: 'hedy', body: { id, place, text: 'Here' } });
    const { id: taken } = (await first.json()) as { id: string };
    for (const known of [id, taken]) {
      expect(await add(await addMap(), { as: 'hedy' }, known)).toBe(201);
      expect(await add(await addMap(), { as: 'grace' }, known)).toBe(201);
    }
  });
});
