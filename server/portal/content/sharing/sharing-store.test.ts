import { Parameters } from '../../../platform/arcgis/parameters.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPortalData, type PortalData } from '../../../../testing/rig/portal-data.ts';
import { createGroup } from '../../community/create-group.ts';
import { findItem, insertItem, type NewItem } from '../items/item-store.ts';
import { readGroupIds } from './share-item.ts';
import { setAccess, shareWithGroups, unshareFromAll, unshareFromGroups } from './sharing-store.ts';

let data: PortalData;
let favourites = '';

beforeAll(async () => {
  data = await createPortalData();
  for (const person of ['grace', 'linus']) await data.addUser(person);
  for (const id of ['a', 'b'])
    await createGroup(data.context, { id, title: id, owner: 'linus', access: 'private' });
  const user = data.database.selectFrom('portal_user').select('fav_group_id').where('username', '=', 'linus');
  favourites = (await user.executeTakeFirstOrThrow()).fav_group_id ?? '';
  for (const id of ['parks', 'roads'])
    await insertItem(data.database, {
      id,
      owner: 'grace',
      type: 'Web Map',
      title: id,
      created_at: 1,
      modified_at: 1,
    } as NewItem);
});
afterAll(() => data.stop());
beforeEach(async () => {
  await data.database.deleteFrom('portal_item_group').execute();
});

const share = (...groups: string[]) => shareWithGroups(data.database, 'parks', groups);
const groupsOf = async (id = 'parks') => (await findItem(data.database, id))?.groupIds.toSorted();
const marks = async () =>
  (await data.database.selectFrom('portal_item_group').select(['group_id', 'favourite']).execute())
    .map(({ group_id, favourite }) => `${group_id} ${favourite}`)
    .toSorted();

test.each<[string, string[], string[]]>([
  ['one group', ['a'], ['a']],
  ['several', ['b', 'a'], ['a', 'b']],
  ['an unknown one', ['nowhere', 'a'], ['a']],
  ['none', [], []],
])('shares with %s', async (_, given, expected) => {
  await share(...given);
  expect(await groupsOf()).toEqual(expected);
  expect(await groupsOf('roads')).toEqual([]);
});

test('grants no access through favourites, which are not a group', async () => {
  await share(favourites, 'a');
  expect(await groupsOf()).toEqual(['a']);
  expect(await marks()).toEqual([`${favourites} true`, 'a false'].toSorted());
});

test('shares once when shared twice, or by two at the same moment', async () => {
  await share('a');
  await Promise.all([share('a', 'b'), share('b'), share('b', 'a')]);
  expect(await marks()).toEqual(['a false', 'b false']);
});

test('keeps other groups when some are removed', async () => {
  await share('a', 'b', favourites);
  await unshareFromGroups(data.database, 'parks', ['a', 'nowhere']);
  expect(await groupsOf()).toEqual(['b']);
  await unshareFromGroups(data.database, 'parks', []);
  expect(await groupsOf()).toEqual(['b']);
});

test('keeps favourites when all groups are removed', async () => {
  await share('a', 'b', favourites);
  await unshareFromAll(data.database, 'parks');
  expect(await marks()).toEqual([`${favourites} true`]);
});

test.each(['public', 'org', 'private'] as const)(
  'changes no group and no other item with the level %s',
  async (access) => {
    await share('a');
    await setAccess(data.database, 'parks', access);
    expect(await findItem(data.database, 'parks')).toMatchObject({ access, groupIds: ['a'] });
    expect(await findItem(data.database, 'roads')).toMatchObject({ access: 'private' });
  },
);

test.each([
  [undefined, []],
  ['', []],
  [' a , b,,a ', ['a', 'b']],
])('reads groups given as “%s”', (groups, expected) => {
  expect(readGroupIds(new Parameters({ groups }))).toEqual(expected);
});

test('rejects more groups than a user may have', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `g${index}`).join(',');
  expect(readGroupIds(new Parameters({ groups: ids(200) }))).toHaveLength(200);
  expect(() => readGroupIds(new Parameters({ groups: ids(201) }))).toThrow(
    expect.objectContaining({ status: 400 }),
  );
});
