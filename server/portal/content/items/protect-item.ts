import type { Operation, PortalCall } from '../../operation.ts';
import { updateItem } from './item-store.ts';
import { loadItem } from './load-item.ts';

/** `…/items/{id}/protect`: it cannot be deleted until it is unprotected. */
export const protectItem: Operation = (call) => setProtected(call, true);

/** `…/items/{id}/unprotect`. */
export const unprotectItem: Operation = (call) => setProtected(call, false);

async function setProtected(call: PortalCall, value: boolean) {
  const item = await loadItem(call, 'protect');
  await updateItem(call.context.database, item.id, { protected: value });
  return { success: true };
}
