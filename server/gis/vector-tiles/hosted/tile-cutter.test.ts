import { VectorTile } from '@mapbox/vector-tile';
import { geoJSONToTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import fc from 'fast-check';
import { PbfReader, PbfWriter } from 'pbf';
import { expect, test } from 'vitest';
import { runs } from '../../../../testing/rig/long.ts';
import { readGeoJson, writeGeoJson } from '../../geometry/geojson.ts';
import type { Geometry } from '../../geometry/geometry.ts';
import { TileCutter, tileBuffer, tileExtent } from './tile-cutter.ts';
import { TileLayer } from './tile-layer.ts';

const frame = { left: 7_900_000, top: 6_700_000, side: 40_000 };

interface Feature {
  geometry: Geometry;
  properties: Record<string, string | number>;
}

/** The tile as the libraries cut and write it. */
function byLibraries(features: readonly Feature[]): Uint8Array {
  const place = (x: number, y: number) => [(x - frame.left) / frame.side, (frame.top - y) / frame.side];
  const placed = features.map(({ geometry, properties }, id) => ({
    type: 'Feature' as const,
    id,
    properties,
    geometry: writeGeoJson(geometry, place) as GeoJSON.Geometry,
  }));
  const tile = geoJSONToTile({ type: 'FeatureCollection', features: placed }, 0, 0, 0, {
    coordinates: 'unitSquare',
    wrap: false,
    clip: true,
    maxZoom: 1,
    tolerance: 3,
    extent: tileExtent,
    buffer: tileBuffer,
  });
  return fromGeojsonVt({ Buildings: tile }, { version: 2, extent: tileExtent });
}

function byCutter(features: readonly Feature[]): Uint8Array {
  const cutter = new TileCutter(frame);
  const layer = new TileLayer('Buildings');
  for (const [id, { geometry, properties }] of features.entries())
    if (cutter.cut(geometry)) layer.add(id, properties, cutter);
  const tile = new PbfWriter();
  tile.writeBytesField(3, layer.finish());
  return tile.finish();
}

/** A few positions near each other, anywhere in the tile, at its edges, and beyond. */
const path = (least: number) =>
  fc
    .record({
      x: fc.double({ min: -0.2, max: 1.2, noNaN: true }),
      y: fc.double({ min: -0.2, max: 1.2, noNaN: true }),
      // From less than a unit of the grid to half of the tile.
      size: fc.constantFrom(0.0002, 0.002, 0.02, 0.5),
      height: fc.constantFrom([], [12]),
      steps: fc.array(
        fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })),
        { minLength: least, maxLength: 12 },
      ),
    })
    .map(({ x, y, size, height, steps }) =>
      steps.map(([dx, dy]) => [
        frame.left + (x + dx * size) * frame.side,
        frame.top - (y + dy * size) * frame.side,
        ...height,
      ]),
    );
const closed = (positions: number[][]) => [...positions, positions[0]];
/** An area with a hole, around its first corner. */
const holed = (positions: number[][]) => {
  const [[x = 0, y = 0] = []] = positions;
  const square = (half: number) =>
    closed([
      [x - half, y - half],
      [x + half, y - half],
      [x + half, y + half],
      [x - half, y + half],
    ]);
  return [square(900), square(300)];
};

const geometry = fc
  .oneof(
    path(1).map((positions) => ({ type: 'Point', coordinates: positions[0] })),
    path(1).map((coordinates) => ({ type: 'MultiPoint', coordinates })),
    path(2).map((coordinates) => ({ type: 'LineString', coordinates })),
    fc
      .array(path(2), { minLength: 1, maxLength: 3 })
      .map((coordinates) => ({ type: 'MultiLineString', coordinates })),
    path(3).map((positions) => ({ type: 'Polygon', coordinates: [closed(positions)] })),
    path(3).map((positions) => ({ type: 'Polygon', coordinates: holed(positions) })),
    fc
      .array(path(3), { minLength: 1, maxLength: 3 })
      .map((paths) => ({ type: 'MultiPolygon', coordinates: paths.map((each) => [closed(each)]) })),
  )
  .map((written) => readGeoJson(written, 'geometry'))
  .filter((read) => read !== null);
const properties = fc.record(
  {
    class: fc.nat(20),
    name: fc.string(),
    height: fc.oneof(fc.integer(), fc.double({ min: -1e6, max: 1e6, noNaN: true })),
  },
  { requiredKeys: ['class'] },
);

test('tiles have the bytes that the libraries write', () => {
  const features = fc.array(fc.record({ geometry, properties }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(features, (each) => {
      expect(Buffer.from(byCutter(each)).toString('hex')).toBe(
        Buffer.from(byLibraries(each)).toString('hex'),
      );
    }),
    { numRuns: runs(300, 5000) },
  );
});

test('a number of more than 64 bits is written as it is', () => {
  const point = readGeoJson({ type: 'Point', coordinates: [frame.left + 100, frame.top - 100] }, 'geometry');
  const tile = new VectorTile(
    new PbfReader(byCutter([{ geometry: point as Geometry, properties: { height: -1e30 } }])),
  );
  expect(tile.layers['Buildings']?.feature(0).properties).toEqual({ height: -1e30 });
});

test('a feature outside the tile, and an area too small to see, are left out', () => {
  const cutter = new TileCutter(frame);
  const square = (x: number, side: number) =>
    readGeoJson(
      {
        type: 'Polygon',
        coordinates: [
          closed([
            [x, frame.top - 100],
            [x, frame.top - 100 - side],
            [x + side, frame.top - 100 - side],
            [x + side, frame.top - 100],
          ]),
        ],
      },
      'geometry',
    ) as Geometry;
  expect(cutter.cut(square(frame.left - 5000, 1000))).toBe(false);
  expect(cutter.cut(square(frame.left + 5000, 20))).toBe(false);
  expect(cutter.cut(square(frame.left + 5000, 1000))).toBe(true);
  expect([cutter.type, cutter.partCount, cutter.counts[0]]).toEqual([3, 1, 5]);
});
