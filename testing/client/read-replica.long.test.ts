import { VectorTile } from '@mapbox/vector-tile';
import { sql } from 'kysely';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectDatabase } from '../../server/platform/database/connect.ts';
import { asWork } from '../../server/platform/database/current-work.ts';
import { readMayLag } from '../../server/platform/database/lagging-read.ts';
import { replicaAt } from '../../server/platform/database/replica.ts';
import { setAccess } from '../../server/portal/content/sharing/sharing-store.ts';
import { long } from '../rig/long.ts';
import { createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { ServiceClient } from '../rig/service-client.ts';
import { publishOak, type ReplicatedDatabase, startReplicatedDatabase } from '../rig/replicated-trees.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** Reads of a streaming replica of Debian's PostgreSQL, whose replay a test can stop. */
let databases: ReplicatedDatabase;
let missing: string | undefined;
let rig: ReplicatedDatabase['rig'];
let server: TestServer;
let portal: PortalClient;
let itemId: string;
let grace: ServiceClient;
let visitor: ServiceClient;
const lines: string[] = [];
const metricsToken = 'a-metrics-token-of-length';

beforeAll(async () => {
  const started = await startReplicatedDatabase();
  if ('missing' in started) {
    ({ missing } = started);
    return;
  }
  databases = started;
  ({ rig } = databases);
  server = await startTestServer({
    databaseUrl: rig.url,
    databaseReadUrl: databases.replicaUrl,
    metricsToken,
    logLevel: 'info',
    logStream: { write: (line) => void lines.push(line) },
  });
  portal = await createPortalClient(server);
  await portal.addUser('grace', { role: 'org_publisher' });
  grace = new ServiceClient(server.url, await portal.token('grace'));
  visitor = new ServiceClient(server.url);
  itemId = await publishOak(portal.context, 'grace');
}, 300_000);
afterAll(async () => {
  await server?.stop();
  await databases?.stop();
});

beforeEach(async (context) => {
  context.skip(missing !== undefined, missing);
  await databases.replay(true);
  await databases.caughtUp();
  // A busy machine may have answered too late before: then the server tries the replica again every five seconds.
  await vi.waitUntil(async () => (await counted(() => namesFor(visitor)))[1].join() === 'replica', {
    timeout: 50_000,
    interval: 200,
  });
});

async function counts(): Promise<Record<string, number>> {
  const response = await fetch(`${server.url}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  const found = (await response.text()).matchAll(/^mapping_replica_reads\{answered="(\w+)"\} (\d+)/gm);
  return Object.fromEntries([...found].map(([, answered = '', count]) => [answered, Number(count)]));
}

/** The result of a read, and which counts of reads grew during it. */
async function counted<Result>(read: () => Promise<Result>): Promise<[Result, string[]]> {
  const before = await counts();
  const result = await read();
  const after = await counts();
  return [result, Object.keys(after).filter((name) => after[name] !== before[name])];
}

const named = { where: "name like '%a%'", outFields: 'name' };
const namesFor = async (who: ServiceClient, service = 'Trees') => {
  const { features, error } = await who.get(`${service}/FeatureServer/0/query`, named);
  return error ?? features.map(({ attributes }: any) => attributes.name);
};
const plant = async (name: string) => {
  const { addResults } = await grace.post('Trees/FeatureServer/0/applyEdits', {
    adds: [{ attributes: { name }, geometry: { x: 90, y: 30 } }],
  });
  expect(addResults[0].success).toBe(true);
};
const namesInTile = async () => {
  const response = await visitor.fetch('Trees/VectorTileServer/tile/0/0/0.pbf');
  if (response.status !== 200) return response.json();
  const layer = new VectorTile(new PbfReader(new Uint8Array(await response.arrayBuffer()))).layers['Trees'];
  const names = Array.from({ length: layer?.length ?? 0 }, (_none, at) =>
    String(layer?.feature(at).properties['name']),
  );
  // A tile has no order of features.
  return names.toSorted();
};

/** The layer as a file of comma-separated values. */
async function exported(): Promise<string> {
  const token = grace.token ?? '';
  const own = (path: string, parameters: Record<string, string>) =>
    portal.call(`/content/users/grace/${path}`, { token, ...parameters });
  const job = await own('export', { itemId, exportFormat: 'CSV', title: 'Trees as a file' });
  const status = async () => (await own(`items/${job['exportItemId']}/status`, job as any))['status'];
  await expect.poll(status).toBe('completed');
  const data = `${portal.root}/content/items/${job['exportItemId']}/data?token=${token}`;
  return (await fetch(data)).text();
}

describe('a replica that has all changes answers', () => {
  test.each<[string, () => Promise<unknown>, unknown]>([
    ['features', () => namesFor(visitor), ['Oak']],
    [
      'statistics',
      () =>
        visitor.get('Trees/FeatureServer/0/query', {
          outStatistics: [{ statisticType: 'max', onStatisticField: 'name', outStatisticFieldName: 'last' }],
        }),
      expect.objectContaining({ features: [{ attributes: { last: 'Oak' } }] }),
    ],
    ['several layers', () => visitor.get('Trees/FeatureServer/query'), { layers: [expect.anything()] }],
    [
      'items of OGC API Features',
      async () =>
        (await (await fetch(`${server.url}/server/ogc/Trees/collections/0/items`)).json()) as object,
      expect.objectContaining({ numberReturned: 1 }),
    ],
    ['vector tiles', namesInTile, ['Oak']],
    ['exports', exported, expect.stringContaining('Oak')],
  ])('%s', async (_what, read, answer) => {
    expect(await counted(read)).toEqual([answer, ['replica']]);
  });

  test('with statements on the replica', async () => {
    const { rows } = await sql<{ name: string }>`select table_name as name from hosted_layer`.execute(
      rig.database,
    );
    await namesFor(visitor);
    // Of an idle connection, the last statement.
    const found = await sql`select from pg_stat_activity
      where backend_type = 'client backend' and query like ${`%"hosted"."${rows[0]?.name}"%`}
        and pid <> pg_backend_pid()`.execute(databases.ofStandby);
    expect(found.rows.length).toBeGreaterThan(0);
  });
});

describe('a replica that is behind does not show', () => {
  test('features as they were before an edit, also to visitors', async () => {
    await databases.replay(false);
    await plant('Maple');
    expect(await counted(() => namesFor(grace))).toEqual([['Oak', 'Maple'], ['behind']]);
    expect(await counted(() => namesFor(visitor))).toEqual([['Oak', 'Maple'], ['behind']]);
    expect(await counted(namesInTile)).toEqual([['Maple', 'Oak'], ['behind']]);
    await databases.replay(true);
    await databases.caughtUp();
    expect(await counted(() => namesFor(visitor))).toEqual([['Oak', 'Maple'], ['replica']]);
  });

  test('a layer to those who may no longer read it', async () => {
    await databases.replay(false);
    await setAccess(server.database, itemId, 'private');
    expect(await namesFor(visitor)).toMatchObject({ code: 499 });
    // What does not depend on access has not changed, and the replica has it.
    expect(await counted(() => namesFor(grace))).toEqual([['Oak', 'Maple'], ['replica']]);
    await setAccess(server.database, itemId, 'public');
  });

  test('features that a view has hidden since', async () => {
    const view = { name: 'Some', isView: true };
    const made = await portal.call('/content/users/grace/createService', {
      token: grace.token ?? '',
      createParameters: JSON.stringify(view),
      isView: 'true',
    });
    await setAccess(server.database, made.itemId, 'public');
    const source = { sourceServiceName: 'Trees', sourceLayerId: 0, sourceLayerFields: '*' };
    const define = async (path: string, definition: object) => {
      const name = path.includes('add') ? 'addToDefinition' : 'updateDefinition';
      const response = await fetch(`${server.url}/server/rest/admin/services/Some/FeatureServer/${path}`, {
        method: 'POST',
        body: new URLSearchParams({
          f: 'json',
          token: grace.token ?? '',
          [name]: JSON.stringify(definition),
        }),
      });
      expect(await response.json()).toMatchObject({ success: true });
    };
    await define('addToDefinition', { layers: [{ id: 0, adminLayerInfo: { viewLayerDefinition: source } }] });
    await databases.caughtUp();
    expect(await counted(() => namesFor(visitor, 'Some'))).toEqual([['Oak', 'Maple'], ['replica']]);
    await databases.replay(false);
    await define('0/updateDefinition', { viewDefinitionQuery: "name <> 'Oak'" });
    expect(await counted(() => namesFor(visitor, 'Some'))).toEqual([['Maple'], ['behind']]);
  });
});

describe('a read is repeated on the primary', () => {
  const current = async () => true;
  const whereItRuns = sql<{ standby: boolean }>`select pg_is_in_recovery() as standby
    from (select count(*) from hosted_layer) as layers, pg_sleep(case when pg_is_in_recovery() then 60 else 0 end)`;

  test('when a change that the replica replays cancels it', async () => {
    const database = connectDatabase(rig.url, { replica: replicaAt(databases.replicaUrl) });
    const read = readMayLag(current, () => whereItRuns.execute(database));
    await expect.poll(sleeping).toBe(1);
    await rig.database
      .transaction()
      .execute((transaction) => sql`lock table hosted_layer in access exclusive mode`.execute(transaction));
    expect((await read).rows).toEqual([{ standby: false }]);
    await database.destroy();
  });

  test('but not when its caller has left, and its statement ends', async () => {
    const database = connectDatabase(rig.url, { replica: replicaAt(databases.replicaUrl) });
    const leave = new AbortController();
    const read = asWork({ signal: leave.signal }, () =>
      readMayLag(current, () => whereItRuns.execute(database)),
    );
    await expect.poll(sleeping).toBe(1);
    leave.abort();
    await expect(read).rejects.toThrow(/terminated|aborted/);
    await expect.poll(sleeping).toBe(0);
    await database.destroy();
  });

  async function sleeping(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
      where state = 'active' and query like '%pg_sleep(case%' and pid <> pg_backend_pid()`.execute(
      databases.ofStandby,
    );
    return rows[0]?.count ?? 0;
  }
});

describe('without the replica', () => {
  const health = async () => (await (await fetch(`${server.url}/health`)).json()) as object;
  const isAway = { status: 'ok', replica: 'away' };
  const isBack = { status: 'ok', replica: 'ok' };

  test('answers go on while it gives none, and it is used again afterwards', async () => {
    expect(await health()).toEqual(isBack);
    await databases.standby.signal('SIGSTOP');
    expect(await namesFor(visitor)).toEqual(['Oak', 'Maple']);
    expect(await health()).toEqual(isAway);
    expect(await counted(() => namesFor(visitor))).toEqual([['Oak', 'Maple'], ['away']]);
    expect(await namesInTile()).toEqual(['Maple', 'Oak']);
    expect(lines.join('')).toContain('replicas are away; the primary answers their reads');
    await databases.standby.signal('SIGCONT');
    await expect.poll(health).toEqual(isBack);
    expect(await counted(() => namesFor(visitor))).toEqual([['Oak', 'Maple'], ['replica']]);
  });

  test.runIf(long)('answers go on when it ends', async () => {
    await databases.standby.stop('immediate');
    expect(await namesFor(visitor)).toEqual(['Oak', 'Maple']);
    await expect.poll(health).toEqual(isAway);
    await databases.standby.start({ max_standby_streaming_delay: '0' });
    await expect.poll(health).toEqual(isBack);
  });
});
