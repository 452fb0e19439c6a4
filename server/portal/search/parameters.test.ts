import { Parameters } from '../../platform/arcgis/parameters.ts';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { limits } from '../../limits.ts';
import {
  pageEnvelope,
  readBoundingBox,
  readCategories,
  readFacets,
  readPage,
  readSort,
  splitAtDateLine,
} from './parameters.ts';

describe('pages', () => {
  test.each([
    [{}, { start: 1, num: 10 }],
    [
      { start: '21', num: '20' },
      { start: 21, num: 20 },
    ],
    [
      { start: '0', num: '0' },
      { start: 1, num: 0 },
    ],
    [{ num: '5000' }, { start: 1, num: 100 }],
  ])('%o', (parameters, page) => {
    expect(readPage(new Parameters(parameters))).toEqual(page);
  });

  test.each<Record<string, string>>([
    { num: '-1' },
    { num: '1.5' },
    { start: 'first' },
    { start: '9999999999' },
  ])('%o is rejected', (parameters) => {
    expect(() => readPage(new Parameters(parameters))).toThrow(
      expect.objectContaining({ id: 'portal:invalid-paging', status: 400 }),
    );
  });

  test('following nextStart returns everything once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 100 }), (total, num) => {
        let seen = 0;
        for (let start = 1; start !== -1;) {
          const envelope = pageEnvelope({ start, num }, total);
          seen += Math.min(num, total - start + 1);
          start = envelope.nextStart;
        }
        expect(seen).toBe(total);
      }),
    );
  });
});

describe('orders', () => {
  const fields = { title: 'title', numviews: 'views' } as const;

  test.each([
    [{}, []],
    [{ sortField: 'title' }, [['title', false]]],
    [{ sortField: 'num-views', sortOrder: 'desc' }, [['views', true]]],
    [{ sortField: 'numViews', sortOrder: 'DESC' }, [['views', true]]],
    [
      { sortField: 'title,num_views', sortOrder: 'desc,asc' },
      [
        ['title', true],
        ['views', false],
      ],
    ],
    [
      { sortField: 'title, numviews', sortOrder: 'desc' },
      [
        ['title', true],
        ['views', true],
      ],
    ],
    [
      { sortField: 'title,numviews,title', sortOrder: 'asc,desc,desc' },
      [
        ['title', false],
        ['views', true],
      ],
    ],
  ])('%o', (parameters, steps) => {
    expect(
      readSort(new Parameters(parameters), fields).map(({ field, descending }) => [field, descending]),
    ).toEqual(steps);
  });

  test.each<Record<string, string>>([
    { sortField: 'constructor' },
    { sortField: 'title', sortOrder: 'sideways' },
  ])('%o is rejected', (parameters) => {
    expect(() => readSort(new Parameters(parameters), fields)).toThrow(
      expect.objectContaining({ id: 'portal:invalid-sort', status: 400 }),
    );
  });
});

describe('boxes', () => {
  test('crossing the 180th meridian become two', () => {
    const box = readBoundingBox(' 170, -20,-170 ,20');
    expect(box).toEqual({ west: 170, south: -20, east: -170, north: 20 });
    expect(box && splitAtDateLine(box)).toEqual([
      { west: 170, south: -20, east: 180, north: 20 },
      { west: -180, south: -20, east: -170, north: 20 },
    ]);
  });

  test.each(['', '1,2,3', '1,2,3,', '1,2,3,4,5', 'a,b,c,d', '0,9,1,8', 'Infinity,0,1,1'])(
    '“%s” is rejected',
    (text) => {
      expect(() => readBoundingBox(text)).toThrow(
        expect.objectContaining({ id: 'portal:invalid-bbox', status: 400 }),
      );
    },
  );
});

describe('categories', () => {
  test.each([
    [[], []],
    [['/Categories/A'], [['/Categories/A']]],
    [['a, b'], [['a', 'b']]],
    [
      ['["a, with comma","b"]', 'c'],
      [['a, with comma', 'b'], ['c']],
    ],
    [['[broken'], [['[broken']]],
    [['[1,2]', ','], []],
  ])('%o', (values, lists) => {
    expect(readCategories(values)).toEqual(lists);
  });
});

test('more categories than a search may have are rejected', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`).join(',');
  expect(readCategories([many(limits.searchCategories)])).toHaveLength(1);
  expect(() => readCategories([many(limits.searchCategories), 'one more'])).toThrow(
    expect.objectContaining({ id: 'arcgis:invalid-parameter', status: 400 }),
  );
});

test.each([
  ['a long category', ['/Categories/', 'a'.repeat(limits.itemCategory)].join('')],
  ['more words of a script without blanks', Array(90).fill('中'.repeat(30)).join(',')],
])('%s is rejected', (_what, text) => {
  expect(() => readCategories([text])).toThrow(
    expect.objectContaining({ id: 'arcgis:invalid-parameter', status: 400 }),
  );
});

describe('facets', () => {
  test.each([
    [{}, undefined],
    [{ countFields: 'tags, Type,tags' }, { fields: ['tags', 'type'], size: 10 }],
    [
      { countFields: 'owner', countSize: '5000' },
      { fields: ['owner'], size: 200 },
    ],
  ])('%o', (parameters, facets) => {
    expect(readFacets(new Parameters(parameters))).toEqual(facets);
  });

  test.each<Record<string, string>>([
    { countFields: 'description' },
    { countFields: 'tags', countSize: 'x' },
  ])('%o is rejected', (parameters) => {
    expect(() => readFacets(new Parameters(parameters))).toThrow(
      expect.objectContaining({ id: 'portal:invalid-count-fields', status: 400 }),
    );
  });
});

describe('long lists are refused before they are split', () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`).join(',');
  test.each<[string, () => unknown]>([
    ['countFields', () => readFacets(new Parameters({ countFields: names(50_000) }))],
    ['sortField', () => readSort(new Parameters({ sortField: names(50_000) }), {})],
    ['sortOrder', () => readSort(new Parameters({ sortOrder: 'asc,'.repeat(50_000) }), {})],
    ['categories', () => readCategories([`[${'{},'.repeat(50_000)}{}]`])],
  ])('%s', (_name, read) => {
    const split = vi.spyOn(String.prototype, 'split');
    expect(read).toThrow(expect.objectContaining({ status: 400 }));
    expect(split.mock.instances.every((text) => String(text).length < 100_000)).toBe(true);
    split.mockRestore();
  });

  test('bbox', () => {
    expect(() => readBoundingBox('1,'.repeat(100_000))).toThrow(expect.objectContaining({ status: 400 }));
  });
});
