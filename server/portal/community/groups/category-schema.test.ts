import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import { categoryPaths, findPath, foldPaths, matchingPaths, readCategorySchema } from './category-schema.ts';

const tree = (...categories: object[]) =>
  JSON.stringify({ categorySchema: [{ title: 'Categories', categories }] });
const water = { title: 'Water', categories: [{ title: 'Rivers', categories: [] }, { title: 'Łakes' }] };

function fault(text: string | undefined): string {
  try {
    readCategorySchema(text);
  } catch (error) {
    return (error as MappingError).faults?.map(({ path, message }) => `${path}: ${message}`).join('\n') ?? '';
  }
  return 'read';
}

describe('category schema', () => {
  test.each([
    ['many', 300],
    ['very many', 100_000],
  ])('names some of the faults of %s empty categories', (_many, count) => {
    const lines = fault(tree(...Array.from({ length: count }, () => ({})))).split('\n');
    expect(lines.length).toBeLessThanOrEqual(20);
    expect(lines[0]).toMatch(/^categorySchema/);
  });

  test('with all its categories, three levels and descriptions can be read', () => {
    const description = 'In, [the] {city}';
    const below = Array.from({ length: 98 }, (_, at) => ({ title: `c${at}`, description, categories: [] }));
    const named = ['a', 'b', 'c'].map((title) => ({
      title,
      description,
      categories: [{ title: 'd', description, categories: below }],
    }));
    expect(fault(tree(...named))).toBe('read');
  });

  test('is read, with defaults for omitted members', () => {
    expect(readCategorySchema(tree(water))).toEqual([
      {
        title: 'Categories',
        categories: [
          {
            title: 'Water',
            categories: [
              { title: 'Rivers', categories: [] },
              { title: 'Łakes', categories: [] },
            ],
          },
        ],
      },
    ]);
  });

  test('may be a bare list, keeps descriptions and trims titles', () => {
    expect(readCategorySchema(JSON.stringify([{ title: ' Maps ', description: 'Of the city' }]))).toEqual([
      { title: 'Maps', description: 'Of the city', categories: [] },
    ]);
  });

  test('may name a predefined set', () => {
    const named = [{ source: 'contentCategorySetsGroupQuery.LivingAtlas' }];
    expect(readCategorySchema(JSON.stringify({ categorySchema: named }))).toEqual(named);
    expect(categoryPaths(named)).toEqual([]);
  });

  test.each([
    [undefined, /categorySchema: Specify/],
    ['', /categorySchema: Specify/],
    ['{', /categorySchema: Specify/],
    ['null', /categorySchema/],
    ['{"categorySchema":[]}', /categorySchema/],
    ['{"categorySchema":[{"source":"elsewhere.X"}]}', /categorySchema/],
    [tree({ title: '' }), /categorySchema/],
    [tree({ title: 'a/b' }), /categorySchema/],
    [tree({ title: 'a'.repeat(limits.categoryTitle + 1) }), /categorySchema/],
    [tree({ title: 'Water' }, { title: 'WATER' }), /“\/Categories\/WATER” is there twice/],
    [
      tree({
        title: 'a',
        categories: [{ title: 'b', categories: [{ title: 'c', categories: [{ title: 'd' }] }] }],
      }),
      /At most 3 levels/,
    ],
    [
      tree(...Array.from({ length: limits.groupCategories + 1 }, (_, n) => ({ title: `c${n}` }))),
      /At most 300 categories/,
    ],
  ])('with %s is rejected', (text, expected) => {
    expect(fault(text)).toMatch(expected);
  });

  test('is read or rejected with its faults, for any JSON', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(fault(text)).not.toBe('');
      }),
      { numRuns: 300 },
    );
  });
});

describe('category paths', () => {
  const paths = categoryPaths(readCategorySchema(tree(water, { title: 'Roads' })));

  test('include the categories without the root, parents first', () => {
    expect(paths).toEqual([
      '/Categories/Water',
      '/Categories/Water/Rivers',
      '/Categories/Water/Łakes',
      '/Categories/Roads',
    ]);
  });

  test.each([
    ['/Categories/Water', ['/Categories/Water', '/Categories/Water/Rivers', '/Categories/Water/Łakes']],
    ['/categories/water/lakes', ['/Categories/Water/Łakes']],
    ['water', ['/Categories/Water', '/Categories/Water/Rivers', '/Categories/Water/Łakes']],
    ['Rivers', ['/Categories/Water/Rivers']],
    ['/Categories', paths],
    ['/Categories/Wat', []],
    ['Categories', []],
    ['elsewhere', []],
  ])('match %s as it and all below', (name, meant) => {
    expect(matchingPaths(foldPaths(paths), name)).toEqual(meant);
  });

  test('match in any letter case and with any accents', () => {
    expect(findPath(foldPaths(paths), '/CATEGORIES/water/lakes')).toBe('/Categories/Water/Łakes');
    expect(findPath(foldPaths(paths), 'Water')).toBeUndefined();
  });
});
