import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DataFeature, fileName, geometryToGeoJson, writeCsv, writeGeoJson } from './write-data.ts';

const feature = (over: Partial<DataFeature>): DataFeature => ({
  id: 1,
  geometry: null,
  attributes: {},
  dates: new Set(),
  ...over,
});

const read = (csv: string) => parse(csv, { bom: true, columns: true, record_delimiter: '\r\n' }) as object[];

describe('a CSV file', () => {
  it('has attributes, point positions and readable dates', () => {
    const csv = writeCsv([
      feature({
        geometry: { type: 'Point', coordinates: [71.43, 51.128] },
        attributes: { name: 'Бәйтерек, "tower"', opened: 1_030_665_600_000, height: 105, note: null },
        dates: new Set(['opened']),
      }),
    ]);
    expect(read(csv)).toEqual([
      {
        name: 'Бәйтерек, "tower"',
        opened: '2002-08-30T00:00:00.000Z',
        height: '105',
        note: '',
        longitude: '71.43',
        latitude: '51.128',
      },
    ]);
  });

  it('names the columns of positions as no attribute is named', () => {
    const csv = writeCsv([
      feature({
        geometry: { type: 'Point', coordinates: [71.43, 51.128] },
        attributes: { Longitude: 'east', longitude_: 'of it' },
      }),
    ]);
    expect(read(csv)).toEqual([
      { Longitude: 'east', longitude_: 'of it', longitude__: '71.43', latitude: '51.128' },
    ]);
  });

  it('keeps a number that is too large for a date', () => {
    const csv = writeCsv([feature({ attributes: { opened: 1e17 }, dates: new Set(['opened']) })]);
    expect(read(csv)).toEqual([{ opened: '100000000000000000' }]);
  });

  it('round-trips any text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 }), (texts) => {
        fc.pre(texts.every((text) => !/^[=+\-@\t\r]/.test(text)));
        const csv = writeCsv(texts.map((text) => feature({ attributes: { before: 'x', text } })));
        expect(read(csv).map((row) => (row as { text: string }).text)).toEqual(texts);
      }),
    );
  });

  it('runs no formula in a spreadsheet and keeps negative numbers', () => {
    const csv = writeCsv([feature({ attributes: { a: '=1+1', b: '-5', c: -5, d: '@x' } })]);
    expect(read(csv)).toEqual([{ a: "'=1+1", b: '-5', c: '-5', d: "'@x" }]);
  });
});

describe('a GeoJSON file', () => {
  it('is a collection of features', () => {
    const text = writeGeoJson([
      feature({ id: 7, geometry: { type: 'Point', coordinates: [1, 2] }, attributes: { a: 1 } }),
    ]);
    expect(JSON.parse(text)).toEqual({
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', id: 7, geometry: { type: 'Point', coordinates: [1, 2] }, properties: { a: 1 } },
      ],
    });
  });
});

describe('geometries', () => {
  const square = (x: number, y: number, size: number) => [
    [x, y],
    [x, y + size],
    [x + size, y + size],
    [x + size, y],
    [x, y],
  ];

  it('assign each hole to its ring and orient the rings', () => {
    const outer = square(0, 0, 10);
    const hole = square(2, 2, 2).toReversed();
    const island = square(20, 20, 5);
    const geometry = geometryToGeoJson({ rings: [outer, island, hole] })!;
    expect(geometry.type).toBe('MultiPolygon');
    expect(geometry.coordinates).toEqual([[outer.toReversed(), hole.toReversed()], [island.toReversed()]]);
  });

  it.each([
    [
      [10, 5],
      [6, 6],
      [6, 4],
      [10, 5],
    ],
    [
      [0, 5],
      [4, 4],
      [4, 6],
      [0, 5],
    ],
  ])('assign a hole that touches its ring at %j to it', (...hole) => {
    const [other, outer] = [square(20, 20, 5), square(0, 0, 10)];
    const geometry = geometryToGeoJson({ rings: [other, outer, hole] })!;
    expect(geometry.coordinates).toEqual([[other.toReversed()], [outer.toReversed(), hole.toReversed()]]);
  });

  it.each([
    [{ x: 1, y: 2, z: 3 }, 'Point'],
    [{ points: [[1, 2]] }, 'MultiPoint'],
    [
      {
        paths: [
          [
            [1, 2],
            [3, 4],
          ],
        ],
      },
      'LineString',
    ],
    [
      {
        paths: [
          [
            [1, 2],
            [3, 4],
          ],
          [
            [5, 6],
            [7, 8],
          ],
        ],
      },
      'MultiLineString',
    ],
    [{ rings: [square(0, 0, 1)] }, 'Polygon'],
  ])('%o become a %s', (json, type) => {
    expect(geometryToGeoJson(json)?.type).toBe(type);
  });

  it('become null when empty', () => {
    expect(geometryToGeoJson({ rings: [] })).toBeNull();
    expect(geometryToGeoJson(undefined)).toBeNull();
  });
});

it('file names keep the characters that file systems accept', () => {
  expect(fileName('Streets: 1/2 "old"\n', 'csv')).toBe('Streets 1 2 old.csv');
  expect(fileName('Сәулет', 'geojson')).toBe('Сәулет.geojson');
  expect(fileName(' ? ', 'csv')).toBe('map.csv');
  expect(fileName('🌳'.repeat(200), 'csv')).toBe(`${'🌳'.repeat(100)}.csv`);
});
