import type { Operation } from '../../operation.ts';
import { loadFolder } from '../folders/load-folder.ts';
import { loadItem } from './load-item.ts';
import { presentItem } from './present-item.ts';

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
