import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toWebMercator } from '../../../../wire/geometry/web-mercator.ts';
import { placeRow } from '../../../../testing/rig/place-row.ts';
import { type Place, placeKinds } from '../place.ts';
import { wgs84 } from '../request/spatial-reference.ts';
import { extentOf } from './extent.ts';

const mercator = { wkid: 102100, latestWkid: 3857 };
const degrees = (place: Partial<Place> & Pick<Place, 'kind'>) => extentOf(placeRow(place), wgs84);

describe('extent of a candidate', () => {
  test('is its own where that is larger than a point of interest', () => {
    expect(degrees({ kind: 'city', extent: [70, 50, 72, 52] })).toEqual({
      xmin: 70,
      ymin: 50,
      xmax: 72,
      ymax: 52,
    });
  });

  test('of a shop includes its surroundings', () => {
    const { xmin, xmax, ymin, ymax } = degrees({ kind: 'poi', extent: [71.4299, 51.1299, 71.4301, 51.1301] });
    expect(xmax - xmin).toBeGreaterThan(0.003);
    expect(ymax - ymin).toBeCloseTo(0.003);
  });

  test('of a long street is all of it', () => {
    expect(degrees({ kind: 'street', extent: [71, 51, 72, 51.5] })).toMatchObject({
      xmin: 71,
      xmax: 72,
      ymax: 51.5,
    });
  });

  test('is wider for wider kinds', () => {
    const heights = placeKinds.map((kind) => {
      const { ymin, ymax } = degrees({ kind });
      return ymax - ymin;
    });
    const order = ['address', 'poi', 'street', 'neighbourhood', 'city', 'region', 'country'];
    const sorted = order.map((kind) => heights[placeKinds.indexOf(kind as (typeof placeKinds)[number])] ?? 0);
    expect(sorted).toEqual([...sorted].sort((a, b) => a - b));
  });

  test('is about square on the ground, up to high latitudes', () => {
    for (const latitude of [0, 51, 70]) {
      const { xmin, xmax, ymin, ymax } = degrees({ kind: 'city', latitude });
      expect(((xmax - xmin) * Math.cos((latitude * Math.PI) / 180)) / (ymax - ymin)).toBeCloseTo(1);
    }
  });

  test.each([
    ['west of it', 179.95],
    ['east of it', -179.95],
  ])('of a street over the date line stays narrow, with its point %s', (_where, longitude) => {
    const { xmin, xmax } = degrees({
      kind: 'street',
      longitude,
      latitude: 0,
      extent: [179.9, -0.1, -179.9, 0.1],
    });
    expect([xmin, xmax]).toEqual([179.9, 180.1]);
  });

  test('is finite and not inverted at the poles and anywhere else', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.constantFrom(...placeKinds),
        fc.constantFrom(wgs84, mercator),
        (longitude, latitude, kind, reference) => {
          const box = extentOf(placeRow({ kind, longitude, latitude }), reference);
          expect(Object.values(box).every(Number.isFinite)).toBe(true);
          expect(box.xmin).toBeLessThan(box.xmax);
          expect(box.ymin).toBeLessThanOrEqual(box.ymax);
        },
      ),
    );
  });

  test('contains the place, in metres as in degrees', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -179, max: 179, noNaN: true }),
        fc.double({ min: -84, max: 84, noNaN: true }),
        fc.constantFrom(...placeKinds),
        (longitude, latitude, kind) => {
          const { x, y } = toWebMercator({ longitude, latitude });
          const box = extentOf(placeRow({ kind, longitude, latitude }), mercator);
          expect(box.xmin <= x && x <= box.xmax && box.ymin <= y && y <= box.ymax).toBe(true);
        },
      ),
    );
  });
});
