import type { Selectable } from 'kysely';
import { limits } from '../../../limits.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import { refusal } from '../../../../wire/refusals.ts';
import { lockUser } from '../../community/user-store.ts';

export type FolderRow = Selectable<Tables['portal_folder']>;

export async function listFolders(database: Database, username: string): Promise<FolderRow[]> {
  return database
    .selectFrom('portal_folder')
    .selectAll()
    .where('username', '=', username)
    .orderBy('title')
    .execute();
}

export async function findFolder(
  database: Database,
  username: string,
  id: string,
): Promise<FolderRow | undefined> {
  return database
    .selectFrom('portal_folder')
    .selectAll()
    .where('username', '=', username)
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Serialised within a user, so that no two get the last place. @returns false when the user has a folder of that title already
 * @throws MappingError `portal:too-many-folders` (403)
 */
export async function insertFolder(database: Database, folder: FolderRow): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    await lockUser(transaction, folder.username);
    const { count } = await transaction
      .selectFrom('portal_folder')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('username', '=', folder.username)
      .executeTakeFirstOrThrow();
    if (count >= limits.foldersPerUser) throw tooMany(folder.username);
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('portal_folder')
      .values(folder)
      .onConflict((conflict) => conflict.columns(['username', 'title']).doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  });
}

function tooMany(username: string): MappingError {
  return refusal(
    'portal:too-many-folders',
    `${username} has ${limits.foldersPerUser} folders. Delete one that is empty.`,
    'many-folders',
    {},
    { status: 403 },
  );
}

/** @returns false when the user has another folder of that title */
export async function renameFolder(database: Database, id: string, title: string): Promise<boolean> {
  const renamed = database.updateTable('portal_folder').set({ title }).where('id', '=', id).execute();
  return unless(renamed, uniqueViolation);
}

/** @returns false when there is something in it, or something is being moved into it */
export async function deleteEmptyFolder(database: Database, id: string): Promise<boolean> {
  const deleted = database
    .deleteFrom('portal_folder')
    .where('id', '=', id)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('portal_item').select('id').where('folder_id', '=', id))))
    .executeTakeFirstOrThrow()
    .then(({ numDeletedRows }) => numDeletedRows === 1n);
  return unless(deleted, foreignKeyViolation);
}

/** SQLSTATE of conflicts between concurrent requests, which no earlier check can exclude. */
const uniqueViolation = '23505';
const foreignKeyViolation = '23503';

async function unless(change: Promise<unknown>, violation: string): Promise<boolean> {
  try {
    return (await change) !== false;
  } catch (error) {
    if ((error as { code?: string }).code === violation) return false;
    throw error;
  }
}

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
  if (!folder) throw arcgisError('portal:folder-not-found');
  return folder;
}
