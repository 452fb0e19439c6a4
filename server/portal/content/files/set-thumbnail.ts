import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { updateItem } from '../items/item-store.ts';
import { replaceThumbnail } from './file-store.ts';
import type { Picture } from './picture.ts';

/**
 * Sets the picture of an item. Also for demo content: the caller authorises.
 * @param now epoch milliseconds
 * @returns the path below `info/`
 */
export async function setThumbnail(
  database: Database,
  itemId: string,
  picture: Picture,
  now: number,
): Promise<string> {
  const path = thumbnailPath(picture);
  await inTransaction(database, async (transaction) => {
    await saveThumbnail(transaction, { kind: 'item', id: itemId }, picture, now);
    await updateItem(transaction, itemId, { thumbnail: path });
  });
  return path;
}

/**
 * Stores the picture of an item, a group or a user; the caller sets their `thumbnail` to the returned path.
 */
export async function saveThumbnail(
  database: Database,
  owner: { kind: 'item' | 'group' | 'user'; id: string },
  picture: Picture,
  now: number,
): Promise<string> {
  const path = thumbnailPath(picture);
  await replaceThumbnail(database, {
    owner_kind: owner.kind,
    owner_id: owner.id,
    path,
    content_type: picture.contentType,
    bytes: picture.bytes,
    created_at: now,
  });
  return path;
}

function thumbnailPath(picture: Picture): string {
  return `thumbnail/${picture.name}`;
}
