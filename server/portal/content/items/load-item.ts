import { type ItemAction, mayItem } from '../../access/item-policy.ts';
import { forbidden, itemNotFound, unseen } from '../../access/refusals.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { findItem, type ItemRow } from './item-store.ts';
import { loadFolder } from '../folders/folder-store.ts';
import { presentItem } from './present-item.ts';

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

/** `content/items/{id}`. */
export const getItem: Operation = async (call) => presentItem(await loadItem(call, 'see'), call.caller);

/** `content/users/{user}/items/{id}`: the same for users who control it, with its sharing and folder. */
export const getUserItem: Operation = async (call) => {
  const { context, caller } = call;
  const item = await loadItem(call, 'change');
  const folder = await loadFolder(context.database, item.owner, item.folder_id ?? undefined);
  return {
    item: presentItem(item, caller),
    sharing: {
      access: item.access === 'private' && item.shared ? 'shared' : item.access,
      groups: item.groupIds,
    },
    folder: folder ? { id: folder.id, title: folder.title } : null,
  };
};
