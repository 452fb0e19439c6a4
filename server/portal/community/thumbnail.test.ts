import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../../testing/rig/content-rig.ts';
import { createPortalData, type PortalData } from '../../../testing/rig/portal-data.ts';
import { Parameters } from '../../platform/arcgis/parameters.ts';
import type { FormFile } from '../../platform/http/multipart/read-form.ts';
import { storeThumbnail, readThumbnail } from './thumbnail.ts';

const file = (field: string, bytes = png): FormFile => ({
  field,
  filename: 'city.png',
  contentType: 'image/png',
  size: bytes.length,
  place: '',
  bytes: Buffer.from(bytes),
});

const read = (given: { files: FormFile[]; thumbnail?: string }) =>
  readThumbnail({ files: given.files, parameters: new Parameters({ thumbnail: given.thumbnail }) });

describe('thumbnail of a request', () => {
  it.each(['thumbnail', 'file'])('is the part named %s', (field) => {
    expect(read({ files: [file('other'), file(field)] })).toMatchObject({
      contentType: 'image/png',
    });
  });

  it('is undefined without such a part', () => {
    expect(read({ files: [] })).toBeUndefined();
    expect(read({ files: [file('picture')] })).toBeUndefined();
  });

  it('is a data: URL without such a part', () => {
    const thumbnail = `data:image/png;base64,${png.toString('base64')}`;
    expect(read({ files: [], thumbnail })).toMatchObject({ contentType: 'image/png' });
  });

  it('is undefined for the path of the present one, and refused as an address', () => {
    expect(read({ files: [], thumbnail: 'thumbnail/city.png' })).toBeUndefined();
    expect(() => read({ files: [], thumbnail: 'https://city.example/a.png' })).toThrow(
      expect.objectContaining({ id: 'arcgis:invalid-parameter', status: 400 }),
    );
  });

  it('is recognised by its bytes, whatever its name', () => {
    const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    expect(() => read({ files: [file('thumbnail', script)] })).toThrow(
      expect.objectContaining({ id: 'portal:invalid-picture', status: 400 }),
    );
  });
});

describe('storing a thumbnail', () => {
  let data: PortalData;
  beforeAll(async () => {
    data = await createPortalData();
  });
  afterAll(() => data.stop());

  const keep = (id: string, picture: ReturnType<typeof readThumbnail>) =>
    storeThumbnail(data.database, { kind: 'group', id }, picture, data.clock.now());

  it('returns the path below info, and stores the bytes for this owner', async () => {
    const path = await keep('g1', read({ files: [file('thumbnail')] }));
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
