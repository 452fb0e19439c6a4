import type { SimpleSearch } from '../parameters.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { holds } from '../../access/privileges.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { visibleUsers } from '../../access/item-condition.ts';
import type { Caller } from '../../caller.ts';
import type { UserRow } from '../../community/present-user.ts';
import { grantedTo, userColumns } from '../../community/user-store.ts';
import { searchedUsers } from '../fields/search-fields-condition.ts';
import { queryCondition, rankedOrder } from '../query-condition.ts';

export type UserSortField =
  'relevance' | 'username' | 'fullname' | 'created' | 'modified' | 'role' | 'lastlogin';
export type UserSearch = SimpleSearch<UserSortField>;

export const userSortFields: Readonly<Record<string, UserSortField>> = {
  relevance: 'relevance',
  score: 'relevance',
  username: 'username',
  fullname: 'fullname',
  firstname: 'fullname',
  created: 'created',
  modified: 'modified',
  role: 'role',
  lastlogin: 'lastlogin',
};

/** Searches the users visible to the caller, of every organisation or of one. */
export async function searchUsers(
  database: Database,
  search: UserSearch,
  caller: Caller,
  orgId?: string,
): Promise<{ total: number; rows: UserRow[] }> {
  const searched = searchedUsers(caller);
  const administers = holds(caller, 'portal:admin:viewUsers');
  const q = queryCondition(search.q, searched, 'q');
  const filter = queryCondition(search.filter, searched, 'filter');
  const inside = orgId === undefined ? undefined : sql<SqlBool>`portal_user.org_id = ${orgId}`;
  const conditions = [inside, q.condition, filter.condition].filter((condition) => condition !== undefined);
  const matching = database
    .selectFrom('portal_user')
    .where((eb) => sql<SqlBool>`${sql.join([visibleUsers(eb, caller), ...conditions], sql` and `)}`);
  const order = rankedOrder({
    textColumn: searched.textColumn,
    rank: q.rank,
    steps: search.sort,
    columns: {
      username: sql`lower(portal_user.username)`,
      fullname: sql`portal_user.full_name collate "und-x-icu"`,
      created: sql`portal_user.created_at`,
      modified: sql`portal_user.modified_at`,
      // The order must not reveal what a profile hides: roles are for members, the last sign-in is for
      // administrators.
      role: ofColleagues(caller, sql`portal_user.role`, sql`''`),
      lastlogin: administers
        ? ofColleagues(caller, sql`coalesce(portal_user.last_sign_in_at, -1)`, sql`-1`)
        : sql`lower(portal_user.username)`,
    },
    otherwise: { field: 'username', descending: false },
    key: 'portal_user.username',
  });
  const { start, num } = search.page;
  const [{ total }, rows] = await Promise.all([
    matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    matching
      .select(userColumns)
      .select(grantedTo)
      .orderBy(order)
      .limit(num)
      .offset(start - 1)
      .execute(),
  ]);
  return { total, rows };
}

function ofColleagues(caller: Caller, column: RawBuilder<unknown>, otherwise: RawBuilder<unknown>) {
  if (caller.kind === 'anonymous') return sql`lower(portal_user.username)`;
  return sql`case when portal_user.org_id = ${caller.orgId} then ${column} else ${otherwise} end`;
}
