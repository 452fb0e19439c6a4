import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { sql } from 'kysely';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testing/rig/test-database.ts';
import { classLimits } from '../../../limits.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import { createHostedLayer } from '../../storage/create-hosted-layer.ts';
import { findService } from '../../storage/service-store.ts';
import { makeTile } from './make-tile.ts';
import { type TileThreads, tileThreads } from './tile-threads.ts';

let rig: TestDatabase;
let threads: TileThreads;
let layers: HostedLayer[];
const world = { z: 0, x: 0, y: 0 };

beforeAll(async () => {
  rig = await createTestDatabase();
  threads = tileThreads({ databaseUrl: rig.url });
  const line = (name: string, vertices: number) => ({
    properties: { name },
    geometry: {
      type: 'LineString',
      coordinates: Array.from({ length: vertices }, (_none, at) => [
        -170 + (at * 340) / vertices,
        (at % 2) * 40,
      ]),
    },
  });
  const layer = (name: string, vertices: number) => ({
    name,
    geometryType: 'esriGeometryPolyline' as const,
    fields: [{ name: 'name', type: 'esriFieldTypeString' as const }],
    features: [line(`${name} 1`, vertices), line(`${name} 2`, 3)],
  });
  await createHostedLayer(
    { database: rig.database },
    { serviceName: 'Lines', layers: [layer('Short', 10), layer('Long', 60_000)] },
  );
  layers = (await findService(rig.database, 'Lines', 'root'))?.layers ?? [];
});
afterAll(async () => {
  await threads.close();
  await rig.drop();
});

const named = (...chosen: (HostedLayer | undefined)[]) =>
  chosen.filter((layer) => layer !== undefined).map((layer) => ({ name: layer.name, layer }));

test('makes the same tile in a thread as in the main thread', async () => {
  const all = named(...layers);
  const [there, here] = [
    await threads.make({ layers: all, address: world }),
    await makeTile(rig.database, all, world),
  ];
  expect(gunzipSync(there)).toEqual(gunzipSync(here));
  const tile = new VectorTile(new PbfReader(gunzipSync(there)));
  expect(Object.keys(tile.layers).toSorted()).toEqual(['Long', 'Short']);
});

test('does not mix up concurrent tiles', async () => {
  const wanted = Array.from({ length: 9 }, (_none, index) => layers[index % 2]);
  const tiles = await Promise.all(
    wanted.map((layer) => threads.make({ layers: named(layer), address: world })),
  );
  expect(tiles.map((tile) => Object.keys(new VectorTile(new PbfReader(gunzipSync(tile))).layers))).toEqual(
    wanted.map((layer) => [layer?.name]),
  );
});

test('makes a tile while others wait for the database, in as many threads as tiles are made at once', async () => {
  const [blocked, free] = layers as [HostedLayer, HostedLayer];
  const slow = await rig.database.transaction().execute(async (transaction) => {
    await sql`lock table ${sql.id('hosted', blocked.tableName)} in access exclusive mode`.execute(
      transaction,
    );
    const waiting = Array.from({ length: classLimits.tiles.concurrency - 1 }, (_none, x) =>
      threads.make({ layers: named(blocked), address: { z: 2, x, y: 1 } }),
    );
    expect((await threads.make({ layers: named(free), address: world })).length).toBeGreaterThan(0);
    return { waiting };
  });
  for (const tile of await Promise.all(slow.waiting)) expect(tile).toBeInstanceOf(Buffer);
});

test('makes an empty tile of no features', async () => {
  expect(await threads.make({ layers: [], address: world })).toHaveLength(0);
});

test('reports why a tile failed, and makes the next one', async () => {
  const [first] = named(layers[0]);
  const gone = first && { ...first, layer: { ...first.layer, tableName: 'not_there' } };
  await expect(threads.make({ layers: gone ? [gone] : [], address: world })).rejects.toMatchObject({
    id: 'services:replaced',
    status: 503,
  });
  expect((await threads.make({ layers: named(layers[0]), address: world })).length).toBeGreaterThan(0);
});

test('leaves no tile request pending after the end', async () => {
  const own = tileThreads({ databaseUrl: rig.url });
  const [made] = await Promise.allSettled([
    own.make({ layers: named(layers[1]), address: world }),
    own.close(),
  ]);
  expect(made.status).toBe('rejected');
});
