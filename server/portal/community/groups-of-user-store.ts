import { sql } from 'kysely';
import { MappingError } from '../../../wire/errors.ts';
import { refusal } from '../../../wire/refusals.ts';
import { limits } from '../../limits.ts';
import type { Database } from '../../platform/database/connect.ts';
import { lockUsers } from './user-store.ts';

const hour = 3_600_000;

/** Why a user may not be in one more group: in all, or only because another member gives it, in all or for now. */
type Lack = 'many' | 'many-given' | 'many-lately';

/** The groups of a user. */
interface Room {
  username: string;
  total: number;
  /** Of those to enter, the ones the user is in. */
  named: number;
  /** Given by members within the last hour. */
  lately: number;
}

/**
 * How many groups a user may be in, and of these get from other members in an hour. Members who put others into groups ask nobody:
 * they fill a part of the room only, and slowly, so that nobody takes from colleagues the groups that these create or enter themselves.
 */
function lackOf({ total, lately }: Room, entered: number, isGiven: boolean): Lack | undefined {
  if (total + entered > limits.groupsPerUser) return 'many';
  if (!isGiven) return undefined;
  if (total + entered > limits.groupsGivenByMembers) return 'many-given';
  return lately + entered > limits.groupsGivenPerHour ? 'many-lately' : undefined;
}

/** A digest, as of all keys of this table; the other attempts in it count for an hour at most too, and delete what is older. */
const keyOf = (username: string) =>
  sql<string>`encode(sha256(convert_to('group given to ' || ${sql.ref(username)}, 'UTF8')), 'hex')`;

/**
 * The room of these users. They stay locked until the transaction ends, so that of two concurrent entries only one gets the last
 * place. The hidden group of favourites does not count.
 */
async function lockRooms(
  transaction: Database,
  usernames: readonly string[],
  { groupIds = [], givenAt }: { groupIds?: readonly string[]; givenAt: number | undefined },
): Promise<Room[]> {
  await lockUsers(transaction, usernames);
  const lately =
    givenAt === undefined
      ? sql`0`
      : sql`(select count(*) from counted_try where key = ${keyOf('named.username')} and at > ${givenAt - hour}::bigint)`;
  const { rows } = await sql<Room>`
    select username, count(portal_group.id)::integer as total,
      count(portal_group.id) filter (where portal_group.id = any(${[...groupIds]}::text[]))::integer as named,
      ${lately}::integer as lately
    from unnest(${[...usernames]}::text[]) as named (username)
      left join portal_group_member using (username)
      left join portal_group on portal_group.id = group_id and not is_fav
    group by username`.execute(transaction);
  return rows;
}

/**
 * Of these users, those who may not be in one more group, and why. All stay locked until the transaction ends.
 * @param givenAt when another member puts the users in; undefined for the users' own acts, and those of administrators
 */
export async function usersWithoutRoom(
  transaction: Database,
  usernames: readonly string[],
  givenAt: number | undefined,
): Promise<ReadonlyMap<string, MappingError>> {
  const rooms = await lockRooms(transaction, usernames, { givenAt });
  return new Map(
    rooms.flatMap((room): [string, MappingError][] => {
      const lack = lackOf(room, 1, givenAt !== undefined);
      return lack === undefined ? [] : [[room.username, tooManyGroups(lack, room.username, 'member')]];
    }),
  );
}

/**
 * Locks a user who shall own these groups or join them, until the transaction ends, and counts the groups that another member gives.
 * @param givenAt when another member makes the user the owner; undefined as of `usersWithoutRoom`
 * @throws MappingError `portal:too-many-groups` (403)
 */
export async function requireRoomFor(
  transaction: Database,
  username: string,
  groupIds: readonly string[],
  givenAt?: number,
): Promise<void> {
  const [room] = await lockRooms(transaction, [username], { groupIds, givenAt });
  const entered = groupIds.length - (room?.named ?? 0);
  if (!room || entered === 0) return;
  const lack = lackOf(room, entered, givenAt !== undefined);
  if (lack !== undefined) throw tooManyGroups(lack, username, 'owner');
  if (givenAt !== undefined)
    await countGiven(
      transaction,
      Array.from({ length: entered }, () => username),
      givenAt,
    );
}

/** Counts a group that another member has given to each of these users, also after the user has left it. */
export async function countGiven(
  transaction: Database,
  usernames: readonly string[],
  now: number,
): Promise<void> {
  await sql`insert into counted_try (key, at)
    select ${keyOf('username')}, ${now}::bigint from unnest(${[...usernames]}::text[]) as given (username)`.execute(
    transaction,
  );
}

/** @param as what another member would make of the user; an invitation makes nobody the owner */
function tooManyGroups(lack: Lack, username: string, as: 'member' | 'owner'): MappingError {
  const id = 'portal:too-many-groups';
  if (lack === 'many') {
    const message = `${username} may be in ${limits.groupsPerUser} groups, and must leave or delete some first.`;
    return refusal(id, message, 'many-groups', { username }, { status: 403 });
  }
  const cure =
    as === 'member'
      ? 'Send an invitation, or ask an administrator of the organisation.'
      : 'Only an administrator of the organisation can change the owner.';
  const message =
    lack === 'many-given'
      ? `${username} is in ${limits.groupsGivenByMembers} groups or more. ${cure}`
      : `${username} was added to ${limits.groupsGivenPerHour} groups within an hour. Try again later.`;
  return new MappingError(id, message, { status: 403 });
}
