import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../rig/start-server.ts';
import { waitsOrEnds } from '../rig/test-database.ts';
import { createTwoOrganisations, type TwoOrganisations } from '../rig/walls/two-organisations.ts';

/** Two organisations that allow each other's users in their groups, once the administrators of both agree. */
let server: TestServer;
let two: TwoOrganisations;
type Person = keyof TwoOrganisations['tokens'];

beforeAll(async () => {
  server = await startTestServer({ secretsKey: randomBytes(32).toString('base64') });
  two = await createTwoOrganisations(server);
});
afterAll(() => server.stop());
beforeEach(async () => {
  for (const table of ['portal_partnership', 'portal_invitation'] as const)
    await server.database.deleteFrom(table).execute();
});

/** An operation that may be refused. */
async function call(
  path: string,
  parameters: Record<string, string>,
  as: Person,
): Promise<Record<string, any>> {
  const body = new URLSearchParams({ f: 'json', token: two.tokens[as], ...parameters });
  const response = await fetch(`${server.url}/portal/sharing/rest${path}`, { method: 'POST', body });
  return response.json() as Promise<Record<string, any>>;
}
const partnership = (act: 'offer' | 'accept' | 'end', as: Person) =>
  call(`/portals/self/trustedOrgs/${act}`, { org: as === 'olga' || as === 'hal' ? 'city' : 'harbour' }, as);
const listed = async (as: Person) =>
  (await call('/portals/self/trustedOrgs', {}, as))['trustedOrgs'].map(
    ({ to, state }: { to: { urlKey: string }; state: string }) => `${to.urlKey} ${state}`,
  );
const become = async () => {
  await partnership('offer', 'olga');
  await partnership('accept', 'ada');
};
const invite = (users: string, as: Person = 'olga', group = two.own.group) =>
  call(`/community/groups/${group}/invite`, { users }, as);
const invitationsOf = async (as: Person) =>
  (await call(`/community/users/${as}/invitations`, {}, as))['userInvitations'] as {
    id: string;
    groupName: string;
  }[];
const accept = async (as: Person) => {
  const [invitation] = await invitationsOf(as);
  return call(`/community/users/${as}/invitations/${invitation?.id}/accept`, {}, as);
};
const membersOf = async (group: string, as: Person) =>
  (await call(`/community/groups/${group}/users`, {}, as))['users'] as string[];

describe('a partnership', () => {
  test('is offered by one side, accepted by the other, and ended by either', async () => {
    expect(await partnership('offer', 'olga')).toEqual({ success: true });
    expect(await listed('olga')).toEqual(['city offered']);
    expect(await listed('ada')).toEqual(['harbour received']);
    expect(await partnership('accept', 'ada')).toEqual({ success: true });
    expect(await listed('olga')).toEqual(['city active']);
    expect(await listed('ada')).toEqual(['harbour active']);
    expect(await partnership('end', 'ada')).toEqual({ success: true });
    expect(await listed('olga')).toEqual([]);
  });

  test('cannot be accepted by its author, or offered twice, to oneself or to an unknown one', async () => {
    await partnership('offer', 'olga');
    // Each refusal has a code that the interface translates.
    const reason = async (answer: Promise<Record<string, any>>) => {
      const { error } = await answer;
      return [error.code, error.faults[0].code];
    };
    expect(await reason(partnership('accept', 'olga'))).toEqual([400, 'no-partnership']);
    expect(await reason(partnership('offer', 'olga'))).toEqual([409, 'partnership-exists']);
    expect(await reason(partnership('offer', 'ada'))).toEqual([409, 'partnership-exists']);
    for (const org of ['harbour', 'nowhere', ''])
      expect(await reason(call('/portals/self/trustedOrgs/offer', { org }, 'olga'))).toEqual([
        400,
        'unknown-partner',
      ]);
    expect(await listed('ada')).toEqual(['harbour received']);
  });

  test.each(['hal', 'grace'] as const)('is hidden from %s, who is not an administrator', async (as) => {
    await partnership('offer', 'olga');
    for (const act of ['offer', 'accept', 'end'] as const)
      expect((await partnership(act, as))['error'].code).toBe(403);
    expect((await call('/portals/self/trustedOrgs', {}, as))['error'].code).toBe(403);
    expect(await listed('ada')).toEqual(['harbour received']);
  });

  test('records every step in the audit logs of both', async () => {
    const lines = async (organisation: string, as: Person) => {
      const address = `${server.url}/api/${organisation}/administration/audit`;
      const answer = await fetch(address, { headers: { authorization: `Bearer ${two.tokens[as]}` } });
      const { entries } = (await answer.json()) as {
        entries: { act: string; actor: string; subject: string }[];
      };
      return entries
        .filter(({ act }) => act.startsWith('partner.'))
        .slice(0, 3)
        .map(({ act, actor, subject }) => `${actor} ${act} ${subject}`);
    };
    await become();
    await partnership('end', 'olga');
    expect(await lines('city', 'ada')).toEqual([
      'olga partner.ended harbour',
      'ada partner.accepted harbour',
      'olga partner.offered harbour',
    ]);
    expect(await lines('harbour', 'olga')).toEqual([
      'olga partner.ended city',
      'ada partner.accepted city',
      'olga partner.offered city',
    ]);
  });
});

describe('users of a partner', () => {
  test('are invited only while the partnership is active', async () => {
    expect((await invite('grace'))['error'].code).toBe(400);
    await partnership('offer', 'olga');
    expect((await invite('grace'))['error'].code).toBe(400);
    await partnership('accept', 'ada');
    expect(await invite('grace')).toEqual({ success: true });
    expect(await invitationsOf('grace')).toMatchObject([{ groupName: 'Pilots' }]);
    await partnership('end', 'ada');
    expect(await invitationsOf('grace')).toEqual([]);
    expect((await invite('grace'))['error'].code).toBe(400);
  });

  test('are not found when their profile is private', async () => {
    await become();
    const responseText = JSON.stringify(await invite('secretive')).replaceAll('secretive', 'nobody');
    expect(JSON.parse(responseText)).toEqual(await invite('nobody'));
    expect((await invite('secretive'))['error'].code).toBe(400);
  });

  test('join by invitation only: they cannot be added, or join an open group by themselves', async () => {
    await become();
    const { notAdded } = await call(
      `/community/groups/${two.own.group}/addUsers`,
      { users: 'grace,pia' },
      'olga',
    );
    expect(notAdded).toEqual(['grace', 'pia']);
    const { group } = await call(
      '/community/createGroup',
      { title: 'Open', access: 'public', isInvitationOnly: 'false' },
      'olga',
    );
    expect((await call(`/community/groups/${group.id}/join`, {}, 'grace'))['error'].code).toBe(403);
  });

  test('see their group and what is shared with it, and nothing else', async () => {
    await become();
    const { id } = await call(
      '/content/users/olga/addItem',
      { type: 'Web Map', title: 'Chart', text: '{}' },
      'olga',
    );
    const { id: other } = await call(
      '/content/users/olga/addItem',
      { type: 'Web Map', title: 'Other', text: '{}' },
      'olga',
    );
    await call(`/content/items/${id}/share`, { groups: two.own.group }, 'olga');
    await call(`/content/items/${other}/share`, { org: 'true', everyone: 'false' }, 'olga');
    const sees = async (item: string) => 'title' in (await call(`/content/items/${item}`, {}, 'grace'));
    expect([await sees(id), await sees(other)]).toEqual([false, false]);
    await invite('grace');
    expect(await accept('grace')).toMatchObject({ success: true });
    expect([await sees(id), await sees(other)]).toEqual([true, false]);
    expect(await call(`/community/users/hal`, {}, 'grace')).toHaveProperty('error');
    expect(await call(`/community/groups/${two.own.group}`, {}, 'pia')).toHaveProperty('error');
    expect(
      (await call(`/content/users/olga/items/${id}/update`, { title: 'Taken' }, 'grace'))['error'].code,
    ).toBe(403);
    // Their administrators see no more than before.
    expect(await call(`/content/items/${id}`, {}, 'ada')).toHaveProperty('error');
    const api = await fetch(`${server.url}/api/harbour/administration/config`, {
      headers: { authorization: `Bearer ${two.tokens.grace}` },
    });
    expect(api.status).toBe(401);
  });

  test('are removed when it ends, with their invitations and shared items, in both directions', async () => {
    const { private: things } = two.things;
    await become();
    await invite('grace,pia');
    await accept('grace');
    await invite('hal', 'grace', things.group);
    await accept('hal');
    await call(`/content/items/${things.item}/share`, { groups: two.own.group }, 'grace');
    expect(await membersOf(two.own.group, 'olga')).toContain('grace');
    expect(await membersOf(things.group, 'grace')).toContain('hal');
    expect(await call(`/content/items/${things.item}`, {}, 'olga')).toHaveProperty('title');

    await partnership('end', 'olga');
    expect(await membersOf(two.own.group, 'olga')).not.toContain('grace');
    expect(await membersOf(things.group, 'grace')).not.toContain('hal');
    expect(await invitationsOf('pia')).toEqual([]);
    expect(await call(`/content/items/${things.item}`, {}, 'olga')).toHaveProperty('error');
    expect(await call(`/community/groups/${two.own.group}`, {}, 'grace')).toHaveProperty('error');
  });

  test.each<[string, () => Promise<unknown>]>([
    ['an accepted invitation', () => accept('grace')],
    [
      'a share',
      () => call(`/content/items/${two.things.private.item}/share`, { groups: two.own.group }, 'grace'),
    ],
  ])('leave nothing behind when it ends during %s', async (what, act) => {
    const { database } = server;
    await become();
    await invite('grace');
    if (what === 'a share') await accept('grace');
    const { acting, ending } = await database.transaction().execute(async (transaction) => {
      // What the call has checked, it cannot store yet.
      await sql`select from portal_group where id = ${two.own.group} for update`.execute(transaction);
      const acted = act();
      await waitsOrEnds(database, acted);
      const ended = partnership('end', 'ada');
      await waitsOrEnds(database, ended, 2);
      return { acting: acted, ending: ended };
    });
    await Promise.all([acting, ending]);
    expect(await membersOf(two.own.group, 'olga')).not.toContain('grace');
    expect(await call(`/content/items/${two.things.private.item}`, {}, 'olga')).toHaveProperty('error');
  });

  test('cannot use an invitation written while it ended', async () => {
    const row = { id: 'late', group_id: two.own.group, username: 'grace', member_type: 'member' as const };
    const times = { created_at: Date.now(), expires_at: Date.now() + 60_000 };
    await server.database
      .insertInto('portal_invitation')
      .values({ ...row, invited_by: 'olga', ...times })
      .execute();
    expect((await accept('grace'))['error'].message).toContain('gone');
    expect(await membersOf(two.own.group, 'olga')).not.toContain('grace');
  });
});
