import type { Selectable } from 'kysely';
import type { Database } from '../../../database/connect.ts';
import type { Tables } from '../../../database/tables.ts';

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

/** @returns false when the person has a folder of that title already */
export async function insertFolder(database: Database, folder: FolderRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('portal_folder')
    .values(folder)
    .onConflict((conflict) => conflict.columns(['username', 'title']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function renameFolder(database: Database, id: string, title: string): Promise<void> {
  await database.updateTable('portal_folder').set({ title }).where('id', '=', id).execute();
}

/** @returns false when there is something in it: the foreign key of the items keeps it */
export async function deleteEmptyFolder(database: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('portal_folder')
    .where('id', '=', id)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('portal_item').select('id').where('folder_id', '=', id))))
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
