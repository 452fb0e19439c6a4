import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readOnlyLayer, readUpload } from '../../../../../testing/rig/upload-files.ts';
import { FeatureSplitter } from './feature-splitter.ts';

const point = (properties: object = {}, coordinates: unknown = [71, 51]) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates },
});
const collection = (...features: object[]) => ({ type: 'FeatureCollection', features });
const read = (content: unknown, name = 'trees.geojson') =>
  readUpload(name, typeof content === 'string' ? content : JSON.stringify(content));

describe('GeoJSON', () => {
  test.each([
    ['a collection', JSON.stringify(collection(point(), point())), 2],
    ['with a byte order mark', `\uFEFF${JSON.stringify(collection(point()))}`, 1],
    [
      'with members after the features',
      '{"features":[{"type":"Feature","properties":{},"geometry":null}],"type":"FeatureCollection"}',
      1,
    ],
    ['a single feature', JSON.stringify(point({ a: 1 })), 1],
    ['a bare geometry', '{"type":"Point","coordinates":[71,51]}', 1],
    ['a feature a line', `${JSON.stringify(point())}\n${JSON.stringify(point())}\n`, 2],
    [
      'a sequence with record separators',
      `\x1e${JSON.stringify(point())}\n\x1e${JSON.stringify(point())}\n`,
      2,
    ],
    ['a member called features within a feature', JSON.stringify(collection(point({ features: [1, 2] }))), 1],
    ['brackets and quotes in texts', JSON.stringify(collection(point({ a: '}]"\\', b: '{[\\"' }))), 1],
  ])('%s', async (_what, content, count) => {
    const { format, layers } = await read(content);
    expect(format).toBe('geojson');
    expect(layers).toMatchObject([{ name: 'trees', featureCount: count }]);
  });

  test('finds the type that holds every value', async () => {
    const layer = await readOnlyLayer(
      'a.geojson',
      JSON.stringify(
        collection(
          point({
            whole: 1,
            mixed: 1,
            flag: true,
            day: '2026-01-02',
            text: '5',
            big: 5_000_000_000,
            nothing: null,
          }),
          point({ whole: -7, mixed: 1.5, flag: false, day: '2026-01-02T10:00:00Z', list: [1], late: 'x' }),
        ),
      ),
    );
    expect(layer.fields).toEqual({
      whole: 'Integer',
      mixed: 'Double',
      flag: 'SmallInteger',
      day: 'Date',
      text: 'String',
      big: 'BigInteger',
      nothing: 'String',
      list: 'String',
      late: 'String',
    });
  });

  test('keeps the digits of whole numbers that are too long for a number', async () => {
    const text = JSON.stringify(collection(point({ parcel: 'P' }), point({ parcel: 7 })));
    const layer = await readOnlyLayer('a.geojson', text.replace('"P"', '9007199254740993'));
    expect(layer.fields).toEqual({ parcel: 'String' });
    expect(layer.features.map(({ properties }: any) => properties.parcel)).toEqual(['9007199254740993', 7]);
  });

  test('reads the obsolete crs member, before or after the features', async () => {
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3857' } };
    expect((await readOnlyLayer('a.json', JSON.stringify({ crs, ...collection(point()) }))).wkid).toBe(3857);
    expect((await readOnlyLayer('a.json', JSON.stringify({ ...collection(point()), crs }))).wkid).toBe(3857);
    const unknown = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::999999' } };
    await expect(read({ ...collection(point()), crs: unknown })).rejects.toThrow(/isn’t supported/);
  });

  test.each<[string, unknown, RegExp]>([
    ['an empty file', '', /The file is empty/],
    ['blanks', ' \n ', /The file is empty/],
    ['a collection without features', collection(), /contains no features/],
    ['a list', '[1,2]', /^Line 1: Expected a feature/],
    [
      'something else in the list',
      '{"type":"FeatureCollection","features":[\n"x"]}',
      /^Line 2: Expected a feature/,
    ],
    [
      'a file that was cut off',
      `${JSON.stringify(collection(point(), point())).slice(0, -30)}`,
      /feature 2: The file ends in the middle/,
    ],
    [
      'a file cut off after its features',
      '{"type":"FeatureCollection","features":[]',
      /The file is incomplete/,
    ],
    ['a bracket too many', '{"type":"FeatureCollection","features":[]}}', /^Line 1: Expected a feature/],
    [
      'a wrong value',
      '{"type":"FeatureCollection","features":[\n\n{"type":"Feature",\n"properties":{"a": nan},"geometry":null}]}',
      /^Line 4, feature 1: Not valid JSON/,
    ],
    [
      'an object of another type',
      collection({ type: 'Topology' }),
      /^Line 1, feature 1: An object of type "Topology"/,
    ],
    [
      'an unknown type of geometry',
      collection({ type: 'Feature', properties: {}, geometry: { type: 'Curve' } }),
      /"Curve" aren’t supported/,
    ],
    [
      'a type of geometry with a name that every object has',
      collection({ type: 'Feature', properties: {}, geometry: { type: 'constructor' } }),
      /"constructor" aren’t supported/,
    ],
    [
      'a geometry that is not an object',
      collection({ type: 'Feature', properties: {}, geometry: 'POINT(1 2)' }),
      /geometry can’t be read \(not an object\)/,
    ],
    [
      'deep nesting',
      `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"a":${'['.repeat(5000)}`,
      /nested deeper/,
    ],
    [
      'nested collections',
      collection({ type: 'Feature', properties: {}, geometry: nested(30) }),
      /aren’t supported/,
    ],
    [
      'ten thousand fields',
      collection(point(Object.fromEntries(Array.from({ length: 10_000 }, (_n, i) => [`f${i}`, i])))),
      /more than 400 fields/,
    ],
    ['a very long text', collection(point({ a: 'x'.repeat(100_001) })), /100,001 characters/],
    [
      'a very long name',
      collection(point(), point({ ['a'.repeat(501)]: 1 })),
      /^Line 1, feature 2: The name of the field “a{80}” is too long\. Shorten it\.$/,
    ],
  ])('reports %s clearly', async (_what, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });

  test('reports bytes that are not UTF-8 with their line', async () => {
    const bytes = Buffer.from(
      '{"type":"FeatureCollection","features":[\n{"type":"Feature","properties":{"a":"Mü"},"geometry":null}]}',
      'latin1',
    );
    await expect(readUpload('a.geojson', bytes)).rejects.toThrow(
      /Line 2, feature 1: The file contains bytes that aren’t valid UTF-8/,
    );
  });

  test(
    'rejects a polygon of ten million vertices before it fills the memory',
    { timeout: 120_000 },
    async () => {
      const ring = Buffer.from(`[71.123456,51.123456],`.repeat(3_000_000));
      const head = Buffer.from(
        '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[',
      );
      await expect(readUpload('a.geojson', Buffer.concat([head, ring]))).rejects.toThrow(
        /Line 1: One feature is larger than 50 MB/,
      );
      const many = collection({
        type: 'Feature',
        properties: {},
        geometry: { type: 'MultiPoint', coordinates: Array.from({ length: 1_000_001 }, () => [1, 2]) },
      });
      await expect(read(many)).rejects.toThrow(/1,000,001 vertices/);
    },
  );
});

function nested(depth: number): object {
  return depth === 0
    ? { type: 'Point', coordinates: [1, 2] }
    : { type: 'GeometryCollection', geometries: [nested(depth - 1)] };
}

describe('the splitter', () => {
  const cut = (text: string, sizes: number[]) => {
    const splitter = new FeatureSplitter();
    const bytes = Buffer.from(text);
    const found: string[] = [];
    let at = 0;
    for (let turn = 0; at < bytes.length; turn += 1) {
      const size = sizes[turn % sizes.length] ?? 1;
      for (const feature of splitter.push(bytes.subarray(at, at + size)))
        found.push(feature.bytes.toString());
      at += size;
    }
    return { found, splitter };
  };

  test('finds the same features wherever the chunks end', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const features = fc.array(
      fc.record({ type: fc.constant('Feature'), properties: fc.dictionary(fc.string(), value) }),
    );
    fc.assert(
      fc.property(
        features,
        fc.string(),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        (list, name, sizes) => {
          const { found, splitter } = cut(
            JSON.stringify({ name, features: list, after: { features: [] } }),
            sizes,
          );
          expect(found.map((text) => JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(list)));
          expect(splitter.unfinished).toBeUndefined();
          expect(JSON.parse(splitter.surroundings ?? '')).toEqual({
            name,
            features: [],
            after: { features: [] },
          });
        },
      ),
    );
  });

  test('either finds features or rejects, for any bytes', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[{}[\]",:a\\ \n]*$/), (text) => {
        let refusal: unknown;
        let found: string[] = [];
        try {
          ({ found } = cut(text, [7]));
        } catch (error) {
          refusal = error;
        }
        expect(found.every((feature) => feature.startsWith('{'))).toBe(true);
        expect((refusal as { id?: string } | undefined)?.id ?? 'services:invalid-upload').toBe(
          'services:invalid-upload',
        );
      }),
      { numRuns: 2000 },
    );
  });
});
