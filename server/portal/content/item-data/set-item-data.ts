import type { Database } from '../../../database/connect.ts';
import { randomId } from '../../identity/random-token.ts';
import { compress } from './compress.ts';
import { replaceData } from './data-store.ts';

/** Data of an item as it was given. */
export interface ItemData {
  /** Media type, such as `application/json`. */
  contentType: string;
  bytes: Uint8Array;
}

/** Gives an item its data, in place of any it had. Also for demo content: the caller decides who may. */
export async function setItemData(database: Database, itemId: string, data: ItemData): Promise<void> {
  const representations = await compress(data.contentType, data.bytes);
  await replaceData(database, itemId, {
    version: randomId(),
    contentType: data.contentType,
    size: data.bytes.length,
    representations,
  });
}
