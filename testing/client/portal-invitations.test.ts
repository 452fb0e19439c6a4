import {
  acceptInvitation,
  declineInvitation,
  getGroup,
  getUserInvitations,
  inviteGroupUsers,
} from '@esri/arcgis-rest-portal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { day, minute } from '../rig/clock.ts';
import { type CommunityRig, createCommunityRig, type Person } from '../rig/community-rig.ts';

let rig: CommunityRig;
let id: string;
const call: CommunityRig['call'] = (path, parameters, username) => rig.call(path, parameters, username);
const as = (username: Person) => rig.as(username) as any;

beforeAll(async () => {
  rig = await createCommunityRig();
});
afterAll(() => rig.stop());
beforeEach(async () => {
  await rig.database.deleteFrom('portal_invitation').execute();
  id = await rig.addGroup({ title: 'Secret', access: 'private', members: [] });
});

const invitationsOf = async (username: Person) =>
  (await getUserInvitations(as(username))).userInvitations as any[];
const invite = (parameters: Record<string, string> = {}, username: Person | undefined = 'linus') =>
  call(`/community/groups/${id}/invite`, { users: 'grace', ...parameters }, username);
const answer = (invitation: string, word: 'accept' | 'decline', username?: Person, of: Person = 'grace') =>
  call(`/community/users/${of}/invitations/${invitation}/${word}`, {}, username);
const membership = async (username: Person) => (await getGroup(id, as(username))).userMembership?.memberType;

describe('invitation', () => {
  it('made with arcgis-rest-js is visible only to the invited user', async () => {
    await inviteGroupUsers({ id, users: ['grace'], role: 'group_admin', expiration: 60, ...as('linus') });
    const [invitation] = await invitationsOf('grace');
    expect(invitation).toMatchObject({
      targetType: 'group',
      targetId: id,
      groupName: 'Secret',
      username: 'grace',
      fromUsername: 'linus',
      role: 'group_admin',
      mustApprove: false,
    });
    expect(invitation.expiration - invitation.received).toBe(60 * minute);
    expect(await invitationsOf('shy')).toEqual([]);
    expect((await call('/community/users/grace/invitations', {}, 'linus')).error.code).toBe(403);
  });

  it.each([
    [{}, 14 * day, 'group_member'],
    [{ expiration: '0' }, 14 * day, 'group_member'],
    [{ expiration: '5' }, 5 * minute, 'group_member'],
    [{ expiration: '999999' }, 14 * day, 'group_member'],
    [{ expiration: 'soon' }, 14 * day, 'group_member'],
    [{ role: 'group_admin' }, 14 * day, 'group_admin'],
  ] as [Record<string, string>, number, string][])(
    'requested with %o expires after %s ms and makes a %s',
    async (parameters, life, role) => {
      expect(await invite(parameters)).toEqual({ success: true });
      const [invitation] = await invitationsOf('grace');
      expect([invitation.expiration - invitation.received, invitation.role]).toEqual([life, role]);
    },
  );

  it('grants nothing before it is accepted', async () => {
    await invite();
    expect((await call(`/community/groups/${id}`, {}, 'grace')).error.code).toBe(400);
  });

  it('is sent by administrators of the group and of the organisation', async () => {
    await call(`/community/groups/${id}/addUsers`, { admins: 'ada' }, 'linus');
    expect(await invite({}, 'ada')).toEqual({ success: true });
    expect((await invitationsOf('grace'))[0].fromUsername).toBe('ada');
  });

  it.each([
    ['nobody', { users: 'nobody' }],
    ['no name', { users: ' , ' }],
    ['a user the caller does not see', { users: 'shy' }],
  ])('for %s is rejected', async (_what, parameters) => {
    expect((await invite(parameters)).error).toMatchObject({ code: 400, messageCode: 'COM_0018' });
  });

  it('for several skips unknown users and members', async () => {
    await call(`/community/groups/${id}/addUsers`, { users: 'ada' }, 'linus');
    expect(await invite({ users: 'grace, nobody, ada, linus' })).toEqual({
      success: true,
      notInvited: ['nobody', 'ada', 'linus'],
    });
    expect(await invitationsOf('grace')).toHaveLength(1);
    expect(await invitationsOf('ada')).toEqual([]);
    expect(await invitationsOf('linus')).toEqual([]);
  });

  it('sent again replaces the previous one', async () => {
    await invite();
    await invite({ role: 'group_admin' });
    const invitations = await invitationsOf('grace');
    expect(invitations.map(({ role }) => role)).toEqual(['group_admin']);
  });

  it('is deleted when it expires or its group is deleted', async () => {
    await invite();
    await rig.database.updateTable('portal_invitation').set({ expires_at: Date.now() }).execute();
    expect(await invitationsOf('grace')).toEqual([]);
    await invite();
    const [{ id: invitation }] = await invitationsOf('grace');
    await call(`/community/groups/${id}/delete`, {}, 'linus');
    expect(await invitationsOf('grace')).toEqual([]);
    expect((await answer(invitation, 'accept', 'grace')).error.code).toBe(400);
  });
});

describe('answering an invitation', () => {
  let invitation: string;
  beforeEach(async () => {
    await invite({ role: 'group_admin' });
    [{ id: invitation }] = (await invitationsOf('grace')) as [{ id: string }];
  });

  it('by accepting grants the role of the invitation, once', async () => {
    await acceptInvitation({ invitationId: invitation, ...as('grace') });
    expect(await membership('grace')).toBe('admin');
    expect(await invitationsOf('grace')).toEqual([]);
    await expect(acceptInvitation({ invitationId: invitation, ...as('grace') })).rejects.toThrow('gone');
  });

  it('by accepting changes the role of a user who joined meanwhile', async () => {
    await call(`/community/groups/${id}/addUsers`, { users: 'grace' }, 'linus');
    await answer(invitation, 'accept', 'grace');
    expect(await membership('grace')).toBe('admin');
  });

  it('by accepting does not demote the owner', async () => {
    await call(`/community/groups/${id}/reassign`, { targetUsername: 'grace' }, 'ada');
    await answer(invitation, 'accept', 'grace');
    expect(await membership('grace')).toBe('owner');
  });

  it('by declining leaves the user outside', async () => {
    await declineInvitation({ invitationId: invitation, ...as('grace') });
    expect(await invitationsOf('grace')).toEqual([]);
    expect((await call(`/community/groups/${id}`, {}, 'grace')).error.code).toBe(400);
  });

  it('is possible only for the invited user', async () => {
    expect((await answer(invitation, 'accept', 'linus')).error.code).toBe(403);
    expect((await answer(invitation, 'decline', 'shy')).error.code).toBe(403);
    expect((await answer(invitation, 'accept')).error.code).toBe(499);
    expect((await answer(invitation, 'accept', 'shy', 'shy')).error.code).toBe(400);
    expect(await invitationsOf('grace')).toHaveLength(1);
  });

  it.each(['none', '0'.repeat(32), "' or true --"])('%j is rejected', async (unknown) => {
    const path = encodeURIComponent(unknown);
    expect((await answer(path, 'accept', 'grace')).error).toMatchObject({
      code: 400,
      message: expect.stringMatching('gone'),
    });
  });

  it('counts once, however often it is sent at the same time', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => answer(invitation, 'accept', 'grace')));
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    expect(await membership('grace')).toBe('admin');
  });
});

describe('an invitation is void when its author loses the right to invite', () => {
  const codeAfter = async (inviter: Person, change: () => Promise<unknown>) => {
    await invite({}, inviter);
    const [invitation] = await invitationsOf('grace');
    expect(invitation.fromUsername).toBe(inviter);
    await change();
    expect(await invitationsOf('grace')).toEqual([]);
    expect((await answer(invitation.id, 'accept', 'grace')).error.code).toBe(400);
    return (await call(`/community/groups/${id}`, {}, 'grace')).error.code;
  };

  it('by no longer managing the group', async () => {
    await call(`/community/groups/${id}/addUsers`, { admins: 'shy', users: '' }, 'ada');
    await rig.database
      .insertInto('portal_group_member')
      .values({ group_id: id, username: 'shy', member_type: 'admin', joined_at: 1 })
      .onConflict((conflict) =>
        conflict.columns(['group_id', 'username']).doUpdateSet({ member_type: 'admin' }),
      )
      .execute();
    const demote = () => call(`/community/groups/${id}/updateUsers`, { users: 'shy' }, 'linus');
    expect(await codeAfter('shy', demote)).toBe(400);
  });

  it('by no longer being an administrator, or being disabled', async () => {
    const set = (values: { role?: 'org_user' | 'org_admin'; disabled?: boolean }) =>
      rig.database.updateTable('portal_user').set(values).where('username', '=', 'ada').execute();
    expect(await codeAfter('ada', () => set({ role: 'org_user' }))).toBe(400);
    await set({ role: 'org_admin' });
    await rig.database.deleteFrom('portal_invitation').execute();
    expect(await codeAfter('ada', () => set({ disabled: true }))).toBe(400);
    await set({ disabled: false });
  });

  it('by a role that may not manage groups', async () => {
    const give = (role: string) => call('/portals/self/updateUserRole', { user: 'linus', role }, 'ada');
    const { id: surveyor } = await call(
      '/portals/self/createRole',
      { name: 'Surveyor', description: 'In the field' },
      'ada',
    );
    expect(await codeAfter('linus', () => give(surveyor))).toBe(400);
    expect((await call(`/community/groups/${id}/invite`, { users: 'grace' }, 'linus')).error.code).toBe(403);
    await give('org_user');
    expect(await invitationsOf('grace')).toHaveLength(1);
  });
});

describe('an invitation ends when a manager changes the membership', () => {
  const add = { users: 'grace' };
  it.each([
    ['who is removed', 'removeUsers', undefined],
    ['who is made an ordinary member', 'updateUsers', 'member'],
  ] as const)('of someone %s', async (_who, operation, left) => {
    await invite({ role: 'group_admin' });
    const [invitation] = await invitationsOf('grace');
    await call(`/community/groups/${id}/addUsers`, add, 'linus');
    await call(`/community/groups/${id}/${operation}`, add, 'linus');
    expect((await answer(invitation.id, 'accept', 'grace')).error.message).toMatch('gone');
    expect((await call(`/community/groups/${id}`, {}, 'grace')).userMembership?.memberType).toBe(left);
  });

  it('of someone who leaves', async () => {
    await invite({ role: 'group_admin' });
    const [invitation] = await invitationsOf('grace');
    await call(`/community/groups/${id}/addUsers`, add, 'linus');
    await call(`/community/groups/${id}/leave`, {}, 'grace');
    expect((await answer(invitation.id, 'accept', 'grace')).error.message).toMatch('gone');
  });

  it('of an invited user named in removeUsers', async () => {
    await invite();
    const [invitation] = await invitationsOf('grace');
    expect(await call(`/community/groups/${id}/removeUsers`, add, 'linus')).toEqual({
      notRemoved: ['grace'],
    });
    expect((await answer(invitation.id, 'accept', 'grace')).error.message).toMatch('gone');
  });
});

describe('open invitations of a group', () => {
  const listed = async (username?: Person) => call(`/community/groups/${id}/invitations`, {}, username);

  it('are listed and revoked by its managers', async () => {
    await invite();
    const [invitation] = (await listed('linus'))['groupInvitations'];
    expect(invitation).toMatchObject({ username: 'grace', fromUsername: 'linus', targetId: id });
    const revoke = (username?: Person) =>
      call(`/community/groups/${id}/invitations/${invitation.id}/delete`, {}, username);
    expect((await revoke('grace')).error.code).toBe(400);
    expect((await revoke()).error.code).toBe(499);
    expect(await revoke('linus')).toMatchObject({ success: true });
    expect((await listed('ada'))['groupInvitations']).toEqual([]);
    expect((await answer(invitation.id, 'accept', 'grace')).error.code).toBe(400);
  });

  it('are visible to the invited user only', async () => {
    await invite();
    expect((await listed('grace')).error.code).toBe(400);
    expect((await listed()).error.code).toBe(499);
  });
});

it('logs creating, accepting, declining and revoking, as well as joining and leaving', async () => {
  await rig.database.deleteFrom('audit_entry').execute();
  for (const word of ['accept', 'decline'] as const) {
    await invite();
    await answer((await invitationsOf('grace'))[0].id, word, 'grace');
    await call(`/community/groups/${id}/leave`, {}, 'grace');
  }
  await invite();
  const [{ id: invitation }] = await invitationsOf('grace');
  await call(`/community/groups/${id}/invitations/${invitation}/delete`, {}, 'linus');
  const open = await rig.addGroup({ access: 'org', isInvitationOnly: false });
  await call(`/community/groups/${open}/join`, {}, 'grace');
  const lines = await rig.database.selectFrom('audit_entry').select(['actor', 'act']).orderBy('id').execute();
  expect(lines.map(({ actor, act }) => `${actor} ${act}`)).toEqual([
    'linus group.members-invited',
    'grace group.invitation-accepted',
    'grace group.left',
    'linus group.members-invited',
    'grace group.invitation-declined',
    'linus group.members-invited',
    'linus group.invitation-revoked',
    'grace group.joined',
  ]);
});
