import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  anonymous,
  createPortalData,
  memberCaller,
  type PortalData,
} from '../../../testing/rig/portal-data.ts';
import { createGroup } from './create-group.ts';
import { findGroup } from './group-store.ts';
import { saveInvitations } from './invitations/invitation-store.ts';
import { notify } from './notifications/notification-store.ts';
import { addMembers, changeOwner, listMembers, removeMembers, setMemberType } from './member-store.ts';

let data: PortalData;
let id: string;

beforeAll(async () => {
  data = await createPortalData();
  await data.addUser('olga');
  await data.addUser('ada', { access: 'public' });
  await data.addUser('grace');
  await data.addUser('linus');
  await data.addUser('shy', { access: 'private' });
});
afterAll(() => data.stop());

beforeEach(async () => {
  id = await createGroup(data.context, {
    title: 'Team',
    owner: 'olga',
    access: 'public',
    admins: ['linus'],
    members: ['shy', 'ada'],
  });
});

const people = async (caller?: Parameters<typeof listMembers>[2]) =>
  (await listMembers(data.database, id, caller)).map(
    ({ username, memberType }) => `${memberType} ${username}`,
  );
const everyone = ['owner olga', 'admin linus', 'member ada', 'member shy'];

describe('members of a group', () => {
  it('are listed as owner, administrators, members, each by name', async () => {
    await addMembers(data.database, id, [{ username: 'grace', memberType: 'admin' }], 1);
    expect(await people()).toEqual(['owner olga', 'admin grace', 'admin linus', 'member ada', 'member shy']);
  });

  it('are read as far as they are listed', async () => {
    const first = await listMembers(data.database, id, undefined, 2);
    expect(first.map(({ username }) => username)).toEqual(['olga', 'linus']);
  });

  it('include names and joining dates, and nothing of their accounts', async () => {
    const [owner] = await listMembers(data.database, id);
    expect(owner).toEqual({
      username: 'olga',
      fullName: 'olga Example',
      memberType: 'owner',
      thumbnail: null,
      joined: data.clock.now(),
    });
  });

  it.each([
    [
      'another member of the organisation',
      memberCaller('grace'),
      ['owner olga', 'admin linus', 'member ada'],
    ],
    ['an anonymous caller', anonymous, ['member ada']],
    ['an administrator', memberCaller('root', { role: 'org_admin' }), everyone],
    ['the private user', memberCaller('shy'), everyone],
  ])('seen by %s include only visible profiles', async (_who, caller, seen) => {
    expect(await people(caller)).toEqual(seen);
  });
});

describe('adding members', () => {
  const add = async (username: string, memberType: 'admin' | 'member' = 'member') =>
    (await addMembers(data.database, id, [{ username, memberType }], 7)).added;

  it('reports the added users, and leaves existing members unchanged', async () => {
    expect(await add('grace')).toEqual(['grace']);
    expect(await add('grace', 'admin')).toEqual([]);
    expect(await add('olga')).toEqual([]);
    expect(await people()).toEqual(['owner olga', 'admin linus', 'member ada', 'member grace', 'member shy']);
  });

  it('adds a user once when several requests do so at the same time', async () => {
    const responses = await Promise.all([add('grace'), add('grace'), add('grace', 'admin')]);
    expect(responses.flat()).toEqual(['grace']);
  });

  it('adds more users than a statement has parameters', async () => {
    const more = 17_000;
    await sql`insert into portal_user (username, org_id, full_name, role, access, culture, region, units, tags,
        fav_group_id, created_at, modified_at)
      select 'many' || number, org_id, '', role, access, culture, region, units, tags,
        'many' || number, 0, 0
      from portal_user, generate_series(1, ${more}::integer) as number where username = 'ada'`.execute(
      data.database,
    );
    const names = Array.from({ length: more }, (_, index) => `many${index + 1}`);
    const members = names.map((username) => ({ username, memberType: 'member' as const }));
    expect((await addMembers(data.database, id, members, 7)).added).toHaveLength(more);
    const invitations = names.map((username) => ({
      id: username,
      group_id: id,
      username,
      member_type: 'member' as const,
      invited_by: 'olga',
      created_at: 1,
      expires_at: 2,
      administers: [],
    }));
    await saveInvitations(data.database, invitations, 1);
    await notify(data.database, names, { type: 'user_invite', data: { groupId: id } }, 7);
    for (const table of ['portal_invitation', 'portal_notification'] as const) {
      const rows = await data.database.selectFrom(table).select('username').execute();
      expect(rows).toHaveLength(more);
    }
  });

  it('does nothing for an empty list', async () => {
    expect((await addMembers(data.database, id, [], 7)).added).toEqual([]);
  });
});

describe('removing members', () => {
  it('reports the removed members, not the owner or unknown users', async () => {
    const removed = await removeMembers(data.database, id, ['olga', 'linus', 'shy', 'grace', 'nobody']);
    expect(removed.sort()).toEqual(['linus', 'shy']);
    expect(await people()).toEqual(['owner olga', 'member ada']);
    expect(await removeMembers(data.database, id, [])).toEqual([]);
  });

  it('affects no other group', async () => {
    const other = await createGroup(data.context, {
      title: 'B',
      owner: 'ada',
      access: 'org',
      members: ['shy'],
    });
    await removeMembers(data.database, other, ['shy']);
    expect(await people()).toEqual(everyone);
  });
});

describe('role of a member', () => {
  it('can be changed for members only, never for the owner', async () => {
    const changed = await setMemberType(data.database, id, ['ada', 'olga', 'grace', 'linus'], 'admin');
    expect(changed.sort()).toEqual(['ada', 'linus']);
    expect(await setMemberType(data.database, id, ['linus'], 'member')).toEqual(['linus']);
    expect(await setMemberType(data.database, id, [], 'admin')).toEqual([]);
    expect(await people()).toEqual(['owner olga', 'admin ada', 'member linus', 'member shy']);
  });
});

describe('new owner', () => {
  it.each([
    ['an administrator of it', 'linus', ['owner linus', 'admin olga', 'member ada', 'member shy']],
    ['a member', 'ada', ['owner ada', 'admin linus', 'admin olga', 'member shy']],
    ['an outsider', 'grace', ['owner grace', 'admin linus', 'admin olga', 'member ada', 'member shy']],
  ])('may be %s; the previous owner stays as an administrator', async (_who, owner, expected) => {
    await changeOwner(data.database, [id], owner, 99);
    expect(await people()).toEqual(expected);
    expect((await findGroup(data.database, id, owner))?.group).toMatchObject({ owner, modified_at: 99 });
  });

  it('is one user, however many requests arrive at the same time', async () => {
    const newOwners = ['ada', 'grace', 'linus', 'shy'];
    await Promise.all(newOwners.map((newOwner) => changeOwner(data.database, [id], newOwner, 1)));
    const owners = (await people()).filter((person) => person.startsWith('owner'));
    const { group } = (await findGroup(data.database, id, undefined))!;
    expect(owners).toEqual([`owner ${group.owner}`]);
  });
});
