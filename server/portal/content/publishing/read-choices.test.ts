import { describe, expect, test } from 'vitest';
import { MappingError } from '../../../../wire/errors.ts';
import { readChoices } from './read-choices.ts';

/** The path of a rejected parameter; undefined when it is accepted. */
function refused(given: Record<string, unknown>): string | undefined {
  try {
    readChoices(given);
    return undefined;
  } catch (error) {
    if (!(error instanceof MappingError) || error.status !== 400) throw error;
    return error.faults[0]?.path;
  }
}

describe('choices for a file', () => {
  test('are empty without parameters', () => {
    const nothing = {
      encoding: undefined,
      delimiter: undefined,
      longitude: undefined,
      latitude: undefined,
      noCoordinates: false,
      wkid: undefined,
    };
    expect(readChoices({})).toEqual(nothing);
    expect(
      readChoices({ encoding: '', columnDelimiter: null, longitudeFieldName: undefined, sourceSR: null }),
    ).toEqual(nothing);
  });

  test('use the parameter names of ArcGIS', () => {
    expect(
      readChoices({
        encoding: 'windows-1251',
        columnDelimiter: 'semicolon',
        longitudeFieldName: 'x',
        latitudeFieldName: 'y',
        locationType: 'coordinates',
        sourceSR: { wkid: 102100, latestWkid: 3857 },
        anything: 'else',
      }),
    ).toEqual({
      encoding: 'windows-1251',
      delimiter: ';',
      longitude: 'x',
      latitude: 'y',
      noCoordinates: false,
      wkid: 3857,
    });
  });

  test.each([
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
    ['pipe', '|'],
    ['space', ' '],
    [',', ','],
    ['^', '^'],
    ['\t', '\t'],
  ])('read the delimiter %j as %j', (columnDelimiter, delimiter) => {
    expect(readChoices({ columnDelimiter }).delimiter).toBe(delimiter);
  });

  test.each(['Comma', ',,', 'constructor', 'hasOwnProperty', 'toString', '__proto__', 'valueOf'])(
    'reject the delimiter %j',
    (columnDelimiter) => {
      expect(refused({ columnDelimiter })).toBe('columnDelimiter');
    },
  );

  test.each([
    ['none', true],
    ['coordinates', false],
    ['unknown', false],
  ])('read a location of the type %s', (locationType, noCoordinates) => {
    expect(readChoices({ locationType }).noCoordinates).toBe(noCoordinates);
  });

  test.each<[string, Record<string, unknown>]>([
    ['locationType', { locationType: 'address' }],
    ['encoding', { encoding: 5 }],
    ['encoding', { encoding: ['utf-8'] }],
    ['longitudeFieldName', { longitudeFieldName: { a: 1 } }],
    ['latitudeFieldName', { latitudeFieldName: 'x'.repeat(201) }],
    ['columnDelimiter', { columnDelimiter: 7 }],
    ['sourceSR', { sourceSR: {} }],
    ['sourceSR', { sourceSR: { wkid: 'WGS84' } }],
    ['sourceSR', { sourceSR: { wkid: 4326.5 } }],
    ['sourceSR', { sourceSR: [4326] }],
    ['sourceSR', { sourceSR: 'nonsense' }],
    ['sourceSR', { sourceSR: Number.NaN }],
    ['sourceSR', { sourceSR: { wkt: 'PROJCS[]' } }],
  ])('reject %s: %j', (path, given) => {
    expect(refused(given)).toBe(path);
  });

  test.each([
    [4326, 4326],
    ['4326', 4326],
    [{ wkid: 4326 }, 4326],
    [{ wkid: '25832' }, 25832],
    [{ wkid: 102100, latestWkid: 3857 }, 3857],
  ])('read the spatial reference %j', (sourceSR, wkid) => {
    expect(readChoices({ sourceSR }).wkid).toBe(wkid);
  });
});
