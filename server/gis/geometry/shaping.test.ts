import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyGeometry, polygons, polylines } from '../../../testing/rig/geometries.ts';
import { cutAtAntimeridian, splitAtAntimeridian } from './antimeridian.ts';
import { readEsriGeometry, writeEsriGeometry } from './esri-json.ts';
import { generalise, roundCoordinates } from './generalise.ts';
import {
  envelopeAsGeometry,
  envelopeHolds,
  envelopeOf,
  envelopesMeet,
  type Geometry,
  joinEnvelopes,
} from './geometry.ts';
import { projectEnvelope, projectGeometry, projectorBetween } from './project.ts';
import { type Grid, quantize, unquantize } from './quantize.ts';
import { signedArea } from './rings.ts';
import {
  canonicalWkid,
  isGeographic,
  isKnownWkid,
  readSpatialReference,
  wireSpatialReference,
  worldWidth,
} from './spatial-reference.ts';

const shape = (json: object): Geometry => readEsriGeometry(json, 'geometry') as Geometry;
const esri = (geometry: Geometry | null) => geometry && writeEsriGeometry(geometry);

describe('projections', () => {
  /** Computed with PROJ (gdaltransform). */
  test.each([
    [4326, 3857, [71, 51], [7_903_683.846_322_42, 6_621_293.722_740_17]],
    [4326, 32642, [71, 51], [640_333.296_338_317, 5_651_728.682_671_66]],
    [4326, 27700, [-0.1275, 51.5072], [530_050.13, 180_358.39]],
    [4326, 2154, [2.3522, 48.8566], [652_469.02, 6_862_035.26]],
    [4326, 3413, [-45, 80], [0, -1_085_920.297]],
    [3857, 32642, [7_903_683.846_322_42, 6_621_293.722_740_17], [640_333.296_338_317, 5_651_728.682_671_66]],
  ])('from %d to %d', (from, to, input, expected) => {
    const projected = projectGeometry(
      shape({ x: input[0], y: input[1] }),
      projectorBetween(from, to),
    ) as Geometry;
    projected.coordinates.forEach((number, at) =>
      expect(Math.abs(number - (expected[at] as number))).toBeLessThan(0.05),
    );
    const back = projectGeometry(projected, projectorBetween(to, from)) as Geometry;
    back.coordinates.forEach((number, at) =>
      expect(number).toBeCloseTo(input[at] as number, from === 4326 ? 6 : 2),
    );
  });

  test('are inverse in both directions, anywhere on earth', () => {
    const there = projectorBetween(4326, 3857);
    const back = projectorBetween(3857, 4326);
    fc.assert(
      fc.property(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: -85, max: 85, noNaN: true }),
        (x, y) => {
          const [px, py] =
            projectGeometry(projectGeometry(shape({ x, y }), there) as Geometry, back)?.coordinates ?? [];
          expect(px).toBeCloseTo(x, 9);
          expect(py).toBeCloseTo(y, 9);
        },
      ),
    );
  });

  test('keep z and m', () => {
    const geometry = shape({ hasZ: true, hasM: true, points: [[71, 51, 350, 7]] });
    expect(
      [...(projectGeometry(geometry, projectorBetween(4326, 3857)) as Geometry).coordinates].slice(2),
    ).toEqual([350, 7]);
  });

  test('keep poles finite, and make unreachable coordinates null', () => {
    const [, y] = projectGeometry(shape({ x: 0, y: 90 }), projectorBetween(4326, 3857))?.coordinates ?? [];
    expect(Number.isFinite(y)).toBe(true);
    expect(projectGeometry(shape({ x: 1e12, y: 1e12 }), projectorBetween(32642, 4326))).toBeNull();
    expect(
      projectEnvelope({ xmin: 0, ymin: 0, xmax: 1, ymax: 1 }, (coordinates) =>
        coordinates.map(() => Number.NaN),
      ),
    ).toBeNull();
    expect(
      projectGeometry(shape({ x: 0, y: 0 }), (coordinates) => coordinates.map(() => Number.NaN)),
    ).toBeNull();
  });

  test('bend an envelope, which still contains what it contained', () => {
    const projector = projectorBetween(32642, 4326);
    const envelope = { xmin: 600_000, ymin: 5_600_000, xmax: 700_000, ymax: 5_700_000 };
    const projected = projectEnvelope(envelope, projector) as typeof envelope;
    const middle = projectGeometry(shape({ x: 650_000, y: 5_700_000 }), projector) as Geometry;
    expect(envelopeHolds(projected, envelopeOf(middle))).toBe(true);
    expect(projectEnvelope(envelope, undefined)).toBe(envelope);
    expect(projectorBetween(4326, 4326)).toBeUndefined();
  });
});

describe('spatial references', () => {
  test.each([
    [undefined, undefined],
    ['', undefined],
    ['4326', 4326],
    [102_100, 3857],
    ['102100', 3857],
    ['"3857"', 3857],
    ['{"wkid":102100}', 3857],
    ['{"wkid":102100,"latestWkid":3857}', 3857],
    [{ wkid: '4326' }, 4326],
    ['EPSG:32642', 32642],
    ['{"wkt":"GEOGCS[\\"WGS 84\\",AUTHORITY[\\"EPSG\\",\\"4326\\"]]"}', 4326],
    ['{}', undefined],
  ])('%j is %s', (value, expected) => {
    expect(readSpatialReference(value, 'inSR')).toBe(expected);
  });

  test.each([
    'x',
    '1.5',
    '5',
    '0',
    '-1',
    '{"wkid":-1}',
    '{"wkid":"x"}',
    '[1]',
    '{"wkt":"LOCAL_CS[]"}',
    'EPSG:5',
    'true',
  ])('reject %j', (value) => {
    expect(() => readSpatialReference(value, 'inSR')).toThrow(expect.objectContaining({ status: 400 }));
  });

  test('of a well-known text are not read from the code that the text got', () => {
    const wkt =
      'PROJCS["x",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",9],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1]]';
    const code = readSpatialReference({ wkt }, 'inSR') as number;
    expect(wireSpatialReference(code)).toEqual({ wkt });
    expect(isKnownWkid(code)).toBe(false);
    for (const sent of [code, String(code), { wkid: code }])
      expect(() => readSpatialReference(sent, 'inSR')).toThrow(expect.objectContaining({ status: 400 }));
  });

  test('of a WKT 2 text in degrees are geographic', () => {
    const text =
      'GEODCRS["x",DATUM["World Geodetic System 1984",ELLIPSOID["WGS 84",6378137,298.257223563]],CS[ellipsoidal,2],AXIS["longitude",east],AXIS["latitude",north],ANGLEUNIT["degree",0.0174532925199433]]';
    expect(isGeographic(readSpatialReference(text, 'inSR') as number)).toBe(true);
  });

  test('are written as clients expect them', () => {
    expect(wireSpatialReference(3857)).toEqual({ wkid: 102_100, latestWkid: 3857 });
    expect(wireSpatialReference(4326)).toEqual({ wkid: 4326, latestWkid: 4326 });
    expect([canonicalWkid(102_113), canonicalWkid(900_913), canonicalWkid(2154)]).toEqual([3857, 3857, 2154]);
    expect([isKnownWkid(2154), isKnownWkid(5)]).toEqual([true, false]);
    expect([isGeographic(4326), isGeographic(4269), isGeographic(3857), isGeographic(32642)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([worldWidth(4326), worldWidth(32642)]).toEqual([360, undefined]);
  });
});

describe('antimeridian', () => {
  test('splits a polygon into two within the world', () => {
    const cut = cutAtAntimeridian(
      shape({
        rings: [
          [
            [170, 0],
            [170, 10],
            [190, 10],
            [190, 0],
            [170, 0],
          ],
        ],
      }),
      4326,
    );
    expect(envelopeOf(cut)).toEqual({ xmin: -180, ymin: 0, xmax: 180, ymax: 10 });
    const total = cut.parts.reduce(
      ({ at, sum }, count) => ({
        at: at + count * 2,
        sum: sum + Math.abs(signedArea(cut.coordinates, 2, at, at + count * 2)) / 2,
      }),
      { at: 0, sum: 0 },
    );
    expect(total.sum).toBeCloseTo(200, 9);
  });

  test('splits one from the other side, in metres, with a hole', () => {
    const half = 20_037_508.342_789_244;
    const x = (share: number) => -half + share;
    const ring = (a: number, b: number) => [
      [x(a), a],
      [x(a), b],
      [x(b), b],
      [x(b), a],
      [x(a), a],
    ];
    const cut = cutAtAntimeridian(shape({ rings: [ring(-1000, 1000), ring(-500, 500).toReversed()] }), 3857);
    const { xmin, xmax } = envelopeOf(cut);
    expect(xmin).toBeCloseTo(-half, 3);
    expect(xmax).toBeCloseTo(half, 3);
  });

  test('cuts a line where it crosses, with interpolated z', () => {
    const cut = cutAtAntimeridian(
      shape({
        hasZ: true,
        paths: [
          [
            [170, 0, 0],
            [190, 10, 20],
          ],
        ],
      }),
      4326,
    );
    expect(esri(cut)).toEqual({
      hasZ: true,
      paths: [
        [
          [170, 0, 0],
          [180, 5, 10],
        ],
        [
          [-180, 5, 10],
          [-170, 10, 20],
        ],
      ],
    });
  });

  test('wraps points', () => {
    expect(esri(cutAtAntimeridian(shape({ x: 190, y: 0 }), 4326))).toEqual({ x: -170, y: 0 });
    expect(
      esri(
        cutAtAntimeridian(
          shape({
            points: [
              [-181, 0],
              [0, 0],
            ],
          }),
          4326,
        ),
      ),
    ).toEqual({
      points: [
        [179, 0],
        [0, 0],
      ],
    });
  });

  test('leaves alone what is within the world or in a local spatial reference', () => {
    fc.assert(
      fc.property(anyGeometry(), (geometry) => {
        expect(cutAtAntimeridian(geometry, 4326)).toBe(geometry);
        expect(cutAtAntimeridian(geometry, 32642)).toBe(geometry);
      }),
    );
    const nonsense = shape({
      paths: [
        [
          [0, 0],
          [5000, 0],
        ],
      ],
    });
    expect(cutAtAntimeridian(nonsense, 4326)).toBe(nonsense);
  });

  test.each([
    [[0, 10], [[0, 10]]],
    [
      [170, 190],
      [
        [170, 180],
        [-180, -170],
      ],
    ],
    [
      [-190, -170],
      [
        [170, 180],
        [-180, -170],
      ],
    ],
    [[200, 210], [[-160, -150]]],
    [[-575, -565], [[145, 155]]],
    [
      [180, 190],
      [
        [180, 180],
        [-180, -170],
      ],
    ],
    [[-200, 200], [[-200, 200]]],
    [[-100, 400], [[-180, 400]]],
  ])('splits a window from %j into %j', ([xmin, xmax], expected) => {
    const boxes = splitAtAntimeridian({ xmin: xmin as number, xmax: xmax as number, ymin: 0, ymax: 1 }, 4326);
    expect(boxes.map((box) => [box.xmin, box.xmax])).toEqual(expected);
  });

  test('leaves a window of a local spatial reference whole', () => {
    const window = { xmin: 0, ymin: 0, xmax: 1e9, ymax: 1 };
    expect(splitAtAntimeridian(window, 32642)).toEqual([window]);
  });
});

describe('generalise', () => {
  test('removes vertices closer than the offset', () => {
    const line = shape({
      paths: [
        [
          [0, 0],
          [5, 0.4],
          [10, 0],
          [10, 10],
        ],
      ],
    });
    expect(esri(generalise(line, 0.5))).toEqual({
      paths: [
        [
          [0, 0],
          [10, 0],
          [10, 10],
        ],
      ],
    });
    expect(generalise(line, 0)).toBe(line);
  });

  test('removes no vertex farther than that from the result', () => {
    fc.assert(
      fc.property(polylines(), fc.double({ min: 0.1, max: 5, noNaN: true }), (geometry, offset) => {
        const simple = generalise(geometry, offset) as Geometry;
        expect(simple.coordinates.length).toBeLessThanOrEqual(geometry.coordinates.length);
        for (let at = 0; at < geometry.coordinates.length; at += 2) {
          const [x, y] = geometry.coordinates.subarray(at, at + 2) as unknown as [number, number];
          expect(distanceTo(simple, x, y)).toBeLessThanOrEqual(offset + 1e-9);
        }
      }),
    );
  });

  test('drops rings that collapse, but never points', () => {
    const square = shape({
      rings: [
        [
          [0, 0],
          [0, 1],
          [1, 1],
          [1, 0],
          [0, 0],
        ],
      ],
    });
    expect(generalise(square, 5)).toBeNull();
    const point = shape({ x: 1, y: 1 });
    expect(generalise(point, 100)).toBe(point);
  });

  test('needs no recursion for a path of a million vertices', () => {
    const path = Array.from({ length: 1_000_000 }, (_none, index) => [index, Math.sin(index / 50)]);
    const simple = generalise(shape({ paths: [path] }), 2) as Geometry;
    expect(simple.parts).toEqual([2]);
  });
});

function distanceTo({ coordinates, parts }: Geometry, x: number, y: number): number {
  let min = Infinity;
  let at = 0;
  for (const count of parts) {
    for (const end = at + (count - 1) * 2; at < end; at += 2) {
      const [ax = 0, ay = 0, bx = 0, by = 0] = coordinates.subarray(at, at + 4);
      const length = (bx - ax) ** 2 + (by - ay) ** 2;
      const share =
        length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
      min = Math.min(min, Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay)));
    }
    at += 2;
  }
  return min;
}

describe('grids', () => {
  const grids: fc.Arbitrary<Grid> = fc.record({
    originPosition: fc.constantFrom('upperLeft' as const, 'lowerLeft' as const),
    scale: fc.constantFrom(0.01, 0.5, 1, 3),
    translate: fc.record({ x: fc.integer({ min: -50, max: 50 }), y: fc.integer({ min: -50, max: 50 }) }),
  });

  test('move every vertex by at most half a step', () => {
    fc.assert(
      fc.property(anyGeometry(), grids, (geometry, grid) => {
        const quantized = quantize(geometry, grid, false);
        const back = unquantize(quantized as NonNullable<typeof quantized>, grid);
        expect(back.coordinates).toHaveLength(geometry.coordinates.length);
        back.coordinates.forEach((number, at) =>
          expect(Math.abs(number - (geometry.coordinates[at] as number))).toBeLessThanOrEqual(
            grid.scale / 2 + 1e-9,
          ),
        );
      }),
    );
  });

  test('have no zero-length steps and no rings smaller than a cell', () => {
    fc.assert(
      fc.property(fc.oneof(polylines(), polygons()), grids, (geometry, grid) => {
        const { kind, deltas, parts } = quantize(geometry, grid, true) ?? {
          kind: geometry.kind,
          deltas: [],
          parts: [],
        };
        const min = kind === 'polygon' ? 4 : 2;
        expect(parts.filter((count) => count < min)).toEqual([]);
        let at = 0;
        for (const count of parts) {
          for (let vertex = 1; vertex < count; vertex += 1) {
            expect(deltas.slice(at + vertex * 2, at + vertex * 2 + 2)).not.toEqual([0, 0]);
          }
          at += count * 2;
        }
      }),
    );
  });

  test('never hold a negative zero', () => {
    const grid: Grid = { originPosition: 'upperLeft', scale: 1, translate: { x: 0, y: 0 } };
    expect(Object.is(quantize(shape({ x: -0.1, y: 0.1 }), grid, true)?.deltas[0], 0)).toBe(true);
    expect(Object.is(quantize(shape({ x: -0.1, y: 0.1 }), grid, true)?.deltas[1], 0)).toBe(true);
  });

  test('have no steps for a height that exact integers cannot count', () => {
    const grid: Grid = { originPosition: 'lowerLeft', scale: 1, translate: { x: 0, y: 0 } };
    const path = [
      [3, 4, 1e300],
      [5, 7, 2],
    ];
    expect(quantize(shape({ hasZ: true, paths: [path] }), grid, true)?.deltas).toEqual([
      3,
      4,
      Number.NaN,
      2,
      3,
      20_000,
    ]);
  });
});

test('rounds coordinates to decimal places', () => {
  expect(esri(roundCoordinates(shape({ x: 1.23456, y: -9.87654 }), 2))).toEqual({ x: 1.23, y: -9.88 });
  expect(esri(roundCoordinates(shape({ x: 1.5, y: 2.4 }), 0))).toEqual({ x: 2, y: 2 });
});

describe('envelopes', () => {
  const a = { xmin: 0, ymin: 0, xmax: 2, ymax: 2 };
  test.each([
    [{ xmin: 2, ymin: 2, xmax: 3, ymax: 3 }, true, false],
    [{ xmin: 2.1, ymin: 0, xmax: 3, ymax: 3 }, false, false],
    [{ xmin: 0, ymin: 0, xmax: 2, ymax: 2 }, true, true],
    [{ xmin: 1, ymin: 1, xmax: 1, ymax: 1 }, true, true],
  ])('%j', (b, meets, holds) => {
    expect(envelopesMeet(a, b)).toBe(meets);
    expect(envelopeHolds(a, b)).toBe(holds);
  });

  test('join, and adapt to the shape they contain', () => {
    expect(joinEnvelopes(a, { xmin: -1, ymin: 1, xmax: 1, ymax: 5 })).toEqual({
      xmin: -1,
      ymin: 0,
      xmax: 2,
      ymax: 5,
    });
    expect(joinEnvelopes(null, a)).toBe(a);
    expect(joinEnvelopes(null, null)).toBeNull();
    expect(
      [a, { ...a, xmax: 0 }, { xmin: 1, ymin: 1, xmax: 1, ymax: 1 }].map(
        (envelope) => envelopeAsGeometry(envelope).kind,
      ),
    ).toEqual(['polygon', 'polyline', 'point']);
  });
});
