import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/rig/test-database.ts';
import { limits } from '../../limits.ts';
import { findPhoto, insertPhoto, readPhotoParts } from './photo-store.ts';

let rig: TestDatabase;
beforeAll(async () => {
  rig = await createTestDatabase();
});
afterAll(() => rig.drop());

it('reads a photo in parts, so that a request has no more than one of them in memory', async () => {
  const { database } = rig;
  await database.insertInto('organisation').values({ name: 'delft', revision: 1 }).execute();
  const id = randomUUID();
  const row = await database
    .insertInto('map_comment')
    .values({
      id,
      organisation: 'delft',
      wid: 'map',
      thread: id,
      text: 'Look',
      username: 'hedy',
      author: 'Hedy',
      created_at: 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const bytes = randomBytes(2 * limits.filePartBytes + 10);
  const number = await database
    .transaction()
    .execute((transaction) =>
      insertPhoto(transaction, row, { type: 'image/png', bytes, max: 4, itemId: null }),
    );
  const photo = await findPhoto(database, id, number);
  expect(photo).toEqual({ comment: id, number, type: 'image/png', size: bytes.length });
  const parts: Uint8Array[] = [];
  for await (const part of readPhotoParts(database, photo!)) parts.push(part);
  expect(parts.map(({ length }) => length)).toEqual([limits.filePartBytes, limits.filePartBytes, 10]);
  expect(Buffer.concat(parts)).toEqual(bytes);
});
