import { searchItems } from '@esri/arcgis-rest-portal';
import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../server/limits.ts';
import { createGroup } from '../../server/portal/community/create-group.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

const rig = useContentRig();
const longest = 'x'.repeat(limits.itemDescription);
/** Two bytes each. */
const heaviest = 'ж'.repeat(limits.itemDescription);
/** What a page has besides the texts of its rows. */
const envelope = 50_000;
const most = limits.pageBytes + envelope;
const ids: string[] = [];
let map = '';

beforeAll(async () => {
  map = await rig.addMap({ title: 'Used by all' });
  for (const title of ['Heavy 1', 'Heavy 2', 'Heavy 3', 'Light 4', 'Light 5']) {
    const heavy = {
      description: heaviest,
      licenseInfo: heaviest,
      documentation: heaviest,
      properties: JSON.stringify({ text: 'x'.repeat(limits.itemProperties - 100) }),
    };
    const { id } = await rig.call('/content/users/grace/addItem', {
      type: 'Web Map',
      title,
      text: JSON.stringify({ operationalLayers: [{ itemId: map }] }),
      ...(title.startsWith('Heavy') && heavy),
    });
    await rig.call(`/content/items/${id}/share`, { everyone: 'true', groups: 'team' });
    await rig.call('/content/users/grace/addRelationship', {
      originItemId: map,
      destinationItemId: id,
      relationshipType: 'Map2Service',
    });
    ids.push(id);
  }
});

/** The lists of whole items: address, parameters, and the name of the list. */
const lists: [string, () => string, Record<string, string>, string][] = [
  ['a search', () => '/search', { q: 'owner:grace (heavy OR light)', sortField: 'title' }, 'results'],
  [
    'the content of a user',
    () => '/content/users/grace',
    { start: '2', sortField: 'created', num: '100' },
    'items',
  ],
  [
    'the search of a group',
    () => '/content/groups/team/search',
    { q: 'heavy OR light', sortField: 'title' },
    'results',
  ],
  ['the content of a group', () => '/content/groups/team', { sortField: 'title' }, 'items'],
  [
    'related items',
    () => `/content/items/${map}/relatedItems`,
    { relationshipType: 'Map2Service', num: '100' },
    'relatedItems',
  ],
  ['dependents', () => `/content/items/${map}/dependencies/listDependentsTo`, {}, 'list'],
];

describe('a page of heavy items ends early, and the next begins there:', () => {
  test.each(lists)('%s', async (_name, path, parameters, list) => {
    const found: string[] = [];
    const sizes: number[] = [];
    const steps: number[][] = [];
    let start = Number(parameters['start'] ?? 1);
    while (start > 0) {
      const page = await rig.call(path(), { ...parameters, start: String(start) });
      expect(JSON.stringify(page).length).toBeLessThan(most);
      expect(page['start']).toBe(start);
      if (page['nextStart'] > 0) steps.push([page['num'], page['nextStart'] - start]);
      start = page['nextStart'];
      const rows = page[list] as { id: string }[];
      found.push(...rows.map(({ id }) => id));
      sizes.push(rows.length);
    }
    expect(found).toEqual(ids);
    expect(sizes).toEqual([1, 1, 3]);
    expect(steps).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });
});

test('arcgis-rest-js goes on where a page ended', async () => {
  const first = await searchItems({
    q: 'owner:grace (heavy OR light)',
    sortField: 'title',
    num: 100,
    portal: rig.portal.root,
  });
  const second = await first.nextPage?.();
  const third = await second?.nextPage?.();
  const all = [first, second, third].flatMap((page) => page?.results.map(({ id }) => id) ?? []);
  expect(all).toEqual(ids);
  expect(third?.results).toHaveLength(3);
  expect(third?.nextPage).toBeUndefined();
});

test('an item is weighed as the JSON that is sent: an escaped character has six bytes', async () => {
  const adds = ['Escaped 1', 'Escaped 2'].map((title) =>
    rig.call('/content/users/grace/addItem', {
      type: 'Web Map',
      title,
      description: `${title}${'\u0001'.repeat(99_000)}`,
    }),
  );
  await Promise.all(adds);
  const page = await rig.call('/search', { q: 'owner:grace title:escaped', num: '100' });
  expect(page).toMatchObject({ total: 2, num: 1, nextStart: 2 });
});

test('an item that grows heavy later is weighed again', async () => {
  const names = ['Grown 1', 'Grown 2'];
  const grown = await Promise.all(
    names.map((title) => rig.call('/content/users/grace/addItem', { type: 'Web Map', title })),
  );
  const page = () => rig.call('/search', { q: 'owner:grace title:grown', num: '100' });
  expect(await page()).toMatchObject({ total: 2, num: 100, nextStart: -1 });
  for (const { id } of grown)
    await rig.call(`/content/users/grace/items/${id}/update`, {
      description: heaviest,
      licenseInfo: heaviest,
      documentation: heaviest,
      properties: JSON.stringify({ text: 'x'.repeat(limits.itemProperties - 100) }),
    });
  expect(await page()).toMatchObject({ total: 2, num: 1, nextStart: 2 });
});

describe('groups with long descriptions', () => {
  const count = 12;
  let item = '';
  beforeAll(async () => {
    const groups = Array.from({ length: count }, (_none, n) => ({
      title: `Long ${String(n + 1).padStart(2, '0')}`,
      owner: 'linus',
      access: 'public' as const,
      description: longest,
      tags: ['long'],
    }));
    const made: string[] = [];
    for (const group of groups) made.push(await createGroup(rig.portal.context, group));
    item = await rig.addMap({ title: 'In many groups' }, rig.linus);
    await rig.call(`/content/items/${item}/share`, { everyone: 'true', groups: made.join() }, 'linus');
  });

  test('are found in pages that end early', async () => {
    const first = await rig.call('/community/groups', { q: 'tags:long', num: '100' }, '');
    expect(first).toMatchObject({ total: count, num: 9, nextStart: 10 });
    expect(first['results']).toHaveLength(9);
    const second = await rig.call('/community/groups', { q: 'tags:long', num: '100', start: '10' }, '');
    expect(second).toMatchObject({ total: count, nextStart: -1 });
    expect(second['results'].map(({ title }: any) => title)).toEqual(['Long 10', 'Long 11', 'Long 12']);
  });

  test.each([
    ['of a user', () => '/community/users/linus', (answer: any) => answer.groups],
    [
      'of an item',
      () => `/content/items/${item}/groups`,
      ({ admin, member, other }: any) => [...admin, ...member, ...other],
    ],
  ])('%s are all listed, from 1 MB on without texts', async (_name, path, groupsOf) => {
    const answer = await rig.call(path(), {}, 'linus');
    expect(JSON.stringify(answer).length).toBeLessThan(most);
    const groups = groupsOf(answer).filter(({ title }: any) => title.startsWith('Long'));
    expect(groups).toHaveLength(count);
    expect(groups[0]).toMatchObject({ description: longest, tags: ['long'] });
    expect(groups.at(-1)).toMatchObject({ title: 'Long 12', owner: 'linus' });
    for (const name of ['description', 'snippet', 'tags']) expect(groups.at(-1)).not.toHaveProperty(name);
  });
});
