import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadGazetteer } from '../../server/gis/geocode/gazetteer/load-gazetteer-file.ts';
import type { Place } from '../../server/gis/geocode/place.ts';
import { type GeocodeTestServer, startGeocodeServer } from '../rig/geocode-server.ts';

let server: GeocodeTestServer;

const places: Place[] = [
  {
    id: 'a',
    kind: 'city',
    names: ['Astana', 'Астана'],
    longitude: 71.43,
    latitude: 51.13,
    countryCode: 'KZ',
    population: 1_000_000,
  },
  {
    id: 'b',
    kind: 'street',
    names: ['улица Абая'],
    longitude: 71.43,
    latitude: 51.13,
    city: 'Астана',
    countryCode: 'KZ',
  },
  {
    id: 'c',
    kind: 'address',
    names: [],
    street: 'улица Абая',
    houseNumber: '12/1',
    longitude: 71.43,
    latitude: 51.13,
    city: 'Астана',
    countryCode: 'KZ',
  },
  {
    id: 'd\'\\"',
    kind: 'poi',
    category: 'cafe',
    names: ['O\'Neill\'s 100% _café_ \\ "Бар"'],
    longitude: 71.44,
    latitude: 51.13,
  },
];

beforeAll(async () => {
  server = await startGeocodeServer();
  await loadGazetteer(server.database, places, { dataset: 'few' });
});
afterAll(() => server.stop());

const ask = async (operation: string, parameters: Record<string, string>): Promise<any> => {
  const response = await fetch(`${server.url}/${operation}`, {
    method: 'POST',
    body: new URLSearchParams(parameters),
  });
  expect(response.status).toBe(200);
  return response.json();
};
const refused = (parameter: string) => ({
  error: { code: 400, details: [expect.stringContaining(parameter)] },
});

describe('keys and batches', () => {
  test.each(['x', 'p1.', 'p999999999999.YQ', 'c.', 'p1.AAAA', 'p0.YQ', '%'])(
    'ignore the unknown key %j and search by the text',
    async (magicKey) => {
      const { candidates } = await ask('findAddressCandidates', { magicKey, SingleLine: 'Astana' });
      expect(candidates[0].address).toBe('Astana, KAZ');
    },
  );
  test.each(['', 'x', '[]', '{}', '{"records":{}}', '{"records":[1]}', '{"records":[{"attributes":null}]}'])(
    'reject addresses %j',
    async (addresses) => {
      expect(await ask('geocodeAddresses', { addresses })).toMatchObject(refused('addresses'));
    },
  );
  test('find their place after the dataset was loaded again', async () => {
    const { suggestions } = await ask('suggest', { text: 'oneills' });
    await loadGazetteer(server.database, places, { dataset: 'few' });
    const { candidates } = await ask('findAddressCandidates', { magicKey: suggestions[0].magicKey });
    expect(candidates).toMatchObject([{ address: places[3]!.names[0], score: 100 }]);
  });
  test('reject more than a hundred addresses', async () => {
    const records = Array.from({ length: 101 }, (_, OBJECTID) => ({
      attributes: { OBJECTID, SingleLine: 'Astana' },
    }));
    expect(await ask('geocodeAddresses', { addresses: JSON.stringify({ records }) })).toMatchObject(
      refused('addresses'),
    );
  });
});

describe('texts', () => {
  test.each([
    '%',
    '_',
    '%%%',
    '\\',
    "'",
    '"',
    "'; drop table place; --",
    "' or 1=1",
    '$1',
    '{}',
    '(((',
    'a & b | !c',
    ':*',
    '\u{d800}',
    '<script>',
    '%00',
    '../..',
    '🙂🙂',
    '\u202e',
    '𝒜𝓈𝓉𝒶𝓃𝒶',
    'a'.repeat(500),
    'я'.repeat(500),
    'a '.repeat(250),
    '1 '.repeat(250),
    '1/'.repeat(250),
  ])('%j is searched for like any other', async (text) => {
    expect(await ask('suggest', { text })).toHaveProperty('suggestions');
    const found = await ask('findAddressCandidates', { SingleLine: text });
    expect(found).toHaveProperty('candidates');
  });

  test.each(['%', '_', '*', '%stana', '_stana', 'A_tana', 'As%na'])(
    'the wildcard in %j matches nothing',
    async (text) => {
      expect(await ask('suggest', { text })).toEqual({ suggestions: [] });
    },
  );

  test('with quotes, percent signs and backslashes are found and returned unchanged', async () => {
    const { candidates } = await ask('findAddressCandidates', { SingleLine: `o'neill's 100% "бар"` });
    expect(candidates[0].address).toBe(places[3]!.names[0]);
    const { suggestions } = await ask('suggest', { text: 'oneills' });
    expect(
      (await ask('findAddressCandidates', { magicKey: suggestions[0].magicKey })).candidates,
    ).toHaveLength(1);
  });

  test('in a mathematical alphabet are folded too', async () =>
    expect((await ask('suggest', { text: '𝒜𝓈𝓉𝒶𝓃𝒶' })).suggestions[0].text).toBe('Astana, KAZ'));

  test('too long or missing are rejected by name', async () => {
    expect(await ask('suggest', { text: 'a'.repeat(501) })).toMatchObject(refused('text'));
    expect(await ask('findAddressCandidates', { SingleLine: 'a'.repeat(100_000) })).toMatchObject(
      refused('SingleLine'),
    );
    expect(await ask('suggest', {})).toMatchObject(refused('text'));
    expect(await ask('suggest', { text: '  ' })).toMatchObject(refused('text'));
    expect(await ask('findAddressCandidates', {})).toMatchObject(refused('SingleLine'));
  });

  test.each(['outFields', 'category', 'sourceCountry', 'langCode', 'searchExtent', 'magicKey', 'f'])(
    'of the parameter %s beyond 4,000 characters are rejected by name',
    async (name) => {
      const request = { SingleLine: 'Astana', [name]: ','.repeat(4001) };
      expect(await ask('findAddressCandidates', request)).toMatchObject(refused(name));
    },
  );

  test(
    'of any kind, with any parameters, get candidates or a 400 in the ArcGIS envelope',
    { timeout: 60_000 },
    async () => {
      const odd = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.json(),
        fc.constantFrom(
          'NaN',
          '1e309',
          '-1',
          '0',
          '71.4,51.1',
          '{"x":"a"}',
          '[]',
          'null',
          '102100',
          '*',
          '1,2,3,4',
          '1,2,3',
        ),
      );
      const names = [
        'text',
        'SingleLine',
        'location',
        'searchExtent',
        'outSR',
        'inSR',
        'maxLocations',
        'maxSuggestions',
        'magicKey',
        'category',
        'countryCode',
        'outFields',
        'langCode',
        'distance',
        'featureTypes',
        'addresses',
        'f',
        '__proto__',
        'constructor',
      ] as const;
      const operations = fc.constantFrom(
        'suggest',
        'findAddressCandidates',
        'reverseGeocode',
        'geocodeAddresses',
        '',
      );
      await fc.assert(
        fc.asyncProperty(
          operations,
          fc.dictionary(fc.constantFrom(...names), odd, { maxKeys: 6 }),
          async (operation, parameters) => {
            const body = await ask(operation, parameters);
            // The rate limit of geocodeAddresses.
            expect(body.error?.code ?? 400).toBeOneOf([400, 429]);
          },
        ),
        { numRuns: 400 },
      );
    },
  );
});

describe('locations', () => {
  test.each([
    'NaN,NaN',
    'Infinity,0',
    'a,b',
    '71',
    '',
    '71,91',
    '1e5,0',
    '{"x":null,"y":1}',
    '{"x":1e999,"y":0}',
    '{}',
    '[1,2]',
  ])('reject %j', async (location) => {
    expect(await ask('reverseGeocode', { location })).toMatchObject(refused('location'));
  });
  test('reject other spatial references, inverted extents, and non-numbers', async () => {
    const find = (parameters: Record<string, string>) =>
      ask('findAddressCandidates', { SingleLine: 'astana', ...parameters });
    expect(await find({ outSR: '32642' })).toMatchObject(refused('outSR'));
    expect(await find({ outSR: '{"wkt":"…"}' })).toMatchObject(refused('outSR'));
    expect(await find({ searchExtent: '0,10,1,5' })).toMatchObject(refused('searchExtent'));
    expect(await find({ searchExtent: '0,NaN,1,5' })).toMatchObject(refused('searchExtent'));
    expect(await find({ maxLocations: 'many' })).toMatchObject(refused('maxLocations'));
    expect(await find({ maxLocations: '-1' })).toMatchObject(refused('maxLocations'));
    expect(await ask('reverseGeocode', { location: '71.43,51.13', distance: '-5' })).toMatchObject(
      refused('distance'),
    );
  });
  test('at the poles are merely far away', async () =>
    expect(await ask('reverseGeocode', { location: '0,90' })).toMatchObject({
      error: { message: expect.stringContaining('Unable to find') },
    }));
});

test('rejects a NUL character', async () => {
  expect(await ask('suggest', { text: '\0' })).toMatchObject({ error: { code: 400 } });
});
