import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { saveUses } from '../dependencies/dependency-store.ts';
import { recordActOnOthers } from '../record-item-act.ts';
import { withPreparedData, setItemData } from '../item-data/set-item-data.ts';
import { givenData, refuseOtherFiles } from './given-data.ts';
import { readUploadInParts, startUpload } from '../uploads/begin-upload.ts';
import { readItemFiles, saveItemFiles } from './item-files.ts';
import { readItemInput } from './item-input.ts';
import { updateItem as update } from './item-store.ts';
import { loadItem } from './load-item.ts';
import { z } from 'zod';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { listFolders, loadFolder } from '../folders/folder-store.ts';
import { requireMember, userNotFound } from '../../access/refusals.ts';
import { notify, withdraw } from '../../community/notifications/notification-store.ts';
import { findColleague } from '../../community/users/load-user.ts';
import { addFolder } from '../folders/folder-operations.ts';
import { allowBeyondQuota } from '../../quotas/quota-store.ts';
import { checkGivingAway } from '../../identity/apps/responsible.ts';

/**
 * `…/items/{id}/update`: changes the given fields and leaves the others; with `clearEmptyFields=true` a blank value clears the
 * field. The access level is changed by `share` only. With `multipart=true` the file follows in parts (`addPart`, `commit`), which
 * replace the data when they are complete.
 */
export const updateItem: Operation = async (call) => {
  const { context, files } = call;
  const item = await loadItem(call, 'change');
  const changes = readItemInput(call.parameters);
  const upload = readUploadInParts(call);
  const given = upload ? undefined : await givenData(call);
  const itemFiles = await readItemFiles(call);
  refuseOtherFiles(files);
  const now = context.now();
  await withPreparedData(context.documents, given?.data, (data) =>
    inTransaction(context.database, async (transaction) => {
      await allowBeyondQuota(transaction);
      await update(transaction, item.id, {
        ...changes,
        ...(given?.name && { name: given.name }),
        modified_at: now,
      });
      if (data) {
        await setItemData(transaction, item.id, data);
        await saveUses(transaction, item.id, given?.uses ?? []);
      }
      if (upload) await startUpload(transaction, call, { itemId: item.id, name: upload.name, isNew: false });
      await saveItemFiles(transaction, item.id, itemFiles, now);
      await recordActOnOthers(transaction, call, item, { act: 'item.changed' });
    }),
  );
  return { success: true, id: item.id };
};

const moveSchema = z.object({ folder: z.string().optional(), folderId: z.string().optional() });

/** `…/items/{id}/move`: into `folder` by id; `/`, or an empty one, is the root. */
export const moveItem: Operation = async (call) => {
  const { context, parameters } = call;
  const item = await loadItem(call, 'move');
  const input = readOperation(moveSchema, parameters);
  const folderId = input.folder ?? input.folderId;
  if (folderId === undefined && !parameters.isBlank('folder') && !parameters.isBlank('folderId'))
    throw parameterError('folder', 'Specify the id of a folder, or / for the root.');
  const folder = await loadFolder(context.database, item.owner, folderId);
  await update(context.database, item.id, { folder_id: folder?.id ?? null });
  return { success: true, itemId: item.id, owner: item.owner, folder: folder?.id ?? '/' };
};

/** `…/items/{id}/protect`: it cannot be deleted until it is unprotected. */
export const protectItem: Operation = (call) => setProtected(call, true);

/** `…/items/{id}/unprotect`. */
export const unprotectItem: Operation = (call) => setProtected(call, false);

async function setProtected(call: PortalCall, value: boolean) {
  const item = await loadItem(call, 'protect');
  await update(call.context.database, item.id, { protected: value });
  return { success: true };
}

/** The next check notifies the new owner. The row first, which a check that notifies the old one holds until it has. */
async function forgetMapProblems(database: Database, { id, owner }: { id: string; owner: string }) {
  await database.updateTable('map_check').set({ notified: null }).where('item_id', '=', id).execute();
  await withdraw(database, owner, { type: 'map_problems', itemId: id });
}

const reassignSchema = z.object({
  targetUsername: z.string().default(''),
  targetFolderName: z.string().optional(),
});

/**
 * `…/items/{id}/reassign`: changes the owner, for administrators; into their `targetFoldername`, created when
 * absent. A registered application is given away by its owner and administrators only, after a recent sign-in.
 */
export const reassignItem: Operation = async (call) => {
  const { context, parameters } = call;
  const { username: actor } = requireMember(call.caller);
  const item = await loadItem(call, 'change');
  const { targetUsername, targetFolderName: title } = readOperation(reassignSchema, parameters);
  const target = await findColleague(call, targetUsername);
  if (!target || target.disabled) throw userNotFound();
  await inTransaction(context.database, async (database) => {
    let folderId: string | null = null;
    if (title !== undefined && title !== '/') {
      const known = (await listFolders(database, target.username)).find(
        (folder) => folder.title === title.trim(),
      );
      folderId = (known ?? (await addFolder({ ...context, database }, target.username, { title }))).id;
    }
    await update(database, item.id, { owner: target.username, folder_id: folderId });
    await checkGivingAway(database, call, item);
    await forgetMapProblems(database, item);
    const data = { itemId: item.id, itemTitle: item.title, fromUsername: item.owner };
    const event = { type: 'item_reassigned' as const, data };
    await notify(
      database,
      [target.username].filter((name) => name !== actor),
      event,
      context.now(),
    );
  });
  return { success: true, itemId: item.id };
};
