import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sentStatements, type SentStatement } from '../../../testing/rig/sent-statements.ts';
import { createTestDatabase } from '../../../testing/rig/test-database.ts';
import { type Database, poolOf } from '../../platform/database/connect.ts';
import { limits } from '../../limits.ts';
import { envelopeOf, type Envelope } from '../geometry/geometry.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { createHostedLayer } from './create-hosted-layer.ts';
import { indexPlaces, placeUnit } from './layer-table-store.ts';
import type { LayerInput, SourceFeature } from './service-input.ts';
import { findService } from './service-store.ts';
import { readTileRows, type TileRow } from './tile-store.ts';

/** What a tile shows of many features, compared with a simple definition of it. */

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
});
afterAll(() => drop());

let number = 0;
async function make(
  geometryType: LayerInput['geometryType'],
  features: SourceFeature[],
  wkid = 4326,
): Promise<HostedLayer> {
  number += 1;
  const serviceName = `Tiles${number}`;
  const fields = [{ name: 'size', type: 'esriFieldTypeDouble' as const }];
  await createHostedLayer(
    { database },
    { serviceName, layers: [{ name: 'L', geometryType: geometryType!, wkid, fields, features }] },
  );
  return (await findService(database, serviceName, 'root'))!.layers[0]!;
}

const read = (layer: HostedLayer, cover: Envelope, thinnedSize: number) => {
  const room = { bytes: limits.vectorTileBytes };
  return readTileRows(database, layer, { fields: layer.fields.slice(2), cover, thinnedSize, room });
};

/** Pseudo-random numbers that are the same every time. */
function* dice(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

const rolls = dice(7);
const roll = () => rolls.next().value as number;

const point = (x: number, y: number): SourceFeature => ({
  properties: { size: 0 },
  geometry: { type: 'Point', coordinates: [x, y] },
});

function square(x: number, y: number, side: number): SourceFeature {
  const ring = [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
    [x, y],
  ];
  return { properties: { size: side }, geometry: { type: 'Polygon', coordinates: [ring] } };
}

const ids = (rows: readonly TileRow[]) => rows.map(({ objectId }) => objectId);
const centre = ({ geometry }: TileRow) => {
  const { xmin, ymin, xmax, ymax } = envelopeOf(geometry);
  return [(xmin + xmax) / 2, (ymin + ymax) / 2] as const;
};

describe('points', () => {
  const places = Array.from({ length: 3000 }, () => [roll() * 4, roll() * 4] as const);
  const thinnedSize = 0.05;
  let layer: HostedLayer;
  beforeAll(async () => {
    layer = await make('esriGeometryPoint', [
      ...places.map(([x, y]) => point(x, y)),
      point(30, 30),
      { properties: { size: 0 }, geometry: null },
    ]);
  });

  test('are thinned to at most one per cell, with one in every occupied cell', async () => {
    const rows = await read(layer, { xmin: 0, ymin: 0, xmax: 4, ymax: 4 }, thinnedSize);
    // The finest cells for this size.
    const side = placeUnit(4326) * 2 ** Math.floor(Math.log2(thinnedSize / placeUnit(4326)));
    const cellOf = (x: number, y: number) => `${Math.floor(x / side)}/${Math.floor(y / side)}`;
    const shown = rows.map((row) => cellOf(...centre(row)));
    expect(new Set(shown).size).toBe(shown.length);
    expect(new Set(shown)).toEqual(new Set(places.map(([x, y]) => cellOf(x, y))));
  });

  test('are where their features are', async () => {
    for (const row of await read(layer, { xmin: 1, ymin: 1, xmax: 2, ymax: 2 }, thinnedSize)) {
      const [x, y] = places[row.objectId - 1]!;
      expect(row.geometry).toMatchObject({ kind: 'point', coordinates: Float64Array.of(x, y) });
    }
  });

  test('of other places are excluded, and an isolated one is always visible', async () => {
    const near = await read(layer, { xmin: 1, ymin: 1, xmax: 2, ymax: 2 }, thinnedSize);
    for (const row of near) {
      const [x, y] = centre(row);
      expect(x >= 1 && x <= 2 && y >= 1 && y <= 2).toBe(true);
    }
    const lonely = places.length + 1;
    for (const thinnedSize of [0.01, 1, 40])
      expect(ids(await read(layer, { xmin: -180, ymin: -90, xmax: 180, ymax: 90 }, thinnedSize))).toContain(
        lonely,
      );
  });

  test('visible from afar are visible from nearer as well', async () => {
    const cover = { xmin: 0, ymin: 0, xmax: 4, ymax: 4 };
    let far = new Set<number>();
    for (const thinnedSize of [1, 0.5, 0.25, 0.125, 0.03, 0.01]) {
      const near = new Set(ids(await read(layer, cover, thinnedSize)));
      expect([...far].filter((id) => !near.has(id))).toEqual([]);
      expect(near.size).toBeGreaterThanOrEqual(far.size);
      far = near;
    }
  });

  test('are all returned without thinning', async () => {
    const rows = await read(layer, { xmin: 0, ymin: 0, xmax: 4, ymax: 4 }, 0);
    expect(ids(rows).toSorted((a, b) => a - b)).toEqual(places.map((_place, index) => index + 1));
  });

  test('at the same place are one', async () => {
    const heap = await make(
      'esriGeometryPoint',
      Array.from({ length: 500 }, () => point(7, 7)),
    );
    expect(await read(heap, { xmin: 6, ymin: 6, xmax: 8, ymax: 8 }, 0.001)).toHaveLength(1);
    expect(await read(heap, { xmin: 6, ymin: 6, xmax: 8, ymax: 8 }, 0)).toHaveLength(500);
  });

  test('in metres are thinned alike', async () => {
    const metres = await make(
      'esriGeometryPoint',
      Array.from({ length: 400 }, (_none, n) => point((n % 20) * 10, Math.floor(n / 20) * 10)),
      3857,
    );
    const cover = { xmin: -5, ymin: -5, xmax: 200, ymax: 200 };
    expect(await read(metres, cover, 4)).toHaveLength(400);
    const thinned = await read(metres, cover, 45);
    expect(thinned.length).toBeGreaterThanOrEqual(25);
    expect(thinned.length).toBeLessThan(100);
  });

  test('of an empty layer are none', async () => {
    const empty = await make('esriGeometryPoint', []);
    expect(await read(empty, { xmin: -180, ymin: -90, xmax: 180, ymax: 90 }, 1)).toEqual([]);
    expect(await read(empty, { xmin: -180, ymin: -90, xmax: 180, ymax: 90 }, 0)).toEqual([]);
  });
});

describe('areas', () => {
  const sizes = Array.from({ length: 2000 }, () => 10 ** (roll() * 4 - 4));
  const corners = sizes.map(() => [roll() * 20, roll() * 20] as const);
  const cover = { xmin: 5, ymin: 5, xmax: 15, ymax: 15 };
  let layer: HostedLayer;
  beforeAll(async () => {
    layer = await make(
      'esriGeometryPolygon',
      corners.map(([x, y], n) => square(x, y, sizes[n]!)),
    );
  });
  const meets = (n: number) => {
    const [x, y] = corners[n]!;
    return x <= 15 && x + sizes[n]! >= 5 && y <= 15 && y + sizes[n]! >= 5;
  };

  // Around the sizes that have an index of their own, and far from them.
  test.each([3, 0.5, 0.1, 0.036, 0.033, 0.009, 0.0083, 0.0082, 0.002, 0.0004])(
    'not smaller than %f are all returned whole, the largest first',
    async (thinnedSize) => {
      const rows = await read(layer, cover, thinnedSize);
      const expected = sizes.flatMap((size, n) => (size >= thinnedSize && meets(n) ? [n + 1] : []));
      const whole = rows.filter(({ objectId }) => sizes[objectId - 1]! >= thinnedSize);
      expect(ids(whole).toSorted((a, b) => a - b)).toEqual(expected);
      const shown = whole.map(({ objectId }) => sizes[objectId - 1]!);
      expect(shown).toEqual(shown.toSorted((a, b) => b - a));
      for (const { geometry, objectId } of whole) {
        const { xmin, xmax } = envelopeOf(geometry);
        expect(xmax - xmin).toBeCloseTo(sizes[objectId - 1]!, 9);
      }
    },
  );

  test.each([3, 0.1, 0.0083])('smaller than %f are a visible dot, after the others', async (thinnedSize) => {
    const rows = await read(layer, cover, thinnedSize);
    const first = rows.findIndex(({ objectId }) => sizes[objectId - 1]! < thinnedSize);
    const dots = rows.slice(first);
    expect(dots.length).toBeGreaterThan(0);
    for (const row of dots) {
      const [x, y] = corners[row.objectId - 1]!;
      const half = sizes[row.objectId - 1]! / 2;
      const [cx, cy] = centre(row);
      expect(cx).toBeCloseTo(x + half, 9);
      expect(cy).toBeCloseTo(y + half, 9);
      const { xmin, xmax } = envelopeOf(row.geometry);
      expect(xmax - xmin).toBeGreaterThanOrEqual(thinnedSize * 0.999);
    }
  });

  test('carry their attributes, dots as well', async () => {
    const rows = await read(layer, cover, 0.1);
    for (const { objectId, values } of rows) expect(values).toEqual([sizes[objectId - 1]]);
  });

  test('may have a field requested twice', async () => {
    const fields = [layer.fields[2]!, layer.fields[2]!];
    const room = { bytes: limits.vectorTileBytes };
    for (const { values } of await readTileRows(database, layer, { fields, cover, thinnedSize: 0.1, room }))
      expect(values[0]).toBe(values[1]);
  });

  test('are never repeated', async () => {
    for (const thinnedSize of [0.5, 0.05, 0.001]) {
      const found = ids(await read(layer, cover, thinnedSize));
      expect(new Set(found).size).toBe(found.length);
    }
  });
});

describe('more than a tile holds', () => {
  const across = 110;
  let layer: HostedLayer;
  const cover = { xmin: -1, ymin: -1, xmax: 111, ymax: 111 };
  beforeAll(async () => {
    layer = await make(
      'esriGeometryPolygon',
      Array.from({ length: across * across }, (_none, n) =>
        square(n % across, Math.floor(n / across), 0.5 + (n % 3) / 10),
      ),
    );
  });

  test('keeps the largest whole and the others as dots, with no quarter of the tile empty', async () => {
    const rows = await read(layer, cover, 0.4);
    expect(rows.length).toBeGreaterThan(limits.vectorTileThinned);
    expect(rows.length).toBeLessThanOrEqual(limits.vectorTileThinned + limits.vectorTileDots);
    const whole = rows.slice(0, limits.vectorTileThinned);
    const sizes = new Set(whole.map(({ values }) => values[0]));
    expect(sizes).toEqual(new Set([0.7, 0.6]));
    const bare = new Set(Array.from({ length: 22 * 22 }, (_none, n) => n));
    for (const row of rows) {
      const [x, y] = centre(row);
      bare.delete(Math.floor(x / 5) + 22 * Math.floor(y / 5));
    }
    expect(bare.size).toBe(0);
    expect(new Set(ids(rows)).size).toBe(rows.length);
  });
});

describe('lines', () => {
  test('too short to see become a stroke at their middle', async () => {
    const line = {
      properties: { size: 0 },
      geometry: {
        type: 'LineString',
        coordinates: [
          [1, 1],
          [1.001, 1.001],
        ],
      },
    };
    const layer = await make('esriGeometryPolyline', [line]);
    const [row] = await read(layer, { xmin: 0, ymin: 0, xmax: 2, ymax: 2 }, 0.1);
    expect(row!.geometry).toMatchObject({ kind: 'polyline', parts: [2] });
    expect(centre(row!)[0]).toBeCloseTo(1.0005, 9);
    const [whole] = await read(layer, { xmin: 0, ymin: 0, xmax: 2, ymax: 2 }, 0.0001);
    expect([...whole!.geometry.coordinates]).toEqual([1, 1, 1.001, 1.001]);
  });
});

describe('edits', () => {
  test('show at once: deleting the first of a cell shows the next', async () => {
    const layer = await make(
      'esriGeometryPoint',
      Array.from({ length: 5 }, () => point(3, 3)),
    );
    const cover = { xmin: 2, ymin: 2, xmax: 4, ymax: 4 };
    const seen = new Set<number>();
    for (let left = 5; left > 0; left -= 1) {
      const [row, ...others] = await read(layer, cover, 0.1);
      expect(others).toEqual([]);
      seen.add(row!.objectId);
      await sql`delete from ${sql.id('hosted', layer.tableName)} where objectid = ${row!.objectId}`.execute(
        database,
      );
    }
    expect(seen.size).toBe(5);
    expect(await read(layer, cover, 0.1)).toEqual([]);
  });
});

describe('layer loaded before these indexes existed', () => {
  const indexes = async ({ tableName }: HostedLayer) => {
    const { rows } = await sql<{ name: string }>`select indexname as name from pg_indexes
      where schemaname = 'hosted' and tablename = ${tableName} order by 1`.execute(database);
    return rows.map(({ name }) => name);
  };

  test('gets them at the next start, once', async () => {
    const layer = await make('esriGeometryPolygon', [square(1, 1, 0.5)]);
    const before = await indexes(layer);
    expect(before.filter((name) => name.includes('_large_'))).toHaveLength(5);
    for (const name of before.filter((each) => /_(place|large_\d)$/.test(each)))
      await sql`drop index ${sql.id('hosted', name)}`.execute(database);
    await Promise.all([indexPlaces(database), indexPlaces(database)]);
    expect(await indexes(layer)).toEqual(before);
    await indexPlaces(database);
    expect(await indexes(layer)).toEqual(before);
  });

  test('gets none of sizes for points, and none of places for tables', async () => {
    const points = await indexes(await make('esriGeometryPoint', [point(1, 1)]));
    expect(points.filter((name) => name.includes('_large_'))).toEqual([]);
    expect(points.some((name) => name.endsWith('_place'))).toBe(true);
    const fields = [{ name: 'a', type: 'esriFieldTypeString' as const }];
    await createHostedLayer(
      { database },
      { serviceName: 'Table', layers: [{ name: 'T', fields, features: [] }] },
    );
    const [table] = (await findService(database, 'Table', 'root'))!.layers;
    expect((await indexes(table!)).some((name) => name.endsWith('_place'))).toBe(false);
  });
});

describe('query plan', () => {
  test('reads only what is drawn: one row per cell, by the spatial index', async () => {
    const layer = await make(
      'esriGeometryPoint',
      Array.from({ length: 20_000 }, (_none, n) => point((n % 200) * 1e-5, Math.floor(n / 200) * 1e-5)),
    );
    const statements = await sentStatements(async () => {
      const rows = await read(layer, { xmin: -1, ymin: -1, xmax: 1, ymax: 1 }, 0.5);
      expect(rows.length).toBeLessThan(5);
    });
    expect(statements.length).toBeGreaterThan(0);
    for (const { text, values } of statements) {
      const plan = JSON.stringify(
        (await poolOf(database).query(`explain (analyze, format json) ${text}`, values)).rows,
      );
      expect(plan).toContain(`${layer.tableName}_place`);
      expect(plan).not.toContain('Seq Scan');
      const read = [...plan.matchAll(/"Rows Removed by Filter":(\d+)/g)].map(([, count]) => Number(count));
      expect(Math.max(0, ...read)).toBeLessThan(100);
    }
  });

  test('reads only large areas when only these are visible', async () => {
    const town = Array.from({ length: 5000 }, (_none, n) =>
      square((n % 100) / 1e3, Math.floor(n / 100) / 1e3, 5e-4),
    );
    const layer = await make('esriGeometryPolygon', [...town, square(0, 0, 1)]);
    const [{ text, values }] = (await sentStatements(async () => {
      const rows = await read(layer, { xmin: -1, ymin: -1, xmax: 1, ymax: 1 }, 0.5);
      expect(rows[0]!.objectId).toBe(5001);
    })) as [SentStatement];
    const plan = JSON.stringify((await poolOf(database).query(`explain (format json) ${text}`, values)).rows);
    expect(plan).toMatch(new RegExp(`${layer.tableName}_large_\\d`));
  });
});
