import { Parameters } from '../../../platform/arcgis/parameters.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toWebMercator } from '../../../../wire/geometry/web-mercator.ts';
import { placeRow } from '../../../../testing/rig/place-row.ts';
import { describeService } from '../operations/describe-service.ts';
import { wgs84 } from '../request/spatial-reference.ts';
import type { Match } from '../search/score.ts';
import { type Asked, presentCandidate, presentCoordinates } from './candidate.ts';
import { categoryKey, placeKey, readMagicKey } from './magic-key.ts';

const asked: Asked = { spatialReference: wgs84, scope: {}, outFields: undefined, language: undefined };
const mercator = { wkid: 102100, latestWkid: 3857 };
const house: Match = {
  place: placeRow({ kind: 'address', street: 'Абая', houseNumber: '12', city: 'Астана', countryCode: 'KZ' }),
  score: 98.5,
  order: 3,
};

describe('candidate', () => {
  test('has what clients read, without outFields', () => {
    expect(presentCandidate(house, asked)).toEqual({
      address: 'Абая 12, Астана, KAZ',
      location: { x: 71.43, y: 51.13 },
      score: 98.5,
      attributes: {
        Match_addr: 'Абая 12, Астана',
        LongLabel: 'Абая 12, Астана, KAZ',
        Addr_type: 'PointAddress',
        Score: 98.5,
        Xmin: expect.any(Number),
        Ymin: expect.closeTo(51.129),
        Xmax: expect.any(Number),
        Ymax: expect.closeTo(51.131),
      },
      extent: {
        xmin: expect.any(Number),
        ymin: expect.closeTo(51.129),
        xmax: expect.any(Number),
        ymax: expect.closeTo(51.131),
      },
    });
  });

  test.each<[string, string[]]>([
    ['City', ['City']],
    ['city, ADDNUM', ['AddNum', 'City']],
    ['Nowhere', []],
    ['constructor,__proto__', []],
  ])('has the attributes of outFields %s', (outFields, names) => {
    expect(Object.keys(presentCandidate(house, { ...asked, outFields }).attributes).sort()).toEqual(names);
  });

  test('has exactly the fields that the service describes, with outFields *', () => {
    const { candidateFields } = describeService({
      name: 'Places',
      database: undefined as never,
      parameters: new Parameters(),
    }) as {
      candidateFields: { name: string; type: string }[];
    };
    const { attributes } = presentCandidate(house, { ...asked, outFields: 'x, *' });
    expect(Object.keys(attributes).sort()).toEqual(candidateFields.map(({ name }) => name).sort());
    for (const { name, type } of candidateFields)
      expect(typeof attributes[name]).toBe(type === 'esriFieldTypeDouble' ? 'number' : 'string');
  });

  test('is in metres when requested, while its X and Y stay degrees', () => {
    const { location, attributes } = presentCandidate(house, {
      ...asked,
      spatialReference: mercator,
      outFields: '*',
    });
    expect(location).toEqual(toWebMercator(house.place));
    expect([attributes['X'], attributes['Y']]).toEqual([71.43, 51.13]);
  });

  test('has its distance from the middle of the map, when there is one', () => {
    const near = { longitude: 71.43, latitude: 51.14 };
    const distance = (scope: Asked['scope']) =>
      presentCandidate(house, { ...asked, scope, outFields: 'Distance' }).attributes['Distance'];
    expect(distance({ near })).toBe(1113);
    expect(distance({})).toBe(0);
  });
});

describe('typed coordinates', () => {
  test('are a candidate with all the attributes clients zoom by', () => {
    const candidate = presentCoordinates(
      { longitude: 71.43, latitude: 51.13 },
      { ...asked, spatialReference: mercator },
    );
    expect(candidate.attributes).toEqual({
      Match_addr: '51.13, 71.43',
      LongLabel: '51.13, 71.43',
      Addr_type: 'LatLong',
      Score: 100,
      Xmin: candidate.extent.xmin,
      Ymin: candidate.extent.ymin,
      Xmax: candidate.extent.xmax,
      Ymax: candidate.extent.ymax,
    });
    expect(candidate.extent.xmin).toBeLessThan(candidate.location.x);
    expect(candidate.extent.ymax).toBeGreaterThan(candidate.location.y);
  });

  test('at a pole have a finite extent in metres', () => {
    const { extent, location } = presentCoordinates(
      { longitude: 0, latitude: 90 },
      { ...asked, spatialReference: mercator },
    );
    expect([...Object.values(extent), ...Object.values(location)].every(Number.isFinite)).toBe(true);
  });
});

describe('magic keys', () => {
  test('encode any place and category, in characters that need no escaping in a URL', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((text) => !text.includes('\0')),
        fc.integer({ min: 1, max: 999_999_999 }),
        (id, gazetteerId) => {
          const place = placeKey({ ...house.place, source_id: id, gazetteer_id: gazetteerId });
          expect(place).toBe(encodeURIComponent(place));
          expect(readMagicKey(place)).toEqual({ kind: 'place', gazetteerId, sourceId: id.toWellFormed() });
          expect(readMagicKey(categoryKey(id))).toEqual({ kind: 'category', category: id.toWellFormed() });
        },
      ),
    );
  });

  test.each([
    '',
    'p.YQ',
    'p1.',
    'x1.YQ',
    'p1.YQ ',
    'p1.Y%Q',
    'p1',
    'p12345678901.YQ',
    'p1.AA',
    'GST7YMc0AM9UOsKtGTyVGST7YMc0AM9UOsE',
  ])('reject %j', (key) => expect(readMagicKey(key)).toBeUndefined());

  test('are read without failing, whatever they hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(() => readMagicKey(text)).not.toThrow();
        expect(() => readMagicKey(`p1.${text}`)).not.toThrow();
      }),
    );
  });
});
