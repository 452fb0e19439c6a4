import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeKinds } from '../place.ts';
import { foldWord, wordsOf } from '../text/fold.ts';
import {
  categories,
  categoriesNamed,
  categoryLabel,
  categoryTree,
  findCategory,
  readCategories,
  readFilter,
} from './categories.ts';
import { importanceOf, rankOf } from '../gazetteer/place-rows.ts';

describe('categories', () => {
  test('have complete rows', () => {
    for (const { key, group, labels, importance } of categories) {
      expect(key).toMatch(/^[a-z_]+$/);
      expect(group).not.toBe('');
      expect(labels.filter((label) => label !== '')).toHaveLength(3);
      expect(importance).toBeGreaterThan(0);
      expect(importance).toBeLessThanOrEqual(0.5);
    }
    expect(new Set(categories.map(({ key }) => key)).size).toBe(categories.length);
  });

  test('are found by each of their names', () => {
    for (const { key, labels } of categories)
      for (const label of labels)
        expect(categoriesNamed(wordsOf(label)[0] ?? '').map((named) => named.key)).toContain(key);
  });

  test('match from four letters, not from three', () => {
    expect(categoriesNamed('rest')).toContainEqual(
      expect.objectContaining({ key: 'restaurant', label: 'Restaurant' }),
    );
    expect(categoriesNamed('res')).toEqual([]);
    expect(categoriesNamed('bar')).toContainEqual(expect.objectContaining({ key: 'bar', label: 'Bar' }));
    expect(categoriesNamed('')).toEqual([]);
  });

  test('are suggested once, though two of their names match', () => {
    const keys = categoriesNamed(foldWord('Кафе')).map(({ key }) => key);
    expect(keys.filter((key) => key === 'cafe')).toHaveLength(1);
  });

  test('write an unknown key readably', () => {
    expect(categoryLabel('ice_cream')).toBe('Ice cream');
    expect(categoryLabel('')).toBe('');
    expect(findCategory('constructor')).toBeUndefined();
  });

  test('are read by group', () => {
    expect(readCategories('# A\nx | .5 | X | Икс | Икс\n# B\ny | 1 | Y')).toEqual([
      { key: 'x', group: 'A', importance: 0.5, labels: ['X', 'Икс', 'Икс'] },
      { key: 'y', group: 'B', importance: 1, labels: ['Y'] },
    ]);
  });
});

describe('filters', () => {
  test.each<[string, string[], string[]]>([
    ['Address', ['address', 'street'], []],
    ['Point Address, street name', ['address', 'street'], []],
    ['PointAddress', ['address'], []],
    ['POI', ['poi'], []],
    ['Populated Place', ['neighbourhood', 'city', 'region', 'country'], []],
    ['neighborhood', ['neighbourhood'], []],
    ['cafe', [], ['cafe']],
    [' КАФЕ ', [], ['cafe']],
    ['Bus Stop', [], ['bus_stop']],
    ['City,Cafe', ['city'], ['cafe']],
    ['nonsense', [], []],
    ['', [], []],
  ])('%j', (text, kinds, keys) => expect(readFilter(text)).toEqual({ kinds, categories: keys }));

  test('by a group include all of its categories', () => {
    const { categories: keys, kinds } = readFilter('Health');
    expect(kinds).toEqual([]);
    expect(keys).toEqual(['hospital', 'clinic', 'doctors', 'dentist', 'pharmacy', 'veterinary']);
  });

  test('do not read property names of the language as categories', () => {
    for (const word of Object.getOwnPropertyNames(Object.prototype))
      expect(readFilter(word)).toEqual({ kinds: [], categories: [] });
  });

  test('match something for every category the service offers', () => {
    const names = (branches: object[]): string[] =>
      (branches as { name: string; categories?: object[] }[]).flatMap((branch) => [
        branch.name,
        ...names(branch.categories ?? []),
      ]);
    for (const name of names(categoryTree())) {
      const { kinds, categories: keys } = readFilter(name);
      expect(kinds.length + keys.length).toBeGreaterThan(0);
    }
  });

  test('by kind are kinds of places', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const kind of readFilter(text).kinds) expect(placeKinds).toContain(kind);
      }),
    );
  });
});

describe('importance', () => {
  test('is between 0 and 1 and in one of ten classes, whatever the source', () => {
    const place = fc.record(
      {
        kind: fc.constantFrom(...placeKinds),
        category: fc.constantFrom('capital', 'cafe', 'nonsense'),
        population: fc.integer({ min: -5, max: 2_000_000_000 }),
        importance: fc.double({ min: -2, max: 3, noNaN: true }),
      },
      { requiredKeys: ['kind'] },
    );
    fc.assert(
      fc.property(place, (given) => {
        const importance = importanceOf(given);
        expect(importance).toBeGreaterThanOrEqual(0);
        expect(importance).toBeLessThanOrEqual(1);
        expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]).toContain(rankOf(importance));
      }),
    );
  });

  test('prefers the value of the source', () =>
    expect(importanceOf({ kind: 'city', population: 9_000_000, importance: 0.2 })).toBe(0.2));

  test('of a city grows with its population, a capital above its equal, never above its country', () => {
    const city = (population: number, category?: string) =>
      importanceOf({ kind: 'city', population, ...(category && { category }) });
    expect(city(1_000_000)).toBeGreaterThan(city(200_000));
    expect(city(1_000_000, 'capital')).toBeGreaterThan(city(1_000_000));
    expect(city(2_000_000_000, 'capital')).toBeLessThan(importanceOf({ kind: 'country' }));
    expect(city(10)).toBe(city(0));
  });

  test('ranks are tenths', () => expect([0, 0.05, 0.1, 0.99, 1].map(rankOf)).toEqual([0, 0, 1, 9, 9]));
});
