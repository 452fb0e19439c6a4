import { MappingError } from '../../../../wire/errors.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { findFolder, type FolderRow } from './folder-store.ts';

/**
 * A user's folder by id; undefined for the root, which is `/`, `root` or empty.
 * @throws MappingError `portal:folder-not-found`
 */
export async function loadFolder(
  database: Database,
  username: string,
  id: string | undefined,
): Promise<FolderRow | undefined> {
  if (id === undefined || id === '/' || id === 'root') return undefined;
  const folder = await findFolder(database, username, id);
  if (!folder)
    throw new MappingError('portal:folder-not-found', 'Folder does not exist or is inaccessible.', {
      status: 400,
    });
  return folder;
}
