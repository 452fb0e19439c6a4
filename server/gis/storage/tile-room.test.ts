import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../testing/rig/test-database.ts';
import type { Database } from '../../platform/database/connect.ts';
import { envelopeOf } from '../geometry/geometry.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { createHostedLayer } from './create-hosted-layer.ts';
import type { LayerInput, SourceFeature } from './service-input.ts';
import { findService } from './service-store.ts';
import { readTileRows, type TileRow } from './tile-store.ts';
import type { RowRoom } from './feature-rows-store.ts';

/** What a tile shows of features that have more bytes than it has room for. */

const vertexBytes = 16;
const text = { name: 'text', type: 'esriFieldTypeString' as const, length: 100_000 };
const cover = { xmin: -1, ymin: -1, xmax: 21, ymax: 21 };

let database: Database;
let drop: () => Promise<void>;
/** Circles of a thousand vertices, each smaller than the one before. */
const circles = Array.from({ length: 20 }, (_none, n) => circle(n, 0.9 - n / 100, 1000));
let layer: HostedLayer;
/** For the circles one to five. */
const room = () => ({ bytes: 5.5 * 1000 * vertexBytes });

beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
  layer = await make('esriGeometryPolygon', circles);
});
afterAll(() => drop());

let number = 0;
async function make(
  geometryType: LayerInput['geometryType'],
  features: SourceFeature[],
  fields: (typeof text)[] = [],
): Promise<HostedLayer> {
  number += 1;
  const serviceName = `Tiles${number}`;
  const input = { name: 'L', geometryType: geometryType!, fields, features };
  await createHostedLayer({ database }, { serviceName, layers: [input] });
  return (await findService(database, serviceName, 'root'))!.layers[0]!;
}

/** A feature of a diagonal with a text of this length. */
function point(at: number, length: number): SourceFeature {
  return { properties: { text: 'x'.repeat(length) }, geometry: { type: 'Point', coordinates: [at, at] } };
}

function circle(at: number, radius: number, vertices: number, length = 0): SourceFeature {
  const ring = Array.from({ length: vertices }, (_none, n) => {
    const angle = (-2 * Math.PI * (n % (vertices - 1))) / (vertices - 1);
    return [at + radius * Math.cos(angle), at + radius * Math.sin(angle)];
  });
  return { ...point(at, length), geometry: { type: 'Polygon', coordinates: [ring] } };
}

const read = (from: HostedLayer, thinnedSize: number, shared: RowRoom) =>
  readTileRows(database, from, { fields: from.fields.slice(2), cover, thinnedSize, room: shared });
const ids = (rows: readonly TileRow[]) => rows.map(({ objectId }) => objectId).toSorted((a, b) => a - b);
const all = circles.map((_circle, n) => n + 1);
const vertices = ({ geometry }: TileRow) => geometry.coordinates.length / 2;
const whole = (rows: readonly TileRow[]) => rows.filter((row) => vertices(row) > 5);
/** Quarters of the diagonal. */
const quarters = (rows: readonly TileRow[]) =>
  new Set(rows.map(({ geometry }) => Math.floor(envelopeOf(geometry).xmin / 5)));

test('features are drawn whole from the largest on, and the others as dots', async () => {
  const rows = await read(layer, 0.01, room());
  expect(ids(rows)).toEqual(all);
  expect(whole(rows).map(({ objectId }) => objectId)).toEqual([1, 2, 3, 4, 5]);
});

test('all are dots when none has room', async () => {
  const rows = await read(layer, 0.01, { bytes: 1000 });
  expect(ids(rows)).toEqual(all);
  expect(whole(rows)).toEqual([]);
});

test('the smallest are left out where nothing is thinned', async () => {
  expect(ids(await read(layer, 0, room()))).toEqual([1, 2, 3, 4, 5]);
});

test('features take the room of those that are read next', async () => {
  const shared = room();
  await read(layer, 0, shared);
  expect(shared.bytes).toBeLessThan(1000 * vertexBytes);
  expect(await read(layer, 0, shared)).toEqual([]);
});

test('one without room is a dot, or left out, and keeps no smaller one out', async () => {
  const mixed = await make('esriGeometryPolygon', [circle(0, 0.9, 6000), ...circles.slice(1)]);
  const rows = await read(mixed, 0.01, room());
  expect(ids(rows)).toEqual(all);
  expect(ids(whole(rows))).toEqual([2, 3, 4, 5, 6]);
  expect(ids(await read(mixed, 0, room()))).toEqual([2, 3, 4, 5, 6]);
});

test.each([
  [
    [3000, 2500, 1000],
    [1, 3],
  ],
  [[3000, 2500, 2600, 1000], [1]],
])('no more bytes are read in vain than have room: of %j vertices', async (sizes, shown) => {
  const mixed = await make(
    'esriGeometryPolygon',
    sizes.map((count, n) => circle(n, 0.9 - n / 100, count)),
  );
  expect(ids(await read(mixed, 0, { bytes: 5000 * vertexBytes }))).toEqual(shown);
});

test('dots are left out by the bytes of their texts, all over the tile', async () => {
  const texts = await make(
    'esriGeometryPoint',
    Array.from({ length: 40 }, (_none, n) => point(n / 2, 10_000)),
    [text],
  );
  const rows = await read(texts, 0.01, { bytes: 105_000 });
  expect(rows).toHaveLength(10);
  expect(quarters(rows)).toEqual(new Set([0, 1, 2, 3]));
});

test('a dot alone is left out where only its text has no room', async () => {
  const lengths = [60_000, 10_000, 10_000, 60_000, 10_000];
  const texts = await make(
    'esriGeometryPoint',
    lengths.map((length, n) => point(4 * n, length)),
    [text],
  );
  expect(ids(await read(texts, 0.01, { bytes: 55_000 }))).toEqual([2, 3, 5]);
});

test('dots are in fewer places where those of more places have no room', async () => {
  const texts = await make(
    'esriGeometryPoint',
    Array.from({ length: 40 }, (_none, n) => point(n / 2, 10_000)),
    [text],
  );
  // A feature of each second cell has room, and not one of each cell.
  expect(quarters(await read(texts, 0.7, { bytes: 305_000 }))).toEqual(new Set([0, 1, 2, 3]));
});

test('the texts of dots have a part of the room, however large other features are', async () => {
  const dots = Array.from({ length: 20 }, (_none, n) => circle(n + 0.5, 0.001, 5, 1000));
  const large = Array.from({ length: 10 }, (_none, n) => circle(n, 0.9 - n / 100, 1000, 1000));
  const labels = await make('esriGeometryPolygon', [...large, ...dots], [text]);
  const rows = await read(labels, 0.01, { bytes: 5 * (1000 * vertexBytes + 1000) });
  expect(ids(rows).filter((id) => id > large.length)).toHaveLength(dots.length);
  expect(whole(rows)).toHaveLength(3);
});
