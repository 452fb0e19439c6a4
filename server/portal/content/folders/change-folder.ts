import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { MappingError } from '../../../../wire/errors.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { loadOwner } from '../load-owner.ts';
import { checkFolderTitle, presentFolder, titleTaken } from './create-folder.ts';
import { deleteEmptyFolder, type FolderRow, renameFolder as rename } from './folder-store.ts';
import { loadFolder } from './load-folder.ts';

const schema = z.object({ title: z.string().optional(), newTitle: z.string().default('') });

/** `content/users/{user}/{folder}/updateFolder`: changes the title. */
export const renameFolder: Operation = async (call) => {
  const folder = await loadNamedFolder(call);
  const asked = readOperation(schema, call.parameters);
  const title = checkFolderTitle(asked.title ?? asked.newTitle);
  if (!(await rename(call.context.database, folder.id, title))) throw titleTaken();
  return { success: true, folder: presentFolder({ ...folder, title }) };
};

/**
 * `content/users/{user}/{folder}/delete`: deletes an empty folder, so that no content is ever lost by this.
 */
export const deleteFolder: Operation = async (call) => {
  const folder = await loadNamedFolder(call);
  if (!(await deleteEmptyFolder(call.context.database, folder.id))) {
    throw new MappingError(
      'portal:folder-not-empty',
      'The folder is not empty: move or delete its items first.',
      {
        status: 400,
      },
    );
  }
  return { success: true, folder: presentFolder(folder) };
};

async function loadNamedFolder(call: PortalCall): Promise<FolderRow> {
  const username = await loadOwner(call);
  const folder = await loadFolder(call.context.database, username, call.path['folder']);
  if (!folder) throw new MappingError('portal:invalid-folder', 'The root is no folder.', { status: 400 });
  return folder;
}
