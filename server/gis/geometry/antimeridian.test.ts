import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../../testing/rig/property-seed.ts';
import { cutAtAntimeridian, splitAtAntimeridian } from './antimeridian.ts';
import { envelopeOf, type Geometry } from './geometry.ts';
import { polygonOfParts, signedArea } from './rings.ts';
import { isWithinDomain } from './spatial-reference.ts';

const plain = { hasZ: false, hasM: false };
const line = (coordinates: number[]): Geometry => ({
  kind: 'polyline',
  ...plain,
  coordinates: Float64Array.from(coordinates),
  parts: [coordinates.length / 2],
});

/** Length of a line, part by part. */
function lengthOf({ coordinates, parts }: Geometry): number {
  let length = 0;
  let at = 0;
  for (const count of parts) {
    for (let vertex = 1; vertex < count; vertex += 1, at += 2)
      length += Math.hypot(
        coordinates[at + 2]! - coordinates[at]!,
        coordinates[at + 3]! - coordinates[at + 1]!,
      );
    at += 2;
  }
  return length;
}

const areaOf = ({ coordinates, parts }: Geometry) => {
  let at = 0;
  return parts.reduce((sum, count) => {
    const area = -signedArea(coordinates, 2, at, at + count * 2) / 2;
    at += count * 2;
    return sum + area;
  }, 0);
};

test('places are up to a turn beyond the antimeridian, and at rounded poles', () => {
  const isPlace = (x: number, y: number) => isWithinDomain({ xmin: x, ymin: y, xmax: x, ymax: y }, 4326);
  expect([isPlace(-540, 90.000_000_5), isPlace(540, -90.000_000_5)]).toEqual([true, true]);
  expect([isPlace(540.1, 0), isPlace(0, 90.1)]).toEqual([false, false]);
});

describe('line over the antimeridian', () => {
  const steps = fc.array(
    fc.record({
      dx: fc.double({ min: -8, max: 8, noNaN: true }),
      y: fc.double({ min: -80, max: 80, noNaN: true }),
    }),
    { minLength: 1, maxLength: 12 },
  );

  test('keeps its length and is within the world', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 170, max: 190, noNaN: true }),
        steps,
        fc.boolean(),
        (start, path, west) => {
          let x = west ? -start : start;
          const whole = line([x, 0, ...path.flatMap(({ dx, y }) => [(x += dx), y])]);
          const cut = cutAtAntimeridian(whole, 4326);
          const { xmin, xmax } = envelopeOf(cut);
          expect(xmin).toBeGreaterThanOrEqual(-180 - 1e-9);
          expect(xmax).toBeLessThanOrEqual(180 + 1e-9);
          expect(lengthOf(cut)).toBeCloseTo(lengthOf(whole), 6);
          expect(cut.parts.reduce((sum, count) => sum + count, 0) * 2).toBe(cut.coordinates.length);
        },
      ),
    );
  });

  test.each([
    [
      'continues',
      [170, 0, 180, 5, 190, 10],
      [
        [170, 0, 180, 5],
        [-180, 5, -170, 10],
      ],
    ],
    ['turns back', [170, 0, 180, 5, 170, 10], [[170, 0, 180, 5, 170, 10]]],
    [
      'runs along the edge',
      [170, 0, 180, 5, 180, 6, 190, 10],
      [
        [170, 0, 180, 5, 180, 6],
        [-180, 6, -170, 10],
      ],
    ],
    ['begins there', [180, 0, 190, 5], [[-180, 0, -170, 5]]],
    ['ends there', [170, 0, 180, 5], [[170, 0, 180, 5]]],
    [
      'starts in the west',
      [-170, 0, -180, 5, -190, 10],
      [
        [-170, 0, -180, 5],
        [180, 5, 170, 10],
      ],
    ],
    [
      'crosses and returns',
      [170, 0, 180, 1, 190, 2, 180, 3, 170, 4],
      [
        [170, 0, 180, 1],
        [-180, 1, -170, 2, -180, 3],
        [180, 3, 170, 4],
      ],
    ],
  ] as const)('with a vertex on it that %s', (_what, path, expected) => {
    const { coordinates, parts } = cutAtAntimeridian(line([...path]), 4326);
    expect([...coordinates]).toEqual(expected.flat());
    expect(parts).toEqual(expected.map((part) => part.length / 2));
  });

  test('may have hundreds of thousands of vertices', () => {
    const count = 300_000;
    const long = line(
      Array.from({ length: count * 2 }, (_none, at) => (at % 2 ? 10 : 170 + ((at / 2) * 20) / count)),
    );
    const cut = cutAtAntimeridian(long, 4326);
    expect(cut.parts).toHaveLength(2);
    expect(envelopeOf(cut)).toMatchObject({ xmin: -180, xmax: 180 });
  });
});

describe('area over the antimeridian', () => {
  test('keeps its size, its holes and its orientation', () => {
    const share = fc.double({ min: 0.05, max: 0.4, noNaN: true });
    fc.assert(
      fc.property(
        fc.double({ min: 171, max: 179, noNaN: true }),
        fc.double({ min: 2, max: 40, noNaN: true }),
        share,
        share,
        (west, width, a, b) => {
          const box = (x0: number, y0: number, x1: number, y1: number) => [
            x0,
            y0,
            x0,
            y1,
            x1,
            y1,
            x1,
            y0,
            x0,
            y0,
          ];
          const hole = box(west + a * width, -5 + a, west + (1 - b) * width, 5 - b);
          const whole = polygonOfParts([[box(west, -10, west + width, 10), hole]], false, false)!;
          const cut = cutAtAntimeridian(whole, 4326);
          const { xmin, xmax } = envelopeOf(cut);
          expect(xmin).toBeGreaterThanOrEqual(-180);
          expect(xmax).toBeLessThanOrEqual(180);
          expect(areaOf(cut)).toBeCloseTo(areaOf(whole), 6);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('is unchanged when it does not cross', () => {
    const inside = polygonOfParts([[[170, 0, 170, 5, 180, 5, 180, 0, 170, 0]]], false, false)!;
    expect(cutAtAntimeridian(inside, 4326)).toBe(inside);
  });

  test('is unchanged in a local spatial reference', () => {
    const far = polygonOfParts([[[5e6, 0, 5e6, 5, 6e8, 5, 6e8, 0, 5e6, 0]]], false, false)!;
    expect(cutAtAntimeridian(far, 25832)).toBe(far);
  });
});

describe('window over the antimeridian', () => {
  test('contains the same places, cut or not', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -500, max: 500, noNaN: true }),
        fc.double({ min: 0.1, max: 300, noNaN: true }),
        fc.double({ min: -179.9, max: 179.9, noNaN: true }),
        (xmin, width, x) => {
          const xmax = xmin + width;
          const windows = splitAtAntimeridian({ xmin, xmax, ymin: 0, ymax: 1 }, 4326);
          const seen = windows.some((window) => x >= window.xmin && x <= window.xmax);
          const turns = [-720, -360, 0, 360, 720];
          const meant = turns.some((turn) => x + turn >= xmin && x + turn <= xmax);
          // At the very edge rounding decides.
          const near = [xmin, xmax].some((edge) => turns.some((turn) => Math.abs(x + turn - edge) < 1e-9));
          expect(near || seen === meant).toBe(true);
        },
      ),
    );
  });
});
