import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { findBinding, saveBinding } from '../../server/platform/audit/portal-binding-store.ts';
import { type CommunityRig, createCommunityRig } from '../rig/community-rig.ts';
import { password } from '../rig/portal-client.ts';

/** Invitations and links to a group that becomes the administrators' group of an organisation afterwards. */
let rig: CommunityRig;
let id: string;

beforeAll(async () => {
  rig = await createCommunityRig();
});
afterAll(() => rig.stop());
beforeEach(async () => {
  for (const table of ['portal_invitation', 'organisation', 'audit_entry'] as const)
    await rig.database.deleteFrom(table).execute();
  id = await rig.addGroup({ access: 'private', members: [] });
});

const name = (title: string, adminGroupId = id) =>
  saveConfig(rig.database, 'town', { title, portal: { url: '/portal', adminGroupId } }, 'test');

const bind = (portalOrgId: string | null) =>
  saveBinding(rig.database, { organisation: 'town', portalOrgId, actor: 'test', act: 'config.saved' });

async function inviteGrace(): Promise<string> {
  expect(await rig.call(`/community/groups/${id}/invite`, { users: 'grace' }, 'linus')).toEqual({
    success: true,
  });
  const { userInvitations } = (await rig.call('/community/users/grace/invitations', {}, 'grace')) as {
    userInvitations: { id: string }[];
  };
  return userInvitations[0]?.id ?? '';
}
const accept = (invitation: string) =>
  rig.call(`/community/users/grace/invitations/${invitation}/accept`, {}, 'grace');

async function makeLink(): Promise<string> {
  const invitationList = JSON.stringify({ invitations: [{ email: 'new@example.org', groups: [id] }] });
  const answer = await rig.call('/portals/self/invite', { invitationList }, 'ada');
  return answer['invitations'][0].link as string;
}
const join = (link: string, username: string) =>
  rig.call('/community/links/use', { link, username, password });

const membersOf = async (group: string) =>
  (await rig.call(`/community/groups/${group}/users`, {}, 'linus'))['users'] as string[];
const acts = async () => {
  const rows = await rig.database
    .selectFrom('audit_entry')
    .select(['actor', 'act', 'subject'])
    .orderBy('id')
    .execute();
  return rows.map(({ actor, act, subject }) => `${actor} ${act} ${subject}`);
};

const refused = {
  code: 400,
  message: expect.stringContaining('town'),
  faults: [expect.objectContaining({ code: 'invitation-before-administrators' })],
};
const gone = (code: string) => ({ code: 400, faults: [expect.objectContaining({ code })] });

test('an invitation ends when it is accepted, with an entry in the audit log', async () => {
  const invitation = await inviteGrace();
  await name('Town');
  expect((await accept(invitation))['error']).toMatchObject(refused);
  expect(await membersOf(id)).toEqual([]);
  expect((await accept(invitation))['error']).toMatchObject(gone('invitation-gone'));
  expect(await acts()).toEqual([`linus group.members-invited ${id}`, `grace group.invitation-ended ${id}`]);
});

test('a link to register ends when it is opened or used, and makes no account', async () => {
  const [opened, used] = [await makeLink(), await makeLink()];
  await name('Town');
  expect((await rig.call('/community/links/open', { link: opened }))['error']).toMatchObject(refused);
  expect((await join(opened, 'first'))['error']).toMatchObject(gone('link-gone'));
  expect((await join(used, 'second'))['error']).toMatchObject(refused);
  for (const username of ['first', 'second'])
    expect((await rig.call(`/community/users/${username}`, {}, 'ada'))['error']).toBeDefined();
  expect((await acts()).filter((act) => act.includes('ended'))).toEqual([
    `ada person.link-ended ${id}`,
    `ada person.link-ended ${id}`,
  ]);
});

test('those made since then let people in, whatever else is saved meanwhile', async () => {
  await name('Town');
  const [invitation, link] = [await inviteGrace(), await makeLink()];
  await name('New town');
  expect(await accept(invitation)).toMatchObject({ success: true });
  expect(await join(link, 'third')).toMatchObject({ success: true });
  expect((await membersOf(id)).toSorted()).toEqual(['grace', 'third']);
});

test('they end also when the group is named again after another one', async () => {
  await name('Town');
  await name('Town', await rig.addGroup({ access: 'private' }));
  const invitation = await inviteGrace();
  await name('Town');
  expect((await accept(invitation))['error']).toMatchObject(refused);
});

test('they end also when the organisation belongs to the portal of the group only afterwards', async () => {
  await name('Town');
  const home = await findBinding(rig.database, 'town');
  await bind(null);
  const [invitation, link] = [await inviteGrace(), await makeLink()];
  await bind(home);
  expect((await accept(invitation))['error']).toMatchObject(refused);
  expect((await join(link, 'early'))['error']).toMatchObject(refused);
  expect(await membersOf(id)).toEqual([]);
});

test('they end also when the clock of their process is ahead of the database', async () => {
  const [invitation, link] = [await inviteGrace(), await makeLink()];
  for (const table of ['portal_invitation', 'portal_link'] as const)
    await sql`update ${sql.table(table)} set created_at = created_at + 600000`.execute(rig.database);
  await name('Town');
  expect((await accept(invitation))['error']).toMatchObject(refused);
  expect((await join(link, 'ahead'))['error']).toMatchObject(refused);
});

test('those to administrators of one organisation end when the group administers another one, too', async () => {
  await name('Town');
  const invitation = await inviteGrace();
  const portal = { url: '/portal', adminGroupId: id };
  await saveConfig(rig.database, 'village', { title: 'Village', portal }, 'test');
  expect((await accept(invitation))['error']).toMatchObject({
    ...refused,
    message: expect.stringContaining('village'),
  });
});

test('those to other groups let people in', async () => {
  const [invitation, link] = [await inviteGrace(), await makeLink()];
  await name('Town', await rig.addGroup({ access: 'private' }));
  expect(await accept(invitation)).toMatchObject({ success: true });
  expect(await join(link, 'fourth')).toMatchObject({ success: true });
});
