import type { Operation } from '../../operation.ts';
import { loadFolder } from '../folders/load-folder.ts';
import { updateItem } from './item-store.ts';
import { loadItem } from './load-item.ts';

/** `…/items/{id}/move`: into `folder` by id, or `/` for the root. */
export const moveItem: Operation = async (call) => {
  const { context, parameters } = call;
  const item = await loadItem(call, 'move');
  const folder = await loadFolder(
    context.database,
    item.owner,
    parameters['folder'] ?? parameters['folderId'],
  );
  await updateItem(context.database, item.id, { folder_id: folder?.id ?? null });
  return { success: true, itemId: item.id, owner: item.owner, folder: folder?.id ?? '/' };
};
