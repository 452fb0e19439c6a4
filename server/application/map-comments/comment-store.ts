import { type Selectable, sql } from 'kysely';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type CommentRow = Selectable<Tables['map_comment']>;

/** A web map of an organisation. */
export interface MapKey {
  organisation: string;
  wid: string;
}

/** A comment with the numbers of its photos. */
export type CommentWithPhotos = CommentRow & { photos: number[] };

/**
 * Comments of a map, oldest first, after one of them: at most `max`, and no more after their texts exceed `characters` together.
 */
export async function listComments(
  database: Database,
  map: MapKey,
  page: { after: { created: number; id: string } | undefined; max: number; characters: number },
): Promise<CommentWithPhotos[]> {
  const { after, max, characters } = page;
  const all = commentsOf(database, map);
  const rest = after
    ? all.where(sql<boolean>`(created_at, id) > (${after.created}::bigint, ${after.id}::uuid)`)
    : all;
  const counted = rest
    .select(sql<number>`sum(length(text)) over (order by created_at, id) - length(text)`.as('before'))
    .limit(max);
  const rows = await database
    .selectFrom(counted.as('counted'))
    .selectAll()
    .where('before', '<=', characters)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ before: _before, ...row }) => row);
}

/** Those of the named comments that the map has, oldest first. */
export async function findComments(
  database: Database,
  map: MapKey,
  ids: readonly string[],
): Promise<CommentWithPhotos[]> {
  return commentsOf(database, map)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
}

function commentsOf(database: Database, { organisation, wid }: MapKey) {
  return database
    .selectFrom('map_comment')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('map_comment_photo')
        .select(sql<number[]>`coalesce(array_agg(number order by number), '{}')`.as('photos'))
        .whereRef('comment', '=', 'map_comment.id')
        .as('photos'),
    )
    .where('organisation', '=', organisation)
    .where('wid', '=', wid)
    .orderBy('created_at')
    .orderBy('id')
    .$narrowType<{ photos: number[] }>();
}

/** @param stays whether it cannot be deleted until the transaction ends */
export async function findComment(
  database: Database,
  { organisation, wid }: MapKey,
  id: string,
  { stays = false }: { stays?: boolean } = {},
): Promise<CommentRow | undefined> {
  return database
    .selectFrom('map_comment')
    .selectAll()
    .where('organisation', '=', organisation)
    .where('wid', '=', wid)
    .where('id', '=', id)
    .$if(stays, (query) => query.forKeyShare())
    .executeTakeFirst();
}

/**
 * Adds a comment. Serialised within an organisation, so that no two get the last place.
 * @returns whether it was added: there may be one with this id
 * @throws MappingError `comment:too-many` (403)
 */
export async function insertComment(
  transaction: Database,
  row: Omit<CommentRow, 'place'> & { place: string | null },
): Promise<boolean> {
  await lockComments(transaction, row);
  // Sent again, because its response was lost: it may be the last that fitted.
  if (await findComment(transaction, row, row.id)) return false;
  await refuseMoreComments(transaction, row);
  const { numInsertedOrUpdatedRows: added } = await transaction
    .insertInto('map_comment')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return added === 1n;
}

/** @throws MappingError `comment:too-many` (403) when there is no room in the map or in the organisation, or none for its author */
async function refuseMoreComments(
  transaction: Database,
  { organisation, wid, username }: Pick<CommentRow, 'organisation' | 'wid' | 'username'>,
): Promise<void> {
  const isOwn = sql<boolean>`username = ${username}`;
  const comments = transaction
    .selectFrom('map_comment')
    .select((eb) => eb.fn.countAll<number>().as('used'))
    .where('organisation', '=', organisation);
  const ofMap = await comments
    .where('wid', '=', wid)
    .select((eb) => eb.fn.countAll<number>().filterWhere(isOwn).as('own'))
    .executeTakeFirstOrThrow();
  if (ofMap.used >= limits.mapComments) throw tooMany(`This map has ${limits.mapComments} comments.`);
  const isVisitor = username === '';
  if (isVisitor && ofMap.own >= limits.mapVisitorComments)
    throw tooMany(`This map has ${limits.mapVisitorComments} comments of visitors.`);
  const all = await comments.executeTakeFirstOrThrow();
  if (all.used >= limits.organisationComments)
    throw tooMany(`The maps of this organisation have ${limits.organisationComments} comments.`);
  const own = await comments.where(isOwn).executeTakeFirstOrThrow();
  const max = isVisitor ? limits.organisationVisitorComments : limits.commentsPerUser;
  if (own.used >= max)
    throw tooMany(
      isVisitor
        ? `The maps of this organisation have ${max} comments of visitors.`
        : `You have made ${max} comments on maps of this organisation.`,
    );
}

const tooMany = (why: string) =>
  new MappingError('comment:too-many', `${why} Remove some that are no longer needed.`, { status: 403 });

/** Waits for others who add comments in the organisation, or photos that no quota counts. */
export async function lockComments(
  transaction: Database,
  { organisation }: Pick<MapKey, 'organisation'>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${organisation}, 54))`.execute(transaction);
}

export async function lockMap(transaction: Database, { organisation, wid }: MapKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${organisation}/${wid}`}, 51))`.execute(
    transaction,
  );
}

/** @returns whether there still is such a comment */
export async function updateComment(
  transaction: Database,
  id: string,
  change: Partial<Pick<CommentRow, 'text' | 'edited_at' | 'resolved_at' | 'resolved_by'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('map_comment')
    .set(change)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Removes a comment; the first one of a conversation takes the others with it.
 * @returns whether there still was such a comment
 */
export async function deleteComment(transaction: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('map_comment')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Replaces the people whom a comment mentions; who has read it before is not notified again. */
export async function saveMentions(
  transaction: Database,
  { id, organisation }: Pick<CommentRow, 'id' | 'organisation'>,
  usernames: readonly string[],
): Promise<void> {
  const stale = transaction.deleteFrom('map_comment_mention').where('comment', '=', id);
  await (usernames.length > 0 ? stale.where('username', 'not in', usernames) : stale).execute();
  if (usernames.length === 0) return;
  await transaction
    .insertInto('map_comment_mention')
    .values(usernames.map((username) => ({ comment: id, organisation, username, seen_at: null })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A member who is mentioned in comments. */
interface Mentioned {
  organisation: string;
  username: string;
}

/** Maps with unread comments that mention a member, the newest comment first; without those that are named. */
export async function listMentionedMaps(
  database: Database,
  member: Mentioned,
  { without, max }: { without: readonly string[]; max: number },
): Promise<string[]> {
  const rows = await unreadMentions(database, member)
    .select('map_comment.wid')
    .where('map_comment.wid', '<>', sql<string>`all(${[...without]}::text[])`)
    .groupBy('map_comment.wid')
    .orderBy((eb) => eb.fn.max('map_comment.created_at'), 'desc')
    .orderBy('map_comment.wid')
    .limit(max)
    .execute();
  return rows.map(({ wid }) => wid);
}

/** Unread comments of some maps that mention a member, newest first. */
export async function listMentions(
  database: Database,
  member: Mentioned,
  maps: readonly string[],
): Promise<CommentRow[]> {
  return unreadMentions(database, member)
    .selectAll('map_comment')
    .where('map_comment.wid', '=', sql<string>`any(${[...maps]}::text[])`)
    .orderBy('map_comment.created_at', 'desc')
    .orderBy('map_comment.id')
    .limit(limits.shownMentions)
    .execute();
}

function unreadMentions(database: Database, { organisation, username }: Mentioned) {
  return database
    .selectFrom('map_comment_mention as mention')
    .innerJoin('map_comment', 'map_comment.id', 'mention.comment')
    .where('mention.organisation', '=', organisation)
    .where('mention.username', '=', username)
    .where('mention.seen_at', 'is', null);
}

/** Marks all comments of some maps that mention a member. */
export async function markMapsSeen(
  database: Database,
  { organisation, username, now }: Mentioned & { now: number },
  maps: readonly string[],
): Promise<void> {
  await database
    .updateTable('map_comment_mention as mention')
    .from('map_comment')
    .set({ seen_at: now })
    .whereRef('map_comment.id', '=', 'mention.comment')
    .where('map_comment.wid', '=', sql<string>`any(${[...maps]}::text[])`)
    .where('mention.organisation', '=', organisation)
    .where('mention.username', '=', username)
    .where('mention.seen_at', 'is', null)
    .execute();
}

export async function markMentionSeen(
  database: Database,
  id: string,
  { organisation, username, now }: { organisation: string; username: string; now: number },
): Promise<void> {
  await database
    .updateTable('map_comment_mention')
    .set({ seen_at: now })
    .where('comment', '=', id)
    .where('organisation', '=', organisation)
    .where('username', '=', username)
    .where('seen_at', 'is', null)
    .execute();
}

/** Whether visitors may see and add comments of a map; without a choice they may not. */
export async function visitorsMayComment(
  database: Database,
  { organisation, wid }: MapKey,
): Promise<boolean> {
  const row = await database
    .selectFrom('map_comment_setting')
    .select('visitors')
    .where('organisation', '=', organisation)
    .where('wid', '=', wid)
    .executeTakeFirst();
  return row?.visitors ?? false;
}

/** Which of these maps allow visitors to comment, in one statement. */
export async function visitorsMayCommentOn(
  database: Database,
  maps: readonly MapKey[],
): Promise<(map: MapKey) => boolean> {
  const rows = await database
    .selectFrom('map_comment_setting')
    .select(['organisation', 'wid'])
    .where('visitors', '=', true)
    .where(
      sql<boolean>`(organisation, wid) in (select * from unnest(
        cast(${maps.map(({ organisation }) => organisation)} as text[]),
        cast(${maps.map(({ wid }) => wid)} as text[])))`,
    )
    .execute();
  const open = new Set(rows.map(({ organisation, wid }) => `${organisation}/${wid}`));
  return ({ organisation, wid }) => open.has(`${organisation}/${wid}`);
}

export async function saveSetting(
  transaction: Database,
  { organisation, wid }: MapKey,
  visitors: boolean,
): Promise<void> {
  await transaction
    .insertInto('map_comment_setting')
    .values({ organisation, wid, visitors })
    .onConflict((conflict) => conflict.columns(['organisation', 'wid']).doUpdateSet({ visitors }))
    .execute();
}
