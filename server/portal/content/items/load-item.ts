import { type ItemAction, mayItem } from '../../access/item-policy.ts';
import { forbidden, itemNotFound, unseen } from '../../access/refusals.ts';
import type { PortalCall } from '../../operation.ts';
import type { ItemRow } from './item-row.ts';
import { findItem } from './item-store.ts';

export type LoadedItem = ItemRow & { groupIds: readonly string[] };

/**
 * The item of a path `…/items/{id}/…`, if the caller may do this with it. In `content/users/{user}/…` it must
 * be theirs.
 * @throws MappingError `portal:forbidden`, `portal:item-not-found`; the same for unknown and invisible items
 */
export async function loadItem(
  { context, caller, path }: Pick<PortalCall, 'context' | 'caller' | 'path'>,
  action: ItemAction,
): Promise<LoadedItem> {
  const item = await findItem(context.database, path['id'] ?? '');
  const user = path['user'];
  const elsewhere = user !== undefined && user.toLowerCase() !== item?.owner.toLowerCase();
  if (!item || elsewhere || !mayItem(caller, 'see', item)) throw unseen(caller, itemNotFound);
  if (!mayItem(caller, action, item)) throw forbidden();
  return item;
}
