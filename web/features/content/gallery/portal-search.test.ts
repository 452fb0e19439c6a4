import { describe, expect, it } from 'vitest';
import { type GallerySearch, defaultGallerySearch } from './gallery-search.ts';
import { effectiveSort, offeredScopes, portalSearch } from './portal-search.ts';

const search = (parts: Partial<GallerySearch> = {}): GallerySearch => ({ ...defaultGallerySearch, ...parts });
const everything = { groups: [], query: '' };
const anonymous = { username: '', orgId: undefined, favGroupId: undefined };
const ada = { username: 'ada', orgId: 'o1', favGroupId: 'fav1' };
const maps = '(type:"Web Map" -type:"Web Application")';

describe('the order', () => {
  it.each([
    ['', undefined, 'modified'],
    ['', 'relevance', 'modified'],
    ['', 'title', 'title'],
    ['bus', undefined, 'relevance'],
    ['bus', 'views', 'views'],
    ['  ', undefined, 'modified'],
  ] as const)('for "%s" and %s is %s', (text, sort, order) => {
    expect(effectiveSort({ text, sort })).toBe(order);
  });
});

describe('portalSearch', () => {
  it.each([
    [{}, everything, anonymous, maps],
    [{ text: 'bus sto' }, everything, anonymous, `${maps} AND (bus sto*)`],
    [{ scope: 'mine' }, everything, ada, `${maps} AND (owner:"ada")`],
    [{ scope: 'mine' }, everything, anonymous, maps],
    [{ scope: 'organisation' }, everything, ada, `${maps} AND (orgid:"o1")`],
    [{ scope: 'group', group: 'g9' }, everything, ada, `${maps} AND (group:"g9")`],
    [{ scope: 'group' }, everything, ada, maps],
    [{ scope: 'all', group: 'g9' }, everything, ada, maps],
    [{ kind: 'all' }, everything, anonymous, ''],
    [
      {},
      { groups: ['g1', 'g2'], query: 'tags:city OR tags:town' },
      anonymous,
      `${maps} AND (tags:city OR tags:town) AND (group:"g1" OR group:"g2")`,
    ],
    [
      { scope: 'mine' },
      { groups: ['g1'], query: 'tags:city' },
      ada,
      `${maps} AND (owner:"ada") AND (tags:city)`,
    ],
    [{ scope: 'organisation' }, { groups: ['g1'], query: '' }, ada, `${maps} AND (orgid:"o1")`],
    [{ scope: 'group', group: 'g9' }, { groups: ['g1'], query: '' }, ada, `${maps} AND (group:"g9")`],
    [{ scope: 'favourites' }, { groups: ['g1'], query: '' }, ada, maps],
  ] as const)('builds %j', (what, gallery, viewer, q) => {
    expect(portalSearch(search(what), { ...gallery, groups: [...gallery.groups] }, viewer).q).toBe(q);
  });

  it('matches tags exactly, and an area by its bounds', () => {
    const { q, filter, bbox } = portalSearch(
      search({ tags: ['bus', 'say "hi"'], area: [71, 51, 72, 52] }),
      everything,
      anonymous,
    );
    expect(q).toBe(maps);
    expect(filter).toBe('tags:"bus" AND tags:"say \\"hi\\""');
    expect(bbox).toEqual([71, 51, 72, 52]);
  });

  it('requests only flagged maps when filtering for attention', () => {
    const { q } = portalSearch(search({ attention: true }), everything, ada, ['a1', 'b2']);
    expect(q).toBe(`${maps} AND (id:"a1" OR id:"b2")`);
    expect(portalSearch(search(), everything, ada, ['a1']).q).toBe(maps);
  });

  it('queries the hidden group for favourites, where there is one', () => {
    expect(portalSearch(search({ scope: 'favourites' }), everything, ada).groupId).toBe('fav1');
    expect(portalSearch(search({ scope: 'favourites' }), everything, anonymous)).not.toHaveProperty(
      'groupId',
    );
    expect(portalSearch(search(), everything, ada)).not.toHaveProperty('groupId');
  });

  it('queries the group itself when one of its categories may be meant', () => {
    const chosen = search({ scope: 'group', group: 'g1', category: '/Categories/Water' });
    expect(portalSearch(chosen, everything, ada)).toMatchObject({
      groupId: 'g1',
      categories: ['/Categories/Water'],
    });
    for (const other of [
      { ...chosen, category: '' },
      { ...chosen, group: '' },
      { ...chosen, scope: 'all' as const },
    ])
      expect(portalSearch(other, everything, ada)).not.toHaveProperty('groupId');
  });

  it('passes a category on unchanged', () => {
    const category = '/Categories/Water';
    expect(portalSearch(search({ category }), everything, ada).categories).toEqual([category]);
  });

  it('uses the portal’s sort fields', () => {
    expect(portalSearch(search(), everything, ada)).toMatchObject({
      sortField: 'modified',
      sortOrder: 'desc',
    });
    expect(portalSearch(search({ sort: 'views' }), everything, ada)).toMatchObject({
      sortField: 'numViews',
      sortOrder: 'desc',
    });
    expect(portalSearch(search({ text: 'bus' }), everything, ada)).not.toHaveProperty('sortField');
  });
});

describe('the scopes', () => {
  it('are two for visitors and five for members', () => {
    expect(offeredScopes(false, 'all')).toEqual(['all', 'group']);
    expect(offeredScopes(false, 'mine')).toEqual(['all', 'group', 'mine']);
    expect(offeredScopes(true, 'all')).toHaveLength(5);
  });
});
