import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/rig/test-database.ts';
import { limits } from '../../limits.ts';
import { findPhoto, insertPhoto, readPhotoParts } from './photo-store.ts';

let rig: TestDatabase;
beforeAll(async () => {
  rig = await createTestDatabase();
});
afterAll(() => rig.drop());

async function addComment(organisation: string, wid: string, username: string) {
  const id = randomUUID();
  return rig.database
    .insertInto('map_comment')
    .values({
      id,
      organisation,
      wid,
      thread: id,
      text: 'Look',
      username,
      author: 'Hedy',
      created_at: 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

it('limits the photos of an organisation on another portal, whatever its portal says about maps and members', async () => {
  const { database } = rig;
  for (const name of ['evil', 'town'])
    await database.insertInto('organisation').values({ name, revision: 1 }).execute();
  const most = limits as { -readonly [Name in 'organisationPhotoBytes']: number };
  const { organisationPhotoBytes } = limits;
  onTestFinished(() => {
    most.organisationPhotoBytes = organisationPhotoBytes;
  });
  most.organisationPhotoBytes = 25;
  const photoOf = async (organisation: string, number: number) => {
    const row = await addComment(organisation, `map${number}`, `member${number}`);
    const photo = { type: 'image/png', bytes: randomBytes(10), max: 4, owner: null };
    return database
      .transaction()
      .execute((transaction) => insertPhoto(transaction, row, photo))
      .catch(({ id }: { id: string }) => id);
  };
  expect([await photoOf('evil', 1), await photoOf('evil', 2)]).toEqual([1, 1]);
  expect(await photoOf('evil', 3)).toBe('comment:too-many-photos');
  expect(await photoOf('town', 1)).toBe(1);
});

it('recognises a photo of several parts that is sent again, and not another one of its size', async () => {
  const { database } = rig;
  await database.insertInto('organisation').values({ name: 'leiden', revision: 1 }).execute();
  const row = await addComment('leiden', 'map', 'hedy');
  const bytes = randomBytes(2 * limits.filePartBytes + 10);
  const other = Buffer.from(bytes);
  other.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  const add = (photo: Uint8Array) =>
    database
      .transaction()
      .execute((transaction) =>
        insertPhoto(transaction, row, { type: 'image/png', bytes: photo, max: 2, owner: null }),
      );
  expect([await add(bytes), await add(bytes), await add(other), await add(bytes)]).toEqual([1, 1, 2, 1]);
});

it('reads a photo in parts, so that a request has no more than one of them in memory', async () => {
  const { database } = rig;
  await database.insertInto('organisation').values({ name: 'delft', revision: 1 }).execute();
  const row = await addComment('delft', 'map', 'hedy');
  const { id } = row;
  const bytes = randomBytes(2 * limits.filePartBytes + 10);
  const number = await database
    .transaction()
    .execute((transaction) =>
      insertPhoto(transaction, row, { type: 'image/png', bytes, max: 4, owner: null }),
    );
  const photo = await findPhoto(database, id, number ?? 0);
  expect(photo).toEqual({ comment: id, number, type: 'image/png', size: bytes.length });
  const parts: Uint8Array[] = [];
  for await (const part of readPhotoParts(database, photo!)) parts.push(part);
  expect(parts.map(({ length }) => length)).toEqual([limits.filePartBytes, limits.filePartBytes, 10]);
  expect(Buffer.concat(parts)).toEqual(bytes);
});
