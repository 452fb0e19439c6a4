import {
  acceptInvitation,
  createGroupNotification,
  createOrgNotification,
  getUserInvitation,
  getUserInvitations,
  getUserNotifications,
  getUserProperties,
  inviteGroupUsers,
  reassignItem,
  removeNotification,
  setUserProperties,
} from '@esri/arcgis-rest-portal';
import { afterEach, describe, expect, test } from 'vitest';
import { limits } from '../../server/limits.ts';
import { createGroup } from '../../server/portal/community/create-group.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

/** What the portal reports to a user, and what applications store about one, with arcgis-rest-js. */
const rig = useContentRig();

const usual = { ...limits };
const most = limits as { -readonly [Name in keyof typeof limits]: number };
afterEach(() => Object.assign(most, usual));

const refused = (promise: Promise<unknown>): Promise<any> =>
  promise.then(
    (answer) => answer,
    ({ response }) => response,
  );
const all = async (who: 'ada' | 'grace' | 'linus' | 'otto') =>
  (await getUserNotifications({ authentication: rig[who] })).notifications;
/** Without those of the first sign-in. */
const of = async (who: 'ada' | 'grace' | 'linus' | 'otto') =>
  (await all(who)).filter(({ type }) => type !== 'account_security');

describe('a notification', () => {
  test('is sent with an invitation and its acceptance, and deleted by its recipient', async () => {
    await inviteGroupUsers({
      id: 'team',
      users: ['Otto'],
      role: 'group_member',
      expiration: 60,
      authentication: rig.linus,
    });
    const [notification] = await of('otto');
    expect(notification).toEqual({
      id: expect.any(String),
      type: 'user_invite',
      target: 'Otto',
      targetType: 'user',
      received: expect.any(Number),
      data: { groupId: 'team', groupTitle: 'Team', fromUsername: 'linus' },
    });
    const [invitation] = (await getUserInvitations({ authentication: rig.otto })).userInvitations as any[];
    const which = { invitationId: invitation.id, authentication: rig.otto };
    expect(await getUserInvitation(which)).toMatchObject({ targetId: 'team', fromUsername: 'linus' });
    await acceptInvitation(which);
    expect(await of('linus')).toMatchObject([
      { type: 'user_invitation_accepted', data: { groupId: 'team', username: 'Otto' } },
    ]);
    const { id } = notification!;
    expect((await rig.call(`/community/users/Otto/notifications/${id}`, {}, 'Otto'))['id']).toBe(id);
    for (const other of ['grace', 'ada'])
      expect((await rig.call(`/community/users/Otto/notifications/${id}/delete`, {}, other)).error.code).toBe(
        403,
      );
    expect(await removeNotification({ id, authentication: rig.otto })).toEqual({
      success: true,
      notificationId: id,
    });
    expect(await of('otto')).toEqual([]);
    expect((await refused(removeNotification({ id, authentication: rig.otto }))).error.code).toBe(400);
  });

  test('names the new owner of an item', async () => {
    const id = await rig.addMap({ title: 'Handed over' });
    await reassignItem({
      id,
      currentOwner: 'grace',
      targetUsername: 'linus',
      authentication: rig.ada,
    } as any);
    expect((await of('linus'))[0]).toMatchObject({
      type: 'item_reassigned',
      data: { itemId: id, itemTitle: 'Handed over', fromUsername: 'grace' },
    });
  });

  test('may be a message of a group’s manager, or of an administrator', async () => {
    const message = { subject: 'Field day', message: 'Bring boots.', notificationChannelType: 'builtin' };
    await createGroupNotification({ id: 'team', ...message, authentication: rig.linus } as any);
    expect((await of('grace'))[0]).toMatchObject({
      type: 'message',
      data: { subject: 'Field day', message: 'Bring boots.', fromUsername: 'linus', groupTitle: 'Team' },
    });
    const sent = createOrgNotification({ ...message, users: ['grace'], authentication: rig.ada } as any);
    expect(await sent).toMatchObject({ success: true });
    expect(await of('grace')).toHaveLength(2);
    const unknown = createOrgNotification({
      ...message,
      users: ['grace', 'nobody'],
      authentication: rig.ada,
    } as any);
    expect(await unknown).toMatchObject({ success: false });
    const toAll = { ...message, users: 'grace', notifyAll: 'true' };
    expect((await rig.call('/portals/self/createNotification', toAll, 'ada'))['error'].code).toBe(400);
  });

  test.each<[string, object, 'linus' | 'grace', number]>([
    ['by email', { notificationChannelType: 'email' }, 'linus', 400],
    ['to a mobile device', { clientId: 'app' }, 'linus', 400],
    ['without a text', { message: '' }, 'linus', 400],
    ['of another member', {}, 'grace', 403],
  ])('%s is refused', async (_name, params, who, code) => {
    const message = { subject: 's', message: 'm', notificationChannelType: 'builtin', ...params };
    const sent = createGroupNotification({ id: 'team', ...message, authentication: rig[who] } as any);
    expect((await refused(sent)).error.code).toBe(code);
  });

  test.each([
    [
      'messages',
      '/community/groups/team/createNotification',
      { subject: 's', message: 'm' },
      'message',
      { error: { code: 429 } },
    ],
    // An invitation exists without a notification of it.
    ['invitations', '/community/groups/crew/invite', {}, 'user_invite', { success: true }],
  ])('of one sender reaches a user a few times an hour: %s', async (_what, path, sent, type, further) => {
    most.notificationsFromSender = 2;
    await rig.signIn(`reader-${type}`);
    const users = `reader-${type}`;
    const { context } = rig.portal;
    if (type === 'user_invite')
      await createGroup(context, { id: 'crew', title: 'Crew', owner: 'linus', access: 'private' });
    else await rig.call('/community/groups/team/addUsers', { users }, 'linus');
    for (let times = 0; times < 2; times += 1)
      expect(await rig.call(path, { ...sent, users }, 'linus')).toEqual({ success: true });
    for (let times = 0; times < 2; times += 1)
      expect(await rig.call(path, { ...sent, users }, 'linus')).toMatchObject(further);
    const received = async () =>
      (await rig.call(`/community/users/${users}/notifications`, { types: type }, users))['total'];
    expect(await received()).toBe(2);
    // Others are not affected.
    expect(await rig.call(path, { ...sent, users }, 'ada')).toEqual({ success: true });
    expect(await received()).toBe(3);
  });

  test('names those whom a message to several did not reach', async () => {
    most.notificationsFromSender = 1;
    const users = ['crowded', 'quiet'];
    for (const name of users) await rig.signIn(name);
    await rig.call('/community/groups/team/addUsers', { users: users.join(',') }, 'linus');
    const send = async (to: string) =>
      rig.call(
        '/community/groups/team/createNotification',
        { subject: 's', message: 'm', users: to },
        'linus',
      );
    expect(await send('crowded')).toEqual({ success: true });
    expect(await send('crowded,quiet')).toEqual({
      success: false,
      errors: [{ code: 429, message: expect.stringContaining('crowded') }],
    });
    for (const name of users)
      expect(
        (await rig.call(`/community/users/${name}/notifications`, { types: 'message' }, name))['total'],
      ).toBe(1);
  });

  test('of an administrator reaches members however many there are', async () => {
    most.notificationsFromSender = 1;
    await rig.signIn('busy');
    const message = { subject: 's', message: 'm', users: 'busy' };
    for (let times = 0; times < 3; times += 1)
      expect(await rig.call('/portals/self/createNotification', message, 'ada')).toEqual({ success: true });
    const received = await rig.call('/community/users/busy/notifications', { types: 'message' }, 'busy');
    expect(received['total']).toBe(3);
  });
});

describe('properties of a user', () => {
  const own = () => ({ authentication: rig.grace });

  test('are stored by applications', async () => {
    expect(await getUserProperties('grace', own())).toEqual({ mapViewer: 'modern' });
    await setUserProperties('grace', { mapViewer: 'classic', landingPage: { url: 'index.html' } }, own());
    expect(await getUserProperties('grace', own())).toEqual({
      mapViewer: 'classic',
      landingPage: { url: 'index.html' },
    });
  });

  test.each([
    ['that are not an object', '[1]', 'grace', 400],
    ['that are too long', JSON.stringify({ a: 'x'.repeat(20_000) }), 'grace', 400],
    ['of others', '{}', 'linus', 403],
  ])('%s are refused', async (_name, properties, who, code) => {
    const answer = await rig.call('/community/users/grace/setProperties', { properties }, who);
    expect(answer.error.code).toBe(code);
  });
});
