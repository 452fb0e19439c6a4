import { VectorTile } from '@mapbox/vector-tile';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import fc from 'fast-check';
import { PbfReader } from 'pbf';
import { describe, expect, it } from 'vitest';
import { createRecutter, type TileAddress } from './read-tile.ts';

type UnitPoint = [number, number];
const world: TileAddress = { z: 0, x: 0, y: 0 };

/** A tile 0/0/0 with the given shapes, positions in the unit square. */
function worldTile(geometry: GeoJSON.Geometry): Uint8Array {
  const data = { type: 'Feature' as const, properties: { kind: 'test', level: 7 }, geometry };
  const tile = new GeoJSONVT(data, { coordinates: 'unitSquare', wrap: false }).getTile(0, 0, 0);
  return tile ? fromGeojsonVt({ shapes: tile }, { version: 2, extent: 4096 }) : new Uint8Array();
}

function decode(tile: Uint8Array) {
  const layer = new VectorTile(new PbfReader(tile)).layers.shapes;
  return layer ? Array.from({ length: layer.length }, (_, i) => layer.feature(i)) : [];
}

describe('createRecutter', () => {
  it('puts a point into the tile below it, in place, with its properties', () => {
    const unit = fc.double({ min: 0.001, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(unit, unit, fc.integer({ min: 1, max: 12 }), (px, py, z) => {
        const [feature] = decode(worldTile({ type: 'Point', coordinates: [px, py] }));
        const stored = feature?.loadGeometry()[0]?.[0];
        if (!stored) throw new Error('the parent lost its point');
        const size = 2 ** z;
        const at: UnitPoint = [(stored.x / 4096) * size, (stored.y / 4096) * size];
        const address = {
          z,
          x: Math.min(size - 1, Math.floor(at[0])),
          y: Math.min(size - 1, Math.floor(at[1])),
        };
        const cut = decode(
          createRecutter(world, worldTile({ type: 'Point', coordinates: [px, py] })).cut(address),
        );
        expect(cut).toHaveLength(1);
        expect(cut[0]?.properties).toEqual({ kind: 'test', level: 7 });
        const found = cut[0]?.loadGeometry()[0]?.[0];
        expect(Math.abs((found?.x ?? NaN) - (at[0] - address.x) * 4096)).toBeLessThanOrEqual(1);
        expect(Math.abs((found?.y ?? NaN) - (at[1] - address.y) * 4096)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('fills a tile inside a polygon with that polygon, and its hole with ring and hole', () => {
    const ring = (low: number, high: number): UnitPoint[] => [
      [low, low],
      [high, low],
      [high, high],
      [low, high],
      [low, low],
    ];
    const tile = worldTile({ type: 'Polygon', coordinates: [ring(0.1, 0.9), ring(0.5, 0.6).toReversed()] });
    const cutter = createRecutter(world, tile);
    const inside = decode(cutter.cut({ z: 5, x: 8, y: 8 }));
    expect(inside[0]?.type).toBe(3);
    expect(inside[0]?.bbox()).toEqual([-80, -80, 4176, 4176]);
    const [inHole] = decode(cutter.cut({ z: 6, x: 34, y: 34 }));
    expect(inHole?.loadGeometry()).toHaveLength(2);
    expect(cutter.cut({ z: 5, x: 0, y: 0 })).toHaveLength(0);
  });

  it('cuts a descendant of a tile that is not the root', () => {
    const tile = worldTile({
      type: 'LineString',
      coordinates: [
        [0.25, 0.25],
        [0.75, 0.25],
      ],
    });
    const parent: TileAddress = { z: 3, x: 5, y: 2 };
    const [line] = decode(createRecutter(parent, tile).cut({ z: 4, x: 10, y: 4 }));
    expect(line?.loadGeometry()[0]).toMatchObject([
      { x: 2048, y: 2048 },
      { x: 4176, y: 2048 },
    ]);
  });
});
