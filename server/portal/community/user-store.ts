import { type ExpressionBuilder, type Insertable, sql, type Updateable } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { PortalTables } from '../../platform/database/tables/portal.ts';
import { limits } from '../../limits.ts';
import { visibleUsers } from '../access/item-condition.ts';
import type { Caller } from '../caller.ts';
import { textVector } from '../search/text/completion-store.ts';
import { given } from './group-store.ts';
import type { UserRow } from './present-user.ts';

export const userColumns = [
  'username',
  'org_id',
  'full_name',
  'email',
  'description',
  'role',
  'access',
  'culture',
  'region',
  'units',
  'tags',
  'thumbnail',
  'fav_group_id',
  'disabled',
  'created_at',
  'modified_at',
  'last_sign_in_at',
  'second_factor_at',
  'email_confirmed_at',
  'role_id',
] as const;

/** Privileges of the user's role, if the organisation defined it. */
export function grantedTo(eb: ExpressionBuilder<Tables, 'portal_user'>) {
  return eb
    .selectFrom('portal_role')
    .select('privileges')
    .whereRef('portal_role.id', '=', 'portal_user.role_id')
    .as('granted');
}

/** A user by username, in any case; never their password. */
export async function findUser(database: Database, username: string): Promise<UserRow | undefined> {
  return database
    .selectFrom('portal_user')
    .select(userColumns)
    .select(grantedTo)
    .where((eb) => eb(eb.fn('lower', ['username']), '=', username.toLowerCase()))
    .executeTakeFirst();
}

/**
 * The names that are usernames, in their original spelling.
 * @param among.caller only users visible to this caller
 * @param among.orgIds only members of these organisations
 * @param among.shown only users without a private profile
 */
export async function findUsernames(
  database: Database,
  usernames: readonly string[],
  among: { caller?: Caller; orgIds?: readonly string[]; shown?: true } = {},
): Promise<string[]> {
  const { caller, orgIds, shown } = among;
  if (usernames.length === 0 || orgIds?.length === 0) return [];
  const lower = usernames.map((name) => name.toLowerCase());
  const rows = await database
    .selectFrom('portal_user')
    .select('username')
    // One parameter, however many names: a statement has places for 65,535.
    .where((eb) => eb(eb.fn('lower', ['username']), '=', sql`any(${lower}::text[])`))
    .$if(caller !== undefined, (query) =>
      query.where((eb) => (caller ? visibleUsers(eb, caller) : eb.lit(true))),
    )
    .$if(shown === true, (query) => query.where('access', '<>', 'private'))
    .$if(orgIds !== undefined, (query) => query.where('org_id', 'in', [...(orgIds ?? [])]))
    .execute();
  return rows.map((row) => row.username);
}

/** @returns false when the username is taken, in any case */
export async function insertUser(
  database: Database,
  user: Omit<Insertable<PortalTables['portal_user']>, 'search'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await database
    .insertInto('portal_user')
    .values({ ...user, search: await searchOf(user) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function updateUser(
  database: Database,
  user: UserRow,
  change: Omit<Updateable<PortalTables['portal_user']>, 'search' | 'username'>,
): Promise<void> {
  await database
    .updateTable('portal_user')
    .set({ ...change, search: await searchOf({ ...user, ...given(change) }) })
    .where('username', '=', user.username)
    .execute();
}

/**
 * Waits for other transactions that lock this user; others then wait until this one ends. What refers to the user can be stored.
 * @returns false when the user has been deleted
 */
export async function lockUser(transaction: Database, username: string): Promise<boolean> {
  return (await userRow(transaction, username).forNoKeyUpdate().executeTakeFirst()) !== undefined;
}

/** Locks several users as `lockUser` does, always in the same order, so that transactions wait for each other instead of deadlocking. */
export async function lockUsers(transaction: Database, usernames: readonly string[]): Promise<void> {
  await transaction
    .selectFrom('portal_user')
    .select('username')
    .where('username', '=', sql<string>`any(${[...usernames]}::text[])`)
    .orderBy('username')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Holds a user against their removal until the transaction ends, before anything that the removal needs as well: what refers to the
 * user would ask for this lock only when it is stored, while it holds the item it belongs to.
 */
export async function holdUser(transaction: Database, username: string): Promise<void> {
  await userRow(transaction, username).forKeyShare().execute();
}

/** As `lockUser`, and waits for what others are storing for the user, and lets them store nothing, such as an item or a passkey. */
export async function lockUserAndReferences(transaction: Database, username: string): Promise<void> {
  await userRow(transaction, username).forUpdate().execute();
}

function userRow(transaction: Database, username: string) {
  return transaction.selectFrom('portal_user').select('username').where('username', '=', username);
}

/** What applications stored about a user. */
export async function findProperties(database: Database, username: string): Promise<Record<string, unknown>> {
  const row = await database
    .selectFrom('portal_user')
    .select('properties')
    .where('username', '=', username)
    .executeTakeFirst();
  return row?.properties ?? {};
}

/** The most frequent tags of a user's items (`limits.listedTags`) with their frequency, by name. */
export async function countTags(
  database: Database,
  username: string,
): Promise<{ tag: string; count: number }[]> {
  return database
    .selectFrom((eb) =>
      eb
        .selectFrom((items) =>
          items
            .selectFrom('portal_item')
            .select((item) => item.fn<string>('unnest', ['tags']).as('tag'))
            .where('owner', '=', username)
            .as('used'),
        )
        .select((used) => ['tag', used.fn.countAll<number>().as('count')])
        .groupBy('tag')
        .orderBy('count', 'desc')
        .orderBy('tag')
        .limit(limits.listedTags)
        .as('listed'),
    )
    .selectAll()
    .orderBy('tag')
    .execute();
}

async function searchOf(user: {
  username: string;
  full_name: string;
  description?: string;
  tags: readonly string[];
}) {
  return textVector({
    title: `${user.username} ${user.full_name}`,
    tags: user.tags,
    snippet: '',
    description: user.description ?? '',
    terms: { owner: [user.username], tag: user.tags },
  });
}

/** Whether a name belonged to a deleted user, in any case. */
export async function isFormerUsername(database: Database, username: string): Promise<boolean> {
  const found = await database
    .selectFrom('portal_former_user')
    .select('username')
    .where((eb) => eb(eb.fn('lower', ['username']), '=', username.toLowerCase()))
    .executeTakeFirst();
  return found !== undefined;
}
