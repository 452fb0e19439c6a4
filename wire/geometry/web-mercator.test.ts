import fc from 'fast-check';
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

  test('there and back is the same place', () => {
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
  ])('longitude %d is %d', (given, expected) => expect(wrapLongitude(given)).toBeCloseTo(expected, 9));

  test('distance on the ground: one degree along the equator, and across the date line', () => {
    expect(groundDistance({ longitude: 0, latitude: 0 }, { longitude: 1, latitude: 0 })).toBeCloseTo(
      111_319.49,
      1,
    );
    expect(groundDistance({ longitude: 179.5, latitude: 0 }, { longitude: -179.5, latitude: 0 })).toBeCloseTo(
      111_319.49,
      1,
    );
  });

  test('distance is symmetric', () => {
    fc.assert(
      fc.property(place, place, (a, b) => {
        expect(groundDistance(a, b)).toBeCloseTo(groundDistance(b, a), 3);
      }),
    );
  });
});
