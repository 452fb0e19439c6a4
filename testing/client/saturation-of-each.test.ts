import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BudgetName, budgetNames, type Budgets } from '../../server/platform/budgets/budgets.ts';
import { asRequester } from '../../server/platform/budgets/requester.ts';
import { classLimits } from '../../server/limits.ts';
import type { Database } from '../../server/platform/database/connect.ts';
import { saveProvider } from '../../server/portal/identity/provider/provider-store.ts';
import { defaultPortalSettings } from '../../server/portal/portal-settings.ts';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { wavyRing } from '../rig/heavy-shapes.ts';
import { sample } from '../rig/long.ts';
import { type ClassRequest, classRequests } from '../rig/class-requests.ts';
import { createPortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';
import { createWebFolder, type WebFolder } from '../rig/web-folder.ts';

/**
 * Fills every place and the whole queue of one class after another, and sends a request of each class
 * meanwhile.
 */
let server: TestServer;
let budgets: Budgets;
let webFolder: WebFolder;
/** That of all classes but those of `reader`. */
let database: Database;
/** One request of each class. */
let rows: Readonly<Record<BudgetName, ClassRequest>>;

beforeAll(async () => {
  webFolder = await createWebFolder({ 'assets/app-1234.js': 'export {};' });
  server = await startTestServer({
    webFolder: webFolder.path,
    // Callers set their addresses as a trusted proxy would.
    trustProxy: 'loopback',
    prepare: async (portal) => {
      ({ budgets, database } = portal);
    },
  });
  const portal = await createPortalClient(server);
  await portal.addUser('ada', { role: 'org_admin' });
  rows = classRequests(await portal.token('ada'));
  const config = { title: 'Town', portal: { url: '/portal' }, sharing: { anonymous: true } };
  for (const name of ['town', 'unread']) await saveConfig(server.database, name, config, 'test');
  await saveProvider(server.database, {
    kind: 'saml',
    orgId: defaultPortalSettings.id,
    issuer: 'https://login.town.example',
    signInUrl: 'https://login.town.example/sso',
    certificates: [],
    label: 'Town login',
    usernameClaim: '',
    fullNameClaim: '',
    emailClaim: '',
    roleClaim: '',
    roles: {},
    defaultRole: null,
    ownCertificate: null,
    responseSigned: false,
    secret: null,
    modified: 0,
  });
  const features = [{ properties: {}, geometry: { type: 'Point', coordinates: [71, 51] } }];
  const coast = { properties: {}, geometry: { type: 'Polygon', coordinates: [wavyRing(5000)] } };
  await createHostedLayer(
    { database: server.database },
    {
      serviceName: 'Town',
      capabilities: 'Create,Delete,Query,Update,Editing',
      layers: [
        { name: 'Town', geometryType: 'esriGeometryPoint', fields: [], features },
        { name: 'Coast', geometryType: 'esriGeometryPolygon', fields: [], features: [coast] },
      ],
    },
  );
});
afterAll(async () => {
  await server.stop();
  await webFolder.remove();
});

/** Requests that are answered whatever is full: the organisation's configuration has not been read before. */
const always = ['/health', '/api/unread/config', '/unread', '/assets/app-1234.js'];

async function ask(name: BudgetName) {
  const [path, init] = rows[name].request();
  const response = await fetch(server.url + path, init);
  return { name, status: response.status, retryAfter: response.headers.get('retry-after') };
}

/** Responses of requests that need no class; they count for an address, as those of visitors do. */
async function expectAlways(): Promise<void> {
  const headers = { 'x-forwarded-for': '192.0.2.1' };
  for (const path of always)
    expect([path, (await fetch(server.url + path, { headers })).status]).toEqual([path, 200]);
}

/** Takes places of a class, or of its queue, until `ending` aborts. */
function hold(name: BudgetName, count: number, ending: AbortController, run = async () => {}) {
  const ended = new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()));
  return Array.from({ length: count }, () =>
    budgets[name]
      .run(ending.signal, async () => {
        // Its deadline ends a statement, and not the work that holds the place.
        await run().catch(() => {});
        await ended;
      })
      .catch(() => {}),
  );
}

/** Runs `during` while the class has neither a place nor room in its queue. */
async function whileFull(name: BudgetName, during: () => Promise<void>): Promise<void> {
  const { concurrency, queue } = classLimits[name];
  const ending = new AbortController();
  const held = hold(name, concurrency + queue, ending);
  await expect.poll(() => budgets[name].count()).toMatchObject({ used: concurrency, queued: queue });
  try {
    await during();
  } finally {
    ending.abort();
    await Promise.all(held);
  }
}

/** After everything that waits for nothing has run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test.each(budgetNames)(
  'one caller leaves half of the places of %s to others, however much they send',
  async (name) => {
    const { concurrency } = classLimits[name];
    const ending = new AbortController();
    const end = () =>
      new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()));
    const one = { caller: 'one', signal: ending.signal };
    const held = Array.from({ length: concurrency + 1 }, () =>
      asRequester(one, () => budgets[name].run(undefined, end)).catch(() => {}),
    );
    try {
      expect(budgets[name].count().used).toBe(concurrency / 2);
      const other = { caller: 'other', signal: new AbortController().signal };
      const answer = asRequester(other, () => budgets[name].run(undefined, async () => 'answered'));
      await expect(Promise.race([answer, settled()])).resolves.toBe('answered');
    } finally {
      ending.abort();
      await Promise.all(held);
    }
  },
);

test.each(sample(budgetNames, 4))(
  'while %s is full, it rejects and every other class answers',
  async (name) => {
    await whileFull(name, async () => {
      const answers = await Promise.all(budgetNames.map(ask));
      const refused = answers.filter(({ status }) => status === 503).map((answer) => answer.name);
      const through = budgetNames.filter((other) => rows[other].through?.includes(name));
      const own = rows[name].isOptional ? [] : [name];
      expect(refused.toSorted()).toEqual([...own, ...through].toSorted());
      expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
      const withoutWait = answers.filter(
        ({ status, retryAfter }) => status === 503 && !(Number(retryAfter) > 0),
      );
      expect(withoutWait).toEqual([]);
      await expectAlways();
    });
    expect((await ask(name)).status).not.toBe(503);
  },
);

/** Classes whose statements have connections of their own. */
const reading: readonly BudgetName[] = ['features', 'tiles', 'geocoding'];

/** A request passes through other classes to the one whose queue it shall join; those with short deadlines are the last. */
const filling = () =>
  budgetNames.toSorted(
    (a, b) =>
      (rows[b].through?.length ?? 0) - (rows[a].through?.length ?? 0) ||
      classLimits[b].seconds - classLimits[a].seconds,
  );

interface Full {
  held: Promise<void>[];
  answers: ReturnType<typeof ask>[];
  /** Classes whose request waits in the queue. */
  waiting: Set<BudgetName>;
}

/** Takes every place and connection of a class and its whole queue, in which a request of it waits. */
async function fill(name: BudgetName, { held, answers, waiting }: Full, ending: AbortController) {
  const { concurrency, queue, ...rest } = classLimits[name];
  const count = () => budgets[name].count();
  const hasConnections = 'connections' in rest && !reading.includes(name);
  const untilCancelled = async () => void (await sql`select pg_sleep(3600)`.execute(database));
  held.push(...hold(name, concurrency, ending, hasConnections ? untilCancelled : undefined));
  await expect.poll(() => count().used).toBe(concurrency);
  const joins = !rows[name].isOptional;
  const queued = count().queued + (joins ? 1 : 0);
  if (joins) {
    waiting.add(name);
    answers.push(ask(name).finally(() => waiting.delete(name)));
  }
  await expect.poll(() => [name, count().queued]).toEqual([name, queued]);
  held.push(...hold(name, queue - count().queued, ending));
  expect(count()).toMatchObject({ used: concurrency, queued: queue });
}

test('while every class is full and all their connections are in use, health, a configuration, a page and a file are served', async () => {
  const ending = new AbortController();
  const full: Full = { held: [], answers: [], waiting: new Set() };
  try {
    for (const name of filling()) await fill(name, full, ending);
    await expectAlways();
    for (const name of budgetNames)
      expect([name, budgets[name].count().used]).toEqual([name, classLimits[name].concurrency]);
    const inQueues = budgetNames.filter((name) => !rows[name].isOptional);
    expect([...full.waiting].toSorted()).toEqual(inQueues.toSorted());
  } finally {
    ending.abort();
    await Promise.all(full.held);
  }
  const answers = await Promise.all(full.answers);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
});
