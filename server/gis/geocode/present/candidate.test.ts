import { Parameters } from '../../../platform/arcgis/parameters.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toWebMercator } from '../../../../wire/geometry/web-mercator.ts';
import { placeRow } from '../../../../testing/rig/place-row.ts';
import { describeService } from '../operations/describe-service.ts';
import { categoryKey, placeKey, readMagicKey } from '../operations/suggest.ts';
import { type Place, placeKinds } from '../place.ts';
import { wgs84 } from '../request/spatial-reference.ts';
import type { Match } from '../search/score.ts';
import {
  type PresentationInput,
  extentOf,
  presentCandidate,
  presentCoordinates,
  readOutFields,
} from './candidate.ts';

const input: PresentationInput = {
  spatialReference: wgs84,
  scope: {},
  outFields: readOutFields(undefined),
  language: undefined,
};
const mercator = { wkid: 102100, latestWkid: 3857 };
const house: Match = {
  place: placeRow({ kind: 'address', street: 'Абая', houseNumber: '12', city: 'Астана', countryCode: 'KZ' }),
  score: 98.5,
  order: 3,
};

describe('candidate', () => {
  test('has what clients read, without outFields', () => {
    expect(presentCandidate(house, input)).toEqual({
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
    expect(
      Object.keys(
        presentCandidate(house, { ...input, outFields: readOutFields(outFields) }).attributes,
      ).sort(),
    ).toEqual(names);
  });

  test('has exactly the fields that the service describes, with outFields *', () => {
    const { candidateFields } = describeService({
      name: 'Places',
      database: undefined as never,
      parameters: new Parameters(),
    }) as {
      candidateFields: { name: string; type: string }[];
    };
    const { attributes } = presentCandidate(house, { ...input, outFields: readOutFields('x, *') });
    expect(Object.keys(attributes).sort()).toEqual(candidateFields.map(({ name }) => name).sort());
    for (const { name, type } of candidateFields)
      expect(typeof attributes[name]).toBe(type === 'esriFieldTypeDouble' ? 'number' : 'string');
  });

  test('is in metres when requested, while its X and Y stay degrees', () => {
    const { location, attributes } = presentCandidate(house, {
      ...input,
      spatialReference: mercator,
      outFields: readOutFields('*'),
    });
    expect(location).toEqual(toWebMercator(house.place));
    expect([attributes['X'], attributes['Y']]).toEqual([71.43, 51.13]);
  });

  test('has its distance from the middle of the map, when there is one', () => {
    const near = { longitude: 71.43, latitude: 51.14 };
    const distance = (scope: PresentationInput['scope']) =>
      presentCandidate(house, { ...input, scope, outFields: readOutFields('Distance') }).attributes[
        'Distance'
      ];
    expect(distance({ near })).toBe(1113);
    expect(distance({})).toBe(0);
  });
});

describe('typed coordinates', () => {
  test('are a candidate with all the attributes clients zoom by', () => {
    const candidate = presentCoordinates(
      { longitude: 71.43, latitude: 51.13 },
      { ...input, spatialReference: mercator },
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
      { ...input, spatialReference: mercator },
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

describe('extent', () => {
  const mercator = { wkid: 102100, latestWkid: 3857 };
  const degrees = (place: Partial<Place> & Pick<Place, 'kind'>) => extentOf(placeRow(place), wgs84);

  describe('extent of a candidate', () => {
    test('is its own where that is larger than a point of interest', () => {
      expect(degrees({ kind: 'city', extent: [70, 50, 72, 52] })).toEqual({
        xmin: 70,
        ymin: 50,
        xmax: 72,
        ymax: 52,
      });
    });

    test('of a shop includes its surroundings', () => {
      const { xmin, xmax, ymin, ymax } = degrees({
        kind: 'poi',
        extent: [71.4299, 51.1299, 71.4301, 51.1301],
      });
      expect(xmax - xmin).toBeGreaterThan(0.003);
      expect(ymax - ymin).toBeCloseTo(0.003);
    });

    test('of a long street is all of it', () => {
      expect(degrees({ kind: 'street', extent: [71, 51, 72, 51.5] })).toMatchObject({
        xmin: 71,
        xmax: 72,
        ymax: 51.5,
      });
    });

    test('is wider for wider kinds', () => {
      const heights = placeKinds.map((kind) => {
        const { ymin, ymax } = degrees({ kind });
        return ymax - ymin;
      });
      const order = ['address', 'poi', 'street', 'neighbourhood', 'city', 'region', 'country'];
      const sorted = order.map(
        (kind) => heights[placeKinds.indexOf(kind as (typeof placeKinds)[number])] ?? 0,
      );
      expect(sorted).toEqual([...sorted].sort((a, b) => a - b));
    });

    test('is about square on the ground, up to high latitudes', () => {
      for (const latitude of [0, 51, 70]) {
        const { xmin, xmax, ymin, ymax } = degrees({ kind: 'city', latitude });
        expect(((xmax - xmin) * Math.cos((latitude * Math.PI) / 180)) / (ymax - ymin)).toBeCloseTo(1);
      }
    });

    test.each([
      ['west of it', 179.95],
      ['east of it', -179.95],
    ])('of a street over the date line stays narrow, with its point %s', (_where, longitude) => {
      const { xmin, xmax } = degrees({
        kind: 'street',
        longitude,
        latitude: 0,
        extent: [179.9, -0.1, -179.9, 0.1],
      });
      expect([xmin, xmax]).toEqual([179.9, 180.1]);
    });

    test('is finite and not inverted at the poles and anywhere else', () => {
      fc.assert(
        fc.property(
          fc.double({ min: -180, max: 180, noNaN: true }),
          fc.double({ min: -90, max: 90, noNaN: true }),
          fc.constantFrom(...placeKinds),
          fc.constantFrom(wgs84, mercator),
          (longitude, latitude, kind, reference) => {
            const box = extentOf(placeRow({ kind, longitude, latitude }), reference);
            expect(Object.values(box).every(Number.isFinite)).toBe(true);
            expect(box.xmin).toBeLessThan(box.xmax);
            expect(box.ymin).toBeLessThanOrEqual(box.ymax);
          },
        ),
      );
    });

    test('contains the place, in metres as in degrees', () => {
      fc.assert(
        fc.property(
          fc.double({ min: -179, max: 179, noNaN: true }),
          fc.double({ min: -84, max: 84, noNaN: true }),
          fc.constantFrom(...placeKinds),
          (longitude, latitude, kind) => {
            const { x, y } = toWebMercator({ longitude, latitude });
            const box = extentOf(placeRow({ kind, longitude, latitude }), mercator);
            expect(box.xmin <= x && x <= box.xmax && box.ymin <= y && y <= box.ymax).toBe(true);
          },
        ),
      );
    });
  });
});
