import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPortalData, type PortalData } from '../../../testing/rig/portal-data.ts';
import { createGroup, type GroupInput } from './create-group.ts';
import { findGroup } from './group-store.ts';
import { listMembers } from './member-store.ts';

let data: PortalData;

beforeAll(async () => {
  data = await createPortalData();
  for (const username of ['ada', 'grace', 'linus']) await data.addUser(username);
});
afterAll(() => data.stop());

const create = (more: Partial<GroupInput> = {}) =>
  createGroup(data.context, { title: 'City', owner: 'ada', access: 'org', ...more });
const peopleOf = async (id: string) =>
  (await listMembers(data.database, id)).map(({ username, memberType }) => `${memberType} ${username}`);
const groupCount = async () => (await data.database.selectFrom('portal_group').select('id').execute()).length;

describe('new group', () => {
  it('is by invitation only, and shows the newest items first, by default', async () => {
    const id = await create();
    expect((await findGroup(data.database, id, undefined))?.group).toMatchObject({
      title: 'City',
      owner: 'ada',
      access: 'org',
      is_invitation_only: true,
      is_view_only: false,
      is_fav: false,
      protected: false,
      sort_field: 'modified',
      sort_order: 'desc',
      snippet: '',
      tags: [],
      created_at: data.clock.now(),
    });
    expect(id).toMatch(/^[0-9a-f]{32}$/);
  });

  it('has its owner, its administrators and its members', async () => {
    const id = await create({ admins: ['grace'], members: ['linus'] });
    expect(await peopleOf(id)).toEqual(['owner ada', 'admin grace', 'member linus']);
  });

  it('has each user once, in the highest role named', async () => {
    const id = await create({ admins: ['ada', 'grace'], members: ['grace', 'ada', 'linus', 'linus'] });
    expect(await peopleOf(id)).toEqual(['owner ada', 'admin grace', 'member linus']);
  });

  it('may have a given id', async () => {
    const id = 'c'.repeat(32);
    expect(await create({ id })).toBe(id);
    await expect(create({ id })).rejects.toThrow('duplicate key');
  });

  it.each([
    ['  City  ', 'City'],
    ['x'.repeat(250), 'x'.repeat(250)],
    [`  ${'x'.repeat(250)}  `, 'x'.repeat(250)],
  ])('has its title %j trimmed', async (title, kept) => {
    expect((await findGroup(data.database, await create({ title }), undefined))?.group.title).toBe(kept);
  });

  it.each(['', '   ', 'x'.repeat(251)])('is rejected with the title %j', async (title) => {
    const before = await groupCount();
    await expect(create({ title })).rejects.toMatchObject({ id: 'portal:invalid-group', status: 400 });
    expect(await groupCount()).toBe(before);
  });

  it.each([
    ['owner', { owner: 'nobody' }],
    ['administrator', { admins: ['grace', 'nobody'] }],
    ['member', { members: ['nobody'] }],
  ])('is not created at all with an unknown %s', async (_what, more) => {
    const before = await groupCount();
    await expect(create(more)).rejects.toMatchObject({
      id: 'portal:user-not-found',
      message: 'There is no user nobody.',
    });
    expect(await groupCount()).toBe(before);
  });
});
