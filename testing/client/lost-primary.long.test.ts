import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { connectDatabase, inReadTransaction } from '../../server/platform/database/connect.ts';
import { explainFailure } from '../../server/platform/database/explain-failure.ts';
import { Primary } from '../../server/platform/database/primary.ts';
import { StandInScope, withStandIn } from '../../server/platform/database/stand-in.ts';
import { createTown } from '../kills/installation.ts';
import { type BreakableLink, linkTo } from '../rig/breakable-link.ts';
import type { PortalClient } from '../rig/portal-client.ts';
import { publishOak, type ReplicatedDatabase, startReplicatedDatabase } from '../rig/replicated-trees.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** A server whose primary can be cut off, with a streaming replica of Debian's PostgreSQL, and one without. */
let databases: ReplicatedDatabase;
let missing: string | undefined;
let link: BreakableLink;
let isLost = false;
let server: TestServer;
let withoutReplica: TestServer;
let client: PortalClient;
let ada: string;
let revoked: string;
const content: Record<string, string> = {};

beforeAll(async () => {
  const started = await startReplicatedDatabase();
  if ('missing' in started) {
    ({ missing } = started);
    return;
  }
  databases = started;
  const { rig } = databases;
  link = await linkTo(rig.url);
  server = await startTestServer({ databaseUrl: link.url, databaseReadUrl: databases.replicaUrl });
  withoutReplica = await startTestServer({ databaseUrl: link.url });
  client = await createTown(server.url, rig.database);
  ada = await client.token('ada');
  content['public'] = await addMap('Open');
  await client.call(`/content/users/ada/items/${content['public']}/share`, { everyone: 'true', token: ada });
  content['private'] = await addMap('Own');
  await publishOak(client.context, 'ada');
  const shared = await share('Walk');
  content['sid'] = ((await shared.json()) as { sid: string }).sid;
  revoked = await client.token('ada');
  await client.call('/oauth2/revokeToken', { auth_token: revoked });
}, 300_000);
afterAll(async () => {
  await Promise.all([server?.stop(), withoutReplica?.stop()]);
  await databases?.stop();
});
beforeEach((context) => context.skip(missing !== undefined, missing));
afterEach(async () => {
  if (isLost) await link.restore();
  isLost = false;
});

async function addMap(title: string): Promise<string> {
  const map = { type: 'Web Map', title, text: '{"version":"2.31"}', token: ada };
  return (await client.call('/content/users/ada/addItem', map))['id'] as string;
}

const share = (title: string) =>
  fetch(`${server.url}/api/town/shared-maps`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ada}`,
      'x-portal': `${server.url}/portal`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ title, webMap: { version: '2.31', operationalLayers: [] } }),
  });

const portal = '/portal/sharing/rest';
const services = '/server/rest/services';
const reads: [string, () => string, string][] = [
  ['a configuration', () => '/api/town/config', '"title":"Town"'],
  ['the portal', () => `${portal}/portals/self?f=json`, '"id"'],
  ['the portal as a member', () => `${portal}/portals/self?f=json&token=${ada}`, '"username":"ada"'],
  ['an item', () => `${portal}/content/items/${content['public']}?f=json`, '"title":"Open"'],
  ['a web map', () => `${portal}/content/items/${content['public']}/data?f=json`, '"version"'],
  [
    'a private web map',
    () => `${portal}/content/items/${content['private']}/data?f=json&token=${ada}`,
    '"version"',
  ],
  ['a search', () => `${portal}/search?f=json&q=Open`, '"title":"Open"'],
  ['a search as a member', () => `${portal}/search?f=json&q=Own&token=${ada}`, '"title":"Own"'],
  ['content of a member', () => `${portal}/content/users/ada?f=json&token=${ada}`, '"title":"Own"'],
  ['a shared map', () => `/api/town/shared-maps/${content['sid']}`, '"title":"Walk"'],
  ['a layer', () => `${services}/Trees/FeatureServer/0?f=json`, '"name":"Trees"'],
  [
    'features',
    () => `${services}/Trees/FeatureServer/0/query?f=json&where=name%3D%27Oak%27&outFields=name`,
    '"Oak"',
  ],
  ['a tile', () => `${services}/Trees/VectorTileServer/tile/0/0/0.pbf`, 'Oak'],
  ['OGC API Features', () => '/server/ogc/Trees/collections/0/items', '"Oak"'],
];
const textOf = async (path: string, at = server) => (await fetch(at.url + path)).text();
const health = async (at = server) => {
  const response = await fetch(`${at.url}/health`);
  return [response.status, ((await response.json()) as { status: string }).status];
};
const write = () =>
  client.call('/content/users/ada/addItem', { type: 'Web Map', title: 'New', text: '{}', token: ada });
const isBack = async () => {
  await expect.poll(() => health()).toEqual([200, 'ok']);
  expect(await write()).toMatchObject({ success: true });
};

test.each([
  ['ends its connections', 'break'],
  ['was cut off and answers nothing', 'silence'],
] as const)(
  'replicas answer what is read while the primary %s, and nothing is written',
  async (_what, way) => {
    await isBack();
    await databases.caughtUp();
    // These are under way, or begin, before the loss is noticed.
    const early = reads.map(async ([what, path]) => [what, await textOf(path())]);
    isLost = true;
    await link[way]();
    const late = reads.map(async ([what, path]) => [what, await textOf(path())]);
    for (const answers of [await Promise.all(early), await Promise.all(late)])
      expect(answers.filter(([, text], index) => !text?.includes(reads[index]?.[2] ?? ''))).toEqual([]);
    expect(await health()).toEqual([200, 'read-only']);

    expect(await write()).toMatchObject({ error: { code: 503 } });
    const saved = await share('Lost');
    expect([saved.status, saved.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await textOf(`${services}/Trees/FeatureServer/0/query?f=json&token=${revoked}`)).toContain('498');
    expect(await textOf(`${portal}/content/items/${content['private']}/data?f=json`)).not.toContain(
      'version',
    );

    await link.restore();
    isLost = false;
    await isBack();
  },
  60_000,
);

test('a transaction that only reads is done again on a replica when the primary is lost within it', async () => {
  await isBack();
  await databases.caughtUp();
  const primary = new Primary();
  const database = connectDatabase(link.url, { primary, standIn: databases.replicaUrl });
  onTestFinished(() => database.destroy());
  const answered: unknown[] = [];
  const read = () =>
    inReadTransaction(database, async (transaction) => {
      const { rows } = await sql<{ isReplica: boolean }>`select pg_is_in_recovery() as "isReplica"`.execute(
        transaction,
      );
      answered.push(rows[0]?.isReplica);
      if (!isLost) {
        isLost = true;
        await link.break();
      }
      return (await transaction.selectFrom('portal_item').select('id').execute()).length;
    });
  expect(await withStandIn(new StandInScope(), read)).toBeGreaterThan(0);
  expect(answered).toEqual([false, true]);
  // Jobs wait for the primary.
  const waiting = await read().catch(explainFailure);
  expect(waiting).toMatchObject({ id: 'database:unreachable' });
}, 60_000);

test('without replicas everything that needs the database is rejected, until it is back', async () => {
  await expect.poll(() => health(withoutReplica)).toEqual([200, 'ok']);
  isLost = true;
  link.silence();
  const item = `${portal}/content/items/${content['public']}?f=json`;
  expect(await textOf(item, withoutReplica)).toContain('503');
  expect(await health(withoutReplica)).toEqual([503, 'database-unreachable']);
  await link.restore();
  isLost = false;
  await expect.poll(() => health(withoutReplica)).toEqual([200, 'ok']);
  expect(await textOf(item, withoutReplica)).toContain('"title":"Open"');
}, 60_000);
