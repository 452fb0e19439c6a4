import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyGeometry, multipoints, polygons, polylines, points } from '../../../testing/rig/geometries.ts';
import { emptyEsriGeometry, readEsriEnvelope, readEsriGeometry, writeEsriGeometry } from './esri-json.ts';
import { envelopeOf, type Geometry, keepDimensions, strideOf } from './geometry.ts';
import { readGeoJson, writeGeoJson } from './geojson.ts';
import { decodeWkb, encodeWkb } from './wkb.ts';

/** Real coordinates rather than steps of a grid. */
const place = (step: number) => step * 1.000_000_123 - 5.987_654_321;
const all = fc.oneof(
  anyGeometry({ place }),
  anyGeometry({ place, hasZ: true }),
  anyGeometry({ place, hasM: true }),
  anyGeometry({ place, hasZ: true, hasM: true }),
);
const flatGeometry = anyGeometry({ place });

describe('well-known binary', () => {
  test('keeps every bit of every geometry', () => {
    fc.assert(
      fc.property(all, (geometry) => {
        const decoded = decodeWkb(encodeWkb(geometry));
        expect({ ...decoded, coordinates: [...decoded.coordinates] }).toEqual({
          ...geometry,
          coordinates: [...geometry.coordinates],
        });
      }),
    );
  });

  test('is compatible with other programs', () => {
    const point = readEsriGeometry({ x: 1, y: 2 }, 'g') as Geometry;
    expect(encodeWkb(point).toString('hex')).toBe('0101000000000000000000f03f0000000000000040');
    const pointZ = readEsriGeometry({ x: 1, y: 2, z: 3 }, 'g') as Geometry;
    expect(encodeWkb(pointZ).toString('hex')).toBe(
      '01e9030000000000000000f03f00000000000000400000000000000840',
    );
    const line = readEsriGeometry(
      {
        paths: [
          [
            [0, 0],
            [1, 1],
          ],
        ],
      },
      'g',
    ) as Geometry;
    // MultiLineString of one LineString of two vertices.
    expect(encodeWkb(line).toString('hex').slice(0, 36)).toBe('010500000001000000010200000002000000');
  });

  test('keeps holes with their polygon', () => {
    const bytes = encodeWkb(
      readGeoJson(
        {
          type: 'MultiPolygon',
          coordinates: [[box(0, 0, 10), box(2, 2, 2)], [box(20, 0, 5)]],
        },
        'g',
      ) as Geometry,
    );
    // Two polygons, the first of two rings.
    expect([bytes.readUInt32LE(5), bytes.readUInt32LE(14)]).toEqual([2, 2]);
  });

  test('can be read from the middle of a buffer', () => {
    const bytes = encodeWkb(readEsriGeometry({ x: 5, y: 6 }, 'g') as Geometry);
    const padded = Buffer.concat([Buffer.from([9, 9, 9]), bytes]);
    expect([...decodeWkb(padded.subarray(3)).coordinates]).toEqual([5, 6]);
  });

  test('reports an unknown kind as an internal error', () => {
    expect(() => decodeWkb(Buffer.from('0107000000', 'hex'))).toThrow('unknown kind 7');
  });
});

const box = (x: number, y: number, size: number) => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];

describe('Esri JSON', () => {
  test('reads what it writes', () => {
    fc.assert(
      fc.property(all, (geometry) => {
        const read = readEsriGeometry(
          JSON.parse(JSON.stringify(writeEsriGeometry(geometry))),
          'g',
        ) as Geometry;
        expect(read.kind).toBe(geometry.kind);
        expect(sortedVertices(read)).toEqual(sortedVertices(geometry));
      }),
    );
  });

  test.each([
    ['a point', points()],
    ['lines', polylines()],
    ['multipoints', multipoints()],
  ])('keeps the order of %s', (_kind, shapes) => {
    fc.assert(
      fc.property(shapes, (geometry) => {
        const read = readEsriGeometry(writeEsriGeometry(geometry), 'g') as Geometry;
        expect([...read.coordinates]).toEqual([...geometry.coordinates]);
      }),
    );
  });

  test.each([
    ['null', null],
    ['no members', {}],
    ['only a spatial reference', { spatialReference: { wkid: 4326 } }],
    ['x of null', { x: null, y: null }],
    ['x of "NaN"', { x: 'NaN', y: 'NaN' }],
    ['no points', { points: [] }],
    ['no paths', { paths: [] }],
    ['a path of one vertex', { paths: [[[1, 1]]] }],
    ['no rings', { rings: [] }],
    [
      'a ring of no area',
      {
        rings: [
          [
            [0, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      },
    ],
    [
      'a ring of two vertices',
      {
        rings: [
          [
            [0, 0],
            [1, 1],
          ],
        ],
      },
    ],
  ])('reads %s as empty', (_what, json) => {
    expect(readEsriGeometry(json, 'geometry')).toBeNull();
  });

  test.each([
    [5, 'geometry', 'Expected an object.'],
    [{ foo: 1 }, 'geometry', 'Expected x and y, points, paths or rings.'],
    [{ x: 1 }, 'geometry.y', 'Expected a finite number.'],
    [{ x: Infinity, y: 1 }, 'geometry.x', 'Expected a finite number.'],
    [{ points: 5 }, 'geometry.points', 'Expected an array of coordinates.'],
    [{ points: [[1]] }, 'geometry.points.0', 'Expected [x, y].'],
    [{ paths: 'x' }, 'geometry.paths', 'Expected an array.'],
    [{ paths: [5] }, 'geometry.paths.0', 'Expected an array of coordinates.'],
    [
      {
        rings: [
          [
            [0, 0],
            [1, null],
          ],
        ],
      },
      'geometry.rings.0.1',
      'Expected a finite number.',
    ],
    // As JSON writes 1e999.
    [
      {
        hasZ: true,
        paths: [
          [
            [0, 0, Infinity],
            [1, 1, 0],
          ],
        ],
      },
      'geometry.paths.0.0',
      'Expected a finite number.',
    ],
    [{ hasM: true, points: [[0, 0, -Infinity]] }, 'geometry.points.0', 'Expected a finite number.'],
    [{ curveRings: [] }, 'geometry', 'Curves are not supported: densify them first.'],
  ])('rejects %j', (json, path, message) => {
    expect(() => readEsriGeometry(json, 'geometry')).toThrow(
      expect.objectContaining({ status: 400, faults: [{ path, message }] }),
    );
  });

  test('keeps an unknown z unknown', () => {
    const geometry = readEsriGeometry(
      {
        hasZ: true,
        points: [
          [1, 2, 3],
          [4, 5, null],
          [6, 7, { toString: 1 }],
        ],
      },
      'g',
    ) as Geometry;
    expect(writeEsriGeometry(geometry)).toEqual({
      hasZ: true,
      points: [
        [1, 2, 3],
        [4, 5, null],
        [6, 7, null],
      ],
    });
  });

  test('closes rings, turns outer ones clockwise and puts each ring’s holes after it', () => {
    const scrambled = {
      rings: [box(2, 2, 2), box(20, 0, 5), box(0, 0, 10).toReversed(), box(21, 1, 1).slice(0, 4)],
    };
    const { rings } = writeEsriGeometry(readEsriGeometry(scrambled, 'g') as Geometry) as {
      rings: number[][][];
    };
    expect(rings.map((ring) => [ring[0], area(ring) < 0])).toEqual([
      [[0, 0], true],
      [[2, 2], false],
      [[20, 0], true],
      [[21, 1], false],
    ]);
    expect(rings.every((ring) => String(ring[0]) === String(ring.at(-1)))).toBe(true);
  });

  test('reads an island in a hole as land', () => {
    const nested = { rings: [box(0, 0, 10), box(1, 1, 8), box(2, 2, 6), box(3, 3, 2)] };
    const { rings } = writeEsriGeometry(readEsriGeometry(nested, 'g') as Geometry) as { rings: number[][][] };
    expect(rings.map((ring) => area(ring) < 0)).toEqual([true, false, true, false]);
  });

  test('reads thousands of rings quickly', () => {
    const many = { rings: Array.from({ length: 3000 }, (_none, index) => box(index * 2, 0, 1).toReversed()) };
    expect((readEsriGeometry(many, 'g') as Geometry).parts).toHaveLength(3000);
  });

  test('counts the vertices that it reads, whatever else is sent', () => {
    const line = [
      [0, 0],
      [1, 1],
      [2, 0],
    ];
    for (const shape of [
      { points: line, paths: [] },
      { points: line, rings: [] },
      { paths: [line], rings: [] },
      { rings: [line] },
    ])
      expect(() => readEsriGeometry(shape, 'g', 2)).toThrow('cannot be read');
  });

  test('reads envelopes and empty shapes', () => {
    expect(readEsriEnvelope({ xmin: 1, ymin: 2, xmax: 3, ymax: 4 }, 'g')).toEqual({
      xmin: 1,
      ymin: 2,
      xmax: 3,
      ymax: 4,
    });
    expect(() => readEsriEnvelope({ xmin: 1 }, 'g')).toThrow('cannot be read');
    expect(emptyEsriGeometry('polygon')).toEqual({ rings: [] });
    expect(emptyEsriGeometry('point')).toEqual({ x: 'NaN', y: 'NaN' });
  });
});

function area(ring: number[][]): number {
  return ring
    .slice(1)
    .reduce((sum, [x = 0, y = 0], at) => sum + ((ring[at]?.[0] ?? 0) * y - x * (ring[at]?.[1] ?? 0)), 0);
}

/** Vertices without the repeated last one of each ring, in canonical order. */
function sortedVertices(geometry: Geometry): string[] {
  const stride = strideOf(geometry);
  const vertices = Array.from({ length: geometry.coordinates.length / stride }, (_none, at) =>
    geometry.coordinates.subarray(at * stride, (at + 1) * stride).join(' '),
  );
  return [...new Set(vertices)].sort();
}

describe('GeoJSON', () => {
  test('reads what it writes, and writes it identically', () => {
    fc.assert(
      fc.property(flatGeometry, (geometry) => {
        const written = writeGeoJson(geometry);
        const read = readGeoJson(written, 'g') as Geometry;
        expect(read.kind).toBe(geometry.kind);
        expect(envelopeOf(read)).toEqual(envelopeOf(geometry));
        expect(writeGeoJson(read)).toEqual(written);
      }),
    );
  });

  test('turns outer rings counter-clockwise and holes clockwise', () => {
    fc.assert(
      fc.property(polygons({ place }), (geometry) => {
        const { type, coordinates } = writeGeoJson(geometry) as { type: string; coordinates: any };
        for (const [outer, ...holes] of type === 'Polygon' ? [coordinates] : coordinates) {
          expect(area(outer)).toBeGreaterThan(0);
          for (const hole of holes) expect(area(hole)).toBeLessThan(0);
        }
      }),
    );
  });

  test.each([
    ['Point', [1, 2], { x: 1, y: 2 }],
    ['Point', [1, 2, 3], { x: 1, y: 2, z: 3 }],
    [
      'MultiPoint',
      [
        [1, 2],
        [3, 4],
      ],
      {
        points: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
    [
      'LineString',
      [
        [1, 2],
        [3, 4],
      ],
      {
        paths: [
          [
            [1, 2],
            [3, 4],
          ],
        ],
      },
    ],
    [
      'MultiLineString',
      [
        [
          [1, 2],
          [3, 4],
        ],
        [
          [5, 6],
          [7, 8],
        ],
      ],
      {
        paths: [
          [
            [1, 2],
            [3, 4],
          ],
          [
            [5, 6],
            [7, 8],
          ],
        ],
      },
    ],
  ])('%s %j', (type, coordinates, esri) => {
    const read = readGeoJson({ type, coordinates }, 'g') as Geometry;
    expect(writeEsriGeometry(read)).toEqual(esri);
    expect(writeGeoJson(read)).toEqual({ type, coordinates });
  });

  test.each([
    ['null', null],
    ['no coordinates', { type: 'Point', coordinates: [] }],
    ['no lines', { type: 'MultiLineString', coordinates: [] }],
    ['a line of one vertex', { type: 'LineString', coordinates: [[0, 0]] }],
    ['no rings', { type: 'Polygon', coordinates: [] }],
    ['no points', { type: 'MultiPoint', coordinates: [] }],
  ])('reads %s as empty', (_what, json) => {
    expect(readGeoJson(json, 'g')).toBeNull();
  });

  test.each([
    [{ type: 'Point', coordinates: [1] }],
    [{ type: 'Point', coordinates: ['1', '2'] }],
    [{ type: 'Point', coordinates: [Number.NaN, 2] }],
    [{ type: 'LineString', coordinates: [[0, 0], 5] }],
    [{ type: 'Polygon', coordinates: [[[0, 0], [0]]] }],
    [{ type: 'MultiPolygon', coordinates: 7 }],
    [{ type: 'GeometryCollection' }],
    [{ type: 'Circle', coordinates: [0, 0] }],
  ])('rejects %j', (json) => {
    expect(() => readGeoJson(json, 'geometry')).toThrow(expect.objectContaining({ status: 400 }));
  });
});

test('drops dimensions but never invents them', () => {
  const geometry = readEsriGeometry(
    {
      hasZ: true,
      hasM: true,
      points: [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
      ],
    },
    'g',
  ) as Geometry;
  expect([...keepDimensions(geometry, false, false).coordinates]).toEqual([1, 2, 5, 6]);
  expect([...keepDimensions(geometry, true, false).coordinates]).toEqual([1, 2, 3, 5, 6, 7]);
  expect([...keepDimensions(geometry, false, true).coordinates]).toEqual([1, 2, 4, 5, 6, 8]);
  expect(keepDimensions(geometry, true, true)).toBe(geometry);
  const flat = readEsriGeometry({ x: 1, y: 2 }, 'g') as Geometry;
  expect(keepDimensions(flat, true, true)).toBe(flat);
});
