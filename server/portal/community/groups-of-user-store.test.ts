import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakePortalCall } from '../../../testing/fakes/portal-call.ts';
import { createPortalData, memberCaller, type PortalData } from '../../../testing/rig/portal-data.ts';
import { minute } from '../../../testing/rig/clock.ts';
import { limits } from '../../limits.ts';
import { createGroup } from './create-group.ts';
import { addGroupUsers, joinGroup, leaveGroup } from './groups/group-members.ts';
import { createGroupOperation, reassignGroup } from './groups/group-operations.ts';

/** How many groups a member owns or has joined: their groups are read with each of their requests. */
let data: PortalData;
let open: string;

beforeAll(async () => {
  data = await createPortalData();
  await data.addUser('ada', { role: 'org_admin' });
  await data.addUser('grace');
  await data.addUser('linus');
});
afterAll(() => data.stop());
beforeEach(async () => {
  await data.database.deleteFrom('portal_group').where('is_fav', '=', false).execute();
  open = await createGroup(data.context, {
    title: 'Open',
    owner: 'ada',
    access: 'org',
    isInvitationOnly: false,
  });
});

/** Lets grace own so many groups. */
async function fill(groups: number): Promise<void> {
  await sql`insert into portal_group (id, title, owner, access, created_at, modified_at)
    select 'g' || n, 'Group ' || n, 'grace', 'private', 1, 1 from generate_series(1, ${groups}::integer) n`.execute(
    data.database,
  );
  await sql`insert into portal_group_member (group_id, username, member_type, joined_at)
    select 'g' || n, 'grace', 'owner', 1 from generate_series(1, ${groups}::integer) n`.execute(
    data.database,
  );
}

const groupsOfGrace = async () =>
  Number(
    (
      await data.database
        .selectFrom('portal_group_member')
        .innerJoin('portal_group', 'portal_group.id', 'group_id')
        .where('username', '=', 'grace')
        .where('is_fav', '=', false)
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  );
const callOf = (
  name: 'ada' | 'grace' | 'linus',
  parameters: Record<string, string>,
  path: Record<string, string> = {},
) =>
  fakePortalCall({
    context: data.context,
    caller: memberCaller(name, {
      role: name === 'ada' ? 'org_admin' : 'org_user',
      signedInAt: data.clock.now(),
    }),
    parameters,
    path,
  }).call;
const refusal = { id: 'portal:too-many-groups', status: 403 };
const full = expect.objectContaining({ code: 'many-groups', values: { username: 'grace' } });
const byInvitationOnly = /^grace is in .*\binvitation\b/;
/** No invitation makes anybody the owner. */
const byAdministratorsOnly = /^grace is in (?!.*invitation).*administrator/;
const manyLately = /^grace was added to .*within an hour\. Try again later\.$/;
const refusedAs = (text: RegExp) => ({ ...refusal, message: expect.stringMatching(text) });
/** Of `addUsers`: besides the list of ArcGIS, the reasons. */
const notAdded = (fault: object) => ({
  notAdded: ['grace'],
  faults: [expect.objectContaining({ username: 'grace', ...fault })],
});
const notAddedAs = (text: RegExp) => notAdded({ message: expect.stringMatching(text) });

describe('with a place left', () => {
  it('one of two groups that are created at once is refused', async () => {
    await fill(limits.groupsPerUser - 1);
    const made = await Promise.allSettled(
      ['One', 'Two'].map((title) => createGroupOperation(callOf('grace', { title }))),
    );
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(made.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refusal });
    expect(await groupsOfGrace()).toBe(limits.groupsPerUser);
  });

  it('one of a creation and an entry at once is refused', async () => {
    await fill(limits.groupsPerUser - 1);
    const made = await Promise.allSettled([
      createGroupOperation(callOf('grace', { title: 'One' })),
      joinGroup(callOf('grace', {}, { id: open })),
    ]);
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await groupsOfGrace()).toBe(limits.groupsPerUser);
  });
});

describe('without a place left', () => {
  beforeEach(() => fill(limits.groupsPerUser));

  it.each<[string, () => Promise<unknown>]>([
    ['creates no group', () => createGroupOperation(callOf('grace', { title: 'One' }))],
    ['joins none', () => joinGroup(callOf('grace', {}, { id: open }))],
    ['is given none', () => reassignGroup(callOf('ada', { targetUsername: 'grace' }, { id: open }))],
  ])('a member %s', async (_what, act) => {
    await expect(act()).rejects.toMatchObject({ ...refusal, faults: [full] });
    expect(await groupsOfGrace()).toBe(limits.groupsPerUser);
  });

  it('is named among those who were not added, and stays in the groups they are in', async () => {
    expect(await addGroupUsers(callOf('ada', { users: 'grace' }, { id: open }))).toEqual(
      notAdded({ code: 'many-groups', values: { username: 'grace' } }),
    );
    expect(await addGroupUsers(callOf('ada', { users: 'grace' }, { id: 'g1' }))).toEqual({ notAdded: [] });
    expect(await groupsOfGrace()).toBe(limits.groupsPerUser);
  });
});

describe('groups that other members give', () => {
  const usual = { ...limits };
  const most = limits as { -readonly [Name in keyof typeof limits]: number };
  beforeEach(async () => {
    await data.database.deleteFrom('counted_try').execute();
    most.groupsPerUser = 6;
    most.groupsGivenByMembers = 3;
  });
  afterEach(() => Object.assign(most, usual));

  const createBy = async (owner: 'ada' | 'linus') =>
    createGroup(data.context, { title: 'Given', owner, access: 'private' });
  /** Leaves no trace of the giver in the group. */
  const handOver = async () => {
    const id = await createBy('linus');
    await reassignGroup(callOf('linus', { targetUsername: 'grace' }, { id }));
    await leaveGroup(callOf('linus', {}, { id }));
  };
  const addTo = async (name: 'ada' | 'linus') =>
    addGroupUsers(callOf(name, { users: 'grace' }, { id: await createBy(name) }));

  it('leave room for one’s own and for those of administrators, whether handed over', async () => {
    for (let times = 0; times < 3; times += 1) await handOver();
    await expect(handOver()).rejects.toMatchObject(refusedAs(byAdministratorsOnly));
    await createGroupOperation(callOf('grace', { title: 'Own' }));
    await joinGroup(callOf('grace', {}, { id: open }));
    const id = await createBy('ada');
    await reassignGroup(callOf('ada', { targetUsername: 'grace' }, { id }));
    expect(await groupsOfGrace()).toBe(6);
  });

  it('or entered for them', async () => {
    for (let times = 0; times < 3; times += 1) expect(await addTo('linus')).toEqual({ notAdded: [] });
    expect(await addTo('linus')).toEqual(notAddedAs(byInvitationOnly));
    expect(await addTo('ada')).toEqual({ notAdded: [] });
    expect(await groupsOfGrace()).toBe(4);
  });

  it('are a few per hour', async () => {
    most.groupsGivenPerHour = 1;
    await handOver();
    await expect(handOver()).rejects.toMatchObject(refusedAs(manyLately));
    expect(await addTo('linus')).toEqual(notAddedAs(manyLately));
    data.clock.advance(60 * minute);
    expect(await addTo('linus')).toEqual({ notAdded: [] });
    await expect(handOver()).rejects.toMatchObject(refusedAs(manyLately));
  });

  it('are counted per hour without one’s own, those of administrators, and those that one was in already', async () => {
    most.groupsGivenPerHour = 1;
    await createGroupOperation(callOf('grace', { title: 'Own' }));
    await joinGroup(callOf('grace', {}, { id: open }));
    expect(await addTo('ada')).toEqual({ notAdded: [] });
    most.groupsGivenByMembers = 6;
    const given = await createBy('linus');
    for (let times = 0; times < 2; times += 1)
      expect(await addGroupUsers(callOf('linus', { users: 'grace' }, { id: given }))).toEqual({
        notAdded: [],
      });
    await reassignGroup(callOf('linus', { targetUsername: 'grace' }, { id: given }));
    expect(await addTo('linus')).toEqual(notAddedAs(manyLately));
  });
});
