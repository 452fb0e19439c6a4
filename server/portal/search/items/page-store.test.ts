import { Parameters } from '../../../platform/arcgis/parameters.ts';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  contentSize,
  generatedItems,
  username,
} from '../../../../testing/portal-content/generated-content.ts';
import { loadContent } from '../../../../testing/portal-content/load-content.ts';
import { anonymous, memberCaller } from '../../../../testing/rig/portal-data.ts';
import { createTestDatabase } from '../../../../testing/rig/test-database.ts';
import { limits } from '../../../limits.ts';
import type { Caller } from '../../caller.ts';
import { readItemSearch } from './item-search.ts';
import { itemSearchCondition } from './item-search-condition.ts';
import { searchItems } from './item-search-store.ts';

vi.mock('../../../limits.ts', async (load) => ({
  ...(await load<typeof import('../../../limits.ts')>()),
  limits: { ...(await load<typeof import('../../../limits.ts')>()).limits },
}));

/** The limits of this file, so that every search takes the path of few or of many. */
const own = limits as { -readonly [Name in keyof typeof limits]: number };
const few = () =>
  Object.assign(own, {
    searchFew: 1000,
    searchSmallPortal: 0,
    searchCandidates: 100,
    searchTotal: 10_000,
    searchSampled: 256,
  });
const many = (candidates: number) => Object.assign(own, { searchFew: 0, searchCandidates: candidates });

const size = contentSize(400);
const items = new Map([...generatedItems(size)].map((item) => [item.id, item]));
const sampled = (ids: readonly string[]) =>
  ids.filter((id) => createHash('md5').update(id).digest('hex').slice(0, 2) < '04');
let rig: Awaited<ReturnType<typeof createTestDatabase>>;
let member: Caller;

beforeAll(async () => {
  rig = await createTestDatabase();
  await loadContent(rig.database, size);
  const groups = await rig.database
    .selectFrom('portal_group_member')
    .select('group_id')
    .where('username', '=', username(1))
    .execute();
  member = memberCaller(username(1), { groupIds: groups.map(({ group_id }) => group_id) });
});
afterAll(() => rig.drop());
beforeEach(() => few());

async function search(parameters: Record<string, string>, caller: Caller) {
  const found = await searchItems(rig.database, readItemSearch(new Parameters(parameters)), caller);
  return { ...found, ids: found.rows.map(({ id }) => id) };
}

async function allPages(parameters: Record<string, string>, caller: Caller, num = 13): Promise<string[]> {
  const ids: string[] = [];
  for (let start = 1; ; start += num) {
    const page = await search({ ...parameters, start: String(start), num: String(num) }, caller);
    ids.push(...page.ids);
    if (page.ids.length < num) return ids;
  }
}

const callers: [string, () => Caller][] = [
  ['visitor', () => anonymous],
  ['a member', () => member],
  ['an administrator', () => memberCaller(username(0), { role: 'org_admin' })],
];

describe.each(callers)('as %s', (_name, caller) => {
  test.each([
    {},
    { sortField: 'title' },
    { sortField: 'title', sortOrder: 'desc' },
    { sortField: 'numViews', sortOrder: 'desc' },
    { sortField: 'owner' },
    { sortField: 'size', sortOrder: 'desc' },
    { sortField: 'type' },
    { sortField: 'avgRating,title', sortOrder: 'desc,asc' },
    { sortField: 'numRatings', sortOrder: 'desc' },
    { q: 'water', sortField: 'modified', sortOrder: 'desc' },
    { q: 'water', sortField: 'title,relevance' },
    { q: '-water' },
    { bbox: '50,42,75,52' },
    { bbox: '170,-10,60,52', sortField: 'title' },
    { q: 'type:"Web Map"' },
    { categories: '/Categories/Water' },
  ] as Record<string, string>[])('returns many in the same order as few: %j', async (parameters) => {
    const expected = await allPages(parameters, caller(), 100);
    many(3);
    expect(await allPages(parameters, caller())).toEqual(expected);
  });

  test.each([
    'water',
    'roads map',
    'wat*',
    '"roads map"',
    'water -map',
    'water OR roads',
    'type:"Web Map" map',
  ])('finds each of many once: %s', async (q) => {
    const expected = await allPages({ q }, caller(), 100);
    expect(new Set(expected).size).toBe(expected.length);
    many(4);
    const ids = await allPages({ q }, caller());
    expect(ids.length).toBe(expected.length);
    expect(ids.toSorted()).toEqual(expected.toSorted());
  });

  test('ranks the best of many as the best of all, given enough candidates', async () => {
    const expected = await search({ q: 'water', num: '50' }, caller());
    many(400);
    expect((await search({ q: 'water', num: '50' }, caller())).ids).toEqual(expected.ids);
  });

  test('ranks a word in the title before all others, however new they are', async () => {
    many(6);
    const { ids } = await search({ q: 'map', num: '6' }, caller());
    for (const id of ids) expect(items.get(id)?.title).toMatch(/\bmap\b/);
  });
});

describe('total', () => {
  test('is exact up to its limit, which also means more', async () => {
    Object.assign(own, { searchFew: 5, searchTotal: 40 });
    const found = await search({}, anonymous);
    expect(found.total).toBe(40);
    expect((await search({ q: 'title:qqqq' }, anonymous)).total).toBe(0);
  });

  test('reads nothing beyond its limit', async () => {
    Object.assign(own, { searchFew: 5, searchTotal: 40 });
    expect((await search({ start: '41' }, anonymous)).ids).toEqual([]);
    expect((await search({ start: '40' }, anonymous)).ids).toHaveLength(10);
  });

  test.each([
    [{ q: 'water' }, true],
    [{ q: 'tags:water' }, true],
    [{ filter: 'tags:water' }, true],
    [{ categories: '/Categories/Water' }, true],
    [{ q: 'type:"Web Map"' }, true],
    [{ q: '(type:"Web Map" OR type:CSV OR water)' }, true],
    [{ q: 'type:"Web Map" -type:"Web Application"', sortField: 'title' }, true],
    [{ bbox: '40,30,90,60', sortField: 'title' }, true],
    [{ q: 'water', bbox: '40,30,90,60', sortField: 'title' }, true],
    [{ q: 'water', countFields: 'type' }, true],
    // What no index of the sample finds is counted.
    [{}, false],
    [{ q: 'tags:*' }, false],
    [{ q: 'title:"—"' }, false],
    [{ q: '-water' }, false],
    [{ q: 'owner:person1' }, false],
    [{ q: 'water OR numviews:[0 TO 9]' }, false],
    [{ countFields: 'type' }, false],
  ])('%o reads a sample first: %s', async (parameters, sampled) => {
    const exact = await search(parameters as Record<string, string>, anonymous);
    expect(exact.total).toBeLessThan(400);
    // With a sample limit of none, every search exceeds it.
    Object.assign(own, { searchSampled: 0 });
    const found = await search(parameters as Record<string, string>, anonymous);
    expect(found.total).toBe(sampled ? 10_000 : exact.total);
    // The results are the same, in the same order.
    expect(found.ids).toEqual(exact.ids);
  });

  describe.each(callers)('%s', (_, caller) => {
    test.each([
      { q: 'map' },
      { q: 'type:"Web Map"' },
      { bbox: '40,30,90,60' },
      { q: 'layer', filter: 'type:"Feature Service"', bbox: '40,30,90,60' },
    ] as Record<string, string>[])(
      'the sample of %o holds one in 64 of the visible items, and nothing else',
      async (parameters) => {
        const { sample } = itemSearchCondition(
          readItemSearch(new Parameters(parameters)),
          caller(),
        ).requested;
        if (!sample) throw new Error('This search has a sample.');
        const { rows } = await sql<{ id: string }>`select portal_item.id from ${sample}`.execute(
          rig.database,
        );
        const expected = sampled(await allPages(parameters, caller(), 100));
        expect(rows.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
      },
    );

    test('counts of very many are those of the sample, times 64', async () => {
      const parameters = { q: 'map', countFields: 'access,tags', countSize: '200' };
      const seen = sampled(await allPages({ q: 'map' }, caller(), 100)).map((id) => items.get(id));
      Object.assign(own, { searchSampled: 0 });
      const { facets } = await search({ ...parameters, num: '0' }, caller());
      const [access, tags] = facets ?? [];
      expect(seen.length).toBeGreaterThan(0);
      const known = new Set(seen.flatMap((item) => item?.tags));
      expect(new Set(tags?.fieldValues.map(({ value }) => value))).toEqual(known);
      const counted = access?.fieldValues.reduce((sum, { count }) => sum + count, 0);
      expect(counted).toBe(64 * seen.length);
    });
  });

  test('counts values among the counted items', async () => {
    Object.assign(own, { searchFew: 5, searchTotal: 40 });
    const { facets } = await search({ num: '0', countFields: 'type,access' }, anonymous);
    expect(facets).toHaveLength(2);
    for (const { fieldValues } of facets ?? []) {
      expect(fieldValues.reduce((sum, { count }) => sum + count, 0)).toBe(40);
    }
  });
});

describe('items visible to a visitor', () => {
  test.each([
    [{ q: 'water' }, 'portal_item_public_search'],
    [{ q: 'tags:"water"' }, 'portal_item_public_search'],
    [{ categories: '/Categories/Water' }, 'portal_item_public_search'],
    [{ q: 'type:"Web Map"' }, 'portal_item_public_type'],
    [{ bbox: '50,42,51,43' }, 'portal_item_public_extent'],
    [{}, 'portal_item_public_'],
  ] as [Record<string, string>, string][])(
    '%o are found by an index of their own: %s',
    async (parameters, index) => {
      const input = readItemSearch(new Parameters(parameters));
      const { where } = itemSearchCondition(input, anonymous).requested;
      const plan = await rig.database.transaction().execute(async (transaction) => {
        await sql`set local enable_seqscan = off`.execute(transaction);
        const explained = sql<{
          'QUERY PLAN': string;
        }>`explain select portal_item.id from portal_item where ${where}`;
        return (await explained.execute(transaction)).rows.map((row) => row['QUERY PLAN']).join('\n');
      });
      expect(plan).toContain(index);
      expect(plan).not.toMatch(/portal_item_(search|access|type|extent)\b/);
    },
  );
});
