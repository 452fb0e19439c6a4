import { type Selectable, sql } from 'kysely';
import { limits } from '../../../limits.ts';
import { type Database, databaseNow, inTransaction } from '../../../platform/database/connect.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { inParts } from '../item-data/data-store.ts';
import { deleteItem } from '../items/item-store.ts';

export type UploadRow = Selectable<Tables['portal_item_upload']>;

/** Expired uploads that are deleted when a new one begins. */
const expiredPerBatch = 20;

const oldest = (now: number) => now - limits.uploadPartHours * 3_600_000;

/** Begins an upload; the parts of an earlier one of the same item are deleted. */
export async function beginUpload(
  database: Database,
  upload: { itemId: string; name: string; isNew: boolean },
  now: number,
): Promise<void> {
  const { itemId, name, isNew } = upload;
  await inTransaction(database, async (transaction) => {
    const former = await transaction
      .deleteFrom('portal_item_upload')
      .where('item_id', '=', itemId)
      .returning('is_new')
      .executeTakeFirst();
    await transaction
      .insertInto('portal_item_upload')
      .values({ item_id: itemId, name, is_new: isNew || former?.is_new === true, used_at: now })
      .execute();
  });
}

/** Deletes uploads that have not been continued, with the items that were added for them. */
export async function deleteExpiredUploads(database: Database, now: number): Promise<void> {
  const expired = await database
    .selectFrom('portal_item_upload')
    .select('item_id')
    .where('used_at', '<', oldest(now))
    .limit(expiredPerBatch)
    .execute();
  for (const { item_id: id } of expired)
    await inTransaction(database, async (transaction) => {
      const upload = await lockUpload(transaction, id);
      if (upload && upload.used_at < oldest(now)) await deleteUpload(transaction, upload);
    });
}

export async function findUpload(database: Database, itemId: string): Promise<UploadRow | undefined> {
  return database
    .selectFrom('portal_item_upload')
    .selectAll()
    .where('item_id', '=', itemId)
    .executeTakeFirst();
}

/** Milliseconds after which a commit whose job was not recorded has failed: its process has ended. */
const startWithin = 15_000;

/** An upload. Its process may be another machine's, so that the clock of the database decides. */
export type LockedUpload = UploadRow & {
  /** Whether it was used in the last `startWithin`. */
  is_fresh: boolean;
};

/** Until the end of the transaction no other adds parts, joins them or ends the upload. */
export async function lockUpload(transaction: Database, itemId: string): Promise<LockedUpload | undefined> {
  return transaction
    .selectFrom('portal_item_upload')
    .selectAll()
    .select(sql<boolean>`used_at >= ${databaseNow} - ${startWithin}::bigint`.as('is_fresh'))
    .where('item_id', '=', itemId)
    .forUpdate()
    .executeTakeFirst();
}

/** Deletes the parts, and the item if it was added for them and has got no other data meanwhile. */
export async function deleteUpload(
  transaction: Database,
  upload: Pick<UploadRow, 'item_id' | 'is_new'>,
): Promise<void> {
  const { item_id: id } = upload;
  await transaction.deleteFrom('portal_item_upload').where('item_id', '=', id).execute();
  const empty = await transaction
    .selectFrom('portal_item')
    .select('id')
    .where('id', '=', id)
    .where('protected', '=', false)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('portal_item_data').select('item_id').where('item_id', '=', id))),
    )
    .executeTakeFirst();
  if (upload.is_new && empty) await deleteItem(transaction, id);
}

/**
 * Stores a part, replacing an earlier one of the same number, of an upload that the transaction has locked.
 * @returns the bytes of all parts
 */
export async function savePart(
  transaction: Database,
  itemId: string,
  { part, size, chunks }: { part: number; size: number; chunks: AsyncIterable<Uint8Array> },
  now: number,
): Promise<number> {
  const former = await transaction
    .deleteFrom('portal_item_part')
    .where('item_id', '=', itemId)
    .where('part', '=', part)
    .returning((eb) => eb.fn<number>('octet_length', ['bytes']).as('size'))
    .execute();
  let piece = 0;
  for await (const bytes of inParts(chunks)) {
    await transaction
      .insertInto('portal_item_part')
      .values({ item_id: itemId, part, piece, bytes })
      .execute();
    piece += 1;
  }
  // An empty part counts as a part.
  if (piece === 0)
    await transaction
      .insertInto('portal_item_part')
      .values({ item_id: itemId, part, piece, bytes: new Uint8Array() })
      .execute();
  const more = size - former.reduce((sum, each) => sum + each.size, 0);
  const { size: all } = await transaction
    .updateTable('portal_item_upload')
    .set((eb) => ({ size: eb('size', '+', more), used_at: now, job_id: null }))
    .where('item_id', '=', itemId)
    .returning('size')
    .executeTakeFirstOrThrow();
  return all;
}

/** Numbers of the parts, in order. */
export async function listParts(database: Database, itemId: string): Promise<number[]> {
  const rows = await database
    .selectFrom('portal_item_part')
    .select('part')
    .where('item_id', '=', itemId)
    .where('piece', '=', 0)
    .orderBy('part')
    .execute();
  return rows.map(({ part }) => part);
}

/** The bytes of all parts in their order, piece by piece. */
export async function* readUpload(database: Database, itemId: string): AsyncGenerator<Uint8Array> {
  for (let at = { part: 0, piece: -1 }; ;) {
    const next = await database
      .selectFrom('portal_item_part')
      .select(['part', 'piece', 'bytes'])
      .where('item_id', '=', itemId)
      .where((eb) => eb(eb.refTuple('part', 'piece'), '>', eb.tuple(at.part, at.piece)))
      .orderBy('part')
      .orderBy('piece')
      .limit(1)
      .executeTakeFirst();
    if (!next) return;
    yield next.bytes;
    at = next;
  }
}

/** Records the job that joins the parts of an upload that the transaction has locked; null: there is none. */
export async function noteJoining(
  transaction: Database,
  itemId: string,
  jobId: string | null,
): Promise<void> {
  await transaction
    .updateTable('portal_item_upload')
    .set({ job_id: jobId, used_at: databaseNow })
    .where('item_id', '=', itemId)
    .execute();
}
