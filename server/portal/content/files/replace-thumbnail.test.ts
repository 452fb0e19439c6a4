import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase, waitsOrEnds } from '../../../../testing/rig/test-database.ts';
import { findFile, replaceThumbnail } from './file-store.ts';

let rig: TestDatabase;
beforeAll(async () => {
  rig = await createTestDatabase();
});
afterAll(() => rig.drop());

const owner = { owner_kind: 'group', owner_id: 'team' } as const;
const picture = (text: string, path = 'thumbnail/a.png') => ({
  ...owner,
  path,
  content_type: 'image/png',
  bytes: Buffer.from(text),
  created_at: 1,
});
const stored = async (path = 'thumbnail/a.png') => {
  const found = await findFile(rig.database, owner, path);
  return found?.bytes && Buffer.from(found.bytes).toString();
};

test('of two pictures of one name that are stored at once the later one stays', async () => {
  const { late } = await rig.database.transaction().execute(async (transaction) => {
    await replaceThumbnail(transaction, picture('one'));
    const storing = replaceThumbnail(rig.database, picture('two'));
    await waitsOrEnds(rig.database, storing);
    return { late: storing };
  });
  await late;
  expect(await stored()).toBe('two');
});

test('a picture of another name replaces it', async () => {
  await replaceThumbnail(rig.database, picture('one'));
  await replaceThumbnail(rig.database, picture('three', 'thumbnail/b.png'));
  expect([await stored(), await stored('thumbnail/b.png')]).toEqual([undefined, 'three']);
});
