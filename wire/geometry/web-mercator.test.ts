import fc from 'fast-check';
import proj4 from 'proj4';
import { describe, expect, test } from 'vitest';
import {
  fromWebMercator,
  groundDistance,
  mercatorLimit,
  toWebMercator,
  wrapLongitude,
} from './web-mercator.ts';

const place = fc.record({
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  latitude: fc.double({ min: -85, max: 85, noNaN: true }),
});

describe('Web Mercator', () => {
  test('agrees with PROJ', () => {
    const { x, y } = toWebMercator({ longitude: 71.4306, latitude: 51.1282 });
    expect(x).toBeCloseTo(7_951_618.019, 2);
    expect(y).toBeCloseTo(6_644_002.225, 2);
    expect(toWebMercator({ longitude: 180, latitude: 90 }).y).toBeCloseTo(mercatorLimit, 3);
  });

  test('is inverse in both directions', () => {
    fc.assert(
      fc.property(place, (given) => {
        const back = fromWebMercator(toWebMercator(given));
        expect(back.longitude).toBeCloseTo(given.longitude, 9);
        expect(back.latitude).toBeCloseTo(given.latitude, 9);
      }),
    );
  });

  test.each([
    [190, -170],
    [-181, 179],
    [540, -180],
    [180, 180],
    [71, 71],
  ])('normalises the longitude %d to %d', (given, expected) =>
    expect(wrapLongitude(given)).toBeCloseTo(expected, 9),
  );

  test('measures distance on the ground: one degree along the equator, and across the date line', () => {
    expect(groundDistance({ longitude: 0, latitude: 0 }, { longitude: 1, latitude: 0 })).toBeCloseTo(
      111_319.49,
      1,
    );
    expect(groundDistance({ longitude: 179.5, latitude: 0 }, { longitude: -179.5, latitude: 0 })).toBeCloseTo(
      111_319.49,
      1,
    );
  });

  test('has symmetric distances', () => {
    fc.assert(
      fc.property(place, place, (a, b) => {
        expect(groundDistance(a, b)).toBeCloseTo(groundDistance(b, a), 3);
      }),
    );
  });
});

describe('independent library', () => {
  const projection = proj4('EPSG:4326', 'EPSG:3857');

  test('agrees on every place, in both directions', () => {
    fc.assert(
      fc.property(place, ({ longitude, latitude }) => {
        const { x, y } = toWebMercator({ longitude, latitude });
        const [theirX = 0, theirY = 0] = projection.forward([longitude, latitude]);
        expect(Math.hypot(x - theirX, y - theirY)).toBeLessThan(0.001);
        const [theirLongitude = 0, theirLatitude = 0] = projection.inverse([x, y]);
        const back = fromWebMercator({ x, y });
        expect(back.longitude).toBeCloseTo(theirLongitude, 7);
        expect(back.latitude).toBeCloseTo(theirLatitude, 7);
      }),
    );
  });
});

describe('at the edges of the world', () => {
  test.each([
    [
      { longitude: 0, latitude: 0 },
      { x: 0, y: 0 },
    ],
    [
      { longitude: 180, latitude: 0 },
      { x: mercatorLimit, y: 0 },
    ],
    [
      { longitude: -180, latitude: 85.0511287798066 },
      { x: -mercatorLimit, y: mercatorLimit },
    ],
    [
      { longitude: 0, latitude: 90 },
      { x: 0, y: mercatorLimit },
    ],
    [
      { longitude: 0, latitude: -90 },
      { x: 0, y: -mercatorLimit },
    ],
  ])('%j is %j', (given, expected) => {
    const { x, y } = toWebMercator(given);
    expect(x).toBeCloseTo(expected.x, 3);
    expect(y).toBeCloseTo(expected.y, 3);
  });

  test('a longitude of many turns is normalised to one, at the same place', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.integer({ min: -5, max: 5 }),
        (lng, turns) => {
          const wrapped = wrapLongitude(lng + turns * 360);
          expect(Math.abs(wrapped)).toBeLessThanOrEqual(180);
          const off = Math.abs(wrapped - lng);
          expect(Math.min(off, 360 - off)).toBeLessThan(1e-9);
        },
      ),
    );
  });

  test('no distance exceeds that over a third place', () => {
    fc.assert(
      fc.property(place, place, place, (a, b, c) => {
        expect(groundDistance(a, c)).toBeLessThanOrEqual(groundDistance(a, b) + groundDistance(b, c) + 0.01);
      }),
    );
  });
});
