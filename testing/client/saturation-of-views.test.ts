import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { classLimits } from '../../server/limits.ts';
import type { Budgets } from '../../server/platform/budgets/budgets.ts';
import { holdLayers } from '../rig/hold-layers.ts';
import { createTreesView } from '../rig/trees-view.ts';

/**
 * Descriptions of services are small work, on which every request of a member depends. What they contain of other services
 * and of whole tables must not hold its places. Nothing is measured: a lock in the database holds what would take long.
 */
let rig: Awaited<ReturnType<typeof createTreesView>>;
let budgets: Budgets;

beforeAll(async () => {
  rig = await createTreesView({
    // Callers set their addresses as a trusted proxy would.
    trustProxy: 'loopback',
    prepare: async (portal) => {
      ({ budgets } = portal);
    },
  });
  const { createOaks, server } = rig;
  await createOaks('Oaks');
  await sql`update portal_item set access = 'public'`.execute(server.database);
  await sql`update hosted_layer set definition = jsonb_set(definition, '{timeInfo}', '{"startTimeField": "seen"}')
    where name = 'Trees'`.execute(server.database);
});
afterAll(() => rig.stop());

const ask = async (path: string, caller: number) => {
  const headers = { 'x-forwarded-for': `192.0.2.${caller}` };
  const response = await fetch(`${rig.server.url}/server/rest/services/${path}?f=json`, { headers });
  return (await response.json()) as Record<string, unknown>;
};

test.each(['Trees/FeatureServer/views', 'Oaks/FeatureServer/sources', ''])(
  'services/%s needs no second place of small work while it holds one',
  async (path) => {
    const { concurrency } = classLimits.small;
    const ending = new AbortController();
    const end = () =>
      new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()));
    const held = Array.from({ length: concurrency - 1 }, () => budgets.small.run(ending.signal, end));
    try {
      expect(await ask(path, 1)).not.toHaveProperty('error');
    } finally {
      ending.abort();
      await Promise.allSettled(held);
    }
  },
);

test.each([
  'Oaks/FeatureServer',
  'Oaks/FeatureServer/0',
  'Trees/FeatureServer/0',
  'Trees/FeatureServer/layers',
])('while services/%s reads a whole table, small work has places', async (path) => {
  const { database, url } = rig.server;
  const { concurrency } = classLimits.small;
  // Nothing is cached of a layer that was edited.
  await sql`update hosted_layer set edited_at = edited_at + 1`.execute(database);
  const ended = Symbol('ended');
  let sent: Promise<Record<string, unknown>>[] = [];
  const holding = database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ table_name: string }>`select table_name from hosted_layer
        join hosted_service on hosted_service.id = service_id
        where hosted_service.name = 'Trees' and layer_id = 0`.execute(transaction);
    await sql`lock table ${sql.table(`hosted.${rows[0]?.table_name}`)} in access exclusive mode`.execute(
      transaction,
    );
    sent = Array.from({ length: concurrency }, (_none, index) => ask(path, index + 1));
    const used = classLimits.features.concurrency;
    await expect.poll(() => budgets.features.count()).toMatchObject({ used, queued: concurrency - used });
    expect((await fetch(`${url}/portal/sharing/rest/portals/self?f=json`)).status).toBe(200);
    expect(budgets.small.count().used).toBe(0);
    throw ended;
  });
  await expect(holding).rejects.toBe(ended);
  for (const answer of await Promise.all(sent)) expect(answer).not.toHaveProperty('error');
});

test('tiles of a view are described from its table, for those who may read it; their style is not', async () => {
  const { database, databaseUrl, url } = rig.server;
  const ofTiles = async (path: string) => {
    const response = await fetch(`${url}/server/rest/services/Oaks/VectorTileServer${path}`);
    return (await response.json()) as Record<string, unknown>;
  };
  const share = (access: string) => sql`update portal_item set access = ${access}`.execute(database);
  await sql`update hosted_layer set edited_at = edited_at + 1`.execute(database);
  await holdLayers(databaseUrl, async () => {
    expect(await ofTiles('/resources/styles/root.json')).toMatchObject({ name: 'Oaks' });
    await share('private');
    expect(await ofTiles('?f=json')).toMatchObject({ error: { code: 499 } });
    await share('public');
  });
  // Of the oaks at 10° and 20°, not of all trees.
  const { fullExtent } = (await ofTiles('?f=json')) as { fullExtent: { xmin: number; xmax: number } };
  expect(fullExtent.xmax).toBeCloseTo(2 * fullExtent.xmin, 3);
});
