import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseUploadPlace, printUploadPlace, type UploadPlace } from './upload.ts';

describe('path of a fault in a file', () => {
  it.each<[UploadPlace, string]>([
    [{ line: 17 }, 'line 17'],
    [{ feature: 3 }, 'feature 3'],
    [{ line: 17, feature: 3 }, 'line 17, feature 3'],
    [{ file: 'roads.shp', feature: 1 }, 'roads.shp, feature 1'],
    [{ file: 'a, b.kml', line: 2, feature: 9 }, 'a, b.kml, line 2, feature 9'],
  ])('%o is %s', (place, text) => {
    expect(printUploadPlace(place)).toBe(text);
    expect(parseUploadPlace(text)).toEqual(place);
  });

  it.each([
    '',
    'roads.shp',
    'where',
    'line x',
    'Feature 3 of layer 1',
    'line 1 or so',
    'line -1',
    'line 1.5',
    'line1',
    'line 1,',
    'LINE 1',
  ])('is not read from %j', (text) => {
    expect(parseUploadPlace(text)).toBeUndefined();
  });

  it('is read back as it was written', () => {
    const number = fc.option(fc.integer({ min: 1, max: 1e9 }), { nil: undefined });
    const file = fc.option(fc.stringMatching(/^[a-z ]{1,9}\.shp$/), { nil: undefined });
    fc.assert(
      fc.property(file, number, number, (name, line, feature) => {
        fc.pre(line !== undefined || feature !== undefined);
        const place = {
          ...(name !== undefined && { file: name }),
          ...(line !== undefined && { line }),
          ...(feature !== undefined && { feature }),
        };
        expect(parseUploadPlace(printUploadPlace(place))).toEqual(place);
      }),
    );
  });
});
