import { Parameters } from '../../../platform/arcgis/parameters.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fewPlaces } from '../../../../testing/rig/few-places.ts';
import { createTestDatabase } from '../../../../testing/rig/test-database.ts';
import { toWebMercator } from '../../../../wire/geometry/web-mercator.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { loadGazetteer } from '../gazetteer/load-gazetteer-file.ts';
import type { Place } from '../place.ts';
import { findAddressCandidates } from './find-matches.ts';
import { geocodeAddresses } from './geocode-addresses.ts';
import type { GeocodeOperation } from './geocode-call.ts';
import { reverseGeocode } from './reverse-geocode.ts';
import { suggest } from './suggest.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
  await loadGazetteer(database, fewPlaces, { dataset: 'test' });
});
afterAll(() => drop());

const call = async (operation: GeocodeOperation, parameters: Record<string, string>): Promise<any> =>
  operation({ database, name: 'Places', parameters: new Parameters(parameters) });
const found = async (parameters: Record<string, string>): Promise<string[]> =>
  (await call(findAddressCandidates, parameters)).candidates.map(
    ({ address }: { address: string }) => address,
  );
const fault = (path: string) =>
  expect.objectContaining({ status: 400, faults: [expect.objectContaining({ path })] });

describe('findAddressCandidates', () => {
  test.each<[string, Record<string, string>, string]>([
    ['a line', { singleline: 'Astana' }, 'Астана, KAZ'],
    ['a house', { singleline: 'Абая 12, Астана' }, 'проспект Абая 12, Астана, KAZ'],
    ['a house, the number first', { singleline: '12 Abay Avenue' }, 'проспект Абая 12, Астана, KAZ'],
    ['parts', { address: 'Абая 14', city: 'Астана' }, 'проспект Абая 14, Астана, KAZ'],
    [
      'parts with the country as three letters',
      { address: 'Абая 14', city: 'Astana', countrycode: 'KAZ' },
      'проспект Абая 14, Астана, KAZ',
    ],
    ['parts with the country as two letters', { city: 'Astana', countrycode: 'KZ' }, 'Астана, KAZ'],
    ['a line that ends in the letters of a country', { singleline: 'Paris, US' }, 'Paris, Texas, USA'],
    ['a line that ends in the name of a country', { singleline: 'Paris France' }, 'Paris, FRA'],
    ['the larger of two', { singleline: 'Paris' }, 'Paris, FRA'],
    [
      'the smaller of two in the requested country',
      { singleline: 'Paris', sourcecountry: 'USA' },
      'Paris, Texas, USA',
    ],
    ['coordinates', { singleline: '51.13, 71.43' }, '51.13, 71.43'],
  ])('%s', async (_what, parameters, first) => expect((await found(parameters))[0]).toBe(first));

  test('searches only in the extent, also over the date line', async () => {
    expect(await found({ singleline: 'Paris', searchextent: '-100,30,-90,40' })).toEqual([
      'Paris, Texas, USA',
    ]);
    expect(await found({ singleline: 'Dateline', searchextent: '175,-20,-175,-10' })).toEqual([
      'Dateline, FJI',
    ]);
    expect(await found({ singleline: 'Dateline', searchextent: '-179,-20,-175,-10' })).toEqual([]);
  });

  test('finds only the category, or all of it without a text', async () => {
    expect(await found({ singleline: 'Marzipan', category: 'POI' })).toContain('Marzipan, Астана, KAZ');
    expect(await found({ singleline: 'Astana', category: 'POI' })).not.toContain('Астана, KAZ');
    expect((await found({ category: 'Cafe' })).sort()).toEqual([
      'Coffee Boom, Астана, KAZ',
      'Marzipan, Астана, KAZ',
    ]);
    expect(await found({ category: 'Pharmacy' })).toEqual([]);
    for (const category of ['constructor', '__proto__', 'toString'])
      expect(await found({ singleline: 'Astana', category })).toEqual([]);
  });

  test('resolves a magic key whatever the text, and ignores any other key', async () => {
    const { suggestions } = await call(suggest, { text: 'Paris' });
    const texas = suggestions.find(({ text }: { text: string }) => text.includes('Texas'));
    expect(await found({ singleline: 'something else', magickey: texas.magicKey })).toEqual([
      'Paris, Texas, USA',
    ]);
    expect((await found({ singleline: 'Astana', magickey: 'of another locator' }))[0]).toBe('Астана, KAZ');
    expect(await found({ magickey: 'of another locator' })).toEqual([]);
  });

  test('returns as many as requested, the best first', async () => {
    const { candidates } = await call(findAddressCandidates, { singleline: 'Paris', maxlocations: '1' });
    expect(candidates).toHaveLength(1);
    const scores = (await call(findAddressCandidates, { singleline: 'Абая 12' })).candidates.map(
      ({ score }: { score: number }) => score,
    );
    expect(Math.max(...scores)).toBe(scores[0]);
  });

  test.each<[string, Record<string, string>]>([
    ['SingleLine', {}],
    ['maxLocations', { singleline: 'x', maxlocations: 'many' }],
    ['outSR', { singleline: 'x', outsr: '1234' }],
    ['location', { singleline: 'x', location: 'there' }],
    ['searchExtent', { singleline: 'x', searchextent: '1,2' }],
    ['SingleLine', { singleline: 'x'.repeat(501) }],
  ])('rejects %s and names the parameter', async (path, parameters) =>
    expect(call(findAddressCandidates, parameters)).rejects.toThrow(fault(path)),
  );
});

describe('suggest', () => {
  const texts = async (parameters: Record<string, string>) =>
    (await call(suggest, parameters)).suggestions.map(({ text }: { text: string }) => text);

  test('lists a category that exists before the places, and omits one that does not', async () => {
    const { suggestions } = await call(suggest, { text: 'cafe' });
    expect(suggestions[0]).toMatchObject({ text: 'Cafe', isCollection: true });
    expect(await texts({ text: 'кафе' })).toContain('Кафе');
    expect((await call(suggest, { text: 'pharmacy' })).suggestions).toEqual([]);
  });

  test('returns all of a category for its key', async () => {
    const [cafe] = (await call(suggest, { text: 'cafe' })).suggestions;
    expect((await found({ singleline: 'Cafe', magickey: cafe.magicKey })).length).toBe(2);
  });

  test('finds what each suggestion names', async () => {
    for (const text of ['par', 'aba', 'ast', 'mar']) {
      const { suggestions } = await call(suggest, { text });
      expect(suggestions).not.toEqual([]);
      for (const suggestion of suggestions)
        expect((await found({ singleline: suggestion.text, magickey: suggestion.magicKey }))[0]).toBe(
          suggestion.text,
        );
    }
  });

  test('returns no more than requested, and none for punctuation', async () => {
    expect(await texts({ text: 'a', maxsuggestions: '1' })).toHaveLength(1);
    expect(await texts({ text: '%_#' })).toEqual([]);
    await expect(call(suggest, {})).rejects.toThrow(fault('text'));
  });
});

describe('geocodeAddresses', () => {
  const batch = async (records: unknown, more: Record<string, string> = {}) =>
    (await call(geocodeAddresses, { addresses: JSON.stringify({ records }), ...more })).locations;

  test('answers in the order of the request, each with its own id', async () => {
    const locations = await batch([
      { attributes: { OBJECTID: 7, SingleLine: 'Astana' } },
      { attributes: { OBJECTID: 3, Address: 'Абая 12', City: 'Астана', CountryCode: 'KZ' } },
      { attributes: { OBJECTID: 9, SingleLine: 'Atlantis' } },
      { attributes: { OBJECTID: 1, SingleLine: '51.13, 71.43' } },
      { attributes: { SingleLine: '' } },
    ]);
    expect(
      locations.map(({ attributes, address }: any) => [attributes.ResultID, attributes.Status, address]),
    ).toEqual([
      [7, 'M', 'Астана, KAZ'],
      [3, 'M', 'проспект Абая 12, Астана, KAZ'],
      [9, 'U', ''],
      [1, 'M', '51.13, 71.43'],
      [4, 'U', ''],
    ]);
  });

  test('uses the requested spatial reference and fields', async () => {
    const [location] = await batch([{ attributes: { OBJECTID: 1, SingleLine: 'Astana' } }], {
      outsr: '102100',
      outfields: 'City',
    });
    expect(location.location.x).toBeCloseTo(toWebMercator({ longitude: 71.43, latitude: 51.13 }).x, 3);
    expect(location.attributes).toEqual({ ResultID: 1, Status: 'M', City: 'Астана' });
  });

  test.each([
    undefined,
    '',
    '[]',
    '{}',
    '{"records":5}',
    '{"records":[null]}',
    '{"records":[{}]}',
    '{"records":[{"attributes":5}]}',
  ])('rejects %s', async (addresses) =>
    expect(call(geocodeAddresses, addresses === undefined ? {} : { addresses })).rejects.toThrow(
      fault('addresses'),
    ),
  );

  test('accepts an empty batch and rejects one that is too large', async () => {
    expect(await batch([])).toEqual([]);
    const records = Array.from({ length: 101 }, (_none, id) => ({
      attributes: { OBJECTID: id, SingleLine: 'x' },
    }));
    await expect(batch(records)).rejects.toThrow(fault('addresses'));
  });
});

describe('reverseGeocode', () => {
  const at = async (location: string, more: Record<string, string> = {}) =>
    (await call(reverseGeocode, { location, ...more })).address;

  test('finds a house, beside it its street, farther away the city', async () => {
    expect((await at('71.4312,51.1711')).Match_addr).toBe('проспект Абая 12, Астана');
    expect((await at('71.42,51.1695')).Match_addr).toBe('проспект Абая, Астана');
    expect((await at('71.48,51.10')).Match_addr).toBe('Астана');
  });

  test.each([
    ['StreetName', 'StreetName'],
    ['PointAddress', 'PointAddress'],
    ['StreetAddress', 'PointAddress'],
    ['POI, Locality', 'Locality'],
    ['streetname,streetname', 'StreetName'],
  ])('restricts results with featureTypes %s', async (featuretypes, type) =>
    expect((await at('71.4312,51.1707', { featuretypes, distance: '1000' })).Addr_type).toBe(type),
  );

  test('finds an address among many shops, and a city behind many neighbourhoods', async () => {
    const around = (kind: 'poi' | 'neighbourhood', metres: number, longitude: number) =>
      Array.from({ length: 60 }, (_none, at): Place => ({
        id: `${kind}/${at}`,
        kind,
        names: [`${kind} ${at}`],
        longitude,
        latitude: 40 + metres / 111_320,
      }));
    await loadGazetteer(
      database,
      [
        ...around('poi', 5, 10),
        {
          ...fewPlaces[4]!,
          id: 'house',
          street: 'Market',
          houseNumber: '5',
          longitude: 10,
          latitude: 40.0001,
        },
        ...around('neighbourhood', 2000, 20),
        { ...fewPlaces[1]!, id: 'large', names: ['Large'], longitude: 20, latitude: 40.1 },
      ],
      { dataset: 'dense' },
    );
    expect((await at('10,40', { featuretypes: 'PointAddress' })).AddNum).toBe('5');
    expect((await at('20,40')).Match_addr).toContain('Large');
  });

  test('finds places across the date line', async () =>
    expect((await at('-179.995,-17')).Match_addr).toBe('Dateline'));

  test('converts from metres to metres', async () => {
    const { x, y } = toWebMercator({ longitude: 71.4312, latitude: 51.171 });
    const { location } = await call(reverseGeocode, {
      location: JSON.stringify({ x, y, spatialReference: 102100 }),
      outsr: '102100',
    });
    expect(location).toMatchObject({ spatialReference: { wkid: 102100, latestWkid: 3857 } });
    expect(Math.hypot(location.x - x, location.y - y)).toBeLessThan(1);
  });

  test('responds with the error clients expect in the middle of the sea', async () =>
    expect(at('0,0')).rejects.toThrow('Unable to find address'));

  test('rejects the wish for a crossing instead of an address', async () =>
    expect(at('71,51', { returnIntersection: 'true' })).rejects.toThrow(fault('returnIntersection')));

  test.each(['0', '-5', 'far'])('rejects a distance of %s', async (distance) =>
    expect(at('71,51', { distance })).rejects.toThrow(fault('distance')),
  );
});
