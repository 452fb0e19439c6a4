import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { day } from '../../../../testing/rig/clock.ts';
import {
  createPortalData,
  memberCaller,
  anonymous,
  type PortalData,
} from '../../../../testing/rig/portal-data.ts';
import { locksWaitedFor, waitsOrEnds } from '../../../../testing/rig/test-database.ts';
import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import { checkRequirement } from '../../access/privileges.ts';
import { MappingError } from '../../../../wire/errors.ts';
import type { Caller } from '../../caller.ts';
import { createGroup } from '../create-group.ts';
import { leaveGroup } from '../groups/group-members.ts';
import { findUser } from '../user-store.ts';
import { findAccount } from '../../identity/account-store.ts';
import { verifyPassword } from '../../identity/password.ts';
import { saveTokens } from '../../identity/token-store.ts';
import type { Operation, PortalContext } from '../../operation.ts';
import { ensureOrganisation } from '../../organisation/portal-organisation-store.ts';
import { Parameters } from '../../../platform/arcgis/parameters.ts';
import { resetSecondFactor } from '../../identity/second-factor/operations.ts';
import { deleteUser } from './delete-user.ts';
import { removeUser } from './delete-user-store.ts';
import { endUserSessions } from './sessions.ts';
import { updateUserOperation } from './user-operations.ts';
import { inviteUsers } from '../../organisation/invite-users.ts';
import { listLinks, revokeLink } from '../links/open-links.ts';
import { openLink, useLink } from '../links/use-link.ts';
import { organisationRoutes } from '../../organisation/routes.ts';
import { communityRoutes } from '../routes.ts';
import { resetPassword } from './reset-password.ts';
import { disableUser, disableUsers, enableUser, enableUsers } from './set-disabled.ts';
import { updateUserRole } from '../../organisation/roles/update-user-role.ts';

/** A moment ago, whatever the clock shows. */
const signedInAt = Infinity;
const callers = {
  visitor: anonymous,
  member: memberCaller('grace', { signedInAt }),
  publisher: memberCaller('linus', { role: 'org_publisher', signedInAt }),
  administrator: memberCaller('ada', { role: 'org_admin', signedInAt, tokenHash: 'of ada' }),
} satisfies Record<string, Caller>;
const { administrator } = callers;
const second = memberCaller('bob', { role: 'org_admin', signedInAt });

let data: PortalData;
beforeAll(async () => {
  data = await createPortalData();
});
beforeEach(async () => {
  const { database } = data;
  for (const table of [
    'portal_link',
    'portal_group',
    'portal_user',
    'portal_former_user',
    'audit_entry',
  ] as const)
    await database.deleteFrom(table).execute();
  await data.addUser('ada', { role: 'org_admin' });
  await data.addUser('bob', { role: 'org_admin' });
  await data.addUser('linus', { role: 'org_publisher' });
  await data.addUser('grace');
  const expiresAt = data.clock.now() + 30 * day;
  const session = {
    kind: 'access' as const,
    clientId: null,
    sessionClientId: null,
    agent: '',
    startedAt: null,
  };
  const token = { ...session, tokenHash: 'of ada', username: 'ada', sessionId: 'of ada', expiresAt };
  await saveTokens(database, [token], data.clock.now());
});
afterAll(() => data.stop());

interface Input {
  path?: Record<string, string>;
  parameters?: Record<string, string>;
  context?: PortalContext;
}

/** Calls an operation like a form in a body, by its requirement. */
async function call(
  operation: Operation,
  caller: Caller,
  { path = {}, parameters = {}, context }: Input = {},
): Promise<any> {
  const request = { query: {}, ip: '203.0.113.1' } as never;
  const route = [...communityRoutes, ...organisationRoutes].find((each) => each.operation === operation);
  if (route) checkRequirement(caller, route.needs);
  return operation({
    context: context ?? data.context,
    caller,
    parameters: new Parameters(parameters),
    path,
    files: [],
    request,
    reply: undefined as never,
  }) as Promise<any>;
}

const on = (user: string, parameters: Record<string, string> = {}): Input => ({ path: { user }, parameters });
const inPortal = (parameters: Record<string, string> = {}, path = {}): Input => ({
  path: { portal: 'self', ...path },
  parameters,
});
const ofAdministrators: [string, Operation, Input][] = [
  ['disable', disableUser, on('linus')],
  ['enable', enableUser, on('linus')],
  ['delete', deleteUser, on('linus')],
  ['reset', resetPassword, on('linus')],
  ['disableUsers', disableUsers, inPortal({ users: 'linus' })],
  ['enableUsers', enableUsers, inPortal({ users: 'linus' })],
  ['updateUserRole', updateUserRole, inPortal({ user: 'linus', role: 'org_user' })],
  [
    'invite',
    inviteUsers,
    inPortal({ invitationList: JSON.stringify({ invitations: [{ email: 'x@y.z' }] }) }),
  ],
  ['links', listLinks, inPortal()],
  ['links revoke', revokeLink, inPortal({}, { link: 'none' })],
];

async function everyone() {
  return data.database
    .selectFrom('portal_user')
    .select(['username', 'role', 'disabled', 'password_hash'])
    .orderBy('username')
    .execute();
}

describe('operations of administrators', () => {
  test.each(
    ofAdministrators.flatMap(([name, operation, input]) =>
      (['visitor', 'member'] as const).map((who) => ({ name, who, operation, input })),
    ),
  )('$name is refused to a $who, and changes nothing', async ({ operation, input, who }) => {
    const before = await everyone();
    await expect(call(operation, callers[who], input)).rejects.toMatchObject({
      id: who === 'visitor' ? 'portal:token-required' : 'portal:forbidden',
    });
    expect(await everyone()).toEqual(before);
  });

  test.each(ofAdministrators.slice(0, -1))(
    '%s is allowed to an administrator',
    async (_name, operation, input) => {
      await expect(call(operation, administrator, input)).resolves.toBeTypeOf('object');
    },
  );

  test.each(ofAdministrators.filter(([, , { path }]) => path?.['portal']))(
    '%s is limited to this portal',
    async (_name, operation, input) => {
      const elsewhere = { ...input, path: { ...input.path, portal: 'another' } };
      await expect(call(operation, administrator, elsewhere)).rejects.toBeInstanceOf(MappingError);
    },
  );
});

describe('at the same moment', () => {
  test.each([
    ['deleted', () => call(deleteUser, administrator, on('bob'))],
    ['deleted for another', () => call(deleteUser, administrator, on('bob', { targetUsername: 'LINUS' }))],
    ['disabled', () => call(disableUser, administrator, on('bob'))],
    ['demoted', () => call(updateUserRole, administrator, inPortal({ user: 'bob', role: 'org_user' }))],
  ])(
    'an administrator can be %s while they store something of their own and change their row',
    async (_how, lower) => {
      const { database } = data;
      const lowered = await database.transaction().execute(async (own) => {
        // What refers to a user locks their row against deletion, as a new passkey does.
        const folder = { id: randomUUID(), username: 'bob', title: 'Own', created_at: 0 };
        await own.insertInto('portal_folder').values(folder).execute();
        const lowering = lower().then(
          () => 'done',
          (error: unknown) => error,
        );
        await Promise.race([
          lowering,
          vi.waitFor(async () => expect(await locksWaitedFor(database)).toBeGreaterThan(0)),
        ]);
        await own.updateTable('portal_user').set({ modified_at: 1 }).where('username', '=', 'bob').execute();
        return { lowering };
      });
      expect(await lowered.lowering).toBe('done');
    },
  );

  test('one of two users gets what the other owns when both are deleted for each other', async () => {
    await data.addUser('zoe', { role: 'org_user' });
    const deletions = [on('grace', { targetUsername: 'zoe' }), on('zoe', { targetUsername: 'grace' })];
    for (const owner of ['grace', 'zoe'])
      await createGroup(data.context, { title: 'Own', owner, access: 'private', members: [] });
    const settled = await Promise.allSettled(
      deletions.map((deletion) => call(deleteUser, administrator, deletion)),
    );
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = settled.find((result) => result.status === 'rejected');
    expect(refused?.reason).toMatchObject({ id: expect.stringContaining('portal:') });
  });
});

describe('a user who is being deleted', () => {
  test.each<[string, Operation, Input]>([
    ['reset the password of', resetPassword, on('linus')],
    ['reset the second factor of', resetSecondFactor, on('linus')],
    ['end the sessions of', endUserSessions, on('linus')],
    ['disable', disableUser, on('linus')],
    ['delete', deleteUser, on('linus')],
    ['change the address of', updateUserOperation, on('linus', { email: 'new@city.example' })],
    ['give a role to', updateUserRole, inPortal({ user: 'linus', role: 'org_user' })],
  ])('is not found by another administrator who is about to %s them', async (_what, operation, input) => {
    const { database } = data;
    const { acted } = await database.transaction().execute(async (transaction) => {
      await removeUser(transaction, 'linus', data.clock.now());
      const acting = call(operation, administrator, input).catch((error: unknown) => error);
      await waitsOrEnds(database, acting);
      return { acted: acting };
    });
    expect(await acted).toMatchObject({ id: 'portal:user-not-found' });
  });
});

describe('last administrator', () => {
  const lowering: [string, (whom: string, caller: Caller) => Promise<any>][] = [
    ['disabled', (whom, caller) => call(disableUser, caller, on(whom))],
    ['deleted', (whom, caller) => call(deleteUser, caller, on(whom))],
    [
      'given another role',
      (whom, caller) => call(updateUserRole, caller, inPortal({ user: whom, role: 'org_publisher' })),
    ],
  ];

  test.each(lowering)('is kept when two are %s by each other at the same moment', async (_, lower) => {
    const settled = await Promise.allSettled([lower('bob', administrator), lower('ada', second)]);
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = settled.find((result) => result.status === 'rejected');
    expect(refused?.reason).toMatchObject({ id: 'portal:last-administrator' });
    const left = (await everyone()).filter(({ role, disabled }) => role === 'org_admin' && !disabled);
    expect(left).toHaveLength(1);
  });

  test.each(lowering)('is kept when its user was promoted a moment before they are %s', async (_, lower) => {
    const { database } = data;
    const { lowered } = await database.transaction().execute(async (transaction) => {
      const give = (role: 'org_user' | 'org_admin', usernames: string[]) =>
        transaction.updateTable('portal_user').set({ role }).where('username', 'in', usernames).execute();
      await give('org_user', ['ada', 'bob']);
      await give('org_admin', ['grace']);
      // It reads the user before the change is committed, and waits for it.
      const lowering = lower('grace', administrator).catch((error: unknown) => error);
      await waitsOrEnds(database, lowering);
      return { lowered: lowering };
    });
    expect(await lowered).toMatchObject({ id: 'portal:last-administrator' });
    expect(await findUser(database, 'grace')).toMatchObject({ role: 'org_admin', disabled: false });
  });

  test('of an organisation by its group is kept when two leave it at the same moment', async () => {
    const id = await createGroup(data.context, {
      title: 'Administrators',
      owner: 'ada',
      access: 'private',
      members: ['linus', 'grace'],
    });
    await data.database
      .updateTable('portal_user')
      .set({ disabled: true })
      .where('username', '=', 'ada')
      .execute();
    const context = {
      ...data.context,
      administeredBy: async () => [{ organisation: 'city', groupId: id }],
    };
    const leave = (caller: Caller) => call(leaveGroup, caller, { path: { id }, context });
    const settled = await Promise.allSettled([leave(callers.publisher), leave(callers.member)]);
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('is counted without disabled users', async () => {
    await call(disableUser, administrator, on('bob'));
    const input = inPortal({ user: 'ada', role: 'org_user' });
    await expect(call(updateUserRole, administrator, input)).rejects.toThrow(
      /last administrator of the portal/,
    );
  });

  test.each([
    ['disabled', disableUser],
    ['deleted', deleteUser],
  ] as const)('is never %s in an organisation, also with a partner in its group', async (_, operation) => {
    const { database } = data;
    const group = await createGroup(data.context, {
      title: 'City',
      owner: 'ada',
      access: 'private',
      members: ['grace', 'linus'],
    });
    await database.deleteFrom('portal_group_member').where('username', '=', 'ada').execute();
    const orgId = await ensureOrganisation(database, { urlKey: 'harbour', now: 0 });
    await database
      .updateTable('portal_user')
      .set({ org_id: orgId })
      .where('username', '=', 'linus')
      .execute();
    const administeredBy = async (ids: readonly string[]) =>
      ids.includes(group) ? [{ organisation: 'city', groupId: group }] : [];
    const context = { ...data.context, administeredBy };
    const input = { ...on('grace'), context };
    await expect(call(operation, administrator, input)).rejects.toThrow(/administer city/);
    expect(await findUser(database, 'grace')).toMatchObject({ disabled: false });
    const partner = memberCaller('linus', { orgId, groupIds: [group], signedInAt });
    await expect(call(leaveGroup, partner, { path: { id: group }, context })).resolves.toBeTypeOf('object');
  });

  test.each([
    ['disable', disableUser, 'disable'],
    ['delete', deleteUser, 'delete'],
  ] as const)('no user can %s themselves', async (_, operation, word) => {
    await expect(call(operation, administrator, on('ada'))).rejects.toThrow(`You cannot ${word} yourself.`);
  });
});

describe('several users at once', () => {
  test('are reported separately, with names in any letter case', async () => {
    const { results } = await call(
      disableUsers,
      administrator,
      inPortal({ users: 'GRACE, nobody ,ada,linus' }),
    );
    expect(results).toEqual([
      { username: 'GRACE', status: true },
      { username: 'nobody', status: false, message: 'User does not exist or is inaccessible.' },
      { username: 'ada', status: false, message: 'You cannot disable yourself.' },
      { username: 'linus', status: true },
    ]);
    expect((await everyone()).filter(({ disabled }) => disabled).map(({ username }) => username)).toEqual([
      'grace',
      'linus',
    ]);
  });

  test('may be all administrators but oneself, never all', async () => {
    const { results } = await call(disableUsers, administrator, inPortal({ users: 'bob,ada' }));
    expect(results.map(({ status }: { status: boolean }) => status)).toEqual([true, false]);
  });

  test('beyond the limit are rejected, not silently skipped', async () => {
    const users = Array.from({ length: 101 }, (_, index) => (index === 100 ? 'grace' : `n${index}`)).join(
      ',',
    );
    await expect(call(disableUsers, administrator, inPortal({ users }))).rejects.toMatchObject({
      status: 400,
    });
    expect(await findUser(data.database, 'grace')).toMatchObject({ disabled: false });
  });
});

describe('an operation on several users, whose administrator loses a right with the first,', () => {
  const losses = [
    ['their role', 'portal:forbidden', `update portal_user set role = 'org_user' where username = 'ada'`],
    [
      'their account',
      'portal:invalid-token',
      `update portal_user set disabled = true where username = 'ada'`,
    ],
    ['their session', 'portal:invalid-token', `delete from portal_token where username = 'ada'`],
  ] as const;
  const lose = async (statement: string) => {
    await sql`create function lose() returns trigger language plpgsql as $$
      begin ${sql.raw(statement)}; return null; end $$`.execute(data.database);
    await sql`create trigger lose after insert on audit_entry execute function lose()`.execute(data.database);
  };
  afterEach(() => sql`drop function if exists lose cascade`.execute(data.database));

  test.each(losses)('invites nobody else without %s', async (_, id, statement) => {
    await lose(statement);
    const password = 'a long new password';
    const invitations = [{ email: 'x@y.z' }, { username: 'late', password, role: 'org_admin' }];
    const invitationList = JSON.stringify({ invitations });
    const { notInvited, faults } = await call(inviteUsers, administrator, inPortal({ invitationList }));
    expect(notInvited).toEqual(['late']);
    expect(faults[0].message).toBe(arcgisError(id).message);
    expect(await findUser(data.database, 'late')).toBeUndefined();
  });

  test.each(losses)('disables nobody else without %s', async (_, id, statement) => {
    await lose(statement);
    const { results } = await call(disableUsers, administrator, inPortal({ users: 'grace,linus,bob' }));
    const { message } = arcgisError(id);
    expect(results).toEqual([
      { username: 'grace', status: true },
      { username: 'linus', status: false, message },
      { username: 'bob', status: false, message },
    ]);
    expect(await findUser(data.database, 'bob')).toMatchObject({ disabled: false });
  });
});

test('passwords are hashed while no transaction is open', async () => {
  const open: number[] = [];
  const { context, database } = data;
  const run = async (_caller: unknown, work: () => Promise<string>) => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`.execute(database);
    open.push(rows.length);
    return work();
  };
  const watched = { ...context, budgets: { ...context.budgets, passwords: { run } as never } };
  const password = 'a long new password';
  const invite = async (invitation: object) => {
    const invitationList = JSON.stringify({ invitations: [invitation] });
    return call(inviteUsers, administrator, { ...inPortal({ invitationList }), context: watched });
  };
  expect((await invite({ username: 'invited', password })).faults).toEqual([]);
  const { link } = (await invite({})).invitations[0];
  await call(useLink, anonymous, { parameters: { link, password, username: 'joined' }, context: watched });
  expect(open).toEqual([0, 0]);
  for (const name of ['invited', 'joined'])
    expect(await verifyPassword(password, (await findAccount(database, name))?.passwordHash ?? '')).toBe(
      true,
    );
});

describe('link', () => {
  const password = 'a long new password';
  const invite = async (invitation: object) => {
    const invitationList = JSON.stringify({ invitations: [invitation] });
    return (await call(inviteUsers, administrator, inPortal({ invitationList }))).invitations[0]
      .link as string;
  };
  const use = (link: string, parameters: Record<string, string> = {}) =>
    call(useLink, anonymous, { parameters: { link, password, ...parameters } });

  test('admits one of two concurrent users', async () => {
    const link = await invite({ email: 'new@example.org' });
    const settled = await Promise.allSettled([
      use(link, { username: 'one' }),
      use(link, { username: 'two' }),
    ]);
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const made = await Promise.all(['one', 'two'].map((name) => findUser(data.database, name)));
    expect(made.filter(Boolean)).toHaveLength(1);
  });

  test('remains valid after a name that is taken, and gives the role it was made for', async () => {
    const link = await invite({ email: 'new@example.org', role: 'org_publisher' });
    await expect(use(link, { username: 'grace' })).rejects.toBeInstanceOf(MappingError);
    await use(link, { username: 'newcomer', role: 'org_admin' });
    expect(await findUser(data.database, 'newcomer')).toMatchObject({ role: 'org_publisher' });
  });

  test.each([
    ['has been used', async (link: string) => void (await use(link, { username: 'first' }))],
    ['has expired', async () => data.clock.advance(8 * day)],
    ['was revoked', async () => takeBack()],
    ['was made by a former administrator', async () => lower()],
    ['was made by a disabled user', async () => void (await call(disableUser, second, on('ada')))],
  ])('that %s admits no user', async (_, spoil) => {
    const link = await invite({ email: 'new@example.org' });
    await spoil(link);
    for (const operation of [openLink, useLink]) {
      const parameters = { link, password, username: 'late' };
      await expect(call(operation, anonymous, { parameters })).rejects.toMatchObject({
        id: 'portal:link-not-found',
      });
    }
    expect(await findUser(data.database, 'late')).toBeUndefined();
  });

  async function takeBack(): Promise<void> {
    const { links } = await call(listLinks, administrator, inPortal());
    await call(revokeLink, administrator, inPortal({}, { link: links[0].id }));
  }

  async function lower(): Promise<void> {
    await call(updateUserRole, second, inPortal({ user: 'ada', role: 'org_user' }));
  }

  test.each<[string, string, object]>([
    ['by its author’s role', 'ada', { role: 'org_user' }],
    ['by its author’s account', 'ada', { disabled: true }],
    ['by a move of its user to another organisation', 'grace', { org_id: 'elsewhere' }],
  ])('ends %s, also while the new password is hashed', async (_how, username, change) => {
    const { context, database } = data;
    await ensureOrganisation(database, { id: 'elsewhere', urlKey: 'elsewhere', now: 1 });
    const { link } = await call(resetPassword, administrator, { path: { user: 'grace' } });
    const run = async (_caller: unknown, work: () => Promise<string>) => {
      const hash = await work();
      await database.updateTable('portal_user').set(change).where('username', '=', username).execute();
      return hash;
    };
    const passwords = { run } as never;
    const meanwhile = { ...context, budgets: { ...context.budgets, passwords } };
    const using = call(useLink, anonymous, { parameters: { link, password }, context: meanwhile });
    await expect(using).rejects.toMatchObject({ id: 'portal:link-not-found' });
    await expect(use(link)).rejects.toMatchObject({ id: 'portal:link-not-found' });
    expect((await findAccount(database, 'grace'))?.passwordHash).toBeNull();
  });

  test('to choose a password replaces an older one, and is listed without its secret', async () => {
    const { link: first } = await call(resetPassword, administrator, on('grace'));
    const { link } = await call(resetPassword, administrator, on('grace'));
    await expect(use(first)).rejects.toMatchObject({ id: 'portal:link-not-found' });
    expect(JSON.stringify(await call(listLinks, administrator, inPortal()))).not.toContain(link);
    expect(await use(link)).toEqual({ success: true, username: 'grace' });
  });

  test('of a disabled user works again when they are enabled', async () => {
    const { link } = await call(resetPassword, administrator, on('grace'));
    await call(disableUser, administrator, on('grace'));
    await expect(use(link)).rejects.toMatchObject({ id: 'portal:link-not-found' });
    await call(enableUser, administrator, on('grace'));
    expect(await use(link)).toMatchObject({ username: 'grace' });
  });
});

test.each(['org_owner', '', 'constructor'])('rejects the role “%s”', async (role) => {
  const input = inPortal({ user: 'linus', ...(role && { role }) });
  await expect(call(updateUserRole, administrator, input)).rejects.toMatchObject({
    id: 'portal:invalid-role',
  });
  expect(await findUser(data.database, 'linus')).toMatchObject({ role: 'org_publisher' });
});

test.each([
  ['account_user', 'org_user'],
  ['org_admin', 'org_admin'],
])('maps the role “%s” to %s', async (role, expected) => {
  await call(updateUserRole, administrator, inPortal({ user: 'linus', role }));
  expect(await findUser(data.database, 'linus')).toMatchObject({ role: expected });
});

test('logs each change with its author, and nothing of what was refused', async () => {
  await call(updateUserRole, administrator, inPortal({ user: 'linus', role: 'org_user' }));
  await call(updateUserRole, administrator, inPortal({ user: 'linus', role: 'org_user' }));
  await call(disableUser, administrator, on('linus'));
  await call(disableUser, administrator, on('ada')).catch(() => undefined);
  const acts = await data.database
    .selectFrom('audit_entry')
    .select(['actor', 'act', 'subject'])
    .orderBy('id')
    .execute();
  expect(acts).toEqual([
    { actor: 'ada', act: 'person.role-changed', subject: 'linus' },
    { actor: 'ada', act: 'person.disabled', subject: 'linus' },
  ]);
});
