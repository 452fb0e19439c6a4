import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/rig/test-database.ts';
import { limits } from '../../limits.ts';
import { findFile, readFileBytes, readFileParts, saveFile } from '../../portal/content/files/file-store.ts';
import { inTransaction } from './connect.ts';
import { type GivenBytes, joinParts, setAside, storedBytes } from './large-bytes-store.ts';

let rig: TestDatabase;
let folder: string;
const part = limits.filePartBytes;
const owner = { owner_kind: 'item', owner_id: 'one' } as const;

beforeAll(async () => {
  rig = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'mapping-test-'));
});
afterAll(async () => {
  await rig.drop();
  await rm(folder, { recursive: true });
});

const save = (bytes: GivenBytes, name = 'a.bin') =>
  saveFile(rig.database, { ...owner, path: name, content_type: 'text/plain', bytes, created_at: 0 });
const find = async (name = 'a.bin') => (await findFile(rig.database, owner, name))!;

describe('a file', () => {
  test.each([0, 1, part - 1, part, part + 1, 2 * part, 3 * part + 7])(
    'of %i bytes is stored and read as it is, from memory and from disk',
    async (size) => {
      const bytes = randomBytes(size);
      const place = path.join(folder, String(size));
      await writeFile(place, bytes);
      for (const given of [bytes, { place, size }]) {
        await save(given);
        const file = await find();
        expect(file.size).toBe(size);
        expect(file.bytes === null).toBe(size > part);
        expect((await readFileBytes(rig.database, file)).length).toBe(size);
        expect(bytes.equals(await joinParts(readFileParts(rig.database, file)))).toBe(true);
      }
    },
  );

  test('is not stored by a transaction that fails', async () => {
    await expect(
      inTransaction(rig.database, async (transaction) => {
        const bytes = randomBytes(2 * part);
        await saveFile(transaction, { ...owner, path: 'b', content_type: '', bytes, created_at: 0 });
        throw new Error('failed');
      }),
    ).rejects.toThrow('failed');
    expect(await findFile(rig.database, owner, 'b')).toBeUndefined();
  });

  test('that is replaced while it is read is no mixture of both', async () => {
    await save(randomBytes(2 * part));
    const file = await find();
    const parts = readFileParts(rig.database, file);
    expect((await parts.next()).done).toBe(false);
    await save(randomBytes(2 * part));
    await expect(parts.next()).rejects.toThrow('replaced');
  });
});

test('several files of one transaction keep their bytes apart', async () => {
  const given = [randomBytes(part + 1), randomBytes(part + 2)];
  const read = await inTransaction(rig.database, async (transaction) => {
    const expressions = [];
    for (const bytes of given) expressions.push(await storedBytes(transaction, bytes));
    const rows = [];
    for (const bytes of expressions)
      rows.push((await sql<{ bytes: Buffer }>`select ${bytes} as bytes`.execute(transaction)).rows[0]?.bytes);
    return rows;
  });
  expect(read.map((bytes, index) => bytes?.equals(given[index]!))).toEqual([true, true]);
});

test('bytes set aside outlast their rows, in the order of their parts', async () => {
  const read = await inTransaction(rig.database, async (transaction) => {
    const rows = sql`values (2, 'b'::bytea), (1, 'a'::bytea)`;
    const { aside } = await setAside(transaction, sql`select * from (${rows}) as r (part, bytes)`, 2);
    return (await sql<{ bytes: Buffer }>`select ${aside} as bytes`.execute(transaction)).rows[0]?.bytes;
  });
  expect(String(read)).toBe('ab');
});
