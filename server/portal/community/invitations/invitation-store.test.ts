import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPortalData, type PortalData } from '../../../../testing/rig/portal-data.ts';
import { createGroup } from '../create-group.ts';
import { deleteGroup } from '../group-store.ts';
import {
  type InvitationRow,
  listInvitations,
  listInvitationsTo,
  saveInvitations,
  takeInvitation,
} from './invitation-store.ts';

let data: PortalData;
let groups: { a: string; b: string };
const now = 1000;

beforeAll(async () => {
  data = await createPortalData();
  for (const username of ['ada', 'grace']) await data.addUser(username);
});
afterAll(() => data.stop());
beforeEach(async () => {
  await data.database.deleteFrom('portal_invitation').execute();
  const create = (title: string) => createGroup(data.context, { title, owner: 'ada', access: 'private' });
  groups = { a: await create('A'), b: await create('B') };
});

const invitation = (id: string, more: Partial<InvitationRow> = {}): InvitationRow => ({
  id,
  group_id: groups.a,
  username: 'grace',
  member_type: 'member',
  invited_by: 'ada',
  created_at: now,
  expires_at: now + 100,
  administers: [],
  ...more,
});
const save = (...invitations: InvitationRow[]) => saveInvitations(data.database, invitations, now);
const open = async (at = now, username = 'grace') =>
  (await listInvitations(data.database, username, at)).map(({ id, title }) => `${id} ${title}`);

describe('open invitations', () => {
  it('are listed for their user, with the group’s title, newest first', async () => {
    await save(invitation('old'), invitation('new', { group_id: groups.b, created_at: now + 5 }));
    expect(await open()).toEqual(['new B', 'old A']);
    expect(await open(now, 'ada')).toEqual([]);
  });

  it.each([
    [99, ['i A']],
    [100, []],
    [101, []],
  ])('%s ms into a lifetime of 100', async (passed, expected) => {
    await save(invitation('i'));
    expect(await open(now + passed)).toEqual(expected);
  });

  it('are one per group: a second replaces the first with all its details', async () => {
    await save(invitation('first'));
    await save(invitation('second', { member_type: 'admin', expires_at: now + 500 }));
    expect(await open()).toEqual(['second A']);
    expect(await takeInvitation(data.database, 'first', 'grace', now)).toBeUndefined();
    expect(await takeInvitation(data.database, 'second', 'grace', now)).toMatchObject({
      member_type: 'admin',
    });
  });

  it('are removed after expiry when others are created', async () => {
    await save(invitation('ended', { expires_at: now, group_id: groups.b }));
    await save();
    const rows = await data.database.selectFrom('portal_invitation').select('id').execute();
    expect(rows).toEqual([]);
  });

  it('are deleted with their group', async () => {
    await save(invitation('i'));
    await deleteGroup(data.database, groups.a);
    expect(await open()).toEqual([]);
  });
});

it('the newest of a group are read as far as they are listed', async () => {
  await save(invitation('old', { created_at: 1 }));
  await save(invitation('new', { created_at: 2, username: 'ada' }));
  const rows = await listInvitationsTo(data.database, groups.a, now, 1);
  expect(rows.map((row) => row.id)).toEqual(['new']);
});

describe('answering an invitation', () => {
  const take = (id: string, username = 'grace', at = now) => takeInvitation(data.database, id, username, at);

  it('removes it, once', async () => {
    await save(invitation('i'));
    const responses = await Promise.all([take('i'), take('i'), take('i')]);
    expect(responses.filter((response) => response !== undefined)).toEqual([invitation('i')]);
  });

  it('is possible only for the invited user, before it expires', async () => {
    await save(invitation('i'));
    expect(await take('i', 'ada')).toBeUndefined();
    expect(await take('other')).toBeUndefined();
    expect(await take('i', 'grace', now + 100)).toBeUndefined();
    expect(await take('i')).toBeDefined();
  });
});
