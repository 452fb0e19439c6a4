import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '../../../limits.ts';
import { readCoordinates } from './read-query.ts';

describe('readCoordinates', () => {
  test.each<[string, latitude: number, longitude: number]>([
    ['51.128, 71.43', 51.128, 71.43],
    ['51.128 71.43', 51.128, 71.43],
    ['51.128;71.43', 51.128, 71.43],
    ['  51.128 ,\t71.43  ', 51.128, 71.43],
    ['51.1N 71.4E', 51.1, 71.4],
    ['51.1° N, 71.4° E', 51.1, 71.4],
    ['51.1°n,71.4°w', 51.1, -71.4],
    ['33S 151E', -33, 151],
    ['33.86°S, 151.2°E', -33.86, 151.2],
    ['10N 20W', 10, -20],
    ['-33.8, +151.2', -33.8, 151.2],
    ['90.0, -180.0', 90, -180],
  ])('%s', (text, latitude, longitude) => expect(readCoordinates(text)).toEqual({ latitude, longitude }));

  test.each([
    '',
    '51.128',
    '51.128,',
    '12, 4',
    '12 4',
    'Abay 12.5',
    'NaN, NaN',
    '90.1, 0.5',
    '51.1, 180.1',
    '1000.5, 2.5',
    '51.1 71.4 3',
    '51.128, 71.43 Astana',
    '51,1 71,4',
    '71.4E 51.1N',
    '1.2.3, 4',
    'N, E',
  ])('rejects %j', (text) => expect(readCoordinates(text)).toBeUndefined());

  test('reads any place of the earth as it is written', () => {
    const hundredths = (limit: number) =>
      fc.integer({ min: -limit * 100, max: limit * 100 }).map((number) => number / 100);
    fc.assert(
      fc.property(
        hundredths(90),
        hundredths(180),
        fc.constantFrom(', ', ' ', ';'),
        (latitude, longitude, between) => {
          const text = `${latitude.toFixed(2)}${between}${longitude.toFixed(2)}`;
          expect(readCoordinates(text)).toEqual({ latitude, longitude });
        },
      ),
    );
  });

  test('reads rows of blanks in linear time', () => {
    // Testing every division would take most of a minute, which the time limit would detect.
    expect(readCoordinates(`1${' '.repeat(limits.placeText)}x`)).toBeUndefined();
  });
});
