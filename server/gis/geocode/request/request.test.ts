import { Parameters } from '../../../platform/arcgis/parameters.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { toWebMercator } from '../../../../wire/geometry/web-mercator.ts';
import { limits } from '../../../limits.ts';
import { count, readOperation } from '../../../platform/arcgis/schema.ts';
import {
  finite,
  fromDegrees,
  readJson,
  readSpatialReference,
  toDegrees,
  wgs84,
} from './spatial-reference.ts';
import { checkText, readExtent, readLocation, readScope } from './read-scope.ts';

const mercator = { wkid: 3857, latestWkid: 3857 };
const fault = (path: string) =>
  expect.objectContaining({ status: 400, faults: [expect.objectContaining({ path })] });
const longitudes = fc.double({ min: -180, max: 180, noNaN: true });
const latitudes = fc.double({ min: -85, max: 85, noNaN: true });

describe('spatial references', () => {
  test.each<[unknown, number, number]>([
    ['4326', 4326, 4326],
    [4326, 4326, 4326],
    [' 102100 ', 102100, 3857],
    [3857, 3857, 3857],
    ['{"wkid":102100,"latestWkid":3857}', 102100, 3857],
    ['{"latestWkid":3857}', 3857, 3857],
    [{ wkid: 102113 }, 102113, 3857],
    [{ wkid: '900913' }, 900913, 3857],
    [{ wkid: null, latestWkid: 4326 }, 4326, 4326],
  ])('%j', (given, wkid, latestWkid) =>
    expect(readSpatialReference(given, 'outSR')).toEqual({ wkid, latestWkid }),
  );

  test.each<unknown>([
    '',
    'abc',
    '25832',
    0,
    -1,
    true,
    null,
    [],
    {},
    { wkid: 'NaN' },
    { wkt: 'GEOGCS[…]' },
    '[4326]',
    '1e999',
  ])('reject %j and name the parameter', (given) =>
    expect(() => readSpatialReference(given, 'outSR')).toThrow(fault('outSR')),
  );

  test('are inverse in both directions', () => {
    fc.assert(
      fc.property(
        longitudes,
        latitudes,
        fc.constantFrom(wgs84, mercator),
        (longitude, latitude, reference) => {
          const back = toDegrees(fromDegrees({ longitude, latitude }, reference), reference);
          expect(back.longitude).toBeCloseTo(longitude, 9);
          expect(back.latitude).toBeCloseTo(latitude, 9);
        },
      ),
    );
  });
});

describe('location', () => {
  test.each<[string, number, number]>([
    ['71.43,51.13', 71.43, 51.13],
    [' 71.43 , 51.13 ', 71.43, 51.13],
    ['{"x":71.43,"y":51.13}', 71.43, 51.13],
    ['{"x":"71.43","y":"51.13","spatialReference":{"wkid":4326}}', 71.43, 51.13],
    ['{"x":0,"y":0,"spatialReference":102100}', 0, 0],
    ['-180,90', -180, 90],
    // A map panned past the date line.
    ['251.43,51.13', -108.57, 51.13],
    ['-541,0', 179, 0],
  ])('%s', (text, longitude, latitude) => {
    const location = readLocation(text, 'location');
    expect(location.longitude).toBeCloseTo(longitude);
    expect(location.latitude).toBeCloseTo(latitude);
  });

  test('is in inSR unless it has its own spatial reference', () => {
    const { x, y } = toWebMercator({ longitude: 71.43, latitude: 51.13 });
    expect(readLocation(`${x},${y}`, 'location', mercator).latitude).toBeCloseTo(51.13);
    const own = JSON.stringify({ x: 71.43, y: 51.13, spatialReference: { wkid: 4326 } });
    expect(readLocation(own, 'location', mercator)).toEqual({ longitude: 71.43, latitude: 51.13 });
  });

  test.each([
    '',
    ',',
    '71.43',
    'a,b',
    '71,',
    '0,90.0001',
    '20000,0',
    '{"x":1}',
    '[1,2]',
    'null',
    '1e999,0',
    '{"x":null,"y":0}',
  ])('is rejected for %j', (text) => expect(() => readLocation(text, 'location')).toThrow(fault('location')));
});

describe('extent', () => {
  test.each<[string, number[][]]>([
    ['70,50,72,52', [[70, 50, 72, 52]]],
    ['{"xmin":70,"ymin":50,"xmax":72,"ymax":52}', [[70, 50, 72, 52]]],
    [
      '170,-10,-170,10',
      [
        [170, -10, 180, 10],
        [-180, -10, -170, 10],
      ],
    ],
    [
      '170,-10,190,10',
      [
        [170, -10, 180, 10],
        [-180, -10, -170, 10],
      ],
    ],
    [
      '-190,-10,-170,10',
      [
        [170, -10, 180, 10],
        [-180, -10, -170, 10],
      ],
    ],
    ['-200,-100,200,100', [[-180, -90, 180, 90]]],
    ['-180,-90,180,90', [[-180, -90, 180, 90]]],
    [
      '530,0,540,1',
      [[170, 0, -180, 1]].flatMap(() => [
        [170, 0, 180, 1],
        [-180, 0, -180, 1],
      ]),
    ],
    ['5,5,5,5', [[5, 5, 5, 5]]],
  ])('%s', (text, boxes) => expect(readExtent(text, 'searchExtent')).toEqual(boxes));

  test('may be in metres', () => {
    const lower = toWebMercator({ longitude: 70, latitude: 50 });
    const upper = toWebMercator({ longitude: 72, latitude: 52 });
    const text = JSON.stringify({
      xmin: lower.x,
      ymin: lower.y,
      xmax: upper.x,
      ymax: upper.y,
      spatialReference: { wkid: 102100 },
    });
    const [box = []] = readExtent(text, 'searchExtent');
    expect(box.map((side) => Math.round((side as number) * 1e6) / 1e6)).toEqual([70, 50, 72, 52]);
  });

  test.each(['', '1,2,3', '1,2,3,x', '0,10,1,0', '{"xmin":0}', '[0,0,1,1]', '0,0,1e999,1'])(
    'is rejected for %j',
    (text) => expect(() => readExtent(text, 'searchExtent')).toThrow(fault('searchExtent')),
  );

  test('contains a point exactly when the requested window does, modulo a turn of the earth', () => {
    const turn = fc.constantFrom(-360, 0, 360);
    fc.assert(
      fc.property(
        longitudes,
        fc.double({ min: 0.01, max: 300, noNaN: true }),
        turn,
        longitudes,
        (west, width, shift, at) => {
          const boxes = readExtent(`${west + shift},-10,${west + shift + width},10`, 'searchExtent');
          const distance = (((at - west) % 360) + 360) % 360;
          // Rounding decides on the very edge.
          fc.pre(Math.abs(distance - width) > 1e-9 && distance > 1e-9 && distance < 360 - 1e-9);
          expect(boxes.some(([left, , right]) => left <= at && at <= right)).toBe(distance < width);
          for (const [left, , right] of boxes)
            expect(-180 <= left && left <= right && right <= 180).toBe(true);
        },
      ),
    );
  });
});

describe('a scope', () => {
  test('is empty without parameters', () => expect(readScope(new Parameters())).toEqual({}));

  test.each<[Record<string, string>, object]>([
    [{ countrycode: 'KAZ, de,Atlantis' }, { countryCodes: ['KZ', 'DE'] }],
    [{ sourcecountry: 'kz' }, { countryCodes: ['KZ'] }],
    [{ countrycode: 'Atlantis' }, { countryCodes: [] }],
    [{ category: 'City' }, { filter: { kinds: ['city'], categories: [] } }],
    [{ categories: 'Cafe' }, { filter: { kinds: [], categories: ['cafe'] } }],
    [{ location: '1,2' }, { near: { longitude: 1, latitude: 2 } }],
    [
      { location: '0,0', searchextent: '0,0,0,0', insr: '3857' },
      { near: { longitude: 0, latitude: 0 }, boxes: [[0, 0, 0, 0]] },
    ],
  ])('%j', (parameters, scope) => expect(readScope(new Parameters(parameters))).toEqual(scope));

  test('reports a wrong inSR even where it is not needed', () =>
    expect(() => readScope(new Parameters({ insr: '1' }))).toThrow(fault('inSR')));
});

describe('limits', () => {
  const readLimit = (text: string | undefined, name: string, usual: number, max: number) =>
    readOperation(z.object({ [name]: count(usual, max) }), new Parameters({ [name]: text }))[name];

  test.each<[string | undefined, number]>([
    [undefined, 20],
    ['0', 20],
    ['1', 1],
    ['50', 50],
    ['51', 50],
    ['1e9', 50],
  ])('read %s as %i', (text, expected) => expect(readLimit(text, 'maxLocations', 20, 50)).toBe(expected));

  test.each(['-1', '1.5', 'many', 'Infinity', 'NaN'])('reject %s', (text) =>
    expect(() => readLimit(text, 'maxLocations', 20, 50)).toThrow(fault('maxLocations')),
  );

  test('allow a text as long as the limit and no longer', () => {
    expect(checkText('x'.repeat(limits.placeText), 'text')).toHaveLength(limits.placeText);
    expect(() => checkText('x'.repeat(limits.placeText + 1), 'text')).toThrow(fault('text'));
  });
});

describe('JSON in parameters', () => {
  test.each(['', '5', '"x"', 'null', '[]', '{', 'undefined'])('rejects %j as an object', (text) =>
    expect(readJson(text)).toBeUndefined(),
  );

  test.each<[unknown, number | undefined]>([
    [5, 5],
    ['5', 5],
    [' -1.5e3 ', -1500],
    ['', undefined],
    [' ', undefined],
    ['5m', undefined],
    [Number.NaN, undefined],
    [Infinity, undefined],
    [null, undefined],
    [[5], undefined],
    [true, undefined],
  ])('reads %j as the number %s', (value, number) => expect(finite(value)).toBe(number));
});
