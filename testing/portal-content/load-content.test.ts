import { Parameters } from '../../server/platform/arcgis/parameters.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateItem } from '../../server/portal/content/items/item-store.ts';
import { readItemSearch } from '../../server/portal/search/items/item-search.ts';
import { searchItems } from '../../server/portal/search/items/item-search-store.ts';
import { anonymous } from '../rig/portal-data.ts';
import { createTestDatabase } from '../rig/test-database.ts';
import { contentSize, generatedGroups, generatedItems, itemId, username } from './generated-content.ts';
import { loadContent } from './load-content.ts';

const size = contentSize(600);
let rig: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  rig = await createTestDatabase();
  await loadContent(rig.database, size);
});
afterAll(() => rig.drop());

describe('generated content', () => {
  test('is the same in every run', () => {
    expect([...generatedItems(size)].slice(0, 5)).toEqual([...generatedItems(size)].slice(0, 5));
    expect([...generatedGroups(size)]).toEqual([...generatedGroups(size)]);
  });

  test('has the proportions of a large portal', () => {
    expect(contentSize(1_000_000)).toEqual({ items: 1_000_000, people: 10_000, groups: 5_000 });
  });

  test('has items of every access level, with and without extent, tags and groups', () => {
    const items = [...generatedItems(size)];
    expect(new Set(items.map(({ access }) => access))).toEqual(new Set(['public', 'org', 'private']));
    expect(items.some(({ extent }) => extent === undefined)).toBe(true);
    expect(items.some(({ access, groups }) => access === 'private' && groups.length > 0)).toBe(true);
    const extents = items.flatMap(({ extent }) => extent ?? []);
    expect(extents.every(({ west, east }) => west < east)).toBe(true);
  });
});

describe('loading', () => {
  test('stores all of it, with its indexes', async () => {
    const { rows } = await searchItems(rig.database, all({ num: '100' }), admin());
    expect(rows).toHaveLength(100);
    expect((await searchItems(rig.database, all({ num: '0' }), admin())).total).toBe(size.items);
    const shares = [...generatedItems(size)].reduce((sum, { groups }) => sum + groups.length, 0);
    const { count } = await rig.database
      .selectFrom('portal_item_group')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(shares);
  });

  test('stores the same search words as the portal does', async () => {
    const { database } = rig;
    const read = () =>
      database
        .selectFrom('portal_item')
        .select(['id', 'search'])
        .where('id', 'in', [1, 2, 3, 4, 5].map(itemId))
        .orderBy('id')
        .execute();
    const words = () => database.selectFrom('portal_item_word').selectAll().orderBy('word').execute();
    const [loaded, known] = [await read(), await words()];
    expect(known).toContainEqual({ word: 'water' });
    for (const item of [...generatedItems(size)].slice(1, 6)) {
      await updateItem(database, item.id, { tags: item.tags });
    }
    expect(await read()).toEqual(loaded);
    expect(await words()).toEqual(known);
  });

  test('shows a visitor only the public items', async () => {
    const open = [...generatedItems(size)].filter(({ access }) => access === 'public').length;
    expect((await searchItems(rig.database, all({}), anonymous)).total).toBe(open);
  });
});

function all(parameters: Record<string, string>) {
  return readItemSearch(new Parameters(parameters));
}

function admin() {
  return {
    kind: 'member',
    orgId: 'mapping',
    username: username(0),
    role: 'org_admin',
    groupIds: [],
    tokenHash: '',
  } as const;
}
