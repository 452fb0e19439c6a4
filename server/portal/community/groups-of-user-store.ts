import { sql } from 'kysely';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import type { Database } from '../../platform/database/connect.ts';
import { lockUser, lockUsers } from './user-store.ts';

const hour = 3_600_000;

/**
 * How many groups a user may be in, and of these enter in an hour. Members who put others into groups ask nobody: they fill a part of
 * the room only, and slowly, so that nobody takes from colleagues the groups that these create or enter themselves.
 * @param givenAt when another member puts the user in; undefined for the user's own acts, and those of administrators
 */
function roomFor(givenAt: number | undefined): { most: number; perHour: number; since: number } {
  return givenAt === undefined
    ? { most: limits.groupsPerPerson, perHour: limits.groupsPerPerson, since: 0 }
    : { most: limits.groupsGivenByMembers, perHour: limits.groupsGivenPerHour, since: givenAt - hour };
}

/**
 * Of these users, those who may be in one more group. They stay locked until the transaction ends, so that of two
 * concurrent entries only one gets the last place.
 * @param givenAt as of `roomFor`
 */
export async function usersWithRoom(
  transaction: Database,
  usernames: readonly string[],
  givenAt?: number,
): Promise<ReadonlySet<string>> {
  await lockUsers(transaction, usernames);
  const { most, perHour, since } = roomFor(givenAt);
  const { rows } = await sql<{ username: string }>`
    select portal_group_member.username
    from portal_group_member join portal_group on portal_group.id = group_id
    where portal_group_member.username = any(${[...usernames]}::text[]) and not is_fav
    group by portal_group_member.username
    having count(*) >= ${most} or count(*) filter (where joined_at > ${since}::bigint) >= ${perHour}`.execute(
    transaction,
  );
  const full = new Set(rows.map(({ username }) => username));
  return new Set(usernames.filter((name) => !full.has(name)));
}

/**
 * Locks a user who shall be in these groups, until the transaction ends.
 * @param givenAt as of `roomFor`
 * @throws MappingError `portal:too-many-groups` (403) when that would be too many; the hidden group of favourites does not count
 */
export async function requireRoomFor(
  transaction: Database,
  username: string,
  groupIds: readonly string[],
  givenAt?: number,
): Promise<void> {
  await lockUser(transaction, username);
  const { most, perHour, since } = roomFor(givenAt);
  const { rows } = await sql<{ total: number; named: number; recent: number }>`
    select count(*)::integer as total, count(*) filter (where group_id = any(${[...groupIds]}::text[]))::integer as named,
      count(*) filter (where joined_at > ${since}::bigint)::integer as recent
    from portal_group_member join portal_group on portal_group.id = group_id
    where username = ${username} and not is_fav`.execute(transaction);
  const { total = 0, named = 0, recent = 0 } = rows[0] ?? {};
  const entered = groupIds.length - named;
  if (entered === 0 || (total + entered <= most && recent + entered <= perHour)) return;
  throw new MappingError(
    'portal:too-many-groups',
    givenAt === undefined
      ? `${username} would be in ${total + entered} groups, and may be in ${most}. Leave or delete groups first.`
      : `${username} is in many groups. Send an invitation, or ask an administrator of the organisation.`,
    { status: 403 },
  );
}
