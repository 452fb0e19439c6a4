import { inTransaction } from '../../../platform/database/connect.ts';
import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import { z } from 'zod';
import { commaList, readOperation } from '../../../platform/arcgis/schema.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { messageCodeOf } from '../../../platform/http/arcgis-error.ts';
import { limits } from '../../../limits.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { loadOwner } from '../../community/users/load-user.ts';
import { recordActOnOthers } from '../record-item-act.ts';
import { invalidItem } from './item-input.ts';
import { deleteItem as remove } from './item-store.ts';
import { loadItem } from './load-item.ts';

/** Of deleteItems. */
const schema = z.object({
  items: commaList
    .default([])
    .refine(
      ({ length }) => length > 0 && length <= limits.itemsPerCall,
      `Give 1 to ${limits.itemsPerCall} comma-separated ids.`,
    ),
});

/** `…/items/{id}/delete`. There is no recycle bin: deletion is final. */
export const deleteItem: Operation = async (call) => ({ success: true, itemId: await deleteOne(call) });

/**
 * `content/users/{user}/deleteItems` with `items=a,b`: each has its own result, and a refused one does not
 * stop the rest.
 */
export const deleteItems: Operation = async (call) => {
  await loadOwner(call);
  const { items: ids } = readOperation(schema, call.parameters, invalidItem);
  const results = [];
  for (const id of ids) results.push(await tryOne(call, id));
  // A service with views can be deleted when they are gone, in whatever order they were given.
  for (const [index, id] of ids.entries())
    if (results[index]?.hasViews) results[index] = await tryOne(call, id);
  return { results: results.map(({ hasViews: _hasViews, ...result }) => result) };
};

async function tryOne(call: PortalCall, itemId: string) {
  try {
    await deleteOne({ ...call, path: { ...call.path, id: itemId } });
    return { itemId, success: true, hasViews: false };
  } catch (error) {
    if (!(error instanceof MappingError) || error.status >= 500) throw error;
    const { status: code, message } = error;
    const hasViews = error.id === 'services:has-views';
    return { itemId, success: false, hasViews, error: { code, ...messageCodeOf(error), message } };
  }
}

/** @throws MappingError `portal:item-protected` (400 CONT_0048) */
async function deleteOne(call: Pick<PortalCall, 'context' | 'caller' | 'path'>): Promise<string> {
  const item = await loadItem(call, 'delete');
  if (item.protected) {
    throw arcgisError('portal:item-protected');
  }
  // The service of an item and all its content are deleted in the same transaction.
  await inTransaction(call.context.database, async (transaction) => {
    await call.context.hosting.deleteServicesOf(transaction, item.id);
    await remove(transaction, item.id);
    await recordActOnOthers(transaction, call, item, { act: 'item.deleted' });
  });
  return item.id;
}
