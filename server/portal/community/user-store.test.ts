import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  anonymous,
  createPortalData,
  memberCaller,
  type PortalData,
} from '../../../testing/rig/portal-data.ts';
import { limits } from '../../limits.ts';
import { addItem } from '../content/items/create-item.ts';
import { countTags, findUser, findUsernames, updateUser } from './user-store.ts';

let data: PortalData;

beforeAll(async () => {
  data = await createPortalData();
  await data.addUser('Ada', { access: 'public', password: 'mapping-demo' });
  await data.addUser('grace');
  await data.addUser('linus');
  await data.addUser('shy', { access: 'private' });
});
afterAll(() => data.stop());

describe('user by name', () => {
  it.each(['Ada', 'ada', 'ADA'])('is found as %s, in the original spelling', async (username) => {
    expect((await findUser(data.database, username))?.username).toBe('Ada');
  });

  it.each(['', 'A', 'Ad_', 'A%', ' Ada', "Ada' --", '\ud800'])('is not found for %j', async (username) => {
    expect(await findUser(data.database, username)).toBeUndefined();
  });

  it('has no password and no search index, whatever is stored', async () => {
    const row = await findUser(data.database, 'Ada');
    expect(Object.keys(row ?? {})).not.toEqual(expect.arrayContaining(['password_hash']));
    expect(Object.keys(row ?? {})).not.toEqual(expect.arrayContaining(['search']));
    expect(JSON.stringify(row)).not.toMatch(/scrypt/);
  });
});

describe('existing usernames', () => {
  it('are returned in their original spelling', async () => {
    expect((await findUsernames(data.database, ['ADA', 'Grace', 'nobody', 'shy'])).sort()).toEqual([
      'Ada',
      'grace',
      'shy',
    ]);
    expect(await findUsernames(data.database, [])).toEqual([]);
  });

  it.each([
    ['an anonymous caller', anonymous, ['Ada']],
    ['a member', memberCaller('linus'), ['Ada', 'grace', 'linus']],
    ['the private user', memberCaller('shy'), ['Ada', 'grace', 'linus', 'shy']],
    ['an administrator', memberCaller('root', { role: 'org_admin' }), ['Ada', 'grace', 'linus', 'shy']],
  ])('are returned to %s for visible profiles', async (_who, caller, expected) => {
    const names = ['ada', 'grace', 'linus', 'shy', 'nobody'];
    expect((await findUsernames(data.database, names, { caller })).sort()).toEqual(expected);
  });

  it('may be more than a statement has parameters', async () => {
    const names = Array.from({ length: 70_000 }, (_, index) => `n${index}`);
    expect(await findUsernames(data.database, [...names, 'grace'])).toEqual(['grace']);
  });
});

describe('changing a user', () => {
  it('changes only the given fields', async () => {
    const before = (await findUser(data.database, 'grace'))!;
    await updateUser(data.database, before, {
      description: 'Compilers',
      full_name: undefined,
      modified_at: 9,
    });
    expect(await findUser(data.database, 'grace')).toEqual({
      ...before,
      description: 'Compilers',
      modified_at: 9,
    });
  });
});

describe('tags of a user’s items', () => {
  it('are counted, by name, without those of other users', async () => {
    const add = (owner: string, tags: string[]) =>
      addItem(data.context, owner, { type: 'Web Map', title: 'Map', tags } as Parameters<typeof addItem>[2]);
    await add('linus', ['water', 'city']);
    await add('linus', ['city']);
    await add('linus', []);
    await add('grace', ['city', 'other']);
    expect(await countTags(data.database, 'linus')).toEqual([
      { tag: 'city', count: 2 },
      { tag: 'water', count: 1 },
    ]);
    expect(await countTags(data.database, 'shy')).toEqual([]);
  });

  it('are the most frequent ones where there are many', async () => {
    const tags = Array.from(
      { length: limits.listedTags + 20 },
      (_, at) => `tag${String(at).padStart(4, '0')}`,
    );
    const add = (given: string[]) =>
      addItem(data.context, 'shy', { type: 'Web Map', title: 'Map', tags: given } as Parameters<
        typeof addItem
      >[2]);
    await add(tags);
    await add(tags.slice(-30));
    const listed = await countTags(data.database, 'shy');
    expect(listed).toHaveLength(limits.listedTags);
    expect(listed.slice(-30)).toEqual(tags.slice(-30).map((tag) => ({ tag, count: 2 })));
    expect(listed[0]).toEqual({ tag: 'tag0000', count: 1 });
  });
});
