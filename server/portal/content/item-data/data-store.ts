import type { Selectable } from 'kysely';
import { limits } from '../../../limits.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { partFrom } from '../../../platform/database/large-bytes-store.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import type { PortalDataEncoding } from '../../../platform/database/tables/portal.ts';

export type DataRow = Selectable<Tables['portal_item_data']>;

/** Bytes of one part: enough that most data is one row, little enough that large data is streamed. */
const partBytes = 4_000_000;

/** The stored encodings of an item's data; empty when it has none. */
export async function findData(database: Database, itemId: string): Promise<DataRow[]> {
  return database
    .selectFrom('portal_item_data')
    .select(['item_id', 'encoding', 'version', 'content_type', 'size'])
    .where('item_id', '=', itemId)
    .modifyEnd(prepared)
    .execute();
}

/** Replaces the data of an item. `size` of the item becomes that of the bytes before compression. */
export async function replaceData(
  database: Database,
  itemId: string,
  data: { version: string; contentType: string; size: number; representations: readonly Representation[] },
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await transaction.deleteFrom('portal_item_data').where('item_id', '=', itemId).execute();
    for (const { encoding, bytes } of data.representations) {
      await insertVersion(transaction, data.version, encoding);
      await transaction
        .insertInto('portal_item_data')
        .values({
          item_id: itemId,
          encoding,
          version: data.version,
          content_type: data.contentType,
          size: bytes.length,
        })
        .execute();
      for (let part = 0; part * partBytes < bytes.length; part++) {
        const slice = bytes.subarray(part * partBytes, (part + 1) * partBytes);
        await transaction
          .insertInto('portal_item_data_part')
          .values({ version: data.version, encoding, part, bytes: slice })
          .execute();
      }
    }
    await transaction.updateTable('portal_item').set({ size: data.size }).where('id', '=', itemId).execute();
  });
}

/** Replaces the data of an item by a stream, a part at a time. `size` is that before compression. */
export async function replaceDataByStream(
  database: Database,
  itemId: string,
  data: Omit<DataRow, 'item_id' | 'content_type'> & {
    contentType: string;
    chunks: AsyncIterable<Uint8Array>;
  },
): Promise<void> {
  const { version, encoding, contentType, size, chunks } = data;
  await inTransaction(database, async (transaction) => {
    await transaction.deleteFrom('portal_item_data').where('item_id', '=', itemId).execute();
    await insertVersion(transaction, version, encoding);
    await transaction
      .insertInto('portal_item_data')
      .values({ item_id: itemId, encoding, version, content_type: contentType, size: 0 })
      .execute();
    let written = 0;
    let part = 0;
    for await (const bytes of inParts(chunks)) {
      await transaction
        .insertInto('portal_item_data_part')
        .values({ version, encoding, part, bytes })
        .execute();
      written += bytes.length;
      part += 1;
    }
    await transaction
      .updateTable('portal_item_data')
      .set({ size: written })
      .where('item_id', '=', itemId)
      .execute();
    await transaction.updateTable('portal_item').set({ size }).where('id', '=', itemId).execute();
  });
}

/** The same bytes in pieces of `partBytes`. */
export async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < partBytes) continue;
    const joined = Buffer.concat(waiting);
    for (let at = 0; at + partBytes <= joined.length; at += partBytes)
      yield joined.subarray(at, at + partBytes);
    const rest = joined.subarray(joined.length - (joined.length % partBytes));
    waiting = [rest];
    length = rest.length;
  }
  if (length > 0) yield Buffer.concat(waiting);
}

async function insertVersion(
  transaction: Database,
  version: string,
  encoding: DataRow['encoding'],
): Promise<void> {
  await transaction.insertInto('portal_data_version').values({ version, encoding }).execute();
}

/**
 * Gives another item the same data: both share the bytes, until one of them is changed or deleted.
 * @returns false when the data have been replaced or deleted meanwhile; then nothing was done
 */
export async function shareData(database: Database, fromId: string, toId: string): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const rows = await findData(transaction, fromId);
    for (const row of rows) {
      // Deleting the last item of a version waits for this lock, and then sees the copy.
      const version = await transaction
        .selectFrom('portal_data_version')
        .select('version')
        .where('version', '=', row.version)
        .where('encoding', '=', row.encoding)
        .forKeyShare()
        .executeTakeFirst();
      if (!version) return false;
    }
    for (const row of rows) {
      await transaction
        .insertInto('portal_item_data')
        .values({ ...row, item_id: toId })
        .execute();
    }
    return true;
  });
}

/** The bytes piece by piece. @throws Error when the data are replaced or deleted meanwhile, so that no reader takes a part for all */
export async function* readParts(database: Database, row: DataRow): AsyncGenerator<Uint8Array> {
  let left = row.size;
  for (let [part, from] = [0, 0]; left > 0;) {
    const found = await database
      .selectFrom('portal_item_data_part')
      .select(partFrom('bytes', from).as('part'))
      .where('version', '=', row.version)
      .where('encoding', '=', row.encoding)
      .where('part', '=', part)
      .modifyEnd(prepared)
      .executeTakeFirst();
    const length = found?.part.length ?? 0;
    if (!found || (length === 0 && from === 0))
      throw new Error('The data of an item were replaced while they were read.');
    if (length > 0) yield found.part;
    left -= length;
    [part, from] = length < limits.filePartBytes ? [part + 1, 0] : [part, from + length];
  }
}

/** One stored encoding of the same bytes. */
export interface Representation {
  encoding: PortalDataEncoding;
  bytes: Uint8Array;
}
