import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadGazetteer } from '../../server/gis/geocode/gazetteer/load-gazetteer-file.ts';
import type { Place } from '../../server/gis/geocode/place.ts';
import {
  areasQuery,
  deepest,
  nearbyQuery,
  streetsQuery,
} from '../../server/gis/geocode/reverse/reverse-store.ts';
import { cellsAround } from '../../server/gis/geocode/search/cells.ts';
import { numberSearch, wordSearch } from '../../server/gis/geocode/search/place-search-store.ts';
import { streetKey } from '../../server/gis/geocode/text/street-words.ts';
import { generatedPlaces } from '../rig/generated-places.ts';
import { type GeocodeTestServer, startGeocodeServer } from '../rig/geocode-server.ts';

const count = 200_000;
let server: GeocodeTestServer;

beforeAll(async () => {
  server = await startGeocodeServer();
  await loadGazetteer(server.database, generatedPlaces(count), { dataset: 'generated' });
  await loadGazetteer(server.database, mainStreets(), { dataset: 'main streets' });
}, 240_000);
afterAll(() => server.stop());

/** The same street in more towns than the index is read for. */
function* mainStreets(): Generator<Place> {
  for (let index = 0; index < 3_000; index++) {
    const city = `Wyxford${String.fromCodePoint(97 + (index % 26))}${index}`;
    const at = {
      longitude: -120 + (index % 60),
      latitude: 30 + Math.floor(index / 60) / 3,
      countryCode: 'US',
    };
    yield { id: `city ${index}`, kind: 'city', names: [city], population: 5_000, ...at };
    yield { id: `street ${index}`, kind: 'street', names: ['Main Street'], city, ...at };
  }
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  Plans?: Plan[];
}

/** Every step of a query plan, with the rows it read. */
async function planOf(query: ReturnType<typeof wordSearch>): Promise<Plan[]> {
  const { rows } = await sql<{
    'QUERY PLAN': [{ Plan: Plan }];
  }>`explain (analyze, format json) ${query}`.execute(server.database);
  const steps = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(steps)];
  return steps(rows[0]!['QUERY PLAN'][0].Plan);
}

const scans = (steps: Plan[]) =>
  steps.filter((step) => step['Relation Name'] !== undefined || step['Index Name'] !== undefined);
const read = (steps: Plan[]) =>
  scans(steps).reduce((sum, step) => sum + (step['Actual Rows'] ?? 0) * (step['Actual Loops'] ?? 0), 0);
const sequential = (steps: Plan[]) =>
  steps.filter((step) => step['Node Type'] === 'Seq Scan').map((step) => step['Relation Name']);

const near = { longitude: 10, latitude: 50 };
const prefix = (from: string) => ({ from, to: `${from}\u{10ffff}` });
const search = (words: string[], depth: number, cells = cellsAround(near)) =>
  wordSearch({
    exact: words,
    ranges: words.map(prefix),
    required: words.map((word) => [`% ${word}%`]),
    cells,
    depth,
    scope: { near },
  });

describe(`with ${count} places`, () => {
  test('loads all of them', async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from place`.execute(
      server.database,
    );
    expect(rows[0]?.count).toBeGreaterThanOrEqual(count);
  });

  test.each([
    ['a rare word', ['mivorata'], 250],
    ['a beginning that a tenth of all names share', ['mi'], 250],
    ['one letter', ['m'], 250],
    ['a word of every street', ['street'], 250],
    ['three words', ['mivo', 'sali', 'street'], 2_000],
  ])('looks up %s by index, reading few rows', async (_case, words, depth) => {
    const steps = await planOf(search(words, depth));
    expect(sequential(steps)).toEqual([]);
    expect(new Set(scans(steps).flatMap((step) => step['Index Name'] ?? []))).toEqual(
      new Set(['place_pkey', 'place_word_rank', 'place_word_cell']),
    );
    // Three look-ups per word, each read twice: in the index of words and by key.
    expect(read(steps)).toBeLessThanOrEqual(words.length * depth * 3 * 2 * 2);
  });

  test('looks up a house number by its street', async () => {
    const key = streetKey('Mivo Street', 'Salitown', 'DE');
    const steps = await planOf(numberSearch([key], '1', {}));
    expect(sequential(steps)).toEqual([]);
    expect(scans(steps).flatMap((step) => step['Index Name'] ?? [])).toEqual(['place_number']);
  });

  test('reads what is near in the order of its distance', async () => {
    const spot = sql`point(1113194.9, 6446275.8)`;
    for (const [query, most] of [
      [nearbyQuery(spot), 200],
      [nearbyQuery(spot, ['address']), deepest],
      [streetsQuery(spot), 200],
      [areasQuery(spot), deepest],
    ] as const) {
      const steps = await planOf(query);
      expect(sequential(steps)).toEqual([]);
      expect(read(steps)).toBeLessThanOrEqual(most);
    }
  });

  test.each([0, 1_500, 2_999])('finds a street with a very common name by its town (%d)', async (index) => {
    const town = `Wyxford${String.fromCodePoint(97 + (index % 26))}${index}`;
    const query = new URLSearchParams({ SingleLine: `Main Street, ${town}` });
    const { candidates } = (await (
      await fetch(`${server.url}/findAddressCandidates?${query}`)
    ).json()) as any;
    expect(candidates[0].address).toBe(`Main Street, ${town}, USA`);
  });

  test('finds a generated place by its name through the service', async () => {
    const [place] = await server.database
      .selectFrom('place')
      .select(['name', 'longitude', 'latitude'])
      .where('kind', '=', 'city')
      .limit(1)
      .execute();
    const query = new URLSearchParams({
      SingleLine: place!.name,
      location: `${place!.longitude},${place!.latitude}`,
    });
    const { candidates } = (await (
      await fetch(`${server.url}/findAddressCandidates?${query}`)
    ).json()) as any;
    expect(candidates[0].location).toEqual({ x: place!.longitude, y: place!.latitude });
  });
});
