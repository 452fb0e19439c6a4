import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storedTiles } from './stored-tiles.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mapping-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

const address = { z: 10, x: 3, y: 4 };
const trees = { serviceId: 7, tag: 'a' };

test('tiles are there after a start', async () => {
  await storedTiles(folder).write(trees, address, Buffer.from('tile'));
  const stored = storedTiles(folder);
  expect(await stored.read(trees, address)).toEqual(Buffer.from('tile'));
  expect(await stored.read(trees, { ...address, x: 5 })).toBeUndefined();
});

test('tiles of a changed layer and of a deleted service are removed', async () => {
  const stored = storedTiles(folder);
  await stored.write(trees, address, Buffer.from('before'));
  await stored.write({ serviceId: 8, tag: 'b' }, address, Buffer.from('other'));
  await stored.write({ ...trees, tag: 'c' }, address, Buffer.from('after'));
  expect(await stored.read(trees, address)).toBeUndefined();
  await stored.keepOnly([7]);
  expect(await readdir(path.join(folder, 'v1'))).toEqual(['7']);
  expect(await stored.read({ ...trees, tag: 'c' }, address)).toEqual(Buffer.from('after'));
});

test('beyond the limit tiles are removed', async () => {
  const stored = storedTiles(folder, 30_000);
  for (let x = 0; x < 10; x += 1) await stored.write(trees, { z: 10, x, y: 0 }, Buffer.alloc(1000));
  const left = await readdir(path.join(folder, 'v1', '7', 'a'));
  expect(left.length).toBeLessThan(6);
  expect(left).toContain('10-9-0');
});

test('a folder that cannot be written loses the tiles only', async () => {
  const stored = storedTiles('/dev/null');
  await stored.write(trees, address, Buffer.from('tile'));
  expect(await stored.read(trees, address)).toBeUndefined();
});
