import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { userNotFound } from '../../access/refusals.ts';
import { findColleague } from '../../community/users/load-user.ts';
import type { Operation } from '../../operation.ts';
import { addFolder } from '../folders/create-folder.ts';
import { listFolders } from '../folders/folder-store.ts';
import { updateItem } from './item-store.ts';
import { loadItem } from './load-item.ts';

const schema = z.object({ targetUsername: z.string().default(''), targetFolderName: z.string().optional() });

/**
 * `…/items/{id}/reassign`: changes the owner, for administrators; into their `targetFoldername`, created when
 * absent.
 */
export const reassignItem: Operation = async (call) => {
  const { context, parameters } = call;
  const item = await loadItem(call, 'change');
  const { targetUsername, targetFolderName: title } = readOperation(schema, parameters);
  const target = await findColleague(call, targetUsername);
  if (!target) throw userNotFound();
  await inTransaction(context.database, async (database) => {
    let folderId: string | null = null;
    if (title !== undefined && title !== '/') {
      const known = (await listFolders(database, target.username)).find(
        (folder) => folder.title === title.trim(),
      );
      folderId = (known ?? (await addFolder({ ...context, database }, target.username, { title }))).id;
    }
    await updateItem(database, item.id, { owner: target.username, folder_id: folderId });
  });
  return { success: true, itemId: item.id };
};
