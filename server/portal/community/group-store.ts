import type { Insertable, Updateable } from 'kysely';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { PortalMemberType, PortalTables } from '../../platform/database/tables/portal.ts';
import { visibleGroups } from '../access/item-condition.ts';
import type { Caller } from '../caller.ts';
import { textVector } from '../search/text/completion-store.ts';
import type { GroupRow } from './present-group.ts';

/** The given values of a change: undefined leaves a column unchanged. */
export function given<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never;
}

export const groupColumns = [
  'portal_group.id',
  'portal_group.org_id',
  'portal_group.title',
  'portal_group.owner',
  'portal_group.access',
  'portal_group.snippet',
  'portal_group.description',
  'portal_group.tags',
  'portal_group.thumbnail',
  'portal_group.sort_field',
  'portal_group.sort_order',
  'portal_group.is_invitation_only',
  'portal_group.is_view_only',
  'portal_group.is_fav',
  'portal_group.protected',
  'portal_group.created_at',
  'portal_group.modified_at',
  'portal_group.has_category_schema',
] as const;

interface FoundGroup {
  group: GroupRow;
  membership: PortalMemberType | undefined;
}

/** A group and the membership of one user in it, ignoring visibility. */
export async function findGroup(
  database: Database,
  id: string,
  username: string | undefined,
): Promise<FoundGroup | undefined> {
  const [found] = await findGroups(database, [id], username);
  return found;
}

/** Several groups, in any order. */
export async function findGroups(
  database: Database,
  ids: readonly string[],
  username: string | undefined,
): Promise<FoundGroup[]> {
  if (ids.length === 0) return [];
  const rows = await database
    .selectFrom('portal_group')
    .leftJoin('portal_group_member', (join) =>
      join
        .onRef('group_id', '=', 'portal_group.id')
        .on('portal_group_member.username', '=', username ?? null),
    )
    .select(groupColumns)
    .select('member_type')
    .where('portal_group.id', 'in', [...ids])
    .execute();
  return rows.map(({ member_type: membership, ...group }) => ({
    group,
    membership: membership ?? undefined,
  }));
}

/** Groups a user is a member of and the caller may see, by title. The favourites group is in no list. */
export async function groupsOf(
  database: Database,
  username: string,
  caller: Caller,
): Promise<{ group: GroupRow; membership: PortalMemberType }[]> {
  const rows = await database
    .selectFrom('portal_group')
    .innerJoin('portal_group_member', 'group_id', 'portal_group.id')
    .select(groupColumns)
    .select('member_type')
    .where('portal_group_member.username', '=', username)
    .where('is_fav', '=', false)
    .where((eb) => visibleGroups(eb, caller))
    .orderBy('title')
    .execute();
  return rows.map(({ member_type: membership, ...group }) => ({ group, membership }));
}

export async function insertGroup(
  database: Database,
  group: Omit<Insertable<PortalTables['portal_group']>, 'search'>,
): Promise<void> {
  await database
    .insertInto('portal_group')
    .values({ ...group, search: searchOf(group) })
    .execute();
}

export async function updateGroup(
  database: Database,
  group: GroupRow,
  change: Omit<Updateable<PortalTables['portal_group']>, 'search' | 'id'>,
): Promise<void> {
  await database
    .updateTable('portal_group')
    .set({ ...change, search: searchOf({ ...group, ...given(change) }) })
    .where('id', '=', group.id)
    .execute();
}

export async function deleteGroup(database: Database, id: string): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await transaction
      .deleteFrom('portal_file')
      .where('owner_kind', '=', 'group')
      .where('owner_id', '=', id)
      .execute();
    await transaction.deleteFrom('portal_group').where('id', '=', id).execute();
  });
}

function searchOf(group: {
  title: string;
  owner: string;
  tags: readonly string[];
  snippet?: string;
  description?: string;
}) {
  return textVector({
    title: group.title,
    tags: group.tags,
    snippet: group.snippet ?? '',
    description: group.description ?? '',
    terms: { title: [group.title], owner: [group.owner], tag: group.tags },
  });
}
