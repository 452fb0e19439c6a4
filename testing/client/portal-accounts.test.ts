import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { createGroup } from '../../server/portal/community/create-group.ts';
import { createPortalClient, password, type PortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
let portal: PortalClient;
let ada: string;
let town: string;

/** Calls as ada, the administrator, unless another token is given. */
const call = (path: string, parameters: Record<string, string> = {}, token = ada) =>
  portal.call(path, { token, ...parameters });
const invite = (...invitations: object[]) =>
  call('/portals/self/invite', { invitationList: JSON.stringify({ invitations }) });
const signIn = (username: string, chosen = password) =>
  portal.call('/generateToken', { username, password: chosen });
const person = (username: string) => call(`/community/users/${username}`);

/** Audit log entries about users; sign-ins have entries of their own. */
async function acts(): Promise<string[]> {
  const rows = await server.database
    .selectFrom('audit_entry')
    .select(['act', 'actor', 'subject'])
    .where('organisation', 'is', null)
    .where('act', 'not like', 'person.sign%')
    .where('act', '<>', 'person.new-browser')
    .orderBy('id')
    .execute();
  return rows.map(({ act, actor, subject }) => `${actor} ${act} ${subject}`);
}

let count = 0;
/** A new user who can sign in. */
async function addPerson(role: 'org_admin' | 'org_publisher' | 'org_user' = 'org_user'): Promise<string> {
  const username = `person${++count}`;
  await portal.addUser(username, { role });
  return username;
}

beforeAll(async () => {
  server = await startTestServer();
  portal = await createPortalClient(server);
  await portal.addUser('ada', { role: 'org_admin' });
  ada = await portal.token('ada');
  town = await createGroup(portal.context, { title: 'Town admins', owner: 'ada', access: 'private' });
  await saveConfig(server.database, 'town', { portal: { url: '/portal', adminGroupId: town } }, 'test');
});
afterAll(() => server.stop());
beforeEach(() => server.database.deleteFrom('audit_entry').execute());

describe('inviting', () => {
  it('creates an account whose user chooses the password by a link, once', async () => {
    const answer = await invite({
      username: 'olga',
      fullname: 'Olga K',
      email: 'o@example.org',
      groups: town,
    });
    expect(answer).toMatchObject({ success: true, notInvited: [] });
    const [{ link, username }] = answer['invitations'];
    expect(username).toBe('olga');
    expect((await signIn('olga')).error).toBeDefined();
    expect(await portal.call('/community/links/open', { link })).toMatchObject({
      kind: 'password',
      username: 'olga',
      fullName: 'Olga K',
      invitedBy: 'ada',
    });
    expect(await portal.call('/community/links/use', { link, password: 'short' })).toMatchObject({
      error: { message: expect.stringContaining('12 characters') },
    });
    expect(await portal.call('/community/links/use', { link, password })).toMatchObject({ username: 'olga' });
    const { token } = await signIn('olga');
    const self = await portal.call('/community/self', { token });
    expect(self['groups'].map(({ id }: { id: string }) => id)).toEqual([town]);
    expect((await portal.call('/community/links/use', { link, password })).error.code).toBe(400);
    expect(await acts()).toEqual(['ada person.created olga', 'olga person.password-chosen olga']);
  });

  it('without a username creates a link for registering an account', async () => {
    const answer = await invite({ email: 'new@example.org', role: 'org_publisher', groups: [town] });
    const [{ link }] = answer['invitations'];
    const join = (username: string) =>
      portal.call('/community/links/use', { link, username, fullName: 'Nele Neu', password });
    expect((await join('ada')).error.message).toContain('taken');
    expect((await join('no spaces')).error.message).toContain('cannot be a username');
    expect(await join('nele')).toMatchObject({ success: true, username: 'nele' });
    expect(await person('nele')).toMatchObject({ role: 'org_publisher', fullName: 'Nele Neu' });
    expect((await join('second')).error.code).toBe(400);
  });

  it('with groups logs joining each of them, except deleted ones', async () => {
    const [crew, old] = await Promise.all(
      ['Crew', 'Old'].map((title) => createGroup(portal.context, { title, owner: 'ada', access: 'private' })),
    );
    const groups = [town, crew, old];
    const [{ link }] = (await invite({ email: 'mia@example.org', groups }))['invitations'];
    await call(`/community/groups/${old}/delete`);
    await portal.call('/community/links/use', { link, username: 'mia', password });
    const entries = await server.database
      .selectFrom('audit_entry')
      .select(['act', 'subject', 'detail'])
      .where('actor', '=', 'mia')
      .execute();
    expect(entries).toHaveLength(3);
    expect(entries).toEqual(
      expect.arrayContaining([
        { act: 'person.joined', subject: 'mia', detail: {} },
        { act: 'group.joined', subject: town, detail: { title: 'Town admins' } },
        { act: 'group.joined', subject: crew, detail: { title: 'Crew' } },
      ]),
    );
  });

  it('with a password creates an account as ArcGIS does', async () => {
    const answer = await invite({
      username: 'pw',
      password,
      firstname: 'P',
      lastname: 'W',
      role: 'account_user',
    });
    expect(answer['invitations']).toEqual([{ username: 'pw', link: null, expires: null }]);
    expect(await person('pw')).toMatchObject({ role: 'org_user', fullName: 'P W' });
    expect((await signIn('pw')).token).toBeDefined();
  });

  it('reports who could not be invited and why, and invites the others', async () => {
    const answer = await invite(
      { username: 'ADA' },
      { username: 'fine' },
      { username: 'x', groups: ['none'] },
    );
    expect(answer).toMatchObject({ success: false, notInvited: ['ADA', 'x'] });
    expect(answer['faults'][0].message).toContain('taken');
    expect(await person('fine')).toMatchObject({ username: 'fine' });
    expect((await person('x')).error).toBeDefined();
  });

  it.each([
    ['no list', ''],
    ['invalid JSON', '{'],
    ['nobody', '{"invitations":[]}'],
    ['an unknown role', '{"invitations":[{"role":"king"}]}'],
    ['a role of the prototype', '{"invitations":[{"role":"constructor"}]}'],
  ])('rejects %s', async (_what, invitationList) => {
    expect((await call('/portals/self/invite', { invitationList })).error.code).toBe(400);
  });
});

describe('link', () => {
  const make = async () => (await invite({ email: 'later@example.org' }))['invitations'][0].link as string;

  it('is listed without its secret, and can be revoked', async () => {
    const link = await make();
    const { links } = await call('/portals/self/links');
    expect(JSON.stringify(links)).not.toContain(link);
    expect(await call(`/portals/self/links/${links[0].id}/revoke`)).toEqual({ success: true });
    expect((await portal.call('/community/links/open', { link })).error.code).toBe(400);
    expect((await call(`/portals/self/links/${links[0].id}/revoke`)).error.code).toBe(400);
  });

  it('is invalid when its author is no longer an administrator', async () => {
    const boss = await addPerson('org_admin');
    const token = await portal.token(boss);
    const invitationList = JSON.stringify({ invitations: [{ email: 'x@example.org' }] });
    const { invitations } = await call('/portals/self/invite', { invitationList }, token);
    await call('/portals/self/updateUserRole', { user: boss, role: 'org_user' });
    expect((await portal.call('/community/links/open', { link: invitations[0].link })).error.code).toBe(400);
  });

  it('is not accepted from an address, where it would be logged', async () => {
    const link = await make();
    const response = await fetch(`${portal.root}/community/links/open?f=json&link=${link}`);
    expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining('body') } });
  });

  it('creates one account for two concurrent users', async () => {
    const link = await make();
    const join = (username: string) => portal.call('/community/links/use', { link, username, password });
    const answers = await Promise.all([join('twin1'), join('twin2')]);
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
  });
});

describe('disabling', () => {
  it('ends every session at once, and enabling restores access', async () => {
    const username = await addPerson();
    const token = await portal.token(username);
    expect(await call(`/community/users/${username}/disable`)).toEqual({ success: true, username });
    expect((await portal.call('/community/self', { token })).error.code).toBe(498);
    expect((await signIn(username)).error).toBeDefined();
    await call(`/community/users/${username}/enable`);
    expect((await portal.call('/community/self', { token })).error.code).toBe(498);
    expect((await signIn(username)).token).toBeDefined();
    expect(await acts()).toEqual([`ada person.disabled ${username}`, `ada person.enabled ${username}`]);
  });

  it('reports a result for each of several users', async () => {
    const [one, two] = [await addPerson(), await addPerson()];
    expect(await call('/portals/self/disableUsers', { users: `${one},nobody,ada,${two}` })).toEqual({
      results: [
        { username: one, status: true },
        { username: 'nobody', status: false, message: expect.any(String) },
        { username: 'ada', status: false, message: 'You cannot disable yourself.' },
        { username: two, status: true },
      ],
    });
    const { results } = await call('/portals/self/enableUsers', { users: `${one},${two}` });
    expect(results).toEqual([one, two].map((username) => ({ username, status: true })));
  });

  it('is refused for the last administrator of an organisation', async () => {
    const mayor = await addPerson();
    const group = await createGroup(portal.context, { title: 'Village', owner: mayor, access: 'private' });
    await saveConfig(server.database, 'village', { portal: { url: '/portal', adminGroupId: group } }, 'test');
    const refused = await call(`/community/users/${mayor}/disable`);
    expect(refused.error.message).toContain('administer village');
    await call(`/community/groups/${group}/addUsers`, { users: 'ada' });
    expect(await call(`/community/users/${mayor}/disable`)).toMatchObject({ success: true });
    const left = await call(`/community/groups/${group}/removeUsers`, { users: 'ada' });
    expect(left.error.message).toContain('administer village');
    expect((await call(`/community/groups/${group}/leave`)).error.message).toContain('administer village');
    expect((await call(`/community/groups/${group}/delete`)).error.message).toContain('administers village');
  });
});

describe('role', () => {
  it('changes the privileges of a user at once', async () => {
    const username = await addPerson();
    const token = await portal.token(username);
    await call('/portals/self/updateUserRole', { user: username, role: 'org_admin' });
    const { privileges } = await portal.call('/community/self', { token });
    expect(privileges).toContain('portal:admin:updateUsers');
    await call('/portals/self/updateUserRole', { user: username, role: 'org_user' });
    expect(await acts()).toEqual([
      `ada person.role-changed ${username}`,
      `ada person.role-changed ${username}`,
    ]);
  });

  it('of the last administrator is kept, also when two step down at the same moment', async () => {
    const step = (user: string) => call('/portals/self/updateUserRole', { user, role: 'org_user' });
    expect((await step('ada')).error.message).toContain('last administrator');
    const boss = await addPerson('org_admin');
    const answers = await Promise.all([step('ada'), step(boss)]);
    const administrators = await server.database
      .selectFrom('portal_user')
      .select('username')
      .where('role', '=', 'org_admin')
      .execute();
    expect(administrators).toHaveLength(1);
    expect(answers.filter(({ success }) => success).length).toBeLessThan(2);
    await server.database
      .updateTable('portal_user')
      .set({ role: 'org_admin' })
      .where('username', '=', 'ada')
      .execute();
  });

  it.each(['', 'king', 'toString'])('%j is rejected as unknown', async (role) => {
    expect((await call('/portals/self/updateUserRole', { user: 'ada', role })).error.code).toBe(400);
  });
});

describe('audit log of an organisation', () => {
  it('includes changes to its portal’s users', async () => {
    const username = await addPerson();
    await call(`/community/users/${username}/disable`);
    const response = await fetch(`${server.url}/api/town/administration/audit?act=person.disabled`, {
      headers: { authorization: `Bearer ${ada}` },
    });
    const page = (await response.json()) as Record<string, any>;
    expect(page['entries']).toEqual([expect.objectContaining({ actor: 'ada', subject: username })]);
    expect(page['acts']).toContain('person.disabled');
  });
});

describe('members', () => {
  it.each([
    ['/portals/self/invite', { invitationList: '{"invitations":[{}]}' }],
    ['/portals/self/links', {}],
    ['/portals/self/links/x/revoke', {}],
    ['/portals/self/updateUserRole', { user: 'ada', role: 'org_user' }],
    ['/portals/self/disableUsers', { users: 'ada' }],
    ['/community/users/ada/disable', {}],
    ['/community/users/ada/reset', {}],
    ['/community/users/ada/sessions', {}],
    ['/community/users/ada/endSessions', {}],
  ])('are refused: %s', async (path, parameters) => {
    const token = await portal.token(await addPerson('org_publisher'));
    expect((await call(path, parameters, token)).error).toMatchObject({ code: 403, messageCode: 'GWM_0003' });
    expect(await acts()).toEqual([]);
  });
});
