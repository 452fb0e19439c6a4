import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../../testing/rig/content-rig.ts';
import {
  anonymous,
  createPortalData,
  memberCaller,
  type PortalData,
} from '../../../testing/rig/portal-data.ts';
import { readPicture } from '../content/files/thumbnail.ts';
import { addItem } from '../content/items/create-item.ts';
import { parseQuery } from '../search/grammar/parse.ts';
import { searchGroups } from '../search/groups/group-search-store.ts';
import { createGroup } from './create-group.ts';
import { deleteGroup, findGroup, groupsOf, updateGroup } from './group-store.ts';

let data: PortalData;

beforeAll(async () => {
  data = await createPortalData();
  for (const username of ['ada', 'grace', 'linus']) await data.addUser(username);
});
afterAll(() => data.stop());

const create = (title: string, more: Partial<Parameters<typeof createGroup>[1]> = {}) =>
  createGroup(data.context, { title, owner: 'ada', access: 'org', ...more });

/** Ids of the groups an administrator's search finds. */
async function found(q: string): Promise<string[]> {
  const caller = memberCaller('root', { role: 'org_admin' });
  const search = {
    query: q,
    q: parseQuery(q),
    filter: parseQuery(''),
    page: { start: 1, num: 100 },
    ofOwnGroups: false,
    sort: [],
  };
  const { rows } = await searchGroups(data.database, search, caller);
  return rows.map((row) => row.id);
}

describe('group by id', () => {
  it('includes the membership of a given user', async () => {
    const id = await create('Mixed', { admins: ['grace'], members: [] });
    const membershipOf = async (username?: string) =>
      (await findGroup(data.database, id, username))?.membership;
    expect(await membershipOf('ada')).toBe('owner');
    expect(await membershipOf('grace')).toBe('admin');
    expect(await membershipOf('linus')).toBeUndefined();
    expect(await membershipOf(undefined)).toBeUndefined();
  });

  it.each(['', 'none', '%', "' or true --"])('is not found for %j', async (id) => {
    expect(await findGroup(data.database, id, 'ada')).toBeUndefined();
  });
});

describe('groups of a user', () => {
  it('are sorted by title, without favourites, and only those the caller may see', async () => {
    await data.addUser('member');
    const make = (title: string, access: 'private' | 'org' | 'public') =>
      create(title, { access, members: ['member'] });
    await make('C private', 'private');
    await make('A public', 'public');
    await make('B org', 'org');
    const titles = async (caller: Parameters<typeof groupsOf>[2]) =>
      (await groupsOf(data.database, 'member', caller)).map(
        ({ group, membership }) => `${group.title} ${membership}`,
      );
    expect(await titles(memberCaller('member'))).toEqual([
      'A public member',
      'B org member',
      'C private member',
    ]);
    expect(await titles(memberCaller('linus'))).toEqual(['A public member', 'B org member']);
    expect(await titles(anonymous)).toEqual(['A public member']);
    expect(await titles(memberCaller('root', { role: 'org_admin' }))).toHaveLength(3);
  });
});

describe('changing a group', () => {
  it('changes only the given fields', async () => {
    const id = await create('Before', { snippet: 'S', tags: ['one'] });
    const { group } = (await findGroup(data.database, id, undefined))!;
    await updateGroup(data.database, group, { title: 'After', description: undefined, modified_at: 5 });
    const changed = (await findGroup(data.database, id, undefined))?.group;
    expect(changed).toEqual({ ...group, title: 'After', modified_at: 5 });
  });

  it('finds it by its new words at once, by kept ones still, and by old ones no longer', async () => {
    const id = await create('Meadow', { tags: ['greenery'] });
    const { group } = (await findGroup(data.database, id, undefined))!;
    await updateGroup(data.database, group, { title: 'Orchard' });
    expect(await found('orchard')).toEqual([id]);
    expect(await found('meadow')).toEqual([]);
    expect(await found('tags:greenery')).toEqual([id]);
    expect(await found('owner:ada orchard')).toEqual([id]);
  });
});

describe('deleting a group', () => {
  it('removes its members and its picture, and leaves items with their owners', async () => {
    const id = await create('Gone', { members: ['grace'], thumbnail: readPicture('t.png', png) });
    const kept = await create('Kept', { thumbnail: readPicture('t.png', png) });
    const itemId = await addItem(data.context, 'ada', {
      type: 'Web Map',
      title: 'Map',
      groups: [id, kept],
    } as Parameters<typeof addItem>[2]);
    await deleteGroup(data.database, id);
    expect(await findGroup(data.database, id, undefined)).toBeUndefined();
    const { database } = data;
    const files = await database.selectFrom('portal_file').select('owner_id').execute();
    expect(files.map((file) => file.owner_id)).toEqual([kept]);
    const shares = await database.selectFrom('portal_item_group').select(['item_id', 'group_id']).execute();
    expect(shares).toEqual([{ item_id: itemId, group_id: kept }]);
    const members = await database
      .selectFrom('portal_group_member')
      .selectAll()
      .where('group_id', '=', id)
      .execute();
    expect(members).toEqual([]);
  });
});
