import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPortalData, type PortalData } from '../../../../testing/rig/portal-data.ts';
import type { MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import { insertItem, type NewItem } from '../items/item-store.ts';
import { addFolder, checkFolderTitle } from './folder-operations.ts';
import {
  deleteEmptyFolder,
  findFolder,
  insertFolder,
  listFolders,
  loadFolder,
  renameFolder,
} from './folder-store.ts';

let data: PortalData;
let items = 0;

beforeAll(async () => {
  data = await createPortalData();
  await data.addUser('grace');
  await data.addUser('linus');
});
afterAll(() => data.stop());
beforeEach(async () => {
  await data.database.deleteFrom('portal_item').execute();
  await data.database.deleteFrom('portal_folder').execute();
});

const add = (title: string, username = 'grace') => addFolder(data.context, username, { title });
const titles = async (username = 'grace') =>
  (await listFolders(data.database, username)).map((each) => each.title);
const newItem = (folder_id: string) =>
  ({
    id: `item${(items += 1)}`,
    owner: 'grace',
    type: 'Web Map',
    title: 'Parks',
    folder_id,
    created_at: 1,
    modified_at: 1,
  }) as NewItem;

describe('folder titles', () => {
  test.each([
    ['  Drafts ', 'Drafts'],
    ['a/b', 'a/b'],
    ['x'.repeat(250), 'x'.repeat(250)],
  ])('accept “%s”', (given, expected) => {
    expect(checkFolderTitle(given)).toBe(expected);
  });

  test.each(['', '   ', '/', ' / ', 'x'.repeat(251)])('reject “%s”', (given) => {
    expect(() => checkFolderTitle(given)).toThrow(expect.objectContaining({ id: 'portal:invalid-folder' }));
  });

  test('are separate for each user, and sorted', async () => {
    for (const title of ['B', 'A']) await add(title);
    await add('A', 'linus');
    expect([await titles(), await titles('linus')]).toEqual([['A', 'B'], ['A']]);
    await expect(add('B')).rejects.toMatchObject({ id: 'portal:folder-title-taken' });
  });

  test('are created once by concurrent requests', async () => {
    const made = await Promise.allSettled([1, 2, 3, 4].map(() => add('Drafts')));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = made.flatMap((each) => (each.status === 'rejected' ? [each.reason as MappingError] : []));
    expect(refused.map(({ id }) => id)).toEqual(Array.from({ length: 3 }, () => 'portal:folder-title-taken'));
    expect(await titles()).toEqual(['Drafts']);
  });

  test('are at most those of the limit, also by concurrent requests', async () => {
    await sql`insert into portal_folder (id, username, title, created_at)
      select 'many' || n, 'grace', 'Many ' || n, 1 from generate_series(2, ${limits.foldersPerUser}::integer) n`.execute(
      data.database,
    );
    await add('A', 'linus');
    const made = await Promise.allSettled(['A', 'B', 'C'].map((title) => add(title)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await titles()).toHaveLength(limits.foldersPerUser);
    await expect(add('D')).rejects.toMatchObject({
      id: 'portal:too-many-folders',
      status: 403,
      faults: [{ code: 'many-folders' }],
    });
  });

  test('are not reused for another folder, while a folder may keep its own', async () => {
    const [a, b] = [await add('A'), await add('B')];
    expect(await renameFolder(data.database, b.id, 'A')).toBe(false);
    expect(await renameFolder(data.database, a.id, 'A')).toBe(true);
    expect(await renameFolder(data.database, b.id, 'C')).toBe(true);
    expect(await titles()).toEqual(['A', 'C']);
  });

  test('are unique when two folders are renamed alike at the same moment', async () => {
    const both = [await add('A'), await add('B')];
    const renamed = await Promise.all(both.map(({ id }) => renameFolder(data.database, id, 'Same')));
    expect(renamed.toSorted()).toEqual([false, true]);
    expect((await titles()).filter((title) => title === 'Same')).toHaveLength(1);
  });
});

describe('folder of a user', () => {
  test('is found only by its owner', async () => {
    const { id } = await add('Drafts');
    expect(await findFolder(data.database, 'grace', id)).toMatchObject({ title: 'Drafts' });
    expect(await findFolder(data.database, 'linus', id)).toBeUndefined();
    await expect(loadFolder(data.database, 'linus', id)).rejects.toMatchObject({
      id: 'portal:folder-not-found',
    });
  });

  test.each([undefined, '/', 'root'])('is the root for %s', async (id) => {
    expect(await loadFolder(data.database, 'grace', id)).toBeUndefined();
  });
});

describe('deleting a folder', () => {
  test('deletes an empty one, keeps one with content, and reports a missing one', async () => {
    const [empty, full] = [await add('Empty'), await add('Full')];
    await insertItem(data.database, newItem(full.id));
    expect(await deleteEmptyFolder(data.database, empty.id)).toBe(true);
    expect(await deleteEmptyFolder(data.database, full.id)).toBe(false);
    expect(await deleteEmptyFolder(data.database, empty.id)).toBe(false);
    expect(await titles()).toEqual(['Full']);
  });

  test('keeps one that an item is being moved into, with the item', async () => {
    const folder = await add('Filling');
    const deleted = await data.database.transaction().execute(async (transaction) => {
      await insertItem(transaction, newItem(folder.id));
      const waiting = deleteEmptyFolder(data.database, folder.id);
      await expect.poll(locksWaitedFor).toBe(1);
      return { waiting };
    });
    expect(await deleted.waiting).toBe(false);
    expect(await titles()).toEqual(['Filling']);
  });

  test('created for demo content may have a given id', async () => {
    const row = { id: 'chosen', username: 'grace', title: 'Chosen', created_at: 1 };
    expect(await insertFolder(data.database, row)).toBe(true);
    expect(await findFolder(data.database, 'grace', 'chosen')).toEqual(row);
  });
});

async function locksWaitedFor(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(data.database);
  return rows[0]?.count ?? 0;
}
