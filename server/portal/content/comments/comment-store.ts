import { type Selectable, sql } from 'kysely';
import { limits } from '../../../limits.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { itemNotFound } from '../../access/refusals.ts';
import { holdUser } from '../../community/user-store.ts';
import { lockItem } from '../items/item-store.ts';
import type { PortalTables } from '../../../platform/database/tables/portal.ts';

export type CommentRow = Selectable<PortalTables['portal_item_comment']>;

/** Comments of an item, newest first. */
export async function listComments(
  database: Database,
  itemId: string,
  { start, num }: { start: number; num: number },
): Promise<{ total: number; comments: CommentRow[] }> {
  const ofItem = database.selectFrom('portal_item_comment').where('item_id', '=', itemId);
  const [{ total }, comments] = await Promise.all([
    ofItem.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ofItem
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .offset(start - 1)
      .limit(num)
      .execute(),
  ]);
  return { total: Number(total), comments };
}

export async function findComment(
  database: Database,
  itemId: string,
  id: string,
): Promise<CommentRow | undefined> {
  return database
    .selectFrom('portal_item_comment')
    .selectAll()
    .where('id', '=', id)
    .where('item_id', '=', itemId)
    .executeTakeFirst();
}

/** Which part of an item's room for comments an author may fill. */
export interface CommentAuthor {
  /** Controls the item, and may delete the comments of others. */
  controls: boolean;
  /** Belongs to the item's organisation. */
  isInside: boolean;
}

/** Which part of the room is used up. */
export type CommentRefusal =
  'many-comments' | 'many-own-comments' | 'many-own-comments-on-all' | 'many-comments-of-others';

/**
 * Stores a comment if the item has room for one more of its author; the item's row is locked, so that two are not counted without
 * each other.
 * @returns undefined if it was stored
 * @throws MappingError `portal:item-not-found` when the item was deleted meanwhile
 */
export async function insertComment(
  transaction: Database,
  comment: CommentRow,
  { controls, isInside }: CommentAuthor,
): Promise<CommentRefusal | undefined> {
  await holdUser(transaction, comment.username);
  const item = await lockItem(transaction, comment.item_id);
  if (!item) throw itemNotFound();
  if (item.num_comments >= limits.itemComments) return 'many-comments';
  const { rows } = await sql<{ own: number; others: number }>`
    select count(*) filter (where username = ${comment.username})::integer as own,
      count(*) filter (where portal_user.org_id <> portal_item.org_id)::integer as others
    from portal_item_comment
      join portal_user using (username) join portal_item on portal_item.id = item_id
    where item_id = ${comment.item_id}`.execute(transaction);
  const { own, others } = rows[0] ?? { own: 0, others: 0 };
  if (!controls && own >= limits.itemCommentsPerAuthor) return 'many-own-comments';
  if (!isInside && others >= limits.itemCommentsOfOthers) return 'many-comments-of-others';
  if (await hasCommentsOnAll(transaction, comment.username)) return 'many-own-comments-on-all';
  await transaction.insertInto('portal_item_comment').values(comment).execute();
  return undefined;
}

/** Whether an author has as many comments as they may have: no quota counts them. */
async function hasCommentsOnAll(transaction: Database, username: string): Promise<boolean> {
  const last = await transaction
    .selectFrom('portal_item_comment')
    .select('username')
    .where('username', '=', username)
    .offset(limits.itemCommentsOnAll - 1)
    .limit(1)
    .executeTakeFirst();
  return last !== undefined;
}

export async function updateComment(
  database: Database,
  id: string,
  changes: Pick<CommentRow, 'comment' | 'modified_at'>,
): Promise<void> {
  await database.updateTable('portal_item_comment').set(changes).where('id', '=', id).execute();
}

/** Deletes a comment with the replies to it. */
export async function deleteComment(database: Database, id: string): Promise<void> {
  await database.deleteFrom('portal_item_comment').where('id', '=', id).execute();
}

/** Those who wrote a comment or a reply to it. */
export async function writersIn(database: Database, id: string): Promise<string[]> {
  const rows = await database
    .selectFrom('portal_item_comment')
    .select('username')
    .distinct()
    .where((eb) => eb.or([eb('id', '=', id), eb('parent_id', '=', id)]))
    .execute();
  return rows.map(({ username }) => username);
}

/** Those of the users who may see the item: `mayItem(user, 'see', item)` as a condition. */
export async function readersAmong(
  database: Database,
  item: { owner: string; org_id: string; access: string; groupIds: readonly string[] },
  names: readonly string[],
): Promise<string[]> {
  const lower = names.map((name) => name.toLowerCase());
  const rows = await database
    .selectFrom('portal_user')
    .leftJoin('portal_role', 'portal_role.id', 'portal_user.role_id')
    .select('portal_user.username')
    .where((eb) => eb(eb.fn('lower', ['portal_user.username']), '=', sql`any(${lower}::text[])`))
    .where('portal_user.disabled', '=', false)
    .where((eb) =>
      eb.or([
        eb.lit(item.access === 'public'),
        eb('portal_user.username', '=', item.owner),
        eb.and([
          eb('portal_user.org_id', '=', item.org_id),
          eb.or([
            eb.and([
              eb.lit(item.access === 'org'),
              eb.or([
                eb('portal_user.role_id', 'is', null),
                sql<boolean>`'portal:user:viewOrgItems' = any(portal_role.privileges)`,
              ]),
            ]),
            eb.and([eb('portal_user.role_id', 'is', null), eb('portal_user.role', '=', 'org_admin')]),
            sql<boolean>`'portal:admin:viewItems' = any(portal_role.privileges)`,
          ]),
        ]),
        eb.exists(
          eb
            .selectFrom('portal_group_member')
            .select('group_id')
            .whereRef('portal_group_member.username', '=', 'portal_user.username')
            .where('group_id', '=', sql<string>`any(${[...item.groupIds]}::text[])`),
        ),
      ]),
    )
    .execute();
  return rows.map(({ username }) => username);
}
