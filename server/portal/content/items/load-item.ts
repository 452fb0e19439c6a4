import { type ItemAction, mayItem } from '../../access/item-policy.ts';
import { forbidden, itemNotFound } from '../../access/refusals.ts';
import type { PortalCall } from '../../operation.ts';
import type { ItemRow } from './item-row.ts';
import { findItem } from './item-store.ts';

export type LoadedItem = ItemRow & { groupIds: readonly string[] };

/**
 * The item of a path `…/items/{id}/…`, when the caller may do this with it. In `content/users/{user}/…` it must be theirs.
 * @throws MappingError `portal:item-not-found`, `portal:forbidden`
 */
export async function loadItem(
  { context, caller, path }: Pick<PortalCall, 'context' | 'caller' | 'path'>,
  action: ItemAction,
): Promise<LoadedItem> {
  const item = await findItem(context.database, path['id'] ?? '');
  const user = path['user'];
  if (!item || (user !== undefined && user.toLowerCase() !== item.owner.toLowerCase())) throw itemNotFound();
  if (!mayItem(caller, action, item)) throw forbidden();
  return item;
}
