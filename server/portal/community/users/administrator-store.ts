import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { lockGroups } from '../group-store.ts';
import type { UserRow } from '../present-user.ts';

/**
 * Locks a user together with the enabled administrators of their organisation until the transaction ends: two who demote each other at
 * the same time wait for one another, and the second is found to be the last. All in the order of their names, so that
 * transactions wait for each other instead of deadlocking.
 * @returns the user as they are now, and whether there is another administrator
 */
export async function lockWithAdministrators(
  transaction: Database,
  { username, org_id: orgId }: Pick<UserRow, 'username' | 'org_id'>,
): Promise<{ user: Pick<UserRow, 'role' | 'role_id'> | undefined; hasOther: boolean }> {
  const rows = await transaction
    .selectFrom('portal_user')
    .select(['username', 'role', 'role_id'])
    .where((eb) => eb.or([eb('username', '=', username), isAdministratorOf(eb, orgId)]))
    .orderBy('username')
    .forNoKeyUpdate()
    .execute();
  const user = rows.find((row) => row.username === username);
  return { user, hasOther: rows.some((row) => row.username !== username) };
}

/** Names of the enabled administrators of an organisation, without a lock. */
export async function listAdministrators(database: Database, orgId: string): Promise<string[]> {
  const rows = await database
    .selectFrom('portal_user')
    .select('username')
    .where((eb) => isAdministratorOf(eb, orgId))
    .orderBy('username')
    .execute();
  return rows.map(({ username }) => username);
}

function isAdministratorOf(eb: ExpressionBuilder<Tables, 'portal_user'>, orgId: string) {
  return eb.and([eb('org_id', '=', orgId), eb('role', '=', 'org_admin'), eb('disabled', '=', false)]);
}

/**
 * The groups whose last enabled members of their own organisation are among these users: members of a partner organisation
 * administer nothing here. They are locked until the transaction ends: of two who leave at the same time, the second is found
 * to be the last.
 */
export async function groupsWithoutOthers(
  transaction: Database,
  groupIds: readonly string[],
  without: readonly string[],
): Promise<string[]> {
  if (groupIds.length === 0) return [];
  await lockGroups(transaction, groupIds);
  const own = await transaction
    .selectFrom('portal_group_member')
    .innerJoin('portal_group', 'portal_group.id', 'group_id')
    .innerJoin('portal_user', (join) =>
      join
        .onRef('portal_user.username', '=', 'portal_group_member.username')
        .onRef('portal_user.org_id', '=', 'portal_group.org_id'),
    )
    .select([
      'group_id',
      sql<boolean>`bool_and(portal_user.username = any(${[...without]}::text[]))`.as('all_leave'),
    ])
    .where('group_id', 'in', [...groupIds])
    .where('portal_user.disabled', '=', false)
    .groupBy('group_id')
    .execute();
  return own.filter(({ all_leave }) => all_leave).map(({ group_id }) => group_id);
}

/** The groups of a user. */
export async function groupIdsOf(database: Database, username: string): Promise<string[]> {
  const rows = await database
    .selectFrom('portal_group_member')
    .select('group_id')
    .where('username', '=', username)
    .execute();
  return rows.map((row) => row.group_id);
}
