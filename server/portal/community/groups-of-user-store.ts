import { sql } from 'kysely';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import type { Database } from '../../platform/database/connect.ts';
import { lockUser, lockUsers } from './user-store.ts';

/**
 * Of these users, those who may be in one more group. They stay locked until the transaction ends, so that of two
 * concurrent entries only one gets the last place.
 */
export async function usersWithRoom(
  transaction: Database,
  usernames: readonly string[],
): Promise<ReadonlySet<string>> {
  await lockUsers(transaction, usernames);
  const { rows } = await sql<{ username: string }>`
    select portal_group_member.username
    from portal_group_member join portal_group on portal_group.id = group_id
    where portal_group_member.username = any(${[...usernames]}::text[]) and not is_fav
    group by portal_group_member.username having count(*) >= ${limits.groupsPerPerson}`.execute(transaction);
  const full = new Set(rows.map(({ username }) => username));
  return new Set(usernames.filter((name) => !full.has(name)));
}

/**
 * Locks a user who shall be in these groups, until the transaction ends.
 * @throws MappingError `portal:too-many-groups` (403) when that would be too many; the hidden group of favourites does not count
 */
export async function requireRoomFor(
  transaction: Database,
  username: string,
  groupIds: readonly string[],
): Promise<void> {
  await lockUser(transaction, username);
  const { rows } = await sql<{ others: number }>`
    select count(*)::integer as others
    from portal_group_member join portal_group on portal_group.id = group_id
    where username = ${username} and not is_fav and group_id <> all(${[...groupIds]}::text[])`.execute(
    transaction,
  );
  const wanted = (rows[0]?.others ?? 0) + groupIds.length;
  if (wanted <= limits.groupsPerPerson) return;
  throw new MappingError(
    'portal:too-many-groups',
    `${username} would be in ${wanted} groups, and may be in ${limits.groupsPerPerson}. Leave or delete groups first.`,
    { status: 403 },
  );
}
