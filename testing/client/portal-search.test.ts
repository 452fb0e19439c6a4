import {
  createGroup as createGroupByClient,
  getGroupContent,
  isItemSharedWithGroup,
  searchCommunityUsers,
  searchGroupContent,
  searchGroups,
  searchItems,
  SearchQueryBuilder,
  searchUsers,
  setItemAccess,
  shareItemWithGroup,
} from '@esri/arcgis-rest-portal';
import type { ArcGISIdentityManager } from '@esri/arcgis-rest-request';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGroup } from '../../server/portal/community/create-group.ts';
import { type ContentRig, createContentRig } from '../rig/content-rig.ts';

let rig: ContentRig;
let ada: ArcGISIdentityManager;
let grace: ArcGISIdentityManager;
let linus: ArcGISIdentityManager;
let otto: ArcGISIdentityManager;
let call: ContentRig['call'];
const ids: Record<string, string> = {};

/** Items by their name in this test: who may see them, and their fields. */
const items: [string, 'public' | 'org' | 'private' | 'team', Record<string, unknown>][] = [
  [
    'parks',
    'public',
    { title: 'Parks of Astana', tags: ['green', 'open space'], snippet: 'Lawns and trees' },
  ],
  ['stops', 'org', { title: 'Bus stops', tags: ['transport'], description: 'Where the parks are near' }],
  ['lights', 'team', { title: 'Street lights', tags: ['transport', 'night'] }],
  ['draft', 'private', { title: 'Parks, second try', tags: ['draft'] }],
  [
    'app',
    'public',
    { title: 'Park finder', type: 'Web Mapping Application', url: 'https://example.org/app' },
  ],
];

beforeAll(async () => {
  rig = await createContentRig();
  ({ ada, grace, linus, otto, call } = rig);
  for (const [name, access, fields] of items) {
    const id = await rig.addMap(fields);
    ids[name] = id;
    if (access === 'team') await shareItemWithGroup({ id, groupId: 'team', authentication: grace });
    else await setItemAccess({ id, access, authentication: grace });
  }
  await createGroup(rig.portal.context, {
    id: 'basemaps',
    title: 'Basemaps',
    owner: 'ada',
    access: 'public',
    snippet: 'Chosen by the city',
    tags: ['base'],
    sortField: 'title',
    sortOrder: 'asc',
    members: ['grace'],
  });
  for (const name of ['stops', 'parks', 'app']) {
    await shareItemWithGroup({ id: ids[name]!, groupId: 'basemaps', authentication: grace });
  }
});
afterAll(() => rig.stop());

const named = (results: readonly { id: string }[]) =>
  results.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id)).sort();

async function find(q: string | SearchQueryBuilder, authentication?: ArcGISIdentityManager) {
  const { results, total } = await searchItems({ q, num: 100, authentication, portal: rig.portal.root });
  expect(total).toBe(results.length);
  return named(results);
}

describe('items', () => {
  test('are found by users who may see them', async () => {
    expect(await find('*')).toEqual(['app', 'parks']);
    expect(await find('*', otto)).toEqual(['app', 'parks', 'stops']);
    expect(await find('*', linus)).toEqual(['app', 'lights', 'parks', 'stops']);
    expect(await find('*', grace)).toEqual(['app', 'draft', 'lights', 'parks', 'stops']);
    expect(await find('*', ada)).toEqual(['app', 'draft', 'lights', 'parks', 'stops']);
  });

  test('are found by queries of arcgis-rest-js', async () => {
    const builder = () => new SearchQueryBuilder();
    expect(await find(builder().match('Web Map').in('type'), grace)).toEqual([
      'draft',
      'lights',
      'parks',
      'stops',
    ]);
    expect(
      await find(builder().match('Web Map').in('type').and().match('transport').in('tags'), grace),
    ).toEqual(['lights', 'stops']);
    expect(await find(builder().not().match('draft').in('tags').and().match('park'), grace)).toEqual([
      'app',
      'parks',
      'stops',
    ]);
    expect(
      await find(
        builder()
          .startGroup()
          .match('open space')
          .in('tags')
          .or()
          .match('night')
          .in('tags')
          .endGroup()
          .and()
          .match('grace')
          .in('owner'),
        grace,
      ),
    ).toEqual(['lights', 'parks']);
    const from = Date.now() - 3_600_000;
    expect(
      await find(
        builder()
          .from(new Date(from))
          .to(new Date(from + 7_200_000))
          .in('modified'),
      ),
    ).toEqual(['app', 'parks']);
    expect(await find(builder().match('parks').boost(2))).toEqual(['app', 'parks']);
  });

  test('are found by queries of the ArcGIS SDK', async () => {
    const found = async (parameters: Record<string, string>) =>
      named((await call('/search', parameters)).results);
    expect(await found({ q: 'type:"Web Map" -type:"Web Application"', num: '100' })).toEqual([
      'draft',
      'lights',
      'parks',
      'stops',
    ]);
    expect(await found({ q: `(parks)  AND orgid:${rig.portal.context.portal.id}` })).toEqual([
      'app',
      'draft',
      'parks',
      'stops',
    ]);
    expect(await found({ q: 'park', filter: 'type:"Web Mapping Application"' })).toEqual(['app']);
    expect(await found({ q: 'group:team' })).toEqual(['lights']);
    expect(await found({ q: '', bbox: '', categories: '' })).toHaveLength(5);
  });

  test('are paged, with the envelope clients continue by', async () => {
    const first = await searchItems({
      q: '',
      num: 2,
      sortField: 'title',
      sortOrder: 'desc',
      authentication: grace,
    });
    expect(first).toMatchObject({ query: '', total: 5, start: 1, num: 2, nextStart: 3 });
    expect(first.results.map(({ title }) => title)).toEqual(['Street lights', 'Parks, second try']);
    const second = await first.nextPage!();
    expect(second.results.map(({ title }) => title)).toEqual(['Parks of Astana', 'Park finder']);
    const third = await second.nextPage!();
    expect(third).toMatchObject({ nextStart: -1 });
    expect(third.nextPage).toBeUndefined();
    expect(await call('/search', { q: '', num: '0' })).toMatchObject({
      total: 5,
      results: [],
      nextStart: -1,
    });
    expect((await call('/search', { num: '1000' })).num).toBe(100);
  });

  test('are sorted by relevance', async () => {
    const { results } = await searchItems({ q: 'parks', authentication: grace });
    expect(named(results.slice(-1))).toEqual(['stops']);
  });

  test('are counted by value, if visible', async () => {
    const counted = await call(
      '/search',
      { q: '', num: '0', countFields: 'tags,type', countSize: '3' },
      'Otto',
    );
    expect(counted.aggregations.counts).toEqual([
      {
        fieldName: 'tags',
        fieldValues: [
          { value: 'city', count: 1 },
          { value: 'green', count: 2 },
          { value: 'open space', count: 1 },
        ].sort((a, b) => b.count - a.count),
      },
      {
        fieldName: 'type',
        fieldValues: [
          { value: 'Web Map', count: 2 },
          { value: 'Web Mapping Application', count: 1 },
        ],
      },
    ]);
  });

  test.each(['(a', 'created:soon', '"open', 'a OR'])('reject %s in the envelope clients read', async (q) => {
    await expect(searchItems({ q, authentication: grace })).rejects.toMatchObject({
      code: 400,
      message: /character \d+/,
    });
  });

  test('are found by whether they are shared with a group', async () => {
    const requested = (name: string, groupId: string) =>
      isItemSharedWithGroup({ id: ids[name]!, groupId, authentication: grace } as any);
    expect(await requested('lights', 'team')).toBe(true);
    expect(await requested('draft', 'team')).toBeFalsy();
  });
});

test('of the caller’s own groups only are found with searchUserAccess=groupMember', async () => {
  const of = async (username: string, path = '/search', searchUserAccess = 'groupMember') => {
    const { results } = await call(path, { q: '*', num: '100', searchUserAccess }, username);
    return path === '/search' ? named(results) : results.map(({ title }: any) => title);
  };
  expect(await of('grace')).toEqual(['app', 'lights', 'parks', 'stops']);
  expect(await of('linus')).toEqual(['lights']);
  expect(await of('grace', '/community/groups')).toEqual(['Basemaps', 'Team']);
  expect(await of('linus', '/community/groups')).toEqual(['Team']);
  for (const path of ['/search', '/community/groups'])
    for (const username of ['Otto', '']) expect(await of(username, path)).toEqual([]);
  // What partners share is always searched.
  expect(await of('grace', '/search', 'includeTrustedOrgs')).toEqual(await find('*', grace));
});

test.each([
  ['/search', { searchUserAccess: 'owner' }],
  ['/search', { searchUserAccess: 'groupMember', searchUserName: 'ada' }],
  ['/community/groups', { searchUserAccess: 'owner' }],
  ['/community/groups', { searchUserName: 'ada' }],
  ['/community/users', { searchUserAccess: 'groupMember' }],
] as [string, Record<string, string>][])('%s with %o is refused', async (path, parameters) => {
  const { error } = await call(path, { q: '*', ...parameters });
  expect([error?.code, error?.message]).toEqual([400, expect.stringContaining('searchUser')]);
});

describe('groups', () => {
  const titles = async (q: string, authentication?: ArcGISIdentityManager) => {
    const { results } = await searchGroups({ q, authentication, portal: rig.portal.root });
    return results.map(({ title }) => title);
  };

  test('are found by users who may see them, and favourites by no one', async () => {
    expect(await titles('*')).toEqual(['Basemaps']);
    expect(await titles('*', grace)).toEqual(['Basemaps', 'Team']);
    expect(await titles('*', otto)).toEqual(['Basemaps']);
    expect(await titles('favorites', otto)).toEqual([]);
    expect(await titles('*', ada)).toEqual(['Basemaps', 'Team']);
  });

  test('are found as the ArcGIS SDK requests featured groups and basemaps', async () => {
    expect(await titles('(title:"Basemaps" AND owner:ada) OR (title:"Other" AND owner:grace)')).toEqual([
      'Basemaps',
    ]);
    expect(await titles('id:basemaps')).toEqual(['Basemaps']);
    expect(await titles('title:"Basemaps" AND owner:grace')).toEqual([]);
  });

  test('are found by title, snippet and tags as soon as they are created', async () => {
    const { group } = await createGroupByClient({
      group: { title: 'Zoo friends', access: 'org', tags: ['animals'], snippet: 'Łódź' },
      authentication: grace,
    });
    expect(await titles('lodz', otto)).toEqual(['Zoo friends']);
    expect(await titles('tags:animals', otto)).toEqual(['Zoo friends']);
    const { results } = await searchGroups({
      q: '',
      sortField: 'title',
      sortOrder: 'desc',
      num: 1,
      authentication: grace,
    });
    expect(results).toMatchObject([{ id: group.id, title: 'Zoo friends' }]);
  });
});

describe('content of a group', () => {
  test('is sorted by the group’s order, as far as visible', async () => {
    const items = await searchGroupContent({ groupId: 'basemaps', q: '', portal: rig.portal.root });
    expect(items).toMatchObject({ total: 2, start: 1, num: 10, nextStart: -1 });
    expect(items.results.map(({ title }) => title)).toEqual(['Park finder', 'Parks of Astana']);
    const seen = await getGroupContent('basemaps', {
      paging: { start: 1, num: 2 },
      authentication: otto,
    });
    expect(seen).toMatchObject({ total: 3, num: 2, nextStart: 3 });
    expect(seen.items.map(({ title }) => title)).toEqual(['Bus stops', 'Park finder']);
  });

  test('is searched as the ArcGIS SDK fetches basemaps', async () => {
    const requested = {
      q: 'type:"Web Map" -type:"Web Application"',
      num: '100',
      sortField: 'name',
      sortOrder: 'desc',
    };
    const { results } = await call('/content/groups/basemaps/search', requested);
    expect(results.map((item: any) => item.title)).toEqual(['Parks of Astana', 'Bus stops']);
  });

  test('of an invisible group is answered like that of an unknown one', async () => {
    expect((await call('/content/groups/team/search', {}, 'Otto')).error).toMatchObject({
      code: 400,
      messageCode: 'COM_0003',
    });
    expect((await call('/content/groups/team', {}, '')).error).toMatchObject({ code: 403 });
    expect((await call('/content/groups/none', {}, 'ada')).error).toMatchObject({
      code: 400,
      messageCode: 'COM_0003',
    });
  });
});

describe('users', () => {
  test('are found by name, by users who may see them', async () => {
    const usernames = async (q: string, authentication: ArcGISIdentityManager) =>
      (await searchUsers({ q, authentication })).results.map(({ username }) => username);
    expect(await usernames('grace', otto)).toEqual(['grace']);
    expect(await usernames('fullname:Example', otto)).toEqual(['ada', 'grace', 'linus', 'Otto']);
    expect(await usernames('username:OTTO', grace)).toEqual(['Otto']);
    expect(await usernames('role:org_admin', grace)).toEqual(['ada']);
    const community = await searchCommunityUsers({ q: 'linus', authentication: grace });
    expect(community).toMatchObject({ total: 1, results: [{ username: 'linus' }] });
    expect(community.results[0]).not.toHaveProperty('email');
    expect((await call('/community/users', { q: '*' }, '')).total).toBe(0);
  });

  test('are found by email by administrators only', async () => {
    await rig.portal.addUser('mail', { email: 'mail@example.org' });
    expect((await call('/community/users', { q: 'email:mail@example.org' }, 'ada')).total).toBe(1);
    expect((await call('/community/users', { q: 'email:mail@example.org' }, 'grace')).total).toBe(0);
    expect((await call('/community/users', { q: 'email:mail*' }, 'grace')).total).toBe(0);
  });

  test('are paged and sorted', async () => {
    const requested = { q: '', sortField: 'username', sortOrder: 'desc', num: '2' };
    const answer = await call('/community/users', requested);
    expect(answer).toMatchObject({ start: 1, num: 2, nextStart: 3 });
    expect(answer.results.map((user: any) => user.username)).toEqual(['Otto', 'mail']);
    expect((await call('/portals/self/users/search', requested)).results).toHaveLength(2);
  });
});

describe('search with very many words', () => {
  const many = (count: number, make: (n: number) => string) =>
    Array.from({ length: count }, (_none, n) => make(n)).join(' ');

  test.each([
    ['free words', many(101, (n) => `word${n}`)],
    ['words of the title', many(101, (n) => `title:word${n}`)],
    ['one long phrase', `"${many(101, (n) => `word${n}`)}"`],
    ['excluded words', many(101, (n) => `-word${n}`)],
  ])('is rejected: %s', async (_what, q) => {
    for (const path of ['/search', '/community/groups', '/community/users']) {
      const answer: any = await call(path, { q });
      const { error = answer } = answer;
      expect([path, error.message ?? JSON.stringify(error)]).toEqual([
        path,
        expect.stringContaining('more than 100 words'),
      ]);
    }
  });

  test('finds items by hundreds of ids', async () => {
    const q = `id:(${[ids['parks'], ...Array.from({ length: 400 }, (_none, n) => `none${n}`)].join(' OR ')})`;
    const { results }: any = await call('/search', { q });
    expect(results.map(({ id }: any) => id)).toEqual([ids['parks']]);
  });
});
