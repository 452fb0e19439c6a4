import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeRow } from '../../../../testing/rig/place-row.ts';
import { type Place, placeKinds } from '../place.ts';
import { addressType, labelsOf, placeType, presentAddress } from './labels.ts';

const round = { city: 'Астана', region: 'Астана', countryCode: 'KZ' } as const;

const written: [what: string, place: Partial<Place> & Pick<Place, 'kind'>, short: string, long: string][] = [
  [
    'an address, street first',
    { kind: 'address', street: 'проспект Абая', houseNumber: '12', ...round },
    'проспект Абая 12',
    'проспект Абая 12, Астана, KAZ',
  ],
  [
    'an address with its quarter and region',
    {
      kind: 'address',
      street: 'Main Street',
      houseNumber: '1',
      neighbourhood: 'Old Town',
      city: 'Springfield',
      region: 'Ohio',
      countryCode: 'US',
    },
    'Main Street 1',
    'Main Street 1, Old Town, Springfield, Ohio, USA',
  ],
  ['an address without a number', { kind: 'address', street: 'Quay', ...round }, 'Quay', 'Quay, Астана, KAZ'],
  [
    'a street',
    { kind: 'street', names: ['улица Достык'], ...round },
    'улица Достык',
    'улица Достык, Астана, KAZ',
  ],
  [
    'a shop with its street',
    { kind: 'poi', names: ['Marzipan'], street: 'Абая', houseNumber: '7', ...round },
    'Marzipan',
    'Marzipan, Абая 7, Астана, KAZ',
  ],
  ['a city, its own name once', { kind: 'city', names: ['Астана'], ...round }, 'Астана', 'Астана, KAZ'],
  [
    'a city in another city',
    { kind: 'city', names: ['Dover'], city: 'Kent', region: 'England', countryCode: 'GB' },
    'Dover',
    'Dover, England, GBR',
  ],
  [
    'a country, without its letters',
    { kind: 'country', names: ['Kazakhstan'], countryCode: 'KZ' },
    'Kazakhstan',
    'Kazakhstan',
  ],
  ['a place of no country', { kind: 'poi', names: ['Buoy'] }, 'Buoy', 'Buoy'],
  ['a place of an unknown country', { kind: 'poi', names: ['Buoy'], countryCode: 'ZZ' }, 'Buoy', 'Buoy'],
];

describe('labels', () => {
  test.each(written)('%s', (_what, place, short, long) => {
    const labels = labelsOf(placeRow(place));
    expect([labels.short, labels.long]).toEqual([short, long]);
  });

  test('each begin the next, repeat nothing and have no empty part', () => {
    const name = fc.constantFrom('A', 'B', 'C', '');
    const place = fc.record(
      {
        street: name,
        houseNumber: name,
        neighbourhood: name,
        city: name,
        region: name,
        countryCode: fc.constantFrom('KZ', 'DE'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(place, fc.constantFrom(...placeKinds), fc.constantFrom('A', 'N'), (given, kind, own) => {
        const labels = labelsOf(placeRow({ ...given, kind, names: [own] }));
        expect(labels.match.startsWith(labels.short)).toBe(true);
        expect(labels.long.startsWith(labels.match)).toBe(true);
        const parts = labels.long.split(', ').filter(() => labels.long !== '');
        expect(new Set(parts).size).toBe(parts.length);
        expect(parts).not.toContain('');
      }),
    );
  });
});

describe('types', () => {
  test.each(placeKinds)('of a %s have an address type', (kind) => {
    expect(['PointAddress', 'StreetName', 'POI', 'Locality']).toContain(addressType({ kind }));
  });

  test.each<[Pick<Place, 'kind'> & { category?: string }, string]>([
    [{ kind: 'city', category: 'capital' }, 'National Capital'],
    [{ kind: 'city', category: 'town' }, 'City'],
    [{ kind: 'neighbourhood' }, 'Neighborhood'],
    [{ kind: 'region' }, 'State or Province'],
    [{ kind: 'poi', category: 'cafe' }, 'Cafe'],
    [{ kind: 'poi', category: 'weather_station' }, 'Weather station'],
    [{ kind: 'poi', category: 'constructor' }, 'Constructor'],
    [{ kind: 'poi' }, ''],
    [{ kind: 'street', category: 'primary' }, ''],
    [{ kind: 'address' }, ''],
  ])('read %j as “%s”', (place, type) => expect(placeType(placeRow(place))).toBe(type));
});

describe('address of a reverse geocode', () => {
  test('of a house has a number, a street and no name', () => {
    const house = placeRow({
      kind: 'address',
      street: 'проспект Абая',
      houseNumber: '12',
      postal: '010000',
      ...round,
    });
    expect(presentAddress(house)).toMatchObject({
      Address: 'проспект Абая 12',
      AddNum: '12',
      PlaceName: '',
      City: 'Астана',
      Postal: '010000',
      CountryCode: 'KAZ',
      CntryName: 'Kazakhstan',
    });
  });

  test('of a district and of a city has each in its own field', () => {
    expect(
      presentAddress(placeRow({ kind: 'neighbourhood', names: ['Старый город'], ...round })),
    ).toMatchObject({
      Neighborhood: 'Старый город',
      City: 'Астана',
      PlaceName: 'Старый город',
    });
    expect(presentAddress(placeRow({ kind: 'city', names: ['Paris'], countryCode: 'FR' }))).toMatchObject({
      City: 'Paris',
      Neighborhood: '',
      CountryCode: 'FRA',
    });
  });

  test.each([
    ['de', 'Kasachstan'],
    ['ru', 'Казахстан'],
    ['kk', 'Қазақстан'],
    [undefined, 'Kazakhstan'],
    ['nobody-speaks-this-language', 'Kazakhstan'],
    ['../../etc', 'Kazakhstan'],
  ])('names the country in %s', (language, name) => {
    expect(
      presentAddress(placeRow({ kind: 'city', names: ['Астана'], ...round }), language)['CntryName'],
    ).toBe(name);
  });

  test('has text in every field, whatever is known', () => {
    for (const kind of placeKinds)
      for (const value of Object.values(presentAddress(placeRow({ kind, names: ['x'] }))))
        expect(value).toBeTypeOf('string');
  });
});
