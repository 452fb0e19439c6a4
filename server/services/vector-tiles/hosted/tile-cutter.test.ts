import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, describe, expect, test } from 'vitest';
import type { CutFeature, CutLayer } from './cut-tile.ts';
import { cutTile } from './cut-tile.ts';
import { tileCutter } from './tile-cutter.ts';

const cutter = tileCutter();
afterAll(() => cutter.close());
const world = { z: 0, x: 0, y: 0 };

/** A zigzag of so many vertices. */
function line(id: number, vertices: number): CutFeature {
  const coordinates = Float64Array.from({ length: vertices * 2 }, (_none, at) =>
    at % 2 ? ((at >> 1) % 2) * 40 + (id % 7) : -170 + ((at >> 1) * 340) / vertices,
  );
  return {
    id,
    properties: { name: `Line ${id}` },
    geometry: { kind: 'polyline', hasZ: false, hasM: false, coordinates, parts: [vertices] },
  };
}

const lines = (count: number, vertices: number, from = 1): CutFeature[] =>
  Array.from({ length: count }, (_none, n) => line(from + n, vertices));

function namesOf(tile: Uint8Array): Record<string, (string | undefined)[]> {
  const { layers } = new VectorTile(new PbfReader(tile));
  return Object.fromEntries(
    Object.entries(layers).map(([name, layer]) => [
      name,
      Array.from(
        { length: layer.length },
        (_none, index) => layer.feature(index).properties['name'] as string | undefined,
      ),
    ]),
  );
}

describe('tiles', () => {
  test.each<[string, CutLayer[]]>([
    ['a light one', [{ name: 'A', wkid: 4326, features: lines(3, 10) }]],
    ['a heavy one', [{ name: 'A', wkid: 4326, features: lines(3, 9000) }]],
    ['one of many pieces', [{ name: 'A', wkid: 4326, features: lines(400, 600) }]],
    [
      'one of several layers, an empty one among them',
      [
        { name: 'B', wkid: 4326, features: lines(20, 3000) },
        { name: 'None', wkid: 4326, features: [] },
        { name: 'A', wkid: 4326, features: lines(20, 3000, 100) },
      ],
    ],
  ])('%s is the same, whoever cuts it', async (_what, layers) => {
    const tile = await cutter.cut(world, layers);
    expect(Buffer.from(tile)).toEqual(Buffer.from(cutTile(world, layers)));
    const full = layers.filter(({ features }) => features.length > 0);
    expect(namesOf(tile)).toEqual(
      Object.fromEntries(full.map(({ name, features }) => [name, features.map(({ id }) => `Line ${id}`)])),
    );
  });

  test('many at a time do not get mixed up', async () => {
    const tiles = await Promise.all(
      Array.from({ length: 8 }, (_none, n) =>
        cutter.cut(world, [{ name: `L${n}`, wkid: 4326, features: lines(30 + n, 800, n * 1000) }]),
      ),
    );
    for (const [n, tile] of tiles.entries())
      expect(namesOf(tile)).toEqual({
        [`L${n}`]: Array.from({ length: 30 + n }, (_none, each) => `Line ${n * 1000 + each}`),
      });
  });

  test('of nothing is nothing', async () => {
    expect(await cutter.cut(world, [])).toHaveLength(0);
    expect(await cutter.cut(world, [{ name: 'A', wkid: 4326, features: [] }])).toHaveLength(0);
  });
});

describe('a cutter', () => {
  test('that fails at a tile says so, and cuts the next one', async () => {
    const own = tileCutter();
    const broken = [{ name: 'A', wkid: -1, features: lines(3, 9000) }];
    await expect(own.cut(world, broken)).rejects.toThrow(/spatial reference/);
    const good = [{ name: 'A', wkid: 4326, features: lines(3, 9000) }];
    expect(namesOf(await own.cut(world, good))['A']).toHaveLength(3);
    await own.close();
  });

  test('that is closed does not leave anybody waiting', async () => {
    const own = tileCutter();
    const cut = own.cut(world, [{ name: 'A', wkid: 4326, features: lines(50, 9000) }]);
    const [ended] = await Promise.allSettled([cut, own.close()]);
    expect(ended).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringMatching(/has ended/) },
    });
  });
});
