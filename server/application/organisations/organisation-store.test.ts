import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../testing/rig/test-database.ts';
import type { Database } from '../../platform/database/connect.ts';
import { createGroup } from '../../portal/community/create-group.ts';
import { createUser } from '../../portal/community/create-user.ts';
import { findUser } from '../../portal/community/user-store.ts';
import type { PortalContext } from '../../portal/operation.ts';
import { ensureOrganisation } from '../../portal/organisation/portal-organisation-store.ts';
import { createPortalContext } from '../../portal/portal-context.ts';
import { replaceConfig } from './administration/replace-config.ts';
import { getRevision, listRevisions } from './administration/revisions.ts';
import { revisionTag } from './config-cache.ts';
import {
  findConfig,
  findPicture,
  findRevision,
  findSavedRevision,
  listAdministered,
  listOrganisations,
  listSavedRevisions,
  lockOrganisation,
  saveConfig,
  savePicture,
} from './organisation-store.ts';

let rig: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;

beforeAll(async () => {
  rig = await createTestDatabase();
  database = rig.database;
});
afterAll(() => rig.drop());
beforeEach(() => database.deleteFrom('organisation').execute());

const save = (title: string, name = 'town') => saveConfig(database, name, { title }, 'ada');
const titles = async (name = 'town') => {
  const rows = await listSavedRevisions(database, name, { before: undefined, max: 100 });
  return Promise.all(
    rows.map(async ({ revision }) => (await findSavedRevision(database, name, revision))?.config.title),
  );
};
const administered = (title: string, adminGroupId: string, name = 'town') =>
  saveConfig(database, name, { title, portal: { url: '/portal', adminGroupId } }, 'ada');

describe('saving', () => {
  test('creates the organisation with its first revision, and numbers the next ones', async () => {
    expect([await save('A'), await save('B'), await save('C', 'city')]).toEqual([1, 2, 1]);
    expect(await findConfig(database, 'town')).toMatchObject({ config: { title: 'B' }, revision: 2 });
    expect(await findSavedRevision(database, 'town', 1)).toMatchObject({ config: { title: 'A' } });
    const all = await listOrganisations(database);
    expect(all.map(({ name, config }) => [name, config.title])).toEqual([
      ['city', 'C'],
      ['town', 'B'],
    ]);
  });

  test('keeps every one of many concurrent saves', async () => {
    const wanted = Array.from({ length: 8 }, (_, index) => `T${index}`);
    const revisions = await Promise.all(wanted.map((title) => save(title)));
    expect(revisions.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect((await titles()).toSorted()).toEqual(wanted);
  });

  test('leaves neither a revision nor a gap when its transaction fails', async () => {
    await save('A');
    const work = database.transaction().execute(async (transaction) => {
      await saveConfig(transaction, 'town', { title: 'B' }, 'ada');
      throw new Error('the rest failed');
    });
    await expect(work).rejects.toThrow('the rest failed');
    expect([await titles(), await save('C')]).toEqual([['A'], 2]);
  });

  test('waits for a lock on the organisation', async () => {
    await save('A');
    const order: string[] = [];
    let waiting: Promise<unknown> = Promise.resolve();
    await database.transaction().execute(async (transaction) => {
      await lockOrganisation(transaction, 'town');
      waiting = save('B').then(() => order.push('saved'));
      // Long enough for a save that would not wait: the database responds to other requests meanwhile.
      await save('elsewhere', 'city');
      await findRevision(database, 'town');
      order.push('unlocked');
    });
    await waiting;
    expect(order).toEqual(['unlocked', 'saved']);
  });
});

test('lists revisions newest first, in pages', async () => {
  for (const title of ['A', 'B', 'C']) await save(title);
  const page = (before?: number) => listSavedRevisions(database, 'town', { before, max: 2 });
  expect((await page()).map(({ revision }) => revision)).toEqual([3, 2]);
  expect((await page(2)).map(({ revision }) => revision)).toEqual([1]);
  expect(await page(1)).toEqual([]);
});

describe('administrators', () => {
  let context: PortalContext;
  beforeAll(async () => {
    context = createPortalContext({ database, publicUrl: 'https://maps.example' });
    const id = await ensureOrganisation(database, { urlKey: 'harbour', now: 0 });
    const harbour = { ...context, portal: { ...context.portal, id } };
    await createUser(context, { ...person, username: 'ada' });
    await createUser(harbour, { ...person, username: 'olga' });
  });
  const person = { password: 'correct horse battery', fullName: 'One', role: 'org_user' } as const;
  const addGroup = (owner: string) => createGroup(context, { title: 'Crew', owner, access: 'private' });

  test('are determined by the current config only', async () => {
    const [first, second] = [await addGroup('ada'), await addGroup('ada')];
    await administered('A', first);
    await administered('B', second);
    await administered('C', second, 'city');
    expect(await listAdministered(database, [first])).toEqual([]);
    expect(
      (await listAdministered(database, [first, second])).map(({ organisation }) => organisation).toSorted(),
    ).toEqual(['city', 'town']);
    expect(await listAdministered(database, [])).toEqual([]);
  });

  test('are neither a group of another portal organisation nor favourites', async () => {
    const theirs = await addGroup('olga');
    const own = await addGroup('ada');
    const favourites = (await findUser(database, 'ada'))?.fav_group_id ?? '';
    await administered('A', theirs);
    await administered('B', favourites, 'city');
    const portal = { url: 'https://portal.example', adminGroupId: own };
    await saveConfig(database, 'abroad', { portal }, 'eve');
    expect(await listAdministered(database, [theirs, own, favourites])).toEqual([]);
  });
});

describe('config of an earlier version of the product', () => {
  /** Without a version and without later members. */
  const old = { title: 'Old', portal: { url: 'https://portal.example' } };

  test('is read with today’s defaults, and compared with later ones', async () => {
    await saveConfig(database, 'town', old, 'ada');
    await saveConfig(database, 'town', { ...old, title: 'New' }, 'olga');
    expect((await getRevision(database, 'town', 1)).config).toMatchObject({
      title: 'Old',
      sharing: { anonymous: false },
      integrations: [],
    });
    const { current, revisions } = await listRevisions(database, 'town', undefined);
    expect(current).toBe(2);
    // Only the author's changes, not later features of the product.
    expect(revisions[0]?.changes).toEqual([{ path: 'title', before: 'Old', after: 'New' }]);
  });

  test('is restored in today’s form, while the old revision stays unchanged', async () => {
    await saveConfig(database, 'town', old, 'ada');
    await saveConfig(database, 'town', { ...old, title: 'New' }, 'olga');
    const { config } = await getRevision(database, 'town', 1);
    const now = await findRevision(database, 'town');
    const tag = revisionTag('town', now!);
    await replaceConfig(database, { organisation: 'town', config, author: 'ada', tag, restored: 1 });
    expect((await findConfig(database, 'town'))?.config).toMatchObject({ title: 'Old', integrations: [] });
    expect((await findSavedRevision(database, 'town', 1))?.config).toEqual(old);
    // The tag belongs to the previous revision, so a request with it is still rejected.
    await expect(
      replaceConfig(database, { organisation: 'town', config, author: 'olga', tag, restored: 2 }),
    ).rejects.toMatchObject({ id: 'config:changed-meanwhile', status: 412 });
  });

  test('of a later version is rejected with advice', async () => {
    await saveConfig(database, 'town', { ...old, version: 99 } as object, 'ada');
    await expect(getRevision(database, 'town', 1)).rejects.toMatchObject({ id: 'config:too-new' });
  });
});

test('stores identical pictures once', async () => {
  await save('A');
  const picture = {
    organisation: 'town',
    hash: 'h',
    content_type: 'image/png',
    bytes: Buffer.from('one'),
    created_at: 1,
  };
  await savePicture(database, picture);
  await savePicture(database, { ...picture, bytes: Buffer.from('two') });
  expect(String((await findPicture(database, 'town', 'h'))?.bytes)).toBe('one');
  expect(await findPicture(database, 'city', 'h')).toBeUndefined();
});
