import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CoordinateFormat, formatCoordinates } from './format-coordinates.ts';
import { parseCoordinates } from './parse-coordinates.ts';

const astana = { lat: 51.128, lng: 71.43 };
const pointAt = (lat: number, lng: number) => {
  const radius = 6_378_137;
  const x = (lng * Math.PI * radius) / 180;
  const y = Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) * radius;
  return { lat, lng, x, y, wkid: 3857 };
};

describe('reading coordinates', () => {
  it.each([
    '51.128, 71.43',
    '51.128 71.43',
    '51.128;71.43',
    '51,128 71,43',
    '51,128; 71,43',
    'N 51.128 E 71.43',
    'N51.128, E71.43',
    '51.128N 71.43E',
    '51.128° N, 71.43° E',
    '71.43 E, 51.128 N',
    'E 71.43 N 51.128',
    `51°07'40.8"N 71°25'48"E`,
    `51°07′40.8″N, 71°25′48″E`,
    `51 07 40.8 N 71 25 48 E`,
    `N 51° 7.68' E 71° 25.8'`,
    `51°07'40,8"С 71°25'48"В`,
    '  51.128 ,   71.43  ',
  ])('%s', (text) => {
    const position = parseCoordinates(text)!;
    expect(position.lat).toBeCloseTo(astana.lat, 6);
    expect(position.lng).toBeCloseTo(astana.lng, 6);
  });

  it('supports south and west, minus signs, and numbers that can only be a longitude', () => {
    expect(parseCoordinates('33.9S 18.4W')).toEqual({ lat: -33.9, lng: -18.4 });
    expect(parseCoordinates('-33.9, -18.4')).toEqual({ lat: -33.9, lng: -18.4 });
    expect(parseCoordinates('−33.9, –18.4')).toEqual({ lat: -33.9, lng: -18.4 });
    expect(parseCoordinates('120.5, 30')).toEqual({ lat: 30, lng: 120.5 });
  });

  it.each([
    'Main Street 5',
    '51',
    '51.128',
    '12 Abay 40',
    '91 181',
    `51°61'00"N 71°00'00"E`,
    '51N 52N',
    '25000000 1',
    '99U ZZ 1 1',
    '',
    'e',
    '42U WU 123',
  ])('leaves “%s” to the place search', (text) => {
    expect(parseCoordinates(text)).toBeUndefined();
  });

  it('never throws, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 120 }), (text) => {
        const { lat, lng } = parseCoordinates(text) ?? { lat: 0, lng: 0 };
        expect(Math.abs(lat)).toBeLessThanOrEqual(90);
        expect(Math.abs(lng)).toBeLessThanOrEqual(180);
      }),
    );
  });
});

describe('writing coordinates', () => {
  const latitude = fc.double({ min: -79.9, max: 83.9, noNaN: true });
  const longitude = fc.double({ min: -179.9, max: 179.9, noNaN: true });
  it.each<[CoordinateFormat, string | RegExp]>([
    ['decimal', '51.128000, 71.430000'],
    ['dms', `51°07'40.8"N 71°25'48.0"E`],
    ['utm', /^42U 670\d{3} 566\d{4}$/],
    ['mgrs', /^42U XB 70\d{3} 6\d{4}$/],
    ['map', /^7951551\.\d\d 66\d{5}\.\d\d$/],
  ])('as %s', (format, text) => {
    expect(formatCoordinates(pointAt(astana.lat, astana.lng), format)).toMatch(text);
  });

  it('agrees between UTM and MGRS, which are computed separately', () => {
    fc.assert(
      fc.property(latitude, longitude, (lat, lng) => {
        const [, easting = '', northing = ''] = formatCoordinates(pointAt(lat, lng), 'utm')!.split(' ');
        const [, , east = '', north = ''] = formatCoordinates(pointAt(lat, lng), 'mgrs')!.split(' ');
        // The grid truncates where the projection rounds.
        const apart = (a: string, b: string) => (Number(a) - Number(b) + 100_000) % 100_000;
        expect([0, 1, 99_999]).toContain(apart(easting.slice(-5), east));
        expect([0, 1, 99_999]).toContain(apart(northing.slice(-5), north));
      }),
    );
  });

  it('never shows sixty minutes or seconds', () => {
    expect(formatCoordinates(pointAt(50.99999999, -0.99999999), 'dms')).toBe(`51°00'00.0"N 1°00'00.0"W`);
  });

  it('has no grid near the poles', () => {
    expect(formatCoordinates(pointAt(85, 10), 'mgrs')).toBeUndefined();
    expect(formatCoordinates(pointAt(-81, 10), 'utm')).toBeUndefined();
  });

  it('applies the wide zone of Norway', () => {
    expect(formatCoordinates(pointAt(60.39, 5.32), 'utm')).toMatch(/^32V 297\d{3} 6700\d{3}$/);
  });

  it.each<[CoordinateFormat, number]>([
    ['decimal', 1e-6],
    ['dms', 2e-5],
    ['mgrs', 1e-3],
    ['map', 1e-6],
  ])('reads %s output back as the same place', (format, exact) => {
    fc.assert(
      fc.property(latitude, longitude, (lat, lng) => {
        const text = formatCoordinates(pointAt(lat, lng), format)!;
        // Metres near the intersection of the equator and the prime meridian look like degrees.
        fc.pre(format !== 'map' || Math.abs(lat) > 0.01 || Math.abs(lng) > 0.01);
        const read = parseCoordinates(text);
        expect(read).toBeDefined();
        expect(Math.abs(read!.lat - lat)).toBeLessThan(exact);
        expect(Math.abs(read!.lng - lng)).toBeLessThan(exact / Math.cos((lat * Math.PI) / 180) + exact);
      }),
    );
  });
});
