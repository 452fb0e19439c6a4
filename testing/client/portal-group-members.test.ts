import {
  addGroupUsers,
  getGroup,
  getGroupUsers,
  joinGroup,
  leaveGroup,
  removeGroupUsers,
  searchGroupUsers,
  updateUserMemberships,
} from '@esri/arcgis-rest-portal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CommunityRig, createCommunityRig, type Person } from '../rig/community-rig.ts';

let rig: CommunityRig;
let id: string;
const call: CommunityRig['call'] = (path, parameters, username) => rig.call(path, parameters, username);
/** The options of arcgis-rest-js for a signed-in user. */
const as = (username: Person) => rig.as(username) as any;
const act = (action: string, parameters: Record<string, string>, username?: Person) =>
  call(`/community/groups/${id}/${action}`, parameters, username);
const people = () => call(`/community/groups/${id}/users`, {}, 'ada');

beforeAll(async () => {
  rig = await createCommunityRig();
});
afterAll(() => rig.stop());
beforeEach(async () => {
  id = await rig.addGroup({ isInvitationOnly: false });
});

describe('members of a group', () => {
  it('are listed; outsiders do not see private ones', async () => {
    expect(await getGroupUsers(id, as('linus'))).toEqual({ owner: 'linus', admins: [], users: ['shy'] });
    expect(await getGroupUsers(id, as('grace'))).toEqual({ owner: 'linus', admins: [], users: [] });
  });

  it('are paged with names, searched by name, and sorted as requested', async () => {
    await addGroupUsers({ id, users: ['grace', 'ada'], ...as('linus') });
    const page = await searchGroupUsers(id, {
      name: 'a',
      sortField: 'fullName',
      sortOrder: 'desc',
      num: 2,
      ...as('linus'),
    });
    expect(page).toMatchObject({ total: 3, start: 1, num: 2, nextStart: 3, owner: { username: 'linus' } });
    expect(page.users.map((user) => user.fullName)).toEqual(['shy Example', 'Grace Hopper']);
  });

  it.each([
    [{}, ['ada', 'grace', 'shy']],
    [{ sortField: 'username', sortOrder: 'desc' }, ['shy', 'grace', 'ada']],
    [{ memberType: 'admin' }, ['ada']],
    [{ memberType: 'member' }, ['grace', 'shy']],
    [{ name: 'HOPPER' }, ['grace']],
    [{ name: 'lovelace', memberType: 'member' }, []],
    [{ name: 'linus' }, []],
    [{ start: '2', num: '1' }, ['grace']],
    [{ start: '9' }, []],
    [{ sortField: 'membertype', sortOrder: 'DESC' }, ['grace', 'shy', 'ada']],
    [{ joined: '0,5' }, []],
    [{ joined: '5,null' }, ['ada', 'grace', 'shy']],
  ] as [Record<string, string>, string[]][])(
    'requested with %o are %o, the owner aside',
    async (parameters, expected) => {
      await act('addUsers', { users: 'grace', admins: 'ada' }, 'linus');
      const page = await act('userlist', parameters, 'linus');
      expect(page.users.map((user: any) => user.username)).toEqual(expected);
      expect(page.owner).toMatchObject({ username: 'linus', memberType: 'owner' });
    },
  );

  it('are counted as the caller sees them', async () => {
    expect(await act('userlist', {}, 'grace')).toMatchObject({ total: 0, users: [] });
    expect((await act('userlist', { num: '-1' }, 'linus')).error.code).toBe(400);
  });

  it.each([
    ['sortField', 'password'],
    ['memberType', 'owner'],
    ['joined', '5'],
  ])('are not listed by %s %s', async (name, value) => {
    const { error } = await act('userlist', { [name]: value }, 'linus');
    expect(error).toMatchObject({ code: 400 });
    expect(JSON.stringify(error)).toContain(name);
  });
});

describe('joining and leaving', () => {
  it('works for oneself in an open group, and is idempotent', async () => {
    await joinGroup({ id, ...as('grace') });
    await joinGroup({ id, ...as('grace') });
    expect((await getGroup(id, as('grace'))).userMembership?.memberType).toBe('member');
    await leaveGroup({ id, ...as('grace') });
    expect((await getGroup(id, as('grace'))).userMembership?.memberType).toBe('none');
    await expect(leaveGroup({ id, ...as('grace') })).rejects.toThrow('not a member');
  });

  it('unshares the own items of a member who leaves or is removed, and no others', async () => {
    await act('addUsers', { users: 'grace' }, 'linus');
    const addShared = async (owner: Person) => {
      const item = { type: 'Web Map', title: `Map of ${owner}`, text: '{}' };
      const made = await call(`/content/users/${owner}/addItem`, item, owner);
      await call(`/content/items/${made.id}/share`, { groups: id }, owner);
    };
    for (const owner of ['linus', 'grace', 'shy'] as const) await addShared(owner);
    const titles = async () =>
      (await call(`/content/groups/${id}`, { sortField: 'title' }, 'linus')).items.map(
        ({ title }: { title: string }) => title,
      );
    expect(await titles()).toEqual(['Map of grace', 'Map of linus', 'Map of shy']);
    await act('leave', {}, 'grace');
    expect(await titles()).toEqual(['Map of linus', 'Map of shy']);
    await act('removeUsers', { users: 'shy,linus' }, 'linus');
    expect(await titles()).toEqual(['Map of linus']);
  });

  it('keeps the role of a group administrator who joins again', async () => {
    await act('updateUsers', { admins: 'shy' }, 'linus');
    await act('join', {}, 'shy');
    expect(await people()).toMatchObject({ admins: ['shy'], users: [] });
  });

  it('is refused to the owner, as a group has one', async () => {
    await expect(leaveGroup({ id, ...as('linus') })).rejects.toThrow('owner cannot leave');
  });

  it.each(['private', 'public', 'org'] as const)('is refused in a %s group by invitation', async (access) => {
    id = await rig.addGroup({ access, isInvitationOnly: true });
    expect((await act('join', {}, 'grace')).error.code).toBe(access === 'private' ? 400 : 403);
    expect((await people()).users).toEqual(['shy']);
  });

  it('is refused in an open group one does not see', async () => {
    id = await rig.addGroup({ access: 'private', isInvitationOnly: false });
    expect((await act('join', {}, 'grace')).error.code).toBe(400);
  });

  it('requires a sign-in', async () => {
    expect((await act('join', {})).error.code).toBe(499);
    expect((await act('leave', {})).error.code).toBe(499);
  });
});

describe('group managers', () => {
  it('add, remove and promote members', async () => {
    id = await rig.addGroup({ access: 'private' });
    const added = await addGroupUsers({ id, users: ['grace', 'nobody'], admins: ['ada'], ...as('linus') });
    expect(added.notAdded).toEqual(['nobody']);
    expect(await getGroupUsers(id, as('grace'))).toEqual({
      owner: 'linus',
      admins: ['ada'],
      users: ['grace', 'shy'],
    });
    const raised = await updateUserMemberships({
      id,
      users: ['grace', 'linus'],
      newMemberType: 'admin',
      ...as('linus'),
    });
    expect(raised.results).toEqual([
      { username: 'grace', success: true },
      { username: 'linus', success: false },
    ]);
    expect((await act('update', { snippet: 'mine' }, 'grace')).success).toBe(true);
    const removed = await removeGroupUsers({ id, users: ['grace', 'linus', 'nobody'], ...as('linus') });
    expect(removed.notRemoved).toEqual(['linus', 'nobody']);
    expect((await call(`/community/groups/${id}`, {}, 'grace')).error.code).toBe(400);
  });

  it('name users in any case, and get unknown ones back as they were sent', async () => {
    expect(await act('addUsers', { users: 'GRACE, Nobody' }, 'linus')).toEqual({ notAdded: ['Nobody'] });
    expect(await act('updateUsers', { admins: 'Grace,Nobody' }, 'linus')).toEqual({
      results: [
        { username: 'Grace', success: true },
        { username: 'Nobody', success: false },
      ],
    });
    expect(await act('removeUsers', { users: 'gRACE' }, 'linus')).toEqual({ notRemoved: [] });
    expect(await people()).toMatchObject({ admins: [], users: ['shy'] });
  });

  it('promote and demote in one request', async () => {
    await act('addUsers', { users: 'grace', admins: 'ada' }, 'linus');
    await act('updateUsers', { admins: 'grace', users: 'ada' }, 'linus');
    expect(await people()).toMatchObject({ admins: ['grace'], users: ['ada', 'shy'] });
  });

  it('add only visible users', async () => {
    const own = await rig.addGroup({ owner: 'grace', members: ['linus'] });
    const answer = await addGroupUsers({ id: own, users: ['shy'], ...as('grace') });
    expect(answer.notAdded).toEqual(['shy']);
  });

  it.each(['addUsers', 'updateUsers', 'removeUsers', 'invite'])(
    'name a hundred users in a list of %s, and not one more',
    async (operation) => {
      const users = ['ada', ...Array.from({ length: 99 }, (_, index) => `n${index}`)].join(',');
      expect(await act(operation, { users: `${users},grace` }, 'linus')).toMatchObject({
        error: { code: 400, details: [expect.stringContaining('Name at most 100 users.')] },
      });
      expect(await people()).toMatchObject({ admins: [], users: ['shy'] });
      expect(await act(operation, { users }, 'linus')).not.toHaveProperty('error');
    },
  );

  it.each([
    ['addUsers', { users: 'ada' }],
    ['removeUsers', { users: 'linus' }],
    ['updateUsers', { admins: 'grace' }],
    ['invite', { users: 'ada' }],
    ['reassign', { targetUsername: 'grace' }],
    ['protect', {}],
    ['unprotect', {}],
    ['update', { title: 'x' }],
    ['delete', {}],
  ] as [string, Record<string, string>][])(
    'are the only ones who may call %s: not members, other users or anonymous callers',
    async (action, parameters) => {
      await act('addUsers', { users: 'grace' }, 'linus');
      const codes = [
        (await act(action, parameters, 'grace')).error?.code,
        (await act(action, parameters, 'shy')).error?.code,
        (await act(action, parameters)).error?.code,
      ];
      expect(codes.slice(0, 2)).toEqual([403, 403]);
      expect([403, 499]).toContain(codes[2]);
      expect(await people()).toMatchObject({ owner: 'linus', admins: [], users: ['grace', 'shy'] });
      const group = await call(`/community/groups/${id}`, {}, 'linus');
      expect(group).toMatchObject({ title: 'Team', protected: false });
    },
  );

  it('see their changes take effect with the next request', async () => {
    id = await rig.addGroup({ access: 'private' });
    const sees = async () => (await call(`/community/groups/${id}`, {}, 'grace')).id === id;
    expect(await sees()).toBe(false);
    await act('addUsers', { users: 'grace' }, 'linus');
    expect(await sees()).toBe(true);
    await act('removeUsers', { users: 'grace' }, 'linus');
    expect(await sees()).toBe(false);
  });
});

describe('new owner', () => {
  it('takes over, and the previous one stays as an administrator', async () => {
    await act('reassign', { targetUsername: 'grace' }, 'linus');
    expect(await people()).toEqual({ owner: 'grace', admins: ['linus'], users: ['shy'] });
    expect((await act('reassign', { targetUsername: 'linus' }, 'linus')).error.code).toBe(403);
    expect((await act('delete', {}, 'linus')).error.code).toBe(403);
    expect((await act('delete', {}, 'grace')).success).toBe(true);
  });

  it('may be the current owner, which changes nothing', async () => {
    expect(await act('reassign', { targetUsername: 'LINUS' }, 'linus')).toEqual({
      success: true,
      groupId: id,
    });
    expect(await people()).toEqual({ owner: 'linus', admins: [], users: ['shy'] });
  });

  it.each([
    ['nobody', 'nobody'],
    ['no name', ''],
  ])('cannot be %s', async (_what, targetUsername) => {
    const answer = await act('reassign', { targetUsername }, 'ada');
    expect(answer.error).toMatchObject({ code: 400, messageCode: 'COM_0018' });
  });

  it('is offered only from users the caller may see', async () => {
    const own = await rig.addGroup({ owner: 'grace', members: [] });
    const answer = await call(`/community/groups/${own}/reassign`, { targetUsername: 'shy' }, 'grace');
    expect(answer.error.messageCode).toBe('COM_0018');
  });
});
