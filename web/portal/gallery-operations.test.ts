import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeConnection, savedSignIn } from '../../testing/web/fake-connection.ts';
import { fakeFetch } from '../../testing/web/fake-fetch.ts';
import { categoryPaths, loadCategorySchema, loadGroupCategorySchema } from './category-schema.ts';
import { favouriteIds, setFavourite } from './favourites.ts';
import { featuredGroups, searchGroups } from './groups.ts';
import { loadItems, loadMapLayers } from './item-details.ts';
import { searchGroupItems, searchItems } from './search-items.ts';

afterEach(() => vi.unstubAllGlobals());

const portal = { id: 'p', name: 'Portal' };
const page = (...results: object[]) => ({ total: results.length, nextStart: -1, results });

describe('searchItems', () => {
  it('sends every given search parameter and no others', async () => {
    const log = fakeFetch({ '/search': page() });
    const { connection } = await fakeConnection();
    await searchItems(connection, { q: 'a' });
    await searchItems(connection, {
      q: 'a',
      start: 11,
      num: 100,
      sortField: 'title',
      categories: ['/Categories/Water', '/Categories/A, B'],
      bbox: [-1.5, 2, 3, 4],
      filter: 'type:"Web Map"',
      countFields: ['tags', 'type'],
      countSize: 5,
    });
    const { f: _format, ...first } = log[0]?.params ?? {};
    expect(first).toEqual({ q: 'a', start: '1', num: '10' });
    expect(log[1]?.params).toMatchObject({
      start: '11',
      num: '100',
      sortField: 'title',
      sortOrder: 'asc',
      categories: '["/Categories/Water","/Categories/A, B"]',
      bbox: '-1.5,2,3,4',
      filter: 'type:"Web Map"',
      countFields: 'tags,type',
      countSize: '5',
    });
  });

  it('queries one group by its own path', async () => {
    const log = fakeFetch({ '/search': page() });
    const { connection } = await fakeConnection();
    await searchGroupItems(connection, 'g/1', { q: '' });
    expect(log[0]?.path).toBe('/arcgis/sharing/rest/content/groups/g%2F1/search');
  });
});

describe('groups', () => {
  it('that are featured are requested a hundred at a time, by title', async () => {
    const log = fakeFetch({ '/community/groups': page({ id: 'g1' }) });
    const { connection } = await fakeConnection();
    expect(await featuredGroups(connection, portal)).toEqual([]);
    const featured = { ...portal, featuredGroups: [{ title: 'The "A"', owner: 'ada' }] };
    expect(await featuredGroups(connection, featured)).toEqual([{ id: 'g1' }]);
    expect(log).toHaveLength(1);
    expect(log[0]?.params).toMatchObject({
      q: '(title:"The \\"A\\"" AND owner:ada)',
      num: '100',
      sortField: 'title',
      sortOrder: 'asc',
    });
  });

  it('are searched by title', async () => {
    const log = fakeFetch({ '/community/groups': page() });
    const { connection } = await fakeConnection();
    await searchGroups(connection, 'city*');
    expect(log[0]?.params).toMatchObject({ q: 'city*', num: '10', sortField: 'title' });
  });
});

describe('the category schema', () => {
  const tree = [{ title: 'Categories', categories: [{ title: 'Water', categories: [{ title: 'Rivers' }] }] }];

  it('is not requested where the portal reports none', async () => {
    const log = fakeFetch({});
    const { connection } = await fakeConnection();
    expect(await loadCategorySchema(connection, { ...portal, hasCategorySchema: false })).toEqual([]);
    expect(log).toEqual([]);
  });

  it('is the portal’s or the group’s', async () => {
    fakeFetch({
      '/portals/self/categorySchema': { categorySchema: tree },
      '/community/groups/g1/categorySchema': {},
    });
    const { connection } = await fakeConnection();
    expect(await loadCategorySchema(connection, portal)).toEqual(tree);
    expect(await loadGroupCategorySchema(connection, portal, 'g1')).toEqual([]);
  });

  it('may be a set stored in an item of a group', async () => {
    const log = fakeFetch({
      '/portals/self/categorySchema': {
        categorySchema: [{ source: 'contentCategorySetsGroupQuery.LivingAtlas' }],
      },
      '/community/groups': page({ id: 'sets' }),
      '/content/groups/sets/search': [page({ id: 'i1' }), page()],
      '/content/items/i1/data': { categorySchema: tree },
    });
    const { connection } = await fakeConnection();
    const configured = { ...portal, contentCategorySetsGroupQuery: 'title:"Sets"' };
    expect(await loadCategorySchema(connection, configured)).toEqual(tree);
    expect(log[1]?.params).toMatchObject({ q: 'title:"Sets"', num: '1' });
    expect(log[2]?.params['q']).toBe('typekeywords:"LivingAtlas"');
    expect(await loadCategorySchema(connection, configured)).toEqual([]);
  });

  it.each([
    [undefined, 'portal:category-query-not-found', 'contentCategorySetsGroupQuery value not found'],
    ['title:"X"', 'portal:category-group-not-found', 'contentCategorySetsGroupQuery group not found'],
  ])('fails with a message when the configured query is %s', async (query, id, message) => {
    fakeFetch({
      '/portals/self/categorySchema': {
        categorySchema: [{ source: 'contentCategorySetsGroupQuery.LivingAtlas' }],
      },
      '/community/groups': page(),
    });
    const { connection } = await fakeConnection();
    const configured = { ...portal, ...(query && { contentCategorySetsGroupQuery: query }) };
    await expect(loadCategorySchema(connection, configured)).rejects.toMatchObject({ id, message });
  });

  it('has paths, parents first, without its root', () => {
    expect(categoryPaths(tree)).toEqual([
      { path: '/Categories/Water', title: 'Water', depth: 0 },
      { path: '/Categories/Water/Rivers', title: 'Rivers', depth: 1 },
    ]);
  });
});

describe('favourites', () => {
  it('are the items of the hidden group, shared with it and removed again', async () => {
    const log = fakeFetch({
      '/content/groups/fav/search': page({ id: 'a' }, { id: 'b' }),
      '/content/items/a/share': { notSharedWith: [] },
      '/content/items/a/unshare': { notUnsharedFrom: [] },
    });
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    expect(await favouriteIds(connection, 'fav')).toEqual(['a', 'b']);
    await setFavourite(connection, 'fav', 'a', true);
    await setFavourite(connection, 'fav', 'a', false);
    const sent = log
      .slice(1)
      .map(({ method, path, params }) => [method, path.split('/').at(-1), params['groups']]);
    expect(sent).toEqual([
      ['POST', 'share', 'fav'],
      ['POST', 'unshare', 'fav'],
    ]);
    expect(log.every(({ params }) => params['everyone'] === undefined)).toBe(true);
  });
});

describe('pages that end early', () => {
  const pages = [
    { total: 3, nextStart: 2, results: [{ id: 'a' }] },
    { total: 3, nextStart: -1, results: [{ id: 'b' }, { id: 'c' }] },
  ];

  it('of items by their ids go on where they ended', async () => {
    const log = fakeFetch({ '/search': pages });
    const { connection } = await fakeConnection();
    expect(await loadItems(connection, ['a', 'b', 'c'])).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
    expect(log.map(({ params: { start, num } }) => [start, num])).toEqual([
      ['1', '3'],
      ['2', '2'],
    ]);
  });

  it('of favourites go on where they ended', async () => {
    fakeFetch({ '/content/groups/fav/search': pages });
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    expect(await favouriteIds(connection, 'fav')).toEqual(['a', 'b', 'c']);
  });
});

describe('loadMapLayers', () => {
  it.each([
    [null, []],
    [{ operationalLayers: 'none' }, []],
    [{ operationalLayers: [null, 1, { title: 5 }] }, ['']],
    [{ operationalLayers: [{ title: 'A', layers: [] }, { title: 'B' }] }, ['B', 'A']],
  ])('of the document %j are %j', async (data, titles) => {
    fakeFetch({ '/data': () => data ?? { operationalLayers: undefined } });
    const { connection } = await fakeConnection();
    expect((await loadMapLayers(connection, 'm')).map(({ title }) => title)).toEqual(titles);
  });
});
