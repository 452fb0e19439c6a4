import { describe, expect, test } from 'vitest';
import { readEsriGeometry } from '../esri-json.ts';
import { envelopeHolds, envelopeOf, type Geometry } from '../geometry.ts';
import { distanceUnits, withinDistance } from './within-distance.ts';

const shape = (json: object): Geometry => readEsriGeometry(json, 'geometry') as Geometry;

/** One degree of latitude at Astana is 111 260 m, of longitude 70 062 m (GRS80 tables). */
const astana = shape({ x: 71.43, y: 51.13 });
const north = shape({ x: 71.43, y: 51.23 });
const east = shape({ x: 71.53, y: 51.13 });

describe('distance', () => {
  test.each([
    ['north', north, 11_120, false],
    ['north', north, 11_135, true],
    ['east', east, 6990, false],
    ['east', east, 7020, true],
    ['itself', astana, 0, true],
  ])('%s within %d', (_where, feature, metres, expected) => {
    expect(withinDistance(astana, metres).test(feature as Geometry)).toBe(expected);
  });

  test('to a line is measured to its nearest point, not its nearest vertex', () => {
    const street = shape({
      paths: [
        [
          [71.4, 51.14],
          [71.46, 51.14],
        ],
      ],
    });
    expect(withinDistance(astana, 1100).test(street)).toBe(false);
    expect(withinDistance(astana, 1120).test(street)).toBe(true);
  });

  test('to a containing polygon is zero', () => {
    const park = shape({
      rings: [
        [
          [71, 51],
          [71, 52],
          [72, 52],
          [72, 51],
          [71, 51],
        ],
      ],
    });
    expect(withinDistance(astana, 0).test(park)).toBe(true);
  });

  test('between two lines is from vertex to edge', () => {
    const a = shape({
      paths: [
        [
          [71.43, 51.13],
          [71.44, 51.13],
        ],
      ],
    });
    const b = shape({
      paths: [
        [
          [71.45, 51.13],
          [71.46, 51.14],
        ],
      ],
    });
    expect(withinDistance(a, 690).test(b)).toBe(false);
    expect(withinDistance(a, 710).test(b)).toBe(true);
  });
});

test('includes everything near in the envelope', () => {
  const { envelope, test: near } = withinDistance(astana, 50_000);
  const around = Array.from({ length: 36 }, (_none, index) => {
    const radians = (index * Math.PI) / 18;
    return shape({ x: 71.43 + 0.7 * Math.cos(radians), y: 51.13 + 0.44 * Math.sin(radians) });
  });
  const found = around.filter(near);
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((feature) => !envelopeHolds(envelope, envelopeOf(feature)))).toEqual([]);
});

test('converts units to metres', () => {
  expect(distanceUnits.get('esriSRUnit_Meter')).toBe(1);
  expect(distanceUnits.get('esriSRUnit_StatuteMile')).toBeCloseTo(1609.344);
  expect(distanceUnits.get('esriSRUnit_USFoot')).toBeCloseTo(0.3048006, 6);
});

test('a feature at longitude 0 is as far from places east and west of it as any other', () => {
  const place = (lon: number) => shape({ x: lon, y: 50 });
  expect(withinDistance(place(1), 10_000).test(place(0))).toBe(false);
  expect(withinDistance(place(1), 80_000).test(place(0))).toBe(true);
});
