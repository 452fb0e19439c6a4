import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BudgetName } from '../../server/platform/budgets/budgets.ts';
import { classLimits, limits } from '../../server/limits.ts';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { loadGazetteer } from '../../server/gis/geocode/gazetteer/load-gazetteer-file.ts';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { fewPlaces } from '../rig/few-places.ts';
import { clientId, createPkce, createPortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/**
 * Fills one class of work after another with requests that cannot end, because the test holds a lock in the
 * database, and sends requests of the others meanwhile. Nothing is measured: a response that arrives while
 * the lock is held has waited for nothing.
 */
const metricsToken = 'a-metrics-token-of-length';
let server: TestServer;
let token: string;
let redirectUri: string;
/** The lock each class waits for when it is blocked. */
const locks: Partial<Record<BudgetName, string>> = {
  search: 'lock table portal_item_word in access exclusive mode',
  content: 'lock table portal_folder in access exclusive mode',
  geocoding: 'lock table place in access exclusive mode',
  signIn: 'lock table portal_code in access exclusive mode',
  edits: 'select 1 from hosted_layer where name = $name for update',
};

beforeAll(async () => {
  // Callers set their addresses as a trusted proxy would.
  server = await startTestServer({ trustProxy: 'loopback', metricsToken });
  const portal = await createPortalClient(server);
  await portal.addUser('ada', { role: 'org_admin' });
  token = await portal.token('ada');
  redirectUri = portal.redirectUri;
  // Searches of small portals do not read the table that the test locks.
  await sql`insert into portal_item (id, owner, type, title, created_at, modified_at)
    select md5(n::text), 'ada', 'Web Map', 'Map ' || n, 0, 0
    from generate_series(0, ${limits.searchSmallPortal}) n`.execute(server.database);
  await saveConfig(server.database, 'town', { title: 'Town', portal: { url: '/portal' } }, 'test');
  await loadGazetteer(server.database, fewPlaces, { dataset: 'few' });
  for (const [name, budget] of [
    ['Queried', 'features'],
    ['Drawn', 'tiles'],
    ['Edited', 'edits'],
  ] as const) {
    const geometry = { type: 'Point', coordinates: [71, 51] };
    await createHostedLayer(
      { database: server.database },
      {
        serviceName: name,
        capabilities: 'Create,Delete,Query,Update,Editing',
        layers: [
          { name, geometryType: 'esriGeometryPoint', fields: [], features: [{ properties: {}, geometry }] },
        ],
      },
    );
    if (budget !== 'edits') locks[budget] = await lockOfLayer(name);
  }
});
afterAll(() => server.stop());

async function lockOfLayer(name: string): Promise<string> {
  const { table_name: table } = await server.database
    .selectFrom('hosted_layer')
    .select('table_name')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return `lock table hosted."${table}" in access exclusive mode`;
}

const rest = '/portal/sharing/rest';
const services = '/server/rest/services';
const form = (values: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams({ f: 'json', ...values }),
});

type OneRequest = [path: string | (() => string), init?: () => RequestInit];
let tile = 0;
let search = 0;
/** One request of each class that waits for its lock. */
const requests = {
  // Each another one: equal searches that wait together are answered by one.
  search: [() => `${rest}/search?f=json&q=town${(search += 1)}*`],
  content: [`${rest}/content/users/ada`, () => form({ token })],
  features: [`${services}/Queried/FeatureServer/0/query?f=json&where=OBJECTID%3E0`],
  // Not requested before: others are cached in memory.
  tiles: [() => `${services}/Drawn/VectorTileServer/tile/10/0/${(tile += 1)}.pbf`],
  geocoding: [`${services}/Places/GeocodeServer/findAddressCandidates?f=json&SingleLine=Paris`],
  edits: [
    `${services}/Edited/FeatureServer/0/addFeatures`,
    () => form({ token, features: JSON.stringify([{ geometry: { x: 1, y: 1 } }]) }),
  ],
  signIn: [
    `${rest}/oauth2/token`,
    () =>
      form({
        grant_type: 'authorization_code',
        client_id: clientId,
        code: 'unknown',
        code_verifier: createPkce().verifier,
        redirect_uri: redirectUri,
      }),
  ],
} satisfies Partial<Record<BudgetName, OneRequest>>;
type Locked = keyof typeof requests;
const names = Object.keys(requests) as Locked[];

/** Requests that are answered in any case. */
const always = [
  '/health',
  '/api/town/config',
  `${rest}/portals/self?f=json`,
  `${services}/Drawn/FeatureServer/0?f=json`,
];

function ask(path: string, init: RequestInit, caller: number): Promise<Response> {
  return fetch(server.url + path, { ...init, headers: { 'x-forwarded-for': `192.0.2.${caller}` } });
}

const send = (name: Locked, caller: number, more: RequestInit = {}) => {
  const [path, init]: OneRequest = requests[name];
  return ask(typeof path === 'string' ? path : path(), { ...init?.(), ...more }, caller);
};

/** Answered, and without an error in the body. */
async function expectAnswer(answer: Promise<Response>, what: string): Promise<void> {
  const response = await answer;
  const text = await response.text();
  const error = text.startsWith('{"error"') ? text : '';
  // An empty tile is 204.
  expect([what, response.status < 300, error]).toEqual([what, true, '']);
}

async function count(name: BudgetName, state: 'used' | 'queued' | 'refused'): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = await (await fetch(`${server.url}/metrics`, { headers })).text();
  return Number(new RegExp(`mapping_budget\\{class="${name}",state="${state}"\\} (\\d+)`).exec(text)?.[1]);
}

/** Runs `during` while the locks of these classes are held. */
async function whileLocked(locked: readonly Locked[], during: () => Promise<void>): Promise<void> {
  const ended = Symbol('ended');
  await server.database
    .transaction()
    .execute(async (transaction) => {
      for (const name of locked) {
        const [head = '', tail] = (locks[name] ?? '').split('$name');
        await (tail === undefined ? sql.raw(head) : sql`${sql.raw(head)}${'Edited'}${sql.raw(tail)}`).execute(
          transaction,
        );
      }
      await during();
      throw ended;
    })
    .catch((error: unknown) => {
      if (error !== ended) throw error;
    });
}

/** Fills all places of a class whose share per caller is limited: with as many callers as it takes. */
async function fill(name: Locked): Promise<Promise<Response>[]> {
  const { concurrency } = classLimits[name];
  const sent = Array.from({ length: concurrency }, (_none, index) => send(name, 1 + (index % 40)));
  // A member counts as one caller, whatever her address: she gets half of the places. Edits of one layer hold one place.
  const places = name === 'content' ? concurrency / 2 : name === 'edits' ? 1 : concurrency;
  await expect.poll(() => count(name, 'used')).toBe(places);
  return sent;
}

describe.each(names)('while all of %s is in use', (name) => {
  test('everything else answers, and waiting requests are completed eventually', async () => {
    let sent: Promise<Response>[] = [];
    await whileLocked([name], async () => {
      sent = await fill(name);
      for (const path of always) await expectAnswer(ask(path, {}, 99), path);
      for (const other of names) {
        if (other !== name && other !== 'signIn') await expectAnswer(send(other, 99), other);
      }
      expect(await count(name, 'used')).toBeGreaterThan(0);
    });
    for (const answer of await Promise.all(sent)) expect(answer.status).toBeLessThan(300);
  });
});

test('health, configs and descriptions are served while all of these are full', async () => {
  const sent: Promise<Response>[] = [];
  await whileLocked(names, async () => {
    for (const name of names) sent.push(...(await fill(name)));
    for (const path of always) await expectAnswer(ask(path, {}, 99), path);
  });
  for (const answer of await Promise.all(sent)) expect(answer.status).toBeLessThan(300);
});

describe('full class', () => {
  const { concurrency, queue } = classLimits.search;

  test('responds with 503 and the time to wait, in its clients’ format; one caller gets half of it, and less when others come', async () => {
    const sent: Promise<Response>[] = [];
    await whileLocked(['search'], async () => {
      const share = (concurrency + queue) / 2;
      const running = concurrency / 2;
      for (let index = 0; index < share; index++) sent.push(send('search', 1));
      await expect.poll(() => count('search', 'queued')).toBe(share - running);
      const mine = await send('search', 1);
      expect([mine.status, mine.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await mine.json()).toMatchObject({
        error: { code: 503, message: expect.stringContaining('Try again') },
      });
      for (let index = share; index < concurrency + queue; index++) sent.push(send('search', 2));
      await expect.poll(() => count('search', 'queued')).toBe(queue);
      // The last of the caller with most of the queue gives way.
      sent.push(send('search', 3));
      await expect.poll(() => count('search', 'refused')).toBe(2);
    });
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200)).toEqual([503]);
    expect(statuses.at(-1)).toBe(200);
  });
});

describe('disconnected caller', () => {
  test.each(names)('releases what %s reserved for it, and its statement is cancelled', async (name) => {
    await whileLocked([name], async () => {
      const caller = new AbortController();
      await expect.poll(() => count(name, 'used')).toBe(0);
      const answer = send(name, 1, { signal: caller.signal });
      answer.catch(() => {});
      await expect.poll(() => waitingStatements()).toBe(1);
      caller.abort();
      await expect.poll(() => count(name, 'used')).toBe(0);
      await expect.poll(() => waitingStatements()).toBe(0);
    });
  });
});

async function waitingStatements(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.database);
  return rows[0]?.count ?? 0;
}
