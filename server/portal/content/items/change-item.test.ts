import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { interrupted } from '../../../../testing/rig/interrupted-database.ts';
import { createPortalData, memberCaller, type PortalData } from '../../../../testing/rig/portal-data.ts';
import { waitsOrEnds } from '../../../../testing/rig/test-database.ts';
import { Parameters } from '../../../platform/arcgis/parameters.ts';
import { asWork } from '../../../platform/database/current-work.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { findData } from '../item-data/data-store.ts';
import { saveThumbnail } from '../files/thumbnail.ts';
import { addItem } from './add-item.ts';
import { reassignItem, updateItem } from './change-item.ts';
import { deleteItem as removeItem } from './delete-items.ts';
import { deleteItem, insertItem, type NewItem, updateItem as update } from './item-store.ts';

let data: PortalData;

beforeAll(async () => {
  data = await createPortalData();
  await data.addUser('grace');
  await insertItem(data.database, mapOfGrace('map'));
});
afterAll(async () => {
  await data.context.documents.close();
  await data.stop();
});

function mapOfGrace(id: string): NewItem {
  const times = { created_at: 1, modified_at: 1 };
  return { id, owner: 'grace', type: 'Web Map', title: 'Parks', ...times } as NewItem;
}

const text = JSON.stringify({ layers: 'a'.repeat(50_000) });

function call(operation: Operation, path: Record<string, string>, documents = data.context.documents) {
  return operation({
    context: { ...data.context, documents },
    caller: memberCaller('grace', { role: 'org_publisher' }),
    parameters: new Parameters({ text, title: 'Parks', type: 'Web Map' }),
    path,
    files: [],
  } as unknown as PortalCall);
}

it.each<[string, Operation, Record<string, string>]>([
  ['update', updateItem, { user: 'grace', id: 'map' }],
  ['addItem', addItem, { user: 'grace' }],
])('%s compresses data before its transaction, which holds no lock meanwhile', async (_, operation, path) => {
  const sessions: unknown[] = [];
  const documents = {
    ...data.context.documents,
    async compress(document: Uint8Array) {
      const { rows } = await sql<{ open: number }>`select count(*)::integer as open from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(data.database);
      sessions.push(rows[0]?.open);
      return data.context.documents.compress(document);
    },
  };
  await call(operation, path, documents);
  expect(sessions).toEqual([0]);
});

it('changes nothing when the client leaves while data are compressed', async () => {
  const before = await findData(data.database, 'map');
  const leaving = new AbortController();
  const documents = {
    ...data.context.documents,
    compress: (document: Uint8Array) => {
      const compressed = data.context.documents.compress(document);
      leaving.abort(new Error('left'));
      return compressed;
    },
  };
  const update = asWork({ signal: leaving.signal }, () =>
    call(updateItem, { user: 'grace', id: 'map' }, documents),
  );
  await expect(update).rejects.toThrow('left');
  expect(await findData(data.database, 'map')).toEqual(before);
});

const notFound = { id: 'portal:item-not-found', status: 400 };

it('refuses to update an item that is deleted while data are compressed', async () => {
  await insertItem(data.database, mapOfGrace('leaving'));
  const documents = {
    ...data.context.documents,
    async compress(document: Uint8Array) {
      await deleteItem(data.database, 'leaving');
      return data.context.documents.compress(document);
    },
  };
  const updating = call(updateItem, { user: 'grace', id: 'leaving' }, documents);
  await expect(updating).rejects.toMatchObject(notFound);
});

it.each([{ protected: true }, { title: 'Lakes' }])(
  'refuses to change %o of an item that is gone',
  async (changes) => {
    await expect(update(data.database, 'gone', changes)).rejects.toMatchObject(notFound);
  },
);

it('gives no item to a user who is disabled', async () => {
  await data.addUser('off');
  await data.database
    .updateTable('portal_user')
    .set({ disabled: true })
    .where('username', '=', 'off')
    .execute();
  const reassigning = reassignItem({
    context: data.context,
    caller: memberCaller('grace', { role: 'org_admin' }),
    parameters: new Parameters({ targetUsername: 'off' }),
    path: { user: 'grace', id: 'map' },
  } as unknown as PortalCall);
  await expect(reassigning).rejects.toMatchObject({ id: 'portal:user-not-found' });
});

it('deletes no item that is protected meanwhile', async () => {
  await insertItem(data.database, mapOfGrace('protected'));
  const protect = () => update(data.database, 'protected', { protected: true });
  const isItem = (row: object | undefined) => row !== undefined && 'protected' in row;
  const deleting = removeItem({
    context: { ...data.context, database: interrupted(data.database, protect, isItem) },
    caller: memberCaller('grace'),
    path: { user: 'grace', id: 'protected' },
  } as unknown as PortalCall);
  await expect(deleting).rejects.toMatchObject({ id: 'portal:item-protected' });
  expect(await update(data.database, 'protected', { protected: false })).toBeUndefined();
});

it('waits with the deletion of an item for its new picture, and does not deadlock', async () => {
  await insertItem(data.database, mapOfGrace('pictured'));
  const save = (database: typeof data.database, content: string) =>
    saveThumbnail(
      database,
      { kind: 'item', id: 'pictured' },
      { name: 'a.png', contentType: 'image/png', bytes: Buffer.from(content) },
      1,
    );
  await save(data.database, 'one');
  const { deleting } = await data.database.transaction().execute(async (transaction) => {
    await update(transaction, 'pictured', { thumbnail: 'thumbnail/a.png' });
    const begun = deleteItem(data.database, 'pictured');
    await waitsOrEnds(data.database, begun);
    await save(transaction, 'two');
    return { deleting: begun };
  });
  expect(await deleting).toBe(false);
});
