import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import type { Operation } from '../../operation.ts';
import { loadFolder } from '../folders/load-folder.ts';
import { updateItem } from './item-store.ts';
import { loadItem } from './load-item.ts';

const schema = z.object({ folder: z.string().optional(), folderId: z.string().optional() });

/** `…/items/{id}/move`: into `folder` by id, or `/` for the root. */
export const moveItem: Operation = async (call) => {
  const { context, parameters } = call;
  const item = await loadItem(call, 'move');
  const asked = readOperation(schema, parameters);
  const folder = await loadFolder(context.database, item.owner, asked.folder ?? asked.folderId);
  await updateItem(context.database, item.id, { folder_id: folder?.id ?? null });
  return { success: true, itemId: item.id, owner: item.owner, folder: folder?.id ?? '/' };
};
