import { bulkGeocode, geocode, reverseGeocode, suggest } from '@esri/arcgis-rest-geocoding';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GeocodeTestServer, loadExamples, startGeocodeServer } from '../rig/geocode-server.ts';

/** The middle of the map over Astana. */
const centre = '71.4306,51.1282';
/** The Khan Shatyr, which is mapped as a mall. */
const khanShatyr = { longitude: 71.4037, latitude: 51.1325 };

let server: GeocodeTestServer;

beforeAll(async () => {
  server = await startGeocodeServer();
  await loadExamples(server.database);
}, 120_000);
afterAll(() => server.stop());

const get = async (operation: string, parameters: Record<string, string> = {}) => {
  const response = await fetch(
    `${server.url}${operation}?${new URLSearchParams({ f: 'json', ...parameters })}`,
  );
  expect(response.status).toBe(200);
  return response.json() as Promise<any>;
};
const texts = async (text: string, parameters: Record<string, string> = {}): Promise<string[]> => {
  const { suggestions } = await get('/suggest', { text, location: centre, ...parameters });
  return suggestions.map((suggestion: { text: string }) => suggestion.text);
};

describe('service description', () => {
  test('has what clients look for', async () => {
    expect(await get('')).toMatchObject({
      capabilities: 'Geocode,ReverseGeocode,Suggest',
      spatialReference: { wkid: 4326 },
      singleLineAddressField: { name: 'SingleLine', type: 'esriFieldTypeString' },
      locatorProperties: { MaxBatchSize: 100 },
      countries: expect.arrayContaining(['KAZ', 'FRA']),
    });
  });
  test('describes every attribute that candidates carry', async () => {
    const { candidateFields } = await get('');
    const { candidates } = await get('/findAddressCandidates', { SingleLine: 'Astana', outFields: '*' });
    const described = candidateFields.map(({ name }: { name: string }) => name);
    expect(Object.keys(candidates[0].attributes).filter((name) => !described.includes(name))).toEqual([]);
  });
  test('is cached for a while and readable from other origins; f=pjson is indented', async () => {
    const response = await fetch(`${server.url}?f=pjson`, { headers: { origin: 'https://example.org' } });
    expect(response.headers.get('cache-control')).toContain('max-age');
    expect(response.headers.get('access-control-allow-origin')).toBe('https://example.org');
    expect((await response.text()).split('\n').length).toBeGreaterThan(50);
  });
});

describe('suggest', () => {
  test.each([
    ['Latin letters for a Cyrillic name', 'Abay', 'проспект Абая, Астана, KAZ'],
    ['capitals', 'АБАЯ', 'проспект Абая, Астана, KAZ'],
    ['Kazakh for Russian', 'Бейбітшілік', 'улица Бейбитшилик, Астана, KAZ'],
    ['the beginning of a word', 'kenes', 'улица Кенесары, Астана, KAZ'],
    ['a later word', 'seyfullin', 'улица Сакена Сейфуллина, Астана, KAZ'],
    ['two prefixes', 'сак сейф', 'улица Сакена Сейфуллина, Астана, KAZ'],
    ['a hyphen where the name has none', 'Сары-Арка', 'проспект Сарыарка, Астана, KAZ'],
    ['a house', 'Кенесары 40', 'улица Кенесары 40, Астана, KAZ'],
    ['a house, translated and the other way round', '40 Kenesary street', 'улица Кенесары 40, Астана, KAZ'],
    ['a point of interest', 'хан шатыр', 'Хан Шатыр, проспект Туран 37, Астана, KAZ'],
    ['a city by a former name', 'Целиноград', 'Astana, KAZ'],
    ['a city in another script', '東京', 'Tokyo, JPN'],
    ['a city without its accent', 'sao paulo', 'São Paulo, BRA'],
    ['a country in another language', 'Германия', 'Germany'],
    ['a city with its country', 'Париж Франция', 'Paris, Île-de-France, FRA'],
  ])('finds by %s', async (_case, text, expected) => {
    const found = await texts(text, { maxSuggestions: '5' });
    expect(found).toContain(expected);
  });

  test('prefers the large city to small namesakes, and the near street to the far', async () => {
    expect((await texts('london'))[0]).toBe('London, England, GBR');
    expect((await texts('кенесары')).slice(0, 2)).toContain('улица Кенесары, Астана, KAZ');
  });

  test('ranks by distance from the map', async () => {
    const from = (location: string) => texts('san', { location, maxSuggestions: '3' });
    expect((await from('-122.4,37.8'))[0]).toContain('San Francisco');
    expect((await from('-98.5,29.4'))[0]).toContain('San Antonio');
  });

  test('offers all of a category, in the language it is typed in, and finds them by its key', async () => {
    const { suggestions } = await get('/suggest', { text: 'аптека', location: centre });
    expect(suggestions[0]).toMatchObject({ text: 'Аптека', isCollection: true });
    const { candidates } = await get('/findAddressCandidates', {
      magicKey: suggestions[0].magicKey,
      location: centre,
      outFields: 'Type,Distance',
    });
    expect(candidates.length).toBe(20);
    expect(new Set(candidates.map(({ attributes }: any) => attributes.Type))).toEqual(new Set(['Pharmacy']));
    const distances = candidates.map(({ attributes }: any) => attributes.Distance);
    expect(distances).toEqual([...distances].sort((a, b) => a - b));
  });

  test('returns as many as requested, at most 15, and none for no match', async () => {
    expect(await texts('a', { maxSuggestions: '3' })).toHaveLength(3);
    expect(await texts('a', { maxSuggestions: '9999' })).toHaveLength(15);
    expect(await texts('zzqqxxzzqq')).toEqual([]);
  });

  test('returns keys that find their place, whatever text is sent with them', async () => {
    const { suggestions } = await get('/suggest', { text: 'Кенесары 40', location: centre });
    const { candidates } = await get('/findAddressCandidates', {
      magicKey: suggestions[0].magicKey,
      SingleLine: 'whatever',
    });
    expect(candidates).toMatchObject([{ address: suggestions[0].text, score: 100 }]);
  });
});

describe('findAddressCandidates', () => {
  test('finds the place of every suggestion by its text', async () => {
    for (const text of ['проспект Абая', 'Хан Шатыр', 'london', 'springfield', 'Кенесары 4']) {
      const suggested = await texts(text);
      const found = await Promise.all(
        suggested.map((suggestion) =>
          get('/findAddressCandidates', { SingleLine: suggestion, location: centre }),
        ),
      );
      const missed = suggested.filter(
        (suggestion, index) => !found[index].candidates.some(({ address }: any) => address === suggestion),
      );
      expect(missed).toEqual([]);
    }
  });

  test('answers in Web Mercator as in degrees', async () => {
    const degrees = await get('/findAddressCandidates', { SingleLine: 'Хан Шатыр', outFields: '*' });
    const metres = await get('/findAddressCandidates', {
      SingleLine: 'Хан Шатыр',
      outFields: '*',
      outSR: '{"latestWkid":3857,"wkid":102100}',
    });
    expect(metres.spatialReference).toEqual({ wkid: 102100, latestWkid: 3857 });
    const { x, y } = degrees.candidates[0].location;
    expect(Math.hypot(x - khanShatyr.longitude, y - khanShatyr.latitude)).toBeLessThan(0.01);
    expect(metres.candidates[0].location.x).toBeCloseTo((x / 180) * 20037508.342787, 3);
    const { xmin, xmax, ymin, ymax } = metres.candidates[0].extent;
    expect(
      xmin < metres.candidates[0].location.x && metres.candidates[0].location.x < xmax && ymin < ymax,
    ).toBe(true);
  });

  test('searches only within searchExtent, whatever its spatial reference', async () => {
    const inside = async (searchExtent: string) => {
      const { candidates } = await get('/findAddressCandidates', {
        SingleLine: 'улица',
        searchExtent,
        maxLocations: '50',
      });
      return candidates.map(({ location }: any) => location);
    };
    const box = await inside('71.40,51.10,71.45,51.15');
    expect(box.length).toBeGreaterThan(5);
    for (const { x, y } of box) expect(x >= 71.4 && x <= 71.45 && y >= 51.1 && y <= 51.15).toBe(true);
    const metres = JSON.stringify({
      xmin: 7948211,
      ymin: 6639001,
      xmax: 7953777,
      ymax: 6647865,
      spatialReference: { wkid: 102100 },
    });
    expect((await inside(metres)).length).toBeGreaterThan(5);
    expect(await inside('0,0,1,1')).toEqual([]);
  });

  test('accepts an extent across the date line, and one that is the whole world', async () => {
    const across = await get('/findAddressCandidates', {
      SingleLine: 'fiji',
      searchExtent: '170,-30,-170,0',
    });
    expect(across.candidates[0].address).toBe('Fiji');
    const world = await get('/findAddressCandidates', {
      SingleLine: 'london',
      searchExtent: '-400,-90,400,90',
    });
    expect(world.candidates[0].address).toBe('London, England, GBR');
  });

  test('filters by country, by two or three letters', async () => {
    for (const countryCode of ['ESP', 'es', 'CHL,ESP']) {
      const { candidates } = await get('/findAddressCandidates', {
        SingleLine: 'Santiago',
        countryCode,
        outFields: 'Country',
      });
      expect(
        candidates
          .map(({ attributes }: any) => attributes.Country)
          .filter((code: string) => !countryCode.toUpperCase().includes(code.slice(0, 2))),
      ).toEqual([]);
    }
    expect(
      (await get('/findAddressCandidates', { SingleLine: 'london', countryCode: 'KAZ' })).candidates,
    ).toEqual([]);
  });

  test('filters by category, with a text or without', async () => {
    const types = async (parameters: Record<string, string>) =>
      new Set(
        (
          await get('/findAddressCandidates', { location: centre, outFields: '*', ...parameters })
        ).candidates.map((c: any) => c.attributes.Addr_type),
      );
    expect(await types({ SingleLine: 'Абая', category: 'Street Name' })).toEqual(new Set(['StreetName']));
    expect(await types({ SingleLine: 'Абая', category: 'poi' })).toEqual(new Set(['POI']));
    expect(await types({ category: 'Cafe,Restaurant' })).toEqual(new Set(['POI']));
    expect(await types({ category: 'Unheard Of' })).toEqual(new Set());
  });

  test('accepts the parts of an address separately', async () => {
    const { candidates } = await get('/findAddressCandidates', {
      Address: 'Кенесары 40',
      City: 'Астана',
      CountryCode: 'KAZ',
      outFields: '*',
    });
    expect(candidates[0].attributes).toMatchObject({
      Addr_type: 'PointAddress',
      AddNum: '40',
      StName: 'улица Кенесары',
      City: 'Астана',
      Country: 'KAZ',
      CntryName: 'Kazakhstan',
    });
  });

  test('finds the street of a house that does not exist, with a lower score', async () => {
    const { candidates } = await get('/findAddressCandidates', {
      SingleLine: 'улица Кенесары 99999',
      location: centre,
      outFields: '*',
    });
    expect(candidates[0]).toMatchObject({
      address: 'улица Кенесары, Астана, KAZ',
      attributes: { Addr_type: 'StreetName' },
    });
    expect(candidates[0].score).toBeLessThan(90);
  });

  test('reads coordinates', async () => {
    const { candidates } = await get('/findAddressCandidates', { SingleLine: '51.1282, 71.4306' });
    expect(candidates[0]).toMatchObject({
      location: { x: 71.4306, y: 51.1282 },
      score: 100,
      attributes: { Addr_type: 'LatLong' },
    });
  });

  test('returns the attributes named by outFields', async () => {
    const fields = async (outFields: string) =>
      Object.keys(
        (await get('/findAddressCandidates', { SingleLine: 'london', outFields })).candidates[0].attributes,
      );
    expect(await fields('city, COUNTRY,nonsense')).toEqual(['City', 'Country']);
    expect((await fields('*')).length).toBeGreaterThan(20);
  });

  test('names countries in the requested language', async () => {
    const ask = async (langCode: string) =>
      (await get('/findAddressCandidates', { SingleLine: 'london', outFields: '*', langCode })).candidates[0]
        .attributes.CntryName;
    expect(await ask('ru')).toBe('Великобритания');
    expect(await ask('no such language!')).toBe('United Kingdom');
  });

  test('accepts form POST and GET alike, with parameter names in any case', async () => {
    const body = new URLSearchParams({
      f: 'json',
      singleline: 'Хан Шатыр',
      MAXLOCATIONS: '1',
      OutSr: '3857',
    });
    const posted = await fetch(`${server.url}/findAddressCandidates/`, { method: 'POST', body });
    expect(await posted.json()).toEqual(
      await get('/findAddressCandidates', { SINGLELINE: 'Хан Шатыр', maxLocations: '1', outsr: '3857' }),
    );
    const form = new FormData();
    for (const [name, value] of body) form.append(name, value);
    const multipart = await fetch(`${server.url}/findAddressCandidates`, { method: 'POST', body: form });
    expect((await multipart.json()).candidates).toHaveLength(1);
  });
});

describe('reverseGeocode', () => {
  test('finds a house', async () => {
    const { candidates } = await get('/findAddressCandidates', {
      SingleLine: 'улица Кенесары 40',
      location: centre,
    });
    const { x, y } = candidates[0].location;
    const { address, location } = await get('/reverseGeocode', {
      location: `${x},${y}`,
      featureTypes: 'PointAddress',
    });
    expect(address).toMatchObject({
      AddNum: '40',
      Address: 'улица Кенесары 40',
      City: 'Астана',
      CountryCode: 'KAZ',
      Addr_type: 'PointAddress',
    });
    expect(location).toMatchObject({ x, y, spatialReference: { wkid: 4326 } });
  });
  test('finds a street where there is no house', async () => {
    const { address } = await get('/reverseGeocode', {
      location: centre,
      featureTypes: 'StreetName',
      distance: '1000',
    });
    expect(address).toMatchObject({ Addr_type: 'StreetName', Match_addr: expect.stringContaining('Астана') });
  });
  test('accepts a point with its own spatial reference, and answers in outSR', async () => {
    const location = JSON.stringify({ x: 7951618.02, y: 6644002.22, spatialReference: { wkid: 102100 } });
    const answer = await get('/reverseGeocode', { location, outSR: '102100' });
    expect(Math.hypot(answer.location.x - 7951618, answer.location.y - 6644002)).toBeLessThan(500);
    expect(answer.location.spatialReference).toEqual({ wkid: 102100, latestWkid: 3857 });
  });
  test('handles open country near a city, and longitudes past the date line', async () => {
    expect((await get('/reverseGeocode', { location: '2.6,48.75' })).address).toMatchObject({
      Addr_type: 'Locality',
      CountryCode: 'FRA',
    });
    expect((await get('/reverseGeocode', { location: `${139.7 - 360},35.69` })).address).toMatchObject({
      CountryCode: 'JPN',
    });
  });
  test('fails in the middle of the ocean with an error clients know', async () => {
    expect(await get('/reverseGeocode', { location: '-30,0' })).toMatchObject({
      error: { code: 400, message: expect.stringContaining('Unable to find address') },
    });
  });
});

describe('@esri/arcgis-rest-geocoding', () => {
  const endpoint = () => server.url;

  test('suggests and geocodes with the key', async () => {
    const { suggestions } = await suggest('хан шат', { endpoint: endpoint(), params: { location: centre } });
    const { candidates, spatialReference } = await geocode({
      singleLine: suggestions[0]!.text,
      magicKey: suggestions[0]!.magicKey,
      endpoint: endpoint(),
      outFields: '*',
    });
    expect(spatialReference.wkid).toBe(4326);
    expect((candidates[0]!.attributes as any).PlaceName).toBe('Хан Шатыр');
  });
  test('geocodes as GeoJSON', async () => {
    const { geoJson } = await geocode({ singleLine: 'Paris', endpoint: endpoint() });
    expect(geoJson?.features[0]).toMatchObject({
      geometry: { type: 'Point' },
      properties: { address: 'Paris, Île-de-France, FRA' },
    });
  });
  test('calls reverseGeocode in its four forms', async () => {
    const { longitude, latitude } = khanShatyr;
    const forms = [
      [longitude, latitude] as [number, number],
      { longitude, latitude },
      { lat: latitude, long: longitude },
      { x: longitude, y: latitude, spatialReference: { wkid: 4326 } },
    ];
    for (const form of forms) {
      const { address } = await reverseGeocode(form as any, { endpoint: endpoint() });
      expect(address['CountryCode']).toBe('KAZ');
    }
    await expect(reverseGeocode([-30, 0], { endpoint: endpoint() })).rejects.toMatchObject({ code: 400 });
  });
  test('returns results of bulkGeocode by id, unmatched ones included', async () => {
    const { locations } = await bulkGeocode({
      endpoint: endpoint(),
      addresses: [
        { OBJECTID: 7, SingleLine: 'улица Кенесары 40, Астана' },
        { OBJECTID: 8, address: 'zzqqxxzz' },
        { OBJECTID: 9, address: 'Кенесары 40', city: 'Астана', countryCode: 'KAZ' },
      ] as any,
    });
    expect(
      locations.map(({ attributes, address }: any) => [
        attributes['ResultID'],
        attributes['Status'],
        address,
      ]),
    ).toEqual([
      [7, 'M', 'улица Кенесары 40, Астана, KAZ'],
      [8, 'U', ''],
      [9, 'M', 'улица Кенесары 40, Астана, KAZ'],
    ]);
  });
});
