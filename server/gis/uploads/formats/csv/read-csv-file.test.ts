import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readOnlyLayer, readUpload } from '../../../../../testing/rig/upload-files.ts';
import { guessCoordinates, guessDelimiter } from '../../../../../wire/table-text.ts';
import { readNumber } from './read-csv-file.ts';

const encode = (text: string, encoding: 'windows-1251' | 'latin1') =>
  encoding === 'latin1'
    ? Buffer.from(text, 'latin1')
    : Buffer.from(
        [...text].map((letter) => {
          const code = letter.codePointAt(0) ?? 0;
          return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code;
        }),
      );

describe('CSV', () => {
  test('becomes points by guessed columns, with typed fields', async () => {
    const content =
      'id,name,zip,height,when,lat,lng\n1,Oak,01067,3.5,2026-01-02,51.1,71.4\n2,"Elm, old",04109,4,,51.2,71.5\n';
    const { facts, layers } = await readUpload('trees.csv', content);
    expect(facts).toMatchObject({
      encoding: 'utf-8',
      delimiter: ',',
      coordinates: { longitude: 'lng', latitude: 'lat' },
    });
    expect(layers).toMatchObject([
      {
        geometryType: 'esriGeometryPoint',
        fields: {
          id: 'Integer',
          name: 'String',
          zip: 'String',
          height: 'Double',
          when: 'Date',
          lat: 'Double',
          lng: 'Double',
        },
      },
    ]);
    expect(layers[0]!.features).toMatchObject([
      { geometry: { coordinates: [71.4, 51.1] }, place: { line: 2 } },
      { geometry: { coordinates: [71.5, 51.2] }, place: { line: 3 } },
    ]);
  });

  test('has columns whose names have a bounded length', async () => {
    const { facts } = await readUpload('a.csv', `${'a'.repeat(1000)},lat,lng\n1,51.1,71.4\n`);
    expect(facts.columns).toEqual(['a'.repeat(500), 'lat', 'lng']);
  });

  test('may have line breaks in headings, as spreadsheets write them', async () => {
    const layer = await readOnlyLayer('a.csv', '"Name\nof tree",lat,lng,note\r\nOak,51.1,71.4,old\r\n');
    expect(layer.features.map(({ properties }) => properties)).toEqual([
      { 0: 'Oak', 1: '51.1', 2: '71.4', 3: 'old' },
    ]);
  });

  test.each([
    ['semicolons and decimal commas', 'Name;Breite;Länge;Höhe\nA;51,5;71,25;3,5\nB;51,6;71,35;4\n'],
    ['tabs', 'Name\tBreite\tLänge\tHöhe\nA\t51.5\t71.25\t3.5\nB\t51.6\t71.35\t4\n'],
    ['upright strokes and Windows lines', 'Name|Breite|Länge|Höhe\r\nA|51.5|71.25|3.5\r\nB|51.6|71.35|4\r\n'],
    ['a byte order mark', '\uFEFFName,Breite,Länge,Höhe\nA,51.5,71.25,3.5\nB,51.6,71.35,4\n'],
    ['quoted names', '"Name","Breite","Länge","Höhe"\n"A","51.5","71.25","3.5"\n"B","51.6","71.35","4"\n'],
  ])('with %s', async (_what, content) => {
    const layer = await readOnlyLayer('a.csv', content);
    expect(layer.fields).toEqual({ Name: 'String', Breite: 'Double', Länge: 'Double', Höhe: 'Double' });
    expect(layer.features.map(({ geometry }) => geometry?.coordinates)).toEqual([
      [71.25, 51.5],
      [71.35, 51.6],
    ]);
    expect(layer.features.map(({ properties }) => Number(properties['3']))).toEqual([3.5, 4]);
  });

  test.each([
    ['utf-8', Buffer.from('Название,lat,lon\nДерево,51,71\n')],
    ['windows-1251', encode('Название,lat,lon\nДерево,51,71\n', 'windows-1251')],
    ['utf-16le', Buffer.from('\uFEFFНазвание,lat,lon\nДерево,51,71\n', 'utf16le')],
    ['utf-16be', Buffer.from('\uFEFFНазвание,lat,lon\nДерево,51,71\n', 'utf16le').swap16()],
  ])('in %s', async (encoding, bytes) => {
    const { facts, layers } = await readUpload('a.csv', bytes);
    expect(facts.encoding).toBe(encoding);
    expect(layers[0]).toMatchObject({
      fields: { Название: 'String' },
      features: [{ properties: { 0: 'Дерево' } }],
    });
  });

  test('detects Western and Cyrillic encodings, and prefers an explicit one', async () => {
    const bytes = encode('name,lat,lon\nMünchen Straße,51,71\nOrléans,51,71\n', 'latin1');
    expect((await readUpload('a.csv', bytes)).facts.encoding).toBe('windows-1252');
    expect((await readUpload('a.csv', bytes, { encoding: 'iso-8859-2' })).facts.encoding).toBe('iso-8859-2');
  });

  test('reads a row without coordinates as one without geometry, and no coordinate columns as a table', async () => {
    const layer = await readOnlyLayer('a.csv', 'a,lat,lon\n1,,\n2,51,71\n');
    expect(layer.features.map(({ geometry }) => geometry?.type ?? null)).toEqual([null, 'Point']);
    expect(await readOnlyLayer('a.csv', 'a,b\n1,2\n')).toMatchObject({ geometryType: null, featureCount: 1 });
    expect(await readOnlyLayer('a.csv', 'a,lat,lon\n1,51,71\n', { noCoordinates: true })).toMatchObject({
      geometryType: null,
    });
    const chosen = await readOnlyLayer('a.csv', 'east,north\n71,51\n', {
      longitude: 'east',
      latitude: 'north',
    });
    expect(chosen.features[0]?.geometry?.coordinates).toEqual([71, 51]);
  });

  test('keeps every digit of long numbers', async () => {
    const layer = await readOnlyLayer('a.csv', 'id,big\n12345678901234567890,9007199254740991\n');
    expect(layer.fields).toEqual({ id: 'String', big: 'BigInteger' });
    expect(layer.features[0]?.properties).toMatchObject({ 0: '12345678901234567890' });
  });

  test.each([
    ['thousands or decimals', ['"1,234"', '"12,345"', '900'], 'String', '1,234'],
    ['decimals, as another value shows', ['"1,234"', '"1,5"', '3'], 'Double', '1.234'],
    ['thousands, as another value shows', ['"1,234"', '"1,234,567"', '3'], 'String', '1,234'],
  ])('reads a comma in a number of a file with commas as %s', async (_what, values, type, first) => {
    const layer = await readOnlyLayer('a.csv', `name,n\n${values.map((value) => `a,${value}\n`).join('')}`);
    expect(layer.fields).toEqual({ name: 'String', n: type });
    expect(layer.features[0]?.properties['1']).toBe(first);
  });
  test.each([
    ['semicolons', ';', 'Double', '1.234'],
    ['tabs', '\t', 'String', '1,234'],
  ])('reads an ambiguous comma in a number of a file with %s', async (_what, mark, type, first) => {
    const layer = await readOnlyLayer('a.csv', `name${mark}n\na${mark}1,234\na${mark}900\n`);
    expect(layer.fields).toEqual({ name: 'String', n: type });
    expect(layer.features[0]?.properties['1']).toBe(first);
  });
  test('keeps duplicate, unnamed and reserved columns apart', async () => {
    const layer = await readOnlyLayer('a.csv', 'OBJECTID,a,a,,lat,lon\n7,1,2,3,51,71\n');
    expect(layer.features[0]?.properties).toMatchObject({ 0: '7', 1: '1', 2: '2', 3: '3' });
    expect(Object.keys(layer.fields)).toContain('column 4');
  });

  test.each<[string, string | Buffer, RegExp]>([
    ['nothing', '', /The file is empty/],
    ['only a header', 'a,b\n', /contains no features/],
    ['a row too long', 'a,b\n1,2\n1,2,3\n', /^Line 3: The row has 3 values, but the first line has 2/],
    ['a row too short behind a text of two lines', 'a,b\n"x\ny",2\n1\n', /^Line 4: The row has 1 values/],
    ['a quotation mark never closed', 'a,b\n1,2\n"x,3\n4,5\n', /^Line 3: A quotation mark is never closed/],
    [
      'a mark within a text that has none',
      'a,b\n1,2\nx"y,3\n',
      /^Line 3: A quotation mark appears inside a value/,
    ],
    ['a mark within a text', 'a,b\n1,2\n"x"y,3\n', /^Line 3: Expected a delimiter/],
    [
      'an invalid coordinate',
      'a,lat,lon\n1,51,71\n2,N/A,71\n',
      /^Line 3: “N\/A” in the column lat isn’t a coordinate/,
    ],
    ['NaN', 'a,lat,lon\n1,NaN,71\n', /^Line 2: “NaN”/],
    ['infinity', 'a,lat,lon\n1,1e999,71\n', /^Line 2: “1e999”/],
    ['half a coordinate', 'a,lat,lon\n1,,71\n', /^Line 2: “” in the column lat/],
    [
      'ten thousand columns',
      `${Array.from({ length: 10_000 }, (_n, i) => `c${i}`).join()}\n`,
      /^Line 1: There are 10,000 columns; a layer can have at most 400/,
    ],
    [
      'bytes that are not text after a megabyte',
      Buffer.concat([
        Buffer.from(`a,b\n${'1,2\n'.repeat(300_000)}`),
        Buffer.from([0x61, 0xff, 0xfe, 0x2c, 0x62, 0x0a]),
      ]),
      /^Line 300002: The file contains bytes that aren’t valid utf-8/,
    ],
    ['binary data', Buffer.from([0x61, 0, 1, 2, 3, 0, 0, 5]), /file format isn’t supported/],
  ])('reports %s clearly', async (_what, content, message) => {
    await expect(readUpload('a.csv', content)).rejects.toThrow(message);
  });

  test.each([
    [{ longitude: 'nowhere', latitude: 'lat' }, /No column “nowhere”/],
    [{ encoding: 'klingon' }, /encoding “klingon” isn’t supported/],
  ])('reports %o clearly', async (choices, message) => {
    await expect(readUpload('a.csv', 'a,lat,lon\n1,51,71\n', choices)).rejects.toThrow(message);
  });

  test('reads back what was written, whatever the texts hold', async () => {
    const text = fc
      .string({ unit: 'grapheme', maxLength: 12 })
      .filter((value) => !value.includes('\0') && value.trim() !== '');
    const rows = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 8 });
    const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(rows, async (written) => {
        const content = `first,second\n${written.map((row) => row.map(quoted).join()).join('\n')}\n`;
        const layer = await readOnlyLayer('a.csv', content);
        expect(layer.features.map(({ properties }) => [properties['0'], properties['1']])).toEqual(
          written.map((row) => row.map((value) => value)),
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe('guesses', () => {
  test.each([
    [
      ['id', 'Latitude', 'Longitude'],
      [2, 1],
    ],
    [
      ['X', 'Y'],
      [0, 1],
    ],
    [
      ['stop_lat', 'stop_lon'],
      [1, 0],
    ],
    [
      ['Широта', 'Долгота'],
      [1, 0],
    ],
    [
      ['LAT (WGS84)', 'LON (WGS84)'],
      [1, 0],
    ],
    [['latency', 'long story'], undefined],
    [['lat'], undefined],
    [['a', 'b'], undefined],
  ])('find the coordinates of %o', (names, expected) => {
    const found = guessCoordinates(names);
    expect(found && [found.longitude, found.latitude]).toEqual(expected);
  });

  test.each([
    ['a,b;c\n1,2;3\n4,5;6\n', ','],
    ['a;b\n"1,2,3,4";5\n', ';'],
    ['one column\nx\n', ','],
    ['a|b|c\n1|2|3\n', '|'],
  ])('find the delimiter of %j, %s', (text, delimiter) => {
    expect(guessDelimiter(text)).toBe(delimiter);
  });

  test.each([
    ['1', 1],
    [' -1.5 ', -1.5],
    ['1,5', 1.5],
    ['.5', 0.5],
    ['1e3', 1000],
    ['1e999', undefined],
    ['1.2.3', undefined],
    ['1,234.5', undefined],
    ['', undefined],
    ['0x10', undefined],
    ['Infinity', undefined],
  ])('read the number %j', (text, number) => {
    expect(readNumber(text)).toBe(number);
  });
});
