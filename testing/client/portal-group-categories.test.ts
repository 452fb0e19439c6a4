import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codes } from '../rig/content-rig.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

const rig = useContentRig();
/** Two maps of grace's in linus' group `team`, one for members only. */
let rivers: string;
let roads: string;

const schema = [
  {
    title: 'Categories',
    categories: [
      { title: 'Water', categories: [{ title: 'Rivers', categories: [] }] },
      { title: 'Transport', categories: [] },
    ],
  },
];
const team = '/community/groups/team';
const file = (items: object, username: string) =>
  rig.call('/content/groups/team/updateItems', { items: JSON.stringify(items) }, username);
const found = async (parameters: Record<string, string>, username = 'grace') => {
  const { results } = await rig.call('/content/groups/team/search', parameters, username);
  return results.map(({ id }: { id: string }) => id);
};

beforeAll(async () => {
  rivers = await rig.addMap({ title: 'Rivers map' });
  roads = await rig.addMap({ title: 'Roads map', categories: '/Categories/Transport' });
  for (const id of [rivers, roads])
    await rig.call(`/content/users/grace/items/${id}/share`, { groups: 'team' });
});

beforeEach(async () => {
  const categorySchema = JSON.stringify({ categorySchema: schema });
  await rig.call(`${team}/assignCategorySchema`, { categorySchema }, 'linus');
});

describe('categories of a group', () => {
  it('are read by users who see the group, which reports that it has them', async () => {
    const categorySchema = JSON.stringify({ categorySchema: schema });
    expect(await rig.call(`${team}/assignCategorySchema`, { categorySchema }, 'linus')).toEqual({
      success: true,
      groupId: 'team',
    });
    expect(await rig.call(`${team}/categorySchema`)).toEqual({ categorySchema: schema });
    expect((await rig.call(team)).hasCategorySchema).toBe(true);
    expect((await rig.call(`${team}/categorySchema`, {}, 'Otto')).error.messageCode).toBe(codes.noGroup);
  });

  it.each([
    ['grace', codes.forbidden],
    ['Otto', codes.noGroup],
    ['', codes.tokenRequired],
  ])('cannot be set, removed or assigned by “%s”', async (username, code) => {
    const categorySchema = JSON.stringify({ categorySchema: schema });
    for (const answer of [
      await rig.call(`${team}/assignCategorySchema`, { categorySchema }, username),
      await rig.call(`${team}/deleteCategorySchema`, {}, username),
      await file([{ [rivers]: { categories: ['/Categories/Water'] } }], username),
    ])
      expect(answer.error.messageCode).toBe(code);
  });

  it('are rejected with their faults', async () => {
    const answer = await rig.call(`${team}/assignCategorySchema`, { categorySchema: '{"x":1}' }, 'linus');
    expect(answer.error).toMatchObject({ code: 400 });
    expect((await rig.call(`${team}/categorySchema`)).categorySchema).toEqual(schema);
  });

  it('can be removed, which restores the group', async () => {
    await file([{ [rivers]: { categories: ['/Categories/Water'] } }], 'linus');
    await rig.call(`${team}/deleteCategorySchema`, {}, 'ada');
    expect(await rig.call(`${team}/categorySchema`)).toEqual({ categorySchema: [] });
    expect((await rig.call(team)).hasCategorySchema).toBe(false);
    expect(await found({ categories: '/Categories/Water' })).toEqual([]);
  });
});

describe('items of the group', () => {
  it('are found by their category in the group, and by those above', async () => {
    expect(await file([{ [rivers]: { categories: ['/categories/water/rivers'] } }], 'linus')).toEqual({
      results: [{ itemId: rivers, success: true }],
    });
    for (const categories of [
      '/Categories/Water/Rivers',
      '/Categories/Water',
      'Water',
      '["/Categories/Water"]',
    ])
      expect(await found({ categories })).toEqual([rivers]);
    expect(await found({ categories: '/Categories/Transport' })).toEqual([roads]);
    expect(
      await found({ categories: '/Categories/Water,/Categories/Transport', sortField: 'title' }),
    ).toEqual([rivers, roads]);
  });

  it('list their categories, in this group only', async () => {
    await file([{ [rivers]: { categories: ['/Categories/Water'] } }], 'linus');
    const { results } = await rig.call('/content/groups/team/search', { sortField: 'title' });
    expect(results.map((item: { groupCategories: string[] }) => item.groupCategories)).toEqual([
      ['/Categories/Water'],
      [],
    ]);
    const { items } = await rig.call('/content/groups/team', { sortField: 'title' });
    expect(items[0].groupCategories).toEqual(['/Categories/Water']);
    expect((await rig.call('/search', { q: `id:${rivers}` })).results[0]).not.toHaveProperty(
      'groupCategories',
    );
    // In other groups these categories find nothing.
    expect((await rig.call('/search', { categories: '/Categories/Water' })).total).toBe(0);
  });

  it('are assigned one by one: one failure does not affect the others', async () => {
    const other = await rig.addMap({ title: 'Not in the group' });
    const { results } = await file(
      [
        { [rivers]: { categories: ['/Categories/Fire'] } },
        { [other]: { categories: ['/Categories/Water'] } },
        { [roads]: { categories: ['/Categories/Water', '/Categories/WATER'] } },
      ],
      'linus',
    );
    expect(results).toEqual([
      {
        itemId: rivers,
        success: false,
        error: { code: 400, message: 'The group has no category “/Categories/Fire”.' },
      },
      { itemId: other, success: false, error: { code: 400, message: 'The item is not in the group.' } },
      { itemId: roads, success: true },
    ]);
    expect(await found({ categories: '/Categories/Water' })).toContain(roads);
  });

  const tooMany = Object.fromEntries(
    Array.from({ length: 101 }, (_, index) => [`i${index}`, { categories: [] }]),
  );
  it.each(['', 'x', '{}', '[1]', '[{"a":{}}]', '[{"a":{"categories":[1]}}]', JSON.stringify([tooMany])])(
    'cannot be assigned by %.60s',
    async (items) => {
      const answer = await rig.call('/content/groups/team/updateItems', { items }, 'linus');
      expect(answer.error.code).toBe(400);
    },
  );

  it('lose a category that the group removes', async () => {
    await file([{ [rivers]: { categories: ['/Categories/Water', '/Categories/Transport'] } }], 'linus');
    const categorySchema = JSON.stringify([{ title: 'Categories', categories: [{ title: 'Transport' }] }]);
    await rig.call(`${team}/assignCategorySchema`, { categorySchema }, 'linus');
    const { results } = await rig.call('/content/groups/team/search', { q: `id:${rivers}` });
    expect(results[0].groupCategories).toEqual(['/Categories/Transport']);
  });

  it('are never found by users who may not see them', async () => {
    await file([{ [rivers]: { categories: ['/Categories/Water'] } }], 'linus');
    const answer = await rig.call('/content/groups/team/search', { categories: '/Categories/Water' }, 'Otto');
    expect(answer.error.messageCode).toBe(codes.noGroup);
  });
});
