import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testing/rig/test-database.ts';
import { connectDatabase, type Database } from '../../../platform/database/connect.ts';
import { limits } from '../../../limits.ts';
import type { HostedService } from '../../layer/layer.ts';
import type { TileSet } from '../../tile-archive/tile-set.ts';
import { publishedTiles } from './published-tiles.ts';

let rig: TestDatabase;
let watched: Database;
/** Statements that have read descriptions of archives. */
let readings = 0;

beforeAll(async () => {
  rig = await createTestDatabase();
  const notify = ({ sql }: { sql: string }) => void (readings += sql.includes('"definition"') ? 1 : 0);
  watched = connectDatabase(rig.url, { slow: { milliseconds: 0, notify } });
});
afterAll(async () => {
  await watched.destroy();
  await rig.drop();
});

const place = { offset: 0, length: 1 };
const tileSet = (fields: number): TileSet => ({
  root: place,
  leaves: place,
  tiles: place,
  packed: { directories: true, tiles: true },
  minZoom: 0,
  maxZoom: 2,
  bounds: null,
  attribution: '',
  layers: Array.from({ length: limits.tileLayers }, (_none, layer) => ({
    name: `layer${layer}`,
    minZoom: 0,
    maxZoom: 2,
    fields: Array.from({ length: fields }, (_each, field) => `${field}`.padEnd(200, 'f')),
  })),
});

async function publish(version: string, fields: number, serviceId?: number): Promise<number> {
  await rig.database.insertInto('portal_data_version').values({ version, encoding: 'identity' }).execute();
  const tiles = { version, bytes: 1, part_bytes: 1, definition: JSON.stringify(tileSet(fields)) };
  if (serviceId !== undefined) {
    await rig.database.updateTable('hosted_tiles').set(tiles).where('service_id', '=', serviceId).execute();
    return serviceId;
  }
  const texts = { description: '', copyright: '', capabilities: 'Query' };
  const { id } = await rig.database
    .insertInto('hosted_service')
    .values({ ...texts, name: version, item_id: null, is_tiles: true, created_at: 0, modified_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await rig.database
    .insertInto('hosted_tiles')
    .values({ ...tiles, service_id: id })
    .execute();
  return id;
}
const serviceOf = (id: number) => ({ id, name: 'City', copyright: '© City', itemId: null }) as HostedService;
const threads = { make: () => Promise.reject(new Error('No tile is enlarged.')), close: async () => {} };

test('the description of an archive is read once for many tiles, and again when it is replaced', async () => {
  const published = publishedTiles(watched, threads);
  const id = await publish('one', 2);
  const before = readings;
  const together = await Promise.all([1, 2, 3].map(() => published(serviceOf(id))));
  for (let tile = 0; tile < 20; tile += 1) together.push(await published(serviceOf(id)));
  expect(new Set(together.map(({ tileTag }) => tileTag?.({ z: 1, x: 0, y: 1 })))).toEqual(
    new Set(['"one-1-0-1"']),
  );
  expect(readings - before).toBe(1);
  await publish('two', 3, id);
  const replaced = await published(serviceOf(id));
  expect(replaced.tileTag?.({ z: 1, x: 0, y: 1 })).toBe('"two-1-0-1"');
  const described = replaced.describe() as unknown as { vector_layers: { fields: object }[] };
  expect(Object.keys(described.vector_layers[0]?.fields ?? {})).toHaveLength(3);
  const style = JSON.parse(gunzipSync(await replaced.style()).toString()) as { sources: object };
  expect(style.sources).toMatchObject({ tiles: { attribution: '© City' } });
  expect(readings - before).toBe(2);
});

test('descriptions are cached up to a number of bytes', async () => {
  const published = publishedTiles(watched, threads);
  const largest = 100;
  const ids: number[] = [];
  const bytes = limits.tileLayers * largest * 400;
  for (let each = 0; each * bytes <= limits.cachedTileSetBytes; each += 1)
    ids.push(await publish(`large${each}`, largest));
  for (const id of ids) await published(serviceOf(id));
  const before = readings;
  for (const id of ids) await published(serviceOf(id));
  expect(readings).toBeGreaterThan(before);
});

test('a service that was deleted is not found', async () => {
  const published = publishedTiles(watched, threads);
  const id = await publish('gone', 1);
  await published(serviceOf(id));
  await rig.database.deleteFrom('hosted_service').where('id', '=', id).execute();
  await expect(published(serviceOf(id))).rejects.toMatchObject({ status: 404 });
});
