import { inTransaction } from '../../../platform/database/in-transaction.ts';
import type { Operation } from '../../operation.ts';
import { setItemData } from '../item-data/set-item-data.ts';
import { readPicture } from '../files/picture.ts';
import { setThumbnail } from '../files/set-thumbnail.ts';
import { givenData, givenThumbnail } from './given-data.ts';
import { readItemInput } from './item-input.ts';
import { updateItem as update } from './item-store.ts';
import { loadItem } from './load-item.ts';

/**
 * `…/items/{id}/update`: changes the given fields and leaves the others; with `clearEmptyFields=true` a blank value clears the
 * field. The access level is changed by `share` only.
 */
export const updateItem: Operation = async (call) => {
  const { context, files } = call;
  const item = await loadItem(call, 'change');
  const changes = readItemInput(call.parameters);
  const given = await givenData(call);
  const picture = givenThumbnail(files);
  const thumbnail = picture && readPicture(picture.filename, picture.bytes);
  const now = context.now();
  await inTransaction(context.database, async (transaction) => {
    await update(transaction, item.id, {
      ...changes,
      ...(given?.name && { name: given.name }),
      modified_at: now,
    });
    if (given) await setItemData(transaction, item.id, given.data);
    if (thumbnail) await setThumbnail(transaction, item.id, thumbnail, now);
  });
  return { success: true, id: item.id };
};
