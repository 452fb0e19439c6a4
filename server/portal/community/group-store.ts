import {
  type Expression,
  type ExpressionBuilder,
  type Insertable,
  type Nullable,
  sql,
  type SqlBool,
  type Updateable,
} from 'kysely';
import { limits } from '../../limits.ts';
import { inTurn } from '../../platform/budgets/in-turn.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { PortalMemberType, PortalTables } from '../../platform/database/tables/portal.ts';
import { visibleGroups } from '../access/item-condition.ts';
import type { Caller } from '../caller.ts';
import { textVector } from '../search/text/completion-store.ts';
import { type FittingPage, isSmallPage, loadFittingPage } from '../search/fitting-page-store.ts';
import type { GroupRow, ListedGroup } from './present-group.ts';

/** The given values of a change: undefined leaves a column unchanged. */
export function given<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never;
}

const columnsWithoutTexts = [
  'portal_group.id',
  'portal_group.org_id',
  'portal_group.title',
  'portal_group.owner',
  'portal_group.access',
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
const groupColumns = [
  ...columnsWithoutTexts,
  'portal_group.snippet',
  'portal_group.description',
  'portal_group.tags',
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

/** A group with the membership of one user in it. */
export interface ListedMembership {
  group: ListedGroup;
  membership: PortalMemberType | undefined;
}

/** Groups a user is a member of and the caller may see, by title. The favourites group is in no list. */
export function groupsOf(database: Database, username: string, caller: Caller): Promise<ListedMembership[]> {
  return listGroups(database, username, caller, (eb) =>
    eb('portal_group_member.username', 'is not', null).and('is_fav', '=', false),
  );
}

/** Those of these groups that the caller may see, by title, with the caller's own membership. */
export function groupsAmong(
  database: Database,
  ids: readonly string[],
  caller: Caller,
): Promise<ListedMembership[]> {
  const username = caller.kind === 'member' ? caller.username : undefined;
  return listGroups(database, username, caller, (eb) =>
    eb('portal_group.id', '=', sql<string>`any(${[...ids]}::text[])`),
  );
}

async function listGroups(
  database: Database,
  username: string | undefined,
  caller: Caller,
  condition: (
    eb: ExpressionBuilder<WithMember, 'portal_group' | 'portal_group_member'>,
  ) => Expression<SqlBool>,
): Promise<ListedMembership[]> {
  const rows = await database
    .selectFrom('portal_group')
    .leftJoin('portal_group_member', (join) =>
      join
        .onRef('group_id', '=', 'portal_group.id')
        .on('portal_group_member.username', '=', username ?? null),
    )
    .select(columnsWithoutTexts)
    .select([ifItFits('snippet'), ifItFits('description'), ifItFits('tags')])
    .select('member_type')
    .where(condition)
    .where((eb) => visibleGroups(eb, caller))
    .orderBy('title')
    .orderBy('portal_group.id')
    .execute();
  // Large lists are written in turns, as pages are.
  const characters = rows.reduce((sum, { description }) => sum + (description?.length ?? 0), 0);
  if (characters > limits.smallPageBytes) await inTurn();
  return rows.map(({ member_type: membership, ...group }) => ({
    group,
    membership: membership ?? undefined,
  }));
}

type WithMember = Tables & { portal_group_member: Nullable<Tables['portal_group_member']> };

/** A text of a group in a list without pages, or null where those before it weigh too much. */
function ifItFits<Name extends 'snippet' | 'description' | 'tags'>(name: Name) {
  const through = sql`sum(portal_group.json_bytes) over (order by title, portal_group.id)`;
  return sql<GroupRow[Name] | null>`case when ${through} <= ${limits.pageBytes}
    then ${sql.ref(`portal_group.${name}`)} end`.as(name);
}

/** Groups in the order of the ids, as many as fit into one response. */
export async function loadGroups(
  database: Database,
  ids: readonly string[],
  caller: Caller,
): Promise<FittingPage<GroupRow>> {
  return loadFittingPage(database, 'portal_group', ids, (some, onlySmall) =>
    database
      .selectFrom('portal_group')
      .select(groupColumns)
      .where('portal_group.id', '=', sql<string>`any(${[...some]}::text[])`)
      .where((eb) => visibleGroups(eb, caller))
      .$if(onlySmall, (query) => query.where(isSmallPage('portal_group', some)))
      .execute(),
  );
}

export async function insertGroup(
  database: Database,
  group: Omit<Insertable<PortalTables['portal_group']>, 'search' | 'json_bytes'>,
): Promise<void> {
  await database
    .insertInto('portal_group')
    .values({ ...group, search: await searchOf(group) })
    .execute();
}

/**
 * Locks groups until the transaction ends, always in the same order. What refers to them can be stored.
 * @returns those that there are
 */
export async function lockGroups(transaction: Database, ids: readonly string[]): Promise<{ id: string }[]> {
  return transaction
    .selectFrom('portal_group')
    .select('id')
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export async function updateGroup(
  database: Database,
  group: GroupRow,
  change: Omit<Updateable<PortalTables['portal_group']>, 'search' | 'json_bytes' | 'id'>,
): Promise<void> {
  await database
    .updateTable('portal_group')
    .set({ ...change, search: await searchOf({ ...group, ...given(change) }) })
    .where('id', '=', group.id)
    .execute();
}

/** @returns whether it was protected at last; undefined when there was no such group */
export async function deleteGroup(database: Database, id: string): Promise<boolean | undefined> {
  return inTransaction(database, async (transaction) => {
    // The group before its picture, as requests that store one.
    const group = await transaction
      .selectFrom('portal_group')
      .select('protected')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    await transaction
      .deleteFrom('portal_file')
      .where('owner_kind', '=', 'group')
      .where('owner_id', '=', id)
      .execute();
    await transaction.deleteFrom('portal_group').where('id', '=', id).execute();
    return group?.protected;
  });
}

async function searchOf(group: {
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
