import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { lockGroups } from '../community/group-store.ts';
import { lockUserAndReferences } from '../community/user-store.ts';
import { endSessionsOf } from '../identity/token-store.ts';
import { cancelJobsOf } from '../content/publishing/job-store.ts';
import { deleteRatingsOf } from '../content/ratings/rating-store.ts';

/**
 * Enabled administrators of the organisation, locked until the transaction ends: two who demote each other at
 * the same time wait for one another, and the second is found to be the last.
 */
export async function lockAdministrators(transaction: Database, orgId: string): Promise<string[]> {
  const rows = await administratorsOf(transaction, orgId).forNoKeyUpdate().execute();
  return rows.map(({ username }) => username);
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

/**
 * Locks a user about to be deleted, so that nothing can be stored for them until the transaction ends, and those whose rows the
 * deletion needs as well. All in the order of their names, in which `lockAdministrators` takes them, and each as strongly as it
 * will be needed: who holds a weaker lock and asks for a stronger one waits for what is being stored for the user, which may
 * itself wait for the weaker lock.
 * @param others administrators of the organisation, when the user is one of them, and who gets what the user owns
 */
export async function lockForRemoval(
  transaction: Database,
  username: string,
  others: readonly string[],
): Promise<void> {
  const rows = (compared: '<' | '>') =>
    transaction
      .selectFrom('portal_user')
      .select('username')
      .where('username', '=', sql<string>`any(${[...others]}::text[])`)
      .where('username', compared, username)
      .orderBy('username')
      .forNoKeyUpdate()
      .execute();
  await rows('<');
  await lockUserAndReferences(transaction, username);
  await rows('>');
}

/** Names of the enabled administrators of an organisation, without a lock. */
export async function listAdministrators(database: Database, orgId: string): Promise<string[]> {
  const rows = await administratorsOf(database, orgId).execute();
  return rows.map(({ username }) => username);
}

function administratorsOf(database: Database, orgId: string) {
  return database
    .selectFrom('portal_user')
    .select('username')
    .where('org_id', '=', orgId)
    .where('role', '=', 'org_admin')
    .where('disabled', '=', false)
    .orderBy('username');
}

/** What a user owns and others may need; their hidden favourites group is deleted with them. */
export async function ownedBy(
  transaction: Database,
  username: string,
): Promise<{ items: string[]; groups: string[] }> {
  const items = await transaction
    .selectFrom('portal_item')
    .select('id')
    .where('owner', '=', username)
    .execute();
  const groups = await transaction
    .selectFrom('portal_group')
    .select('id')
    .where('owner', '=', username)
    .where('is_fav', '=', false)
    .execute();
  return { items: items.map(({ id }) => id), groups: groups.map(({ id }) => id) };
}

/** Deletes a user who owns nothing, with everything that depends on them; the name stays reserved. */
export async function removeUser(transaction: Database, username: string, now: number): Promise<void> {
  // Files have no foreign key.
  await transaction
    .deleteFrom('portal_file')
    .where('owner_kind', '=', 'user')
    .where('owner_id', '=', username)
    .execute();
  await transaction
    .deleteFrom('portal_group')
    .where('owner', '=', username)
    .where('is_fav', '=', true)
    .execute();
  await deleteRatingsOf(transaction, username);
  await endSessionsOf(transaction, username);
  await cancelJobsOf(transaction, username);
  await transaction.deleteFrom('portal_user').where('username', '=', username).execute();
  await transaction.insertInto('portal_former_user').values({ username, deleted_at: now }).execute();
}
