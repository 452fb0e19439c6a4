import { sql } from 'kysely';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import type { Database } from '../../platform/database/connect.ts';
import { readInParts, storedBytes } from '../../platform/database/large-bytes-store.ts';
import { type CommentRow, lockMap } from './comment-store.ts';

/**
 * Adds a photo to a comment and returns its number. Serialised within an author and within a map.
 * @param itemId the map on the embedded portal, to which the photo is charged
 * @throws MappingError `comment:too-many-photos` (403)
 */
export async function insertPhoto(
  transaction: Database,
  row: CommentRow,
  { type, bytes, max, itemId }: { type: string; bytes: Uint8Array; max: number; itemId: string | null },
): Promise<number> {
  const { id: comment, organisation, username } = row;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${organisation}/${username}`}, 52))`.execute(
    transaction,
  );
  await lockMap(transaction, row);
  const { last, used } = await transaction
    .selectFrom('map_comment_photo')
    .select((eb) => [eb.fn.max('number').as('last'), eb.fn.countAll<number>().as('used')])
    .where('comment', '=', comment)
    .executeTakeFirstOrThrow();
  if (used >= max) throw tooManyPhotos(`A comment has at most ${max} photos.`);
  await refuseMoreBytes(transaction, row, bytes.length);
  const number = ((last as number | null) ?? 0) + 1;
  const stored = await storedBytes(transaction, bytes);
  await transaction
    .insertInto('map_comment_photo')
    .values({ comment, number, content_type: type, bytes: stored, item_id: itemId })
    .execute();
  return number;
}

/** @throws MappingError `comment:too-many-photos` (403) when the photos of the map or of the author would be too large */
async function refuseMoreBytes(
  transaction: Database,
  { organisation, wid, username }: CommentRow,
  more: number,
): Promise<void> {
  const bytes = sql<number>`coalesce(sum(octet_length(map_comment_photo.bytes)), 0)`;
  const photos = transaction
    .selectFrom('map_comment')
    .innerJoin('map_comment_photo', 'map_comment_photo.comment', 'map_comment.id')
    .select(bytes.as('used'))
    .where('organisation', '=', organisation);
  const ofMap = await photos.where('wid', '=', wid).executeTakeFirstOrThrow();
  if (ofMap.used + more > limits.mapPhotoBytes)
    throw tooManyPhotos(
      `The photos of a map’s comments take at most ${limits.mapPhotoBytes / 1_000_000} MB. Remove comments that are no longer needed.`,
    );
  const own = await photos.where('username', '=', username).executeTakeFirstOrThrow();
  if (own.used + more > limits.photoBytesPerUser)
    throw tooManyPhotos(
      `The photos of your comments take at most ${limits.photoBytesPerUser / 1_000_000} MB. Remove comments that are no longer needed.`,
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
