import { sql } from 'kysely';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import type { Database } from '../../platform/database/connect.ts';
import { readInParts, storedBytes } from '../../platform/database/large-bytes-store.ts';
import { type CommentRow, findComment, lockComments, lockMap } from './comment-store.ts';

/**
 * Adds a photo to a comment and returns its number; undefined when the comment has been deleted. A photo that the comment has already is
 * not added again. Serialised within an author, a map and, where the portal counts no photos, an organisation.
 * @param owner the author on the embedded portal, to whom the photo is charged; null on another portal
 * @throws MappingError `comment:too-many-photos` (403)
 */
export async function insertPhoto(
  transaction: Database,
  row: CommentRow,
  { type, bytes, max, owner }: { type: string; bytes: Uint8Array; max: number; owner: string | null },
): Promise<number | undefined> {
  const { id: comment, organisation, username } = row;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${organisation}/${username}`}, 52))`.execute(
    transaction,
  );
  await lockMap(transaction, row);
  if (owner === null) await lockComments(transaction, row);
  if (!(await findComment(transaction, row, comment, { stays: true }))) return undefined;
  // Sent again, because its response was lost: it may be the last that fitted.
  const before = await findSamePhoto(transaction, comment, bytes);
  if (before !== undefined) return before;
  const { last, used } = await transaction
    .selectFrom('map_comment_photo')
    .select((eb) => [eb.fn.max('number').as('last'), eb.fn.countAll<number>().as('used')])
    .where('comment', '=', comment)
    .executeTakeFirstOrThrow();
  if (used >= max) throw tooManyPhotos(`A comment has at most ${max} photos.`);
  await refuseMoreBytes(transaction, row, { more: bytes.length, isCharged: owner !== null });
  const number = ((last as number | null) ?? 0) + 1;
  const stored = await storedBytes(transaction, bytes);
  await transaction
    .insertInto('map_comment_photo')
    .values({ comment, number, content_type: type, bytes: stored, owner })
    .execute();
  return number;
}

/** The number of the photo of a comment that has these bytes. */
async function findSamePhoto(
  transaction: Database,
  comment: string,
  bytes: Uint8Array,
): Promise<number | undefined> {
  const ofSize = transaction
    .selectFrom('map_comment_photo')
    .select('number')
    .where('comment', '=', comment)
    .where(sql<boolean>`octet_length(bytes) = ${bytes.length}::integer`);
  // Before the bytes are sent to be compared: most photos have a size of their own.
  if (!(await ofSize.executeTakeFirst())) return undefined;
  const sent = await storedBytes(transaction, bytes);
  const same = await ofSize.where(sql<boolean>`bytes = ${sent}`).executeTakeFirst();
  return same?.number;
}

/**
 * @param isCharged whether the embedded portal counts them for its quotas
 * @throws MappingError `comment:too-many-photos` (403) when the photos of the map, of the author or of the organisation would be too large
 */
async function refuseMoreBytes(
  transaction: Database,
  { organisation, wid, username }: CommentRow,
  { more, isCharged }: { more: number; isCharged: boolean },
): Promise<void> {
  const bytes = sql<number>`coalesce(sum(octet_length(map_comment_photo.bytes)), 0)`;
  const photos = transaction
    .selectFrom('map_comment')
    .innerJoin('map_comment_photo', 'map_comment_photo.comment', 'map_comment.id')
    .select(bytes.as('used'))
    .where('organisation', '=', organisation);
  const refuseBeyond = async (whose: string, of: typeof photos, most: number) => {
    const { used } = await of.executeTakeFirstOrThrow();
    if (used + more > most)
      throw tooManyPhotos(
        `The photos of ${whose} take at most ${most / 1_000_000} MB. Remove comments that are no longer needed.`,
      );
  };
  await refuseBeyond('a map’s comments', photos.where('wid', '=', wid), limits.mapPhotoBytes);
  await refuseBeyond('your comments', photos.where('username', '=', username), limits.photoBytesPerUser);
  if (!isCharged)
    await refuseBeyond(
      'all comments of this organisation',
      photos.where('owner', 'is', null),
      limits.organisationPhotoBytes,
    );
}

const tooManyPhotos = (message: string) =>
  new MappingError('comment:too-many-photos', message, { status: 403 });

/** A photo, without its bytes: they never change, and are read in parts. */
export interface FoundPhoto {
  comment: string;
  number: number;
  type: string;
  size: number;
}

export async function findPhoto(
  database: Database,
  comment: string,
  number: number,
): Promise<FoundPhoto | undefined> {
  return photoOf(database, { comment, number })
    .select(['comment', 'number', 'content_type as type', sql<number>`octet_length(bytes)`.as('size')])
    .executeTakeFirst();
}

/** @throws Error when the comment is deleted meanwhile */
export function readPhotoParts(database: Database, photo: FoundPhoto): AsyncGenerator<Uint8Array> {
  return readInParts('bytes', photo.size, (part) =>
    photoOf(database, photo).select(part.as('part')).executeTakeFirst(),
  );
}

function photoOf(database: Database, { comment, number }: Pick<FoundPhoto, 'comment' | 'number'>) {
  return database.selectFrom('map_comment_photo').where('comment', '=', comment).where('number', '=', number);
}
