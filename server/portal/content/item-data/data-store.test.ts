import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../testing/rig/test-database.ts';
import { createBudget } from '../../../platform/budgets/budget.ts';
import { currentRequester, inBackground } from '../../../platform/budgets/requester.ts';
import { type DocumentThreads, documentThreads } from '../../../platform/documents/document-threads.ts';
import { createUser } from '../../community/create-user.ts';
import { createPortalContext } from '../../portal-context.ts';
import { addItem } from '../items/create-item.ts';
import { deleteItem, findItem } from '../items/item-store.ts';
import { findData, readParts, shareData } from './data-store.ts';
import { represent, withPreparedData, setItemData } from './set-item-data.ts';

describe('compression', () => {
  const documents = documentThreads(
    createBudget({ name: 'documents', concurrency: 1, queue: 9, deadlineMs: 60_000 }),
  );
  afterAll(() => documents.close());

  test('stores text both ways and loses nothing', async () => {
    const text = Buffer.from('{"name":"Parks"}'.repeat(1000));
    const kept = await represent(documents, 'application/json', text);
    expect(kept.map(({ encoding }) => encoding)).toEqual(['gzip', 'br']);
    expect(gunzipSync(kept[0]!.bytes)).toEqual(text);
    expect(brotliDecompressSync(kept[1]!.bytes)).toEqual(text);
    for (const { bytes } of kept) expect(bytes.length).toBeLessThan(text.length / 10);
  });

  test.each([
    ['application/zip', Buffer.alloc(5000)],
    ['application/json', Buffer.from('{}')],
  ])('is skipped for %s where it gains nothing', async (contentType, bytes) => {
    expect(await represent(documents, contentType, bytes)).toEqual([{ encoding: 'identity', bytes }]);
  });

  test.each([
    'text/csv; charset=utf-8',
    'application/geo+json',
    'application/vnd.google-earth.kml+xml',
    'image/svg+xml',
  ])('treats %s as text', async (contentType) => {
    expect(await represent(documents, contentType, Buffer.alloc(2000, 'a'))).toHaveLength(2);
  });
});

test('a large file is compressed in the turns of whose data it is, to its last piece', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'mapping-pieces-'));
  const place = path.join(folder, 'file.csv');
  await writeFile(place, 'a,b\n'.repeat(4_100_000));
  const senders = new Set<string | undefined>();
  let pieces = 0;
  const deflate = async () => {
    senders.add(currentRequester()?.caller);
    pieces += 1;
    return new Uint8Array();
  };
  const sender = { caller: 'account grace', signal: new AbortController().signal };
  const data = { contentType: 'text/csv', place, size: 16_400_000 };
  const documents = { deflate } as Partial<DocumentThreads> as DocumentThreads;
  await inBackground(sender, () => withPreparedData(documents, data, async () => {}));
  expect([...senders]).toEqual(['account grace']);
  expect(pieces).toBeGreaterThan(1);
  await rm(folder, { recursive: true });
});

describe('data in the database', () => {
  let rig: Awaited<ReturnType<typeof createTestDatabase>>;
  const item = { title: 'T', type: 'Tile Package' };

  beforeAll(async () => {
    rig = await createTestDatabase();
    await createUser(context(), { username: 'grace', fullName: 'Grace', role: 'org_user' });
  });
  afterAll(() => rig.drop());

  const context = () =>
    createPortalContext({ database: rig.database, publicUrl: 'http://localhost', now: () => 5 });

  async function bytesOf(itemId: string): Promise<Buffer> {
    const [row] = await findData(rig.database, itemId);
    const parts: Uint8Array[] = [];
    if (row) for await (const part of readParts(rig.database, row)) parts.push(part);
    return Buffer.concat(parts);
  }

  test.each([0, 1, 3_999_999, 4_000_000, 4_000_001, 9_000_000])(
    'of %i bytes is read back whole',
    { timeout: 60_000 },
    async (length) => {
      const bytes = Buffer.alloc(length, 'abc');
      const data = { contentType: 'application/zip', bytes };
      const id = await addItem(context(), 'grace', { ...item, data });
      expect(Buffer.compare(await bytesOf(id), bytes)).toBe(0);
      expect(await findItem(rig.database, id)).toMatchObject({ size: length, created_at: 5 });
    },
  );

  test.each([16_000_001, 20_000_000])('of a text file of %i bytes is read back whole', async (length) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'mapping-test-'));
    const place = path.join(folder, 'file');
    const bytes = Buffer.alloc(length, 'id,name\n1,Ä\n');
    await writeFile(place, bytes);
    const id = await addItem(context(), 'grace', {
      ...item,
      data: { contentType: 'text/csv', place, size: length },
    });
    expect(await findData(rig.database, id)).toMatchObject([{ encoding: 'gzip' }]);
    expect(Buffer.compare(gunzipSync(await bytesOf(id)), bytes)).toBe(0);
    // The compressed file is deleted, and the uploaded one is left to its owner.
    expect(await readdir(folder)).toEqual(['file']);
    await rm(folder, { recursive: true });
  });

  test('is replaced by new data, and deleted with its item', async () => {
    const id = await addItem(context(), 'grace', {
      ...item,
      data: { contentType: 'application/zip', bytes: Buffer.from('old') },
    });
    const [before] = await findData(rig.database, id);
    const replacement = { contentType: 'text/plain', bytes: Buffer.from('new') };
    await withPreparedData(context().documents, replacement, (data) => setItemData(rig.database, id, data));
    const [after] = await findData(rig.database, id);
    expect(after).toMatchObject({ content_type: 'text/plain', size: 3 });
    expect(after?.version).not.toBe(before?.version);
    expect((await bytesOf(id)).toString()).toBe('new');
    await deleteItem(rig.database, id);
    const left = await rig.database
      .selectFrom('portal_item_data_part')
      .selectAll()
      .where('version', 'in', [before?.version ?? '', after?.version ?? ''])
      .execute();
    expect(left).toEqual([]);
  });

  test('is shared by a copy, and kept when the original is deleted', async () => {
    const bytes = Buffer.from('{"a":1}'.repeat(1000));
    const from = await addItem(context(), 'grace', {
      ...item,
      data: { contentType: 'application/json', bytes },
    });
    const to = await addItem(context(), 'grace', item);
    expect(await shareData(rig.database, from, to)).toBe(true);
    const [{ version = '' } = {}] = await findData(rig.database, from);
    await deleteItem(rig.database, from);
    expect((await findData(rig.database, to)).map(({ encoding, version }) => [encoding, version])).toEqual([
      ['gzip', version],
      ['br', version],
    ]);
    expect(gunzipSync(await bytesOf(to)).toString()).toBe(bytes.toString());
  });

  test('is not taken for complete when it is deleted while it is read', async () => {
    const bytes = Buffer.alloc(9_000_000, 'abc');
    const id = await addItem(context(), 'grace', {
      ...item,
      data: { contentType: 'application/zip', bytes },
    });
    const [row] = await findData(rig.database, id);
    const parts = readParts(rig.database, row!);
    await parts.next();
    await deleteItem(rig.database, id);
    await expect(parts.next()).rejects.toThrow(/replaced/);
  });

  test('is removed when saving its item fails', async () => {
    const failing = {
      ...item,
      id: 'half',
      data: { contentType: 'application/zip', bytes: Buffer.from('x') },
    };
    await expect(addItem(context(), 'nobody', failing)).rejects.toThrow(/org_id/);
    await expect(addItem(context(), 'grace', { ...failing, type: undefined })).rejects.toMatchObject({
      id: 'portal:invalid-item',
    });
    expect(await findItem(rig.database, 'half')).toBeUndefined();
    expect(await findData(rig.database, 'half')).toEqual([]);
  });
});
