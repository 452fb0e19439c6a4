import { z } from 'zod';
import { type Fault, MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import type { FormFile } from '../../../platform/http/multipart/read-form.ts';
import type { Operation } from '../../operation.ts';
import { contentTypeOf } from '../item-data/content-type.ts';
import { lockItem, updateItem } from '../items/item-store.ts';
import { loadItem } from '../items/load-item.ts';
import { countFiles, deleteFiles, saveFile } from './file-store.ts';

const schema = z.object({
  folderName: z
    .string()
    .regex(/^[\w-]{1,80}$/, 'Specify a name of letters, digits, hyphens and underscores.')
    .refine((name) => name.toLowerCase() !== 'thumbnail', 'Set the thumbnail with updateThumbnail.')
    .optional(),
});

const types = /^[\w.-]{1,100}\.(json|xml|cfg|txt|pbf|png)$/i;

/**
 * `…/items/{id}/updateInfo` with files and `folderName`: files about the item, such as its form, at `content/items/{id}/info/{file}`.
 * @throws MappingError `portal:invalid-info-file` (400)
 */
export const updateInfo: Operation = async (call) => {
  const { context, files, parameters } = call;
  const item = await loadItem(call, 'change');
  const { folderName: folder } = readOperation(schema, parameters, invalidInfo);
  if (files.length === 0) throw invalidInfo([{ path: 'file', message: 'Send a file.' }]);
  const given = files.map((file) => infoFile(file, folder));
  const owner = { owner_kind: 'item', owner_id: item.id } as const;
  const now = context.now();
  await inTransaction(context.database, async (transaction) => {
    // So that two requests cannot exceed the number together.
    await lockItem(transaction, item.id);
    for (const file of given) await saveFile(transaction, { ...owner, ...file, created_at: now });
    if ((await countFiles(transaction, owner)) > limits.infoFiles)
      throw invalidInfo([{ path: 'file', message: `An item may have ${limits.infoFiles} such files.` }]);
    await updateItem(transaction, item.id, { modified_at: now });
  });
  return { success: true, itemId: item.id, owner: item.owner, folder: folder ?? null };
};

const deleteSchema = z.object({
  infoFile: z
    .string('Name the file.')
    .refine((path) => !/^thumbnail\//i.test(path), 'Replace the thumbnail instead.'),
});

/** `…/items/{id}/deleteInfo` `infoFile`: deletes one of these files. */
export const deleteInfo: Operation = async (call) => {
  const { context } = call;
  const item = await loadItem(call, 'change');
  const { infoFile: path } = readOperation(deleteSchema, call.parameters, invalidInfo);
  if ((await deleteFiles(context.database, { owner_kind: 'item', owner_id: item.id }, path)) === 0)
    throw invalidInfo([{ path: 'infoFile', message: `“${path}” does not exist.` }]);
  await updateItem(context.database, item.id, { modified_at: context.now() });
  return { success: true };
};

function infoFile(file: FormFile, folder: string | undefined) {
  const { filename, contentType } = file;
  if (!types.test(filename))
    throw invalidInfo([
      { path: 'file', message: `“${filename}” is not a JSON, XML, CFG, TXT, PBF or PNG file.` },
    ]);
  if (file.size > limits.infoFileBytes)
    throw invalidInfo([
      { path: 'file', message: `“${filename}” has more than ${limits.infoFileBytes / 1000} KB.` },
    ]);
  const path = folder === undefined ? filename : `${folder}/${filename}`;
  return { path, content_type: contentTypeOf(filename, contentType), bytes: file };
}

function invalidInfo(faults: readonly Fault[]): MappingError {
  return new MappingError('portal:invalid-info-file', 'The file cannot be stored with the item.', {
    status: 400,
    faults,
  });
}
