import { sql } from 'kysely';
import type { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { PortalMemberType } from '../../platform/database/tables/portal.ts';
import { visibleUsers } from '../access/item-condition.ts';
import type { Caller } from '../caller.ts';
import type { Page } from '../search/parameters.ts';
import { vectorOfNewOwner } from '../search/text/completion-store.ts';
import { lockGroups } from './group-store.ts';
import { countGiven, requireRoomFor, usersWithoutRoom } from './groups-of-user-store.ts';

export interface Member {
  username: string;
  fullName: string;
  memberType: PortalMemberType;
  thumbnail: string | null;
  joined: number;
}

/**
 * The first members of a group: the owner first, then administrators, then members, each by name.
 * @param caller omits users not visible to this caller; undefined omits none
 */
export async function listMembers(
  database: Database,
  groupId: string,
  caller?: Caller,
  max: number = limits.listedMembers,
): Promise<Member[]> {
  return visibleMembers(database, groupId, caller)
    .select(memberColumns)
    .orderBy((eb) => eb.case('member_type').when('owner').then(0).when('admin').then(1).else(2).end())
    .orderBy('portal_user.username')
    .limit(max)
    .execute();
}

const memberColumns = [
  'portal_user.username',
  'full_name as fullName',
  'member_type as memberType',
  'thumbnail',
  'joined_at as joined',
] as const;

function visibleMembers(database: Database, groupId: string, caller: Caller | undefined) {
  return database
    .selectFrom('portal_group_member')
    .innerJoin('portal_user', 'portal_user.username', 'portal_group_member.username')
    .where('group_id', '=', groupId)
    .$if(caller !== undefined, (query) =>
      query.where((eb) => (caller ? visibleUsers(eb, caller) : eb.lit(true))),
    );
}

/** Those of these users, named in any case, who are members of a group. */
export async function findMembers(
  database: Database,
  groupId: string,
  usernames: readonly string[],
): Promise<string[]> {
  const lower = usernames.map((name) => name.toLowerCase());
  const rows = await database
    .selectFrom('portal_group_member')
    .select('username')
    .where('group_id', '=', groupId)
    .where((eb) => eb(eb.fn<string>('lower', ['username']), '=', anyOf(lower)))
    .execute();
  return rows.map(({ username }) => username);
}

/** Which members besides the owner, and their order. */
interface MemberRequest {
  /** Part of the username or the full name, in lower case. */
  name?: string | undefined;
  memberType?: string | undefined;
  /** Epoch milliseconds, both included. */
  joined?: { from?: number | undefined; to?: number | undefined };
  sort: 'username' | 'fullName' | 'memberType' | 'joined';
  descending: boolean;
  page: Page;
}

/** The owner, if the caller sees them, and a page of the other members visible to the caller. */
export async function listMemberPage(
  database: Database,
  groupId: string,
  { name, memberType, joined: { from, to } = {}, sort, descending, page }: MemberRequest,
  caller?: Caller,
): Promise<{ owner: Member | undefined; total: number; members: Member[] }> {
  const visible = visibleMembers(database, groupId, caller);
  const others = visible
    .where('member_type', '<>', 'owner')
    .$if(name !== undefined, (query) =>
      query.where(
        sql<boolean>`position(${name ?? ''} in lower((portal_user.username || ' ' || full_name) collate "und-x-icu")) > 0`,
      ),
    )
    .$if(memberType !== undefined, (query) =>
      query.where((eb) => eb(eb.cast<string>('member_type', 'text'), '=', memberType ?? '')),
    )
    .$if(from !== undefined, (query) => query.where('joined_at', '>=', from ?? 0))
    .$if(to !== undefined, (query) => query.where('joined_at', '<=', to ?? 0));
  const key = {
    username: sql`lower(portal_user.username)`,
    fullName: sql`lower(full_name collate "und-x-icu")`,
    memberType: sql`member_type`,
    joined: sql`joined_at`,
  }[sort];
  const [owner, { total }, members] = await Promise.all([
    visible.select(memberColumns).where('member_type', '=', 'owner').executeTakeFirst(),
    others.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    others
      .select(memberColumns)
      .orderBy(key, descending ? 'desc' : 'asc')
      .orderBy('portal_user.username')
      .limit(page.num)
      .offset(page.start - 1)
      .execute(),
  ]);
  return { owner, total: Number(total), members };
}

/**
 * Adds users; existing members keep their role. Those who are in as many groups as a user may be are left out.
 * @param byMember whether a member adds them who asks nobody: up to a part of that number
 * @returns those added, and why those who were left out were
 */
export async function addMembers(
  database: Database,
  groupId: string,
  members: readonly { username: string; memberType: PortalMemberType }[],
  now: number,
  byMember = false,
): Promise<{ added: string[]; leftOut: ReadonlyMap<string, MappingError> }> {
  if (members.length === 0) return { added: [], leftOut: new Map() };
  return inTransaction(database, async (transaction) => {
    const named = members.map(({ username }) => username);
    const leftOut = await usersWithoutRoom(transaction, named, byMember ? now : undefined);
    const entering = members.filter(({ username }) => !leftOut.has(username));
    const added = await insertMembers(transaction, groupId, entering, now);
    if (byMember) await countGiven(transaction, added, now);
    return { added, leftOut };
  });
}

async function insertMembers(
  database: Database,
  groupId: string,
  members: readonly { username: string; memberType: PortalMemberType }[],
  now: number,
): Promise<string[]> {
  // One parameter a column, however many members: a statement has places for 65,535.
  const { rows } = await sql<{ username: string }>`
    insert into portal_group_member (group_id, username, member_type, joined_at)
    select ${groupId}::text, username, member_type, ${now}::bigint
    from unnest(
      ${members.map(({ username }) => username)}::text[],
      ${members.map(({ memberType }) => memberType)}::text[]) as added (username, member_type)
    on conflict do nothing
    returning username`.execute(database);
  return rows.map((row) => row.username);
}

/** One parameter, however many names or ids. */
function anyOf(names: readonly string[]) {
  return sql<string>`any(${[...names]}::text[])`;
}

/** Removes users, except the owner. @returns those removed */
export async function removeMembers(
  database: Database,
  groupId: string,
  usernames: readonly string[],
): Promise<string[]> {
  return changeMembers(database, groupId, usernames, (transaction) =>
    transaction
      .deleteFrom('portal_group_member')
      .where('group_id', '=', groupId)
      .where('username', '=', anyOf(usernames))
      .where('member_type', '!=', 'owner')
      .returning('username')
      .execute(),
  );
}

/**
 * Changes members to administrators of the group or the reverse; the owner is unchanged. @returns those
 * changed
 */
export async function setMemberType(
  database: Database,
  groupId: string,
  usernames: readonly string[],
  memberType: 'admin' | 'member',
): Promise<string[]> {
  return changeMembers(database, groupId, usernames, (transaction) =>
    transaction
      .updateTable('portal_group_member')
      .set({ member_type: memberType })
      .where('group_id', '=', groupId)
      .where('username', '=', anyOf(usernames))
      .where('member_type', '!=', 'owner')
      .returning('username')
      .execute(),
  );
}

/** Changes members of a group that is locked: a request may change several, in parts and in any order, and others wait here. */
async function changeMembers(
  database: Database,
  groupId: string,
  usernames: readonly string[],
  change: (transaction: Database) => Promise<{ username: string }[]>,
): Promise<string[]> {
  if (usernames.length === 0) return [];
  return inTransaction(database, async (transaction) => {
    await lockGroups(transaction, [groupId]);
    const changed = await change(transaction);
    return changed.map(({ username }) => username);
  });
}

/**
 * Changes the owner of groups; the previous one becomes one of their administrators.
 * @param byMember as of `addMembers`
 * @throws MappingError `portal:too-many-groups` (403)
 */
export async function changeOwner(
  database: Database,
  groupIds: readonly string[],
  owner: string,
  now: number,
  byMember = false,
): Promise<void> {
  const ids = anyOf(groupIds);
  await inTransaction(database, async (transaction) => {
    await requireRoomFor(transaction, owner, groupIds, byMember ? now : undefined);
    // Concurrent requests wait here, and find the new owner.
    await lockGroups(transaction, groupIds);
    await transaction
      .updateTable('portal_group')
      .set({ owner, modified_at: now, search: vectorOfNewOwner(owner) })
      .where('id', '=', ids)
      .execute();
    await transaction
      .updateTable('portal_group_member')
      .set({ member_type: 'admin' })
      .where('group_id', '=', ids)
      .where('member_type', '=', 'owner')
      .execute();
    await sql`
      insert into portal_group_member (group_id, username, member_type, joined_at)
      select id, ${owner}::text, 'owner', ${now}::bigint from portal_group where id = ${ids}
      on conflict (group_id, username) do update set member_type = 'owner'`.execute(transaction);
  });
}
