import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { png } from '../../../testing/rig/content-rig.ts';
import { createPortalData, type PortalData } from '../../../testing/rig/portal-data.ts';
import { limits } from '../../limits.ts';
import { Parameters } from '../../platform/arcgis/parameters.ts';
import type { FormFile } from '../../platform/http/multipart/read-form.ts';
import { storeThumbnail, readThumbnail } from './thumbnail.ts';

const file = (field: string, bytes = png): FormFile => ({
  field,
  filename: 'city.png',
  contentType: 'image/png',
  size: bytes.length,
  place: '',
  read: async () => Buffer.from(bytes),
});

const read = (given: { files: FormFile[]; thumbnail?: string }) =>
  readThumbnail({ files: given.files, parameters: new Parameters({ thumbnail: given.thumbnail }) });

describe('thumbnail of a request', () => {
  it.each(['thumbnail', 'file'])('is the part named %s', async (field) => {
    expect(await read({ files: [file('other'), file(field)] })).toMatchObject({
      contentType: 'image/png',
    });
  });

  it('is undefined without such a part', async () => {
    expect(await read({ files: [] })).toBeUndefined();
    expect(await read({ files: [file('picture')] })).toBeUndefined();
  });

  it('is a data: URL without such a part', async () => {
    const thumbnail = `data:image/png;base64,${png.toString('base64')}`;
    expect(await read({ files: [], thumbnail })).toMatchObject({ contentType: 'image/png' });
  });

  it('is undefined for the path of the present one, and refused as an address', async () => {
    expect(await read({ files: [], thumbnail: 'thumbnail/city.png' })).toBeUndefined();
    await expect(read({ files: [], thumbnail: 'https://city.example/a.png' })).rejects.toMatchObject({
      id: 'arcgis:invalid-parameter',
      status: 400,
    });
  });

  it('is recognised by its bytes, whatever its name', async () => {
    const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    await expect(read({ files: [file('thumbnail', script)] })).rejects.toMatchObject({
      id: 'portal:invalid-picture',
      status: 400,
    });
  });

  it('that is too large is refused before it is read', async () => {
    const unread = vi.fn<() => Promise<Buffer>>();
    const large = { ...file('thumbnail'), size: limits.thumbnailBytes + 1, read: unread };
    await expect(read({ files: [large] })).rejects.toThrow(/10 MB/);
    expect(unread).not.toHaveBeenCalled();
  });
});

describe('storing a thumbnail', () => {
  let data: PortalData;
  beforeAll(async () => {
    data = await createPortalData();
  });
  afterAll(() => data.stop());

  const keep = (id: string, picture: Awaited<ReturnType<typeof readThumbnail>>) =>
    storeThumbnail(data.database, { kind: 'group', id }, picture, data.clock.now());

  it('returns the path below info, and stores the bytes for this owner', async () => {
    const path = await keep('g1', await read({ files: [file('thumbnail')] }));
    expect(path).toBe('thumbnail/city.png');
    const rows = await data.database
      .selectFrom('portal_file')
      .select(['owner_kind', 'owner_id', 'path', 'bytes'])
      .execute();
    expect(rows).toEqual([{ owner_kind: 'group', owner_id: 'g1', path, bytes: png }]);
  });

  it('leaves the row unchanged without one', async () => {
    expect(await keep('g2', undefined)).toBeUndefined();
  });
});
