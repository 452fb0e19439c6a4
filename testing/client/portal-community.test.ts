import {
  acceptInvitation,
  addGroupUsers,
  createGroup,
  declineInvitation,
  getGroup,
  getGroupUsers,
  getUser,
  getUserInvitations,
  getUserNotifications,
  getUserProperties,
  getUserTags,
  inviteGroupUsers,
  joinGroup,
  leaveGroup,
  protectGroup,
  removeGroup,
  removeGroupUsers,
  searchGroupUsers,
  unprotectGroup,
  updateGroup,
  updateUserMemberships,
} from '@esri/arcgis-rest-portal';
import { ArcGISIdentityManager } from '@esri/arcgis-rest-request';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGroup as createGroupRow } from '../../server/portal/community/create-group.ts';
import { createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
let portal: PortalClient;
const people: Record<string, ArcGISIdentityManager> = {};

beforeAll(async () => {
  server = await startTestServer();
  portal = await createPortalClient(server);
  await portal.addUser('ada', { role: 'org_admin', fullName: 'Ada Lovelace', email: 'ada@example.org' });
  await portal.addUser('grace', { fullName: 'Grace Hopper', email: 'grace@example.org', access: 'public' });
  await portal.addUser('linus', { role: 'org_publisher' });
  await portal.addUser('shy', { access: 'private' });
  for (const username of ['ada', 'grace', 'linus', 'shy']) {
    const token = await portal.token(username);
    const tokenExpires = new Date(Date.now() + 20 * 60_000);
    people[username] = new ArcGISIdentityManager({ portal: portal.root, token, tokenExpires, username });
  }
});
afterAll(() => server.stop());

const as = (username: string) => ({ authentication: people[username]!, portal: portal.root });
const anonymous = () => ({ portal: portal.root });
const call = (path: string, parameters: Record<string, string> = {}, username?: string) =>
  portal.call(path, username ? { ...parameters, token: people[username]!.token } : parameters);

describe('people', () => {
  it('are themselves with mail, privileges and favourites group', async () => {
    const self: any = await people['grace']!.getUser();
    expect(self).toMatchObject({
      username: 'grace',
      id: 'grace',
      fullName: 'Grace Hopper',
      email: 'grace@example.org',
      role: 'org_user',
      orgId: 'mapping',
    });
    expect(self.privileges).toContain('portal:user:createItem');
    expect(self.privileges).not.toContain('portal:admin:updateUsers');
    expect(self.favGroupId).toMatch(/^[0-9a-f]{32}$/);
    expect(self.groups).toEqual([]);
  });

  it.each([
    ['ada', 'portal:admin:updateUsers', true],
    ['linus', 'portal:publisher:publishFeatures', true],
    ['linus', 'portal:admin:updateUsers', false],
    ['grace', 'portal:publisher:publishFeatures', false],
  ])('%s has %s: %s', async (username, privilege, has) => {
    const { privileges = [] } = await people[username]!.getUser();
    expect(privileges.includes(privilege)).toBe(has);
  });

  it.each([
    [undefined, 'grace', true],
    [undefined, 'linus', false],
    [undefined, 'shy', false],
    ['grace', 'linus', true],
    ['grace', 'shy', false],
    ['shy', 'shy', true],
    ['ada', 'shy', true],
  ])('%s sees %s: %s', async (caller, username, sees) => {
    const answer = await call(`/community/users/${username}`, {}, caller);
    expect(answer).toMatchObject(sees ? { username } : { error: { code: 400, messageCode: 'COM_0018' } });
  });

  it('are found by their name in any case, under both roots', async () => {
    expect((await getUser({ username: 'GRACE', portal: portal.root })).username).toBe('grace');
    const response = await fetch(`${server.url}/portal/sharing/community/users/grace/?f=json`);
    expect(await response.json()).toMatchObject({ id: 'grace' });
  });

  it('keep mail and privileges from other members, and their place in the organisation from strangers', async () => {
    const seenByMember: any = await getUser({ username: 'ada', ...as('grace') });
    expect(seenByMember).toMatchObject({ role: 'org_admin', orgId: 'mapping' });
    for (const name of ['email', 'privileges', 'favGroupId', 'lastLogin'])
      expect(seenByMember).not.toHaveProperty(name);
    const seenByStranger: any = await getUser({ username: 'grace', ...anonymous() });
    for (const name of ['email', 'role', 'orgId']) expect(seenByStranger).not.toHaveProperty(name);
    expect((await getUser({ username: 'grace', ...as('ada') })).email).toBe('grace@example.org');
  });

  it('never show a password hash', async () => {
    const all = JSON.stringify([
      await people['ada']!.getUser(),
      await call('/portals/self/users', {}, 'ada'),
    ]);
    expect(all).not.toMatch(/scrypt|password/i);
  });

  it('have lists of their own', async () => {
    expect(await getUserTags({ username: 'grace', ...as('grace') })).toEqual({ tags: [] });
    expect(await getUserNotifications(as('grace'))).toEqual({ notifications: [] });
    expect(await getUserProperties('grace', as('grace'))).toEqual({ mapViewer: 'modern' });
    for (const list of ['tags', 'notifications', 'properties', 'invitations']) {
      expect((await call(`/community/users/grace/${list}`, {}, 'linus')).error.code).toBe(403);
      expect((await call(`/community/users/grace/${list}`)).error.code).toBe(499);
      expect((await call(`/community/users/grace/${list}`, {}, 'ada')).error).toBeUndefined();
    }
  });

  it('change their own profile, and nobody else’s', async () => {
    await call(
      '/community/users/linus/update',
      { fullName: 'Linus Example', description: 'Kernel', tags: 'a, b,a' },
      'linus',
    );
    expect(await call('/community/users/linus', {}, 'linus')).toMatchObject({
      fullName: 'Linus Example',
      description: 'Kernel',
      tags: ['a', 'b'],
    });
    await call('/community/users/linus/update', { description: '' }, 'linus');
    expect(await call('/community/users/linus', {}, 'linus')).toMatchObject({
      description: null,
      tags: ['a', 'b'],
    });
    expect((await call('/community/users/linus/update', { fullName: 'x' }, 'grace')).error.code).toBe(403);
    expect((await call('/community/users/linus/update', { role: 'org_admin' }, 'linus')).success).toBe(true);
    expect((await call('/community/users/linus', {}, 'linus')).role).toBe('org_publisher');
    expect(
      (await call('/community/users/linus/update', { access: 'secret' }, 'linus')).error.details,
    ).toEqual(['access: Give one of private, org, public.']);
  });

  it('are listed to members, as far as these see them', async () => {
    const names = async (caller: string) =>
      (await call('/portals/self/users', {}, caller)).users.map((user: any) => user.username);
    expect(await names('grace')).toEqual(['ada', 'grace', 'linus']);
    expect(await names('ada')).toEqual(['ada', 'grace', 'linus', 'shy']);
    expect((await call('/portals/self/users')).error.code).toBe(499);
    expect(await call('/portals/self/users', { num: '2', start: '2' }, 'grace')).toMatchObject({
      total: 3,
      start: 2,
      num: 2,
      nextStart: -1,
    });
  });
});

describe('groups', () => {
  let ids: Record<'private' | 'org' | 'public', string>;

  beforeEach(async () => {
    const make = (access: 'private' | 'org' | 'public', more = {}) =>
      createGroupRow(portal.context, {
        title: `${access} group`,
        owner: 'linus',
        access,
        tags: ['x'],
        members: ['shy'],
        ...more,
      });
    ids = {
      private: await make('private'),
      org: await make('org', { isInvitationOnly: false }),
      public: await make('public'),
    };
  });

  it.each([
    [undefined, 'public', true],
    [undefined, 'org', false],
    [undefined, 'private', false],
    ['grace', 'org', true],
    ['grace', 'private', false],
    ['shy', 'private', true],
    ['ada', 'private', true],
  ] as const)('%s sees a %s group: %s', async (caller, access, sees) => {
    for (const part of ['', '/users', '/userlist', '/categorySchema']) {
      const answer = await call(`/community/groups/${ids[access]}${part}`, {}, caller);
      const error = answer.error && { code: answer.error.code, messageCode: answer.error.messageCode };
      expect(error).toEqual(sees ? undefined : { code: 403, messageCode: 'GWM_0003' });
    }
  });

  it('say who the caller is in them', async () => {
    const membership = async (caller: string) => (await getGroup(ids.org, as(caller))).userMembership;
    expect(await membership('linus')).toMatchObject({ username: 'linus', memberType: 'owner' });
    expect(await membership('shy')).toMatchObject({ memberType: 'member' });
    expect(await membership('grace')).toMatchObject({ memberType: 'none' });
    expect(await getGroup(ids.public, anonymous())).toMatchObject({
      userMembership: { memberType: 'none' },
      tags: ['x'],
      snippet: null,
    });
  });

  it('that do not exist are COM_0003', async () => {
    expect((await call('/community/groups/none', {}, 'ada')).error).toMatchObject({
      code: 400,
      messageCode: 'COM_0003',
    });
  });

  it('stand in the profile of a person only where the caller sees them', async () => {
    const groupsOfShy = async (caller: string) =>
      ((await getUser({ username: 'shy', ...as(caller) })).groups ?? []).map((group) => group.id);
    expect(await groupsOfShy('shy')).toEqual(expect.arrayContaining(Object.values(ids)));
    await call('/community/users/shy/update', { access: 'org' }, 'shy');
    const seen = await groupsOfShy('grace');
    expect(seen).toEqual(expect.arrayContaining([ids.org, ids.public]));
    expect(seen).not.toContain(ids.private);
    await call('/community/users/shy/update', { access: 'private' }, 'shy');
  });

  it('list their people; outsiders do not learn of private ones', async () => {
    expect(await getGroupUsers(ids.org, as('linus'))).toEqual({ owner: 'linus', admins: [], users: ['shy'] });
    expect(await getGroupUsers(ids.org, as('grace'))).toEqual({ owner: 'linus', admins: [], users: [] });
    await addGroupUsers({ id: ids.org, users: ['grace', 'ada'], ...as('linus') });
    const page = await searchGroupUsers(ids.org, {
      name: 'a',
      sortField: 'fullName',
      sortOrder: 'desc',
      num: 2,
      ...as('linus'),
    });
    expect(page).toMatchObject({ total: 3, start: 1, num: 2, nextStart: 3, owner: { username: 'linus' } });
    expect(page.users.map((user) => user.fullName)).toEqual(['shy Example', 'Grace Hopper']);
  });

  it('are made by any member, private and by invitation unless said otherwise', async () => {
    const { group } = await createGroup({
      group: { title: ' New ', tags: ['a', 'b'] } as any,
      ...as('grace'),
    });
    expect(group).toMatchObject({
      title: 'New',
      owner: 'grace',
      access: 'private',
      isInvitationOnly: true,
      tags: ['a', 'b'],
    });
    expect((await call('/community/createGroup', { title: 'x' })).error.code).toBe(499);
    expect((await call('/community/createGroup', { access: 'public' }, 'grace')).error.code).toBe(400);
    const wrong = await call(
      '/community/createGroup',
      { title: 'x', access: 'all', sortOrder: 'up' },
      'grace',
    );
    expect(wrong.error.details).toHaveLength(2);
  });

  it('are changed by who runs them; what is left out stays', async () => {
    await updateGroup({ group: { id: ids.org, snippet: 'Short', access: 'public' }, ...as('linus') });
    expect(await getGroup(ids.org, anonymous())).toMatchObject({
      snippet: 'Short',
      title: 'org group',
      tags: ['x'],
    });
    await call(`/community/groups/${ids.org}/update`, { snippet: '', clearEmptyFields: 'true' }, 'ada');
    expect((await getGroup(ids.org, anonymous())).snippet).toBeNull();
    for (const username of ['grace', 'shy']) {
      expect((await call(`/community/groups/${ids.org}/update`, { title: 'x' }, username)).error.code).toBe(
        403,
      );
    }
  });

  it('carry a picture, and refuse what is none', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const send = async (bytes: Uint8Array) => {
      const form = new FormData();
      form.set('thumbnail', new Blob([new Uint8Array(bytes)]), 'city.png');
      form.set('token', people['linus']!.token);
      const response = await fetch(`${portal.root}/community/groups/${ids.org}/update?f=json`, {
        method: 'POST',
        body: form,
      });
      return (await response.json()) as any;
    };
    expect((await send(Buffer.from('<svg onload=alert(1)>'))).error.code).toBe(400);
    expect(await send(png)).toEqual({ success: true, groupId: ids.org });
    const { thumbnail } = await getGroup(ids.org, as('linus'));
    const picture = await fetch(
      `${portal.root}/community/groups/${ids.org}/info/${thumbnail}?f=json&token=${people['linus']!.token}`,
    );
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(png);
  });

  it('are deleted by the owner when not protected', async () => {
    await protectGroup({ id: ids.org, ...as('linus') });
    await expect(removeGroup({ id: ids.org, ...as('linus') })).rejects.toMatchObject({
      originalMessage: expect.stringContaining('protected'),
    });
    await unprotectGroup({ id: ids.org, ...as('linus') });
    expect((await call(`/community/groups/${ids.org}/delete`, {}, 'shy')).error.code).toBe(403);
    await removeGroup({ id: ids.org, ...as('linus') });
    expect((await call(`/community/groups/${ids.org}`, {}, 'linus')).error.code).toBe(400);
  });

  it('open to all are joined and left; those by invitation are not joined', async () => {
    await joinGroup({ id: ids.org, ...as('grace') });
    await joinGroup({ id: ids.org, ...as('grace') });
    expect((await getGroup(ids.org, as('grace'))).userMembership?.memberType).toBe('member');
    await leaveGroup({ id: ids.org, ...as('grace') });
    expect((await getGroup(ids.org, as('grace'))).userMembership?.memberType).toBe('none');
    await expect(leaveGroup({ id: ids.org, ...as('grace') })).rejects.toThrow('not a member');
    await expect(leaveGroup({ id: ids.org, ...as('linus') })).rejects.toThrow('owner cannot leave');
    for (const access of ['private', 'public'] as const) {
      expect((await call(`/community/groups/${ids[access]}/join`, {}, 'grace')).error.code).toBe(403);
    }
    expect((await call(`/community/groups/${ids.public}/join`)).error.code).toBe(499);
  });

  it('take people in and out, and raise them', async () => {
    const added = await addGroupUsers({
      id: ids.private,
      users: ['grace', 'nobody'],
      admins: ['ada'],
      ...as('linus'),
    });
    expect(added.notAdded).toEqual(['nobody']);
    expect(await getGroupUsers(ids.private, as('grace'))).toEqual({
      owner: 'linus',
      admins: ['ada'],
      users: ['grace', 'shy'],
    });
    const raised = await updateUserMemberships({
      id: ids.private,
      users: ['grace', 'linus'],
      newMemberType: 'admin',
      ...as('linus'),
    });
    expect(raised.results).toEqual([
      { username: 'grace', success: true },
      { username: 'linus', success: false },
    ]);
    expect(
      (await call(`/community/groups/${ids.private}/update`, { snippet: 'mine' }, 'grace')).success,
    ).toBe(true);
    const removed = await removeGroupUsers({
      id: ids.private,
      users: ['grace', 'linus', 'nobody'],
      ...as('linus'),
    });
    expect(removed.notRemoved).toEqual(['linus', 'nobody']);
    expect((await call(`/community/groups/${ids.private}`, {}, 'grace')).error.code).toBe(403);
  });

  it('let nobody add people the caller may not see, nor an ordinary member add anybody', async () => {
    const id = await createGroupRow(portal.context, {
      title: 'g',
      owner: 'grace',
      access: 'org',
      members: ['linus'],
    });
    expect((await addGroupUsers({ id, users: ['shy'], ...as('grace') })).notAdded).toEqual(['shy']);
    for (const action of [
      'addUsers',
      'removeUsers',
      'updateUsers',
      'invite',
      'reassign',
      'protect',
      'delete',
    ]) {
      const answer = await call(
        `/community/groups/${id}/${action}`,
        { users: 'ada', targetUsername: 'linus' },
        'linus',
      );
      expect({ action, code: answer.error?.code }).toEqual({ action, code: 403 });
    }
  });

  it('go to another owner, and the one before stays as an administrator', async () => {
    await call(`/community/groups/${ids.org}/reassign`, { targetUsername: 'grace' }, 'linus');
    expect(await getGroupUsers(ids.org, as('linus'))).toEqual({
      owner: 'grace',
      admins: ['linus'],
      users: ['shy'],
    });
    expect(
      (await call(`/community/groups/${ids.org}/reassign`, { targetUsername: 'linus' }, 'linus')).error.code,
    ).toBe(403);
    expect(
      (await call(`/community/groups/${ids.org}/reassign`, { targetUsername: 'nobody' }, 'ada')).error.code,
    ).toBe(400);
  });

  it('count a person in from the next call on', async () => {
    expect((await call(`/community/groups/${ids.private}`, {}, 'grace')).error.code).toBe(403);
    await addGroupUsers({ id: ids.private, users: ['grace'], ...as('linus') });
    expect((await call(`/community/groups/${ids.private}`, {}, 'grace')).id).toBe(ids.private);
  });

  describe('invite people', () => {
    const invitationsOf = async (username: string) =>
      (await getUserInvitations(as(username))).userInvitations as any[];
    const invite = (role = 'group_member') =>
      inviteGroupUsers({
        id: ids.private,
        users: ['grace', 'shy'],
        role: role as any,
        expiration: 60,
        ...as('linus'),
      });

    it('who accept', async () => {
      await invite('group_admin');
      expect(await invitationsOf('shy')).toEqual([]);
      const [invitation] = await invitationsOf('grace');
      expect(invitation).toMatchObject({
        targetType: 'group',
        targetId: ids.private,
        fromUsername: 'linus',
        role: 'group_admin',
      });
      expect(
        (await call(`/community/users/grace/invitations/${invitation.id}/accept`, {}, 'linus')).error.code,
      ).toBe(403);
      await acceptInvitation({ invitationId: invitation.id, ...as('grace') });
      expect((await getGroup(ids.private, as('grace'))).userMembership?.memberType).toBe('admin');
      expect(await invitationsOf('grace')).toEqual([]);
      await expect(acceptInvitation({ invitationId: invitation.id, ...as('grace') })).rejects.toThrow('gone');
    });

    it('who decline, or are too late', async () => {
      await invite();
      await invite();
      const invitations = await invitationsOf('grace');
      expect(invitations).toHaveLength(1);
      await declineInvitation({ invitationId: invitations[0].id, ...as('grace') });
      await invite();
      await server.database.updateTable('portal_invitation').set({ expires_at: Date.now() }).execute();
      expect(await invitationsOf('grace')).toEqual([]);
      expect((await call(`/community/groups/${ids.private}`, {}, 'grace')).error.code).toBe(403);
    });
  });
});

describe('the favourites group', () => {
  it('is its owner’s alone, in no list, and is never deleted', async () => {
    const { favGroupId = '' } = (await people['grace']!.getUser()) as any;
    expect((await call(`/community/groups/${favGroupId}`, {}, 'grace')).isFav).toBe(true);
    expect((await call(`/community/groups/${favGroupId}`, {}, 'ada')).error.code).toBe(403);
    expect((await call(`/community/groups/${favGroupId}/delete`, {}, 'grace')).error.code).toBe(403);
    expect(
      (await getUser({ username: 'grace', ...as('grace') })).groups?.map((group) => group.id),
    ).not.toContain(favGroupId);
  });
});
