import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { refusal } from '../../../../wire/refusals.ts';
import { limits } from '../../../limits.ts';
import { randomId } from '../../identity/random-token.ts';
import type { Operation, PortalCall, PortalContext } from '../../operation.ts';
import { loadOwner } from '../../community/users/load-user.ts';
import {
  deleteEmptyFolder,
  type FolderRow,
  insertFolder,
  loadFolder,
  renameFolder as rename,
} from './folder-store.ts';

const schema = z.object({ title: z.string().optional(), folderName: z.string().default('') });

/**
 * Creates a folder. Also for demo content, which has its own ids; it does not authorise.
 * @throws MappingError `portal:folder-title-taken` (400 CONT_0113), `portal:invalid-folder`
 */
export async function addFolder(
  context: Pick<PortalContext, 'database' | 'now'>,
  username: string,
  input: { title: string; id?: string },
): Promise<FolderRow> {
  const title = checkFolderTitle(input.title);
  const folder = { id: input.id ?? randomId(), username, title, created_at: context.now() };
  if (!(await insertFolder(context.database, folder))) throw titleTaken();
  return folder;
}

/** `content/users/{user}/createFolder`. */
export const createFolder: Operation = async (call) => {
  const username = await loadOwner(call);
  const { title, folderName } = readOperation(schema, call.parameters);
  const folder = await addFolder(call.context, username, { title: title ?? folderName });
  return { success: true, folder: presentFolder(folder) };
};

export function presentFolder({ username, id, title, created_at: created }: FolderRow) {
  return { username, id, title, created };
}

export function checkFolderTitle(given: string): string {
  const title = given.trim();
  if (title === '' || title.length > limits.itemTitle || title === '/') {
    throw refusal(
      'portal:invalid-folder',
      `Enter a title of at most ${limits.itemTitle} characters.`,
      'folder-title',
      { most: limits.itemTitle },
    );
  }
  return title;
}

export function titleTaken(): MappingError {
  return arcgisError('portal:folder-title-taken');
}

const renameSchema = z.object({ title: z.string().optional(), newTitle: z.string().default('') });

/** `content/users/{user}/{folder}/updateFolder`: changes the title. */
export const renameFolder: Operation = async (call) => {
  const folder = await loadNamedFolder(call);
  const input = readOperation(renameSchema, call.parameters);
  const title = checkFolderTitle(input.title ?? input.newTitle);
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
  if (!folder) throw new MappingError('portal:invalid-folder', 'The root is not a folder.', { status: 400 });
  return folder;
}
