import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { never } from '../../../platform/arcgis/unsupported.ts';
import type { PortalItemAccess } from '../../../platform/database/tables/portal.ts';
import { mayShareAt } from '../../access/item-policy.ts';
import { forbidden } from '../../access/refusals.ts';
import type { Operation } from '../../operation.ts';
import { readSentPicture } from '../files/thumbnail.ts';
import { loadFolder } from '../folders/folder-store.ts';
import { loadOwner } from '../../community/users/load-user.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import { readUploadInParts, startUpload } from '../uploads/begin-upload.ts';
import { recordActOnOthers, recordItemAct } from '../record-item-act.ts';
import { withPreparedData } from '../item-data/set-item-data.ts';
import { addPreparedItem } from './create-item.ts';
import { givenData, givenThumbnail, refuseOtherFiles } from './given-data.ts';
import { invalidItem, readItemInput } from './item-input.ts';
import { givenMetadata, saveMetadata } from './metadata.ts';

const related = never('Relating an item here is not supported. Use addRelationship when both exist.');

/** Besides those of `readItemInput` and `givenData`. */
const schema = z.object({
  folder: z.string().optional(),
  folderId: z.string().optional(),
  access: z.string().optional(),
  relationshipType: related,
  originItemId: related,
  destinationItemId: related,
});

const levels: readonly PortalItemAccess[] = ['private', 'org', 'public'];

/**
 * `content/users/{user}[/{folder}]/addItem`: fields, and text, data or a file, and a thumbnail. With `multipart=true` the file
 * follows in parts (`addPart`, `commit`).
 */
export const addItem: Operation = async (call) => {
  const { context, parameters, path, files } = call;
  const owner = await loadOwner(call);
  const input = readOperation(schema, parameters, invalidItem);
  const metadata = await givenMetadata(call);
  refuseOtherFiles(files);
  const folder = await loadFolder(context.database, owner, path['folder'] ?? input.folderId ?? input.folder);
  const fields = readItemInput(parameters);
  const upload = readUploadInParts(call);
  const given = upload ? undefined : await givenData(call);
  const access = levels.find((level) => level === input.access) ?? 'private';
  if (!mayShareAt(call.caller, { owner, org_id: context.portal.id, access: 'private', groupIds: [] }, access))
    throw forbidden();
  const thumbnail = await readSentPicture(call, givenThumbnail(files));
  const item = {
    ...fields,
    // Without a title, the file's name is the title.
    title: fields.title || (upload ?? given)?.name?.replace(/\.[^.]*$/, ''),
    access,
    folder_id: folder?.id ?? null,
    name: (upload ?? given)?.name ?? null,
    ...(given && { uses: given.uses }),
    ...(thumbnail && { thumbnail }),
  };
  const id = await withPreparedData(context.documents, given?.data, (data) =>
    inTransaction(context.database, async (transaction) => {
      const added = await addPreparedItem({ ...context, database: transaction }, owner, { ...item, data });
      if (metadata) await saveMetadata(transaction, added, metadata, context.now());
      if (upload) await startUpload(transaction, call, { itemId: added, name: upload.name, isNew: true });
      const { title = '' } = item;
      const described = { id: added, owner, title };
      await recordActOnOthers(transaction, call, described, { act: 'item.added' });
      // As `share` does, also for its owner.
      if (access !== 'private')
        await recordItemAct(transaction, call, described, { act: 'item.shared', detail: { access } });
      return added;
    }),
  );
  return { success: true, id, folder: folder?.id ?? null };
};
