import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakePortalCall } from '../../../testing/fakes/portal-call.ts';
import { createPortalData, memberCaller, type PortalData } from '../../../testing/rig/portal-data.ts';
import { limits } from '../../limits.ts';
import { createGroup } from './create-group.ts';
import { addGroupUsers, joinGroup } from './groups/group-members.ts';
import { createGroupOperation, reassignGroup } from './groups/group-operations.ts';

/** How many groups a member owns or has joined: their groups are read with each of their requests. */
let data: PortalData;
let open: string;

beforeAll(async () => {
  data = await createPortalData();
  await data.addUser('ada', { role: 'org_admin' });
  await data.addUser('grace');
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
  name: 'ada' | 'grace',
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

describe('with a place left', () => {
  it('one of two groups that are created at once is refused', async () => {
    await fill(limits.groupsPerPerson - 1);
    const made = await Promise.allSettled(
      ['One', 'Two'].map((title) => createGroupOperation(callOf('grace', { title }))),
    );
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(made.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refusal });
    expect(await groupsOfGrace()).toBe(limits.groupsPerPerson);
  });

  it('one of a creation and an entry at once is refused', async () => {
    await fill(limits.groupsPerPerson - 1);
    const made = await Promise.allSettled([
      createGroupOperation(callOf('grace', { title: 'One' })),
      joinGroup(callOf('grace', {}, { id: open })),
    ]);
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await groupsOfGrace()).toBe(limits.groupsPerPerson);
  });
});

describe('without a place left', () => {
  beforeEach(() => fill(limits.groupsPerPerson));

  it.each<[string, () => Promise<unknown>]>([
    ['creates no group', () => createGroupOperation(callOf('grace', { title: 'One' }))],
    ['joins none', () => joinGroup(callOf('grace', {}, { id: open }))],
    ['is given none', () => reassignGroup(callOf('ada', { targetUsername: 'grace' }, { id: open }))],
  ])('a member %s', async (_what, act) => {
    await expect(act()).rejects.toMatchObject(refusal);
    expect(await groupsOfGrace()).toBe(limits.groupsPerPerson);
  });

  it('is named among those who were not added, and stays in the groups they are in', async () => {
    expect(await addGroupUsers(callOf('ada', { users: 'grace' }, { id: open }))).toEqual({
      notAdded: ['grace'],
    });
    expect(await addGroupUsers(callOf('ada', { users: 'grace' }, { id: 'g1' }))).toEqual({ notAdded: [] });
    expect(await groupsOfGrace()).toBe(limits.groupsPerPerson);
  });
});
