import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importanceOf, indexedWords, placeRows, searchText } from '../gazetteer/place-rows.ts';
import type { Place } from '../place.ts';
import { readQuery } from '../query/read-query.ts';
import type { PlaceRow } from './place-search-store.ts';
import { matchOf } from './score.ts';

const centre = { longitude: 71.43, latitude: 51.13 };
const there = { longitude: 76.9, latitude: 43.2 };

function row(place: Partial<Place> & Pick<Place, 'kind' | 'names'>): PlaceRow {
  const whole: Place = { id: 'x', ...centre, ...place };
  const [name = '', ...others] = whole.names;
  return {
    name,
    other_names: others,
    kind: whole.kind,
    category: whole.category ?? null,
    importance: importanceOf(whole),
    longitude: whole.longitude,
    latitude: whole.latitude,
    search_text: searchText(whole, indexedWords(whole)),
  } as PlaceRow;
}

const order = (
  text: string,
  place: PlaceRow,
  near: { longitude: number; latitude: number } | null = centre,
) =>
  Math.max(...readQuery(text).readings.map((reading) => matchOf(place, reading, near ? { near } : {}).order));

const street = (name: string, at = centre) =>
  row({ kind: 'street', names: [name], city: 'Астана', countryCode: 'KZ', ...at });
const city = (names: string[], population: number, at = there) =>
  row({ kind: 'city', names, population, ...at });

/** Each text should rank the first above the second, with the map over Astana. */
const preferences: [text: string, first: PlaceRow, second: PlaceRow][] = [
  ['abay', street('проспект Абая'), city(['Abay'], 30_000)],
  ['abay', street('проспект Абая'), street('улица 150 лет Абая')],
  ['almaty', city(['Almaty'], 2_000_000), street('улица Алматы')],
  ['улица алматы', street('улица Алматы'), city(['Almaty'], 2_000_000)],
  ['проспект абая', street('проспект Абая'), street('переулок Абая')],
  ['abay avenue', street('проспект Абая'), street('улица Абая')],
  ['london', city(['London'], 8_900_000), row({ kind: 'poi', category: 'bar', names: ['London'] })],
  ['london', city(['London'], 8_900_000), city(['Derry', 'Londonderry'], 85_000)],
  ['london', row({ kind: 'poi', category: 'bar', names: ['London'] }), city(['London'], 30_000)],
  [
    'mos',
    city(['Moscow'], 10_000_000),
    row({ kind: 'country', names: ['Mozambique', 'Mosambik'], ...there }),
  ],
  [
    'кафе',
    row({ kind: 'poi', category: 'cafe', names: ['Кафе 999'] }),
    row({ kind: 'poi', category: 'cafe', names: ['Marzipan'] }),
  ],
  ['кафе', row({ kind: 'poi', category: 'cafe', names: ['Marzipan'] }), city(['Kafue'], 47_000)],
  ['кенесары', street('улица Кенесары'), street('улица Кенесары', there)],
  ['paris', city(['Paris'], 2_100_000), city(['Nice', 'Paris of the south'], 340_000)],
];

describe('order', () => {
  test.each(preferences)('%s', (text, first, second) =>
    expect(order(text, first)).toBeGreaterThan(order(text, second)),
  );

  test('of two equal matches puts the nearer first, and without a map the more important', () => {
    const near = city(['Paris'], 25_000, centre);
    const large = city(['Paris'], 2_000_000, there);
    expect(order('paris', near)).toBeGreaterThan(order('paris', city(['Paris'], 25_000, there)));
    expect(order('paris', large, null)).toBeGreaterThan(order('paris', near, null));
  });

  test('prefers a whole name, then its beginning, then a later word', () => {
    const orders = ['Abay', 'Abayevo', 'New Abay'].map((name) =>
      order('abay', city([name], 50_000), undefined),
    );
    expect(orders).toEqual([...orders].sort((a, b) => b - a));
  });

  test('never ranks a place lower for more population or less distance', () => {
    const people = fc.integer({ min: 1, max: 40_000_000 });
    const degrees = fc.double({ min: 0, max: 40, noNaN: true });
    fc.assert(
      fc.property(people, people, degrees, degrees, (a, b, c, d) => {
        const at = (away: number) => ({ longitude: centre.longitude + away, latitude: centre.latitude });
        const [more, fewer] = [Math.max(a, b), Math.min(a, b)];
        const [near, far] = [at(Math.min(c, d)), at(Math.max(c, d))];
        expect(order('abay', city(['Abay'], more, near))).toBeGreaterThanOrEqual(
          order('abay', city(['Abay'], fewer, far)),
        );
      }),
    );
  });

  test('has scores between 0 and 100 for any text', () => {
    const place = street('проспект Абая');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
        for (const reading of readQuery(text).readings) {
          const { score } = matchOf(place, reading, {});
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(100);
        }
      }),
    );
  });
});

test('indexes a place under its own words, and filters by those of its surroundings too', () => {
  const place: Place = {
    id: 'a',
    kind: 'poi',
    category: 'cafe',
    names: ['Ромашка'],
    street: 'ул. Абая',
    city: 'Астана',
    countryCode: 'KZ',
    ...centre,
  };
  const { words, place: columns } = placeRows(place, 1, 1);
  expect(words.map(([word]) => word)).toEqual(['romashka', '#cafe']);
  expect(columns.at(-1)).toBe(' romashka #cafe ul abaia astana @kz ');
});
