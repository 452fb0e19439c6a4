import {
  addItemPart,
  cancelItemUpload,
  commitItemUpload,
  createItem,
  getItem,
  getItemData,
  getItemParts,
  getItemStatus,
  updateItem,
} from '@esri/arcgis-rest-portal';
import { createHash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { limits } from '../../server/limits.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

/** Files of items that arrive in parts, with arcgis-rest-js. */
const megabyte = 1_000_000;
const rig = useContentRig({ uploadBytes: 12 * megabyte, now: () => now });
let now = Date.now();

const owned = () => ({ owner: 'grace', authentication: rig.grace });
const bytesOf = (size: number, seed: number) =>
  Buffer.from(Uint8Array.from({ length: size }, (_, index) => (index * seed + (index >> 8)) % 256));
const fileOf = (bytes: Uint8Array, name = 'part') => new File([new Uint8Array(bytes)], name);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function begin(item: object = {}): Promise<string> {
  const { id } = await createItem({
    item: { title: 'Trees', type: 'CSV', ...item } as any,
    multipart: true,
    filename: 'trees.csv',
    ...owned(),
  });
  return id;
}

const add = (id: string, partNum: number, bytes: Uint8Array) =>
  addItemPart({ id, partNum, file: fileOf(bytes), ...owned() });
const commit = (id: string, item: object = {}) => commitItemUpload({ id, item: item as any, ...owned() });
const status = async (id: string) => getItemStatus({ id, ...owned() });
const parts = async (id: string) => (await getItemParts({ id, ...owned() })).parts;
const stored = async (id: string) =>
  Buffer.from(await (await getItemData(id, { file: true, ...owned() })).arrayBuffer());
const done = (id: string) =>
  vi.waitFor(async () => expect((await status(id)).status).toBe('completed'), { timeout: 20_000 });
const refused = async (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: Error) => error.message,
  );
/** Bytes besides the texts of items. */
const usage = async () => {
  const { texts } = await rig.portal.context.database
    .selectFrom('portal_item')
    .select(({ fn }) => fn.sum<number | null>('json_bytes').as('texts'))
    .where('owner', '=', 'grace')
    .executeTakeFirstOrThrow();
  return Number((await rig.call('/community/users/grace'))['storageUsage']) - Number(texts ?? 0);
};

describe('a file in parts', () => {
  test('becomes the data of a new item, in the order of its parts', async () => {
    const [first, second, third] = [bytesOf(5 * megabyte, 7), bytesOf(megabyte, 11), Buffer.from('\nend')];
    const before = await usage();
    const id = await begin();
    expect(await status(id)).toMatchObject({ status: 'partial', itemId: id });
    await Promise.all([add(id, 7, third), add(id, 2, second), add(id, 1, Buffer.from('replaced later'))]);
    expect(await add(id, 1, first)).toEqual({ success: true, id });
    expect(await parts(id)).toEqual(['1', '2', '7']);
    expect((await usage()) - before).toBe(first.length + second.length + third.length);
    const file = Buffer.concat([first, second, third]);
    expect(await commit(id, { title: 'All trees', checksum: sha256(file) })).toMatchObject({
      success: true,
      id,
    });
    await done(id);
    expect((await stored(id)).equals(file)).toBe(true);
    expect(await getItem(id, owned())).toMatchObject({
      title: 'All trees',
      name: 'trees.csv',
      size: file.length,
    });
    expect((await usage()) - before).toBe(file.length);
    expect(await refused(parts(id))).toMatch(/No upload in parts/);
  });

  test('replaces the data of an item when it is complete, and not before', async () => {
    const id = await begin();
    await add(id, 1, Buffer.from('a\n1'));
    await commit(id);
    await done(id);
    await updateItem({ item: { id }, params: { multipart: true, filename: 'new.csv' }, ...owned() } as any);
    await add(id, 1, Buffer.from('b\n2'));
    expect((await stored(id)).toString()).toBe('a\n1');
    expect(await status(id)).toMatchObject({ status: 'partial' });
    expect(await cancelItemUpload({ id, ...owned() })).toMatchObject({ success: true, id });
    expect((await stored(id)).toString()).toBe('a\n1');
    expect(await getItem(id, owned())).toMatchObject({ name: 'trees.csv' });
  });

  test('keeps a file that addItem sends itself as part 1', async () => {
    const { id } = await createItem({
      item: { title: 'Trees', type: 'CSV' } as any,
      multipart: true,
      filename: 'trees.csv',
      file: fileOf(Buffer.from('x\n1\n'), 'trees.csv'),
      ...owned(),
    });
    await add(id, 2, Buffer.from('2\n'));
    await commit(id);
    await done(id);
    expect((await stored(id)).toString()).toBe('x\n1\n2\n');
  });

  test('that is committed by several requests at once is joined by one of them', async () => {
    const id = await begin();
    await add(id, 1, Buffer.from('once'));
    const answers = await Promise.all(Array.from({ length: 8 }, () => refused(commit(id))));
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1);
    await done(id);
    expect((await stored(id)).toString()).toBe('once');
  });

  test('of another user is committed by an administrator', async () => {
    const id = await begin();
    await add(id, 1, Buffer.from('for grace'));
    await commitItemUpload({ id, item: {} as any, owner: 'grace', authentication: rig.ada });
    await done(id);
    expect((await stored(id)).toString()).toBe('for grace');
  });

  test('that is damaged changes nothing, and is committed again', async () => {
    const id = await begin();
    await add(id, 1, Buffer.from('damaged'));
    await commit(id, { checksum: sha256(Buffer.from('right')) });
    await vi.waitFor(async () => expect(await refused(status(id))).toMatch(/another checksum/), {
      timeout: 20_000,
    });
    expect(await parts(id)).toEqual(['1']);
    await add(id, 1, Buffer.from('right'));
    expect(await status(id)).toMatchObject({ status: 'partial' });
    await commit(id, { checksum: sha256(Buffer.from('right')) });
    await done(id);
    expect((await stored(id)).toString()).toBe('right');
  });
});

describe('an upload in parts', () => {
  test('is deleted with its new item when it is cancelled', async () => {
    const before = await usage();
    const id = await begin();
    await add(id, 1, bytesOf(megabyte, 3));
    await cancelItemUpload({ id, ...owned() });
    expect(await refused(getItem(id, owned()))).toMatch(/does not exist/i);
    expect(await usage()).toBe(before);
  });

  test('is deleted when it is not continued', async () => {
    const [abandoned, kept] = [await begin(), await begin()];
    await add(abandoned, 1, Buffer.from('x'));
    now += (limits.uploadPartHours * 3600 + 1) * 1000;
    await add(kept, 1, Buffer.from('x'));
    await begin();
    expect(await refused(getItem(abandoned, owned()))).toMatch(/does not exist/i);
    expect(await parts(kept)).toEqual(['1']);
  });

  test('belongs to the owner of the item', async () => {
    const id = await begin();
    await add(id, 1, Buffer.from('x'));
    const at = `/content/users/grace/items/${id}`;
    for (const operation of ['parts', 'commit', 'cancel', 'status'])
      expect((await rig.call(`${at}/${operation}`, {}, 'linus'))['error']).toBeDefined();
    const byOther = addItemPart({
      id,
      partNum: 1,
      file: fileOf(Buffer.from('y')),
      owner: 'grace',
      authentication: rig.linus,
    });
    expect(await refused(byOther)).toMatch(/does not exist|permission/i);
    expect(await parts(id)).toEqual(['1']);
  });

  test.each([
    ['without a name', { multipart: 'true', title: 'T', type: 'CSV' }, /filename/],
    [
      'with text as well',
      { multipart: 'true', title: 'T', type: 'CSV', filename: 'a.csv', text: 'x' },
      /either text/,
    ],
    ['without a type', { multipart: 'true', filename: 'a.csv' }, /type/],
  ])('%s is refused', async (_name, parameters, expected) => {
    const { error } = await rig.call('/content/users/grace/addItem', parameters as any);
    expect(error.message).toMatch(expected);
  });

  test('of too many bytes, without a file, or with another number is refused', async () => {
    const id = await begin();
    const half = bytesOf(7 * megabyte, 3);
    await add(id, 1, half);
    expect(await refused(add(id, 2, half))).toMatch(/together may have at most 12 MB/);
    expect(await parts(id)).toEqual(['1']);
    const at = `/content/users/grace/items/${id}`;
    expect((await rig.call(`${at}/addPart`, { partNum: '1' }))['error'].details[0]).toMatch(/file/);
    for (const partNum of ['0', '10001', '1.5', ''])
      expect((await rig.call(`${at}/addPart`, { partNum }))['error'].code).toBe(400);
    expect((await rig.call(`${at}/commit`, { checksum: 'xyz' }))['error'].details[0]).toMatch(/MD5/);
    const empty = await begin();
    expect(await refused(commit(empty))).toMatch(/No part/);
    const map = await rig.addMap();
    expect(await refused(commit(map))).toMatch(/No upload in parts/);
  });
});
