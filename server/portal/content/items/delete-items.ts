import { inTransaction } from '../../../platform/database/connect.ts';
import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import type { Requirement } from '../../access/privileges.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { withdraw } from '../../community/notifications/notification-store.ts';
import { recordActOnOthers } from '../record-item-act.ts';
import { readItemIds, resultFor } from './each-item.ts';
import { deleteItem as remove } from './item-store.ts';
import { loadItem } from './load-item.ts';

/** For one's own content, or with the admin privilege for other users'; the operation checks which applies. */
export const deletionNeeds: Requirement = ['portal:user:createItem', 'portal:admin:deleteItems'];

/** `…/items/{id}/delete`. There is no recycle bin: deletion is final. */
export const deleteItem: Operation = async (call) => ({ success: true, itemId: await deleteOne(call) });

/**
 * `content/users/{user}/deleteItems` with `items=a,b`: each has its own result, and a refused one does not
 * stop the rest.
 */
export const deleteItems: Operation = async (call) => {
  const ids = await readItemIds(call);
  const act = { operation: deleteItem, needs: deletionNeeds };
  const results = [];
  for (const id of ids) results.push(await resultFor(call, id, act));
  // A service with views can be deleted when they are gone, in whatever order they were given.
  for (const [index, id] of ids.entries())
    if (results[index]?.refusal?.id === 'services:has-views') results[index] = await resultFor(call, id, act);
  return { results: results.map(({ result }) => result) };
};

/** @throws MappingError `portal:item-protected` (400 CONT_0048) */
async function deleteOne(call: Pick<PortalCall, 'context' | 'caller' | 'path'>): Promise<string> {
  const item = await loadItem(call, 'delete');
  if (item.protected) {
    throw arcgisError('portal:item-protected');
  }
  // The service of an item and all its content are deleted in the same transaction.
  await inTransaction(call.context.database, async (transaction) => {
    await call.context.hosting.deleteServicesOf(transaction, item.id);
    // It may have been protected since.
    if (await remove(transaction, item.id)) throw arcgisError('portal:item-protected');
    // Afterwards: a check of the map that notifies its owner at the same time has ended.
    await withdraw(transaction, item.owner, { type: 'map_problems', itemId: item.id });
    await recordActOnOthers(transaction, call, item, { act: 'item.deleted' });
  });
  return item.id;
}
