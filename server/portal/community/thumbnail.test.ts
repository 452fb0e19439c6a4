import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../../testing/rig/content-rig.ts';
import { createPortalData, type PortalData } from '../../../testing/rig/portal-data.ts';
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

describe('thumbnail of a request', () => {
  it.each(['thumbnail', 'file'])('is the part named %s', (field) => {
    expect(readThumbnail({ files: [file('other'), file(field)] })).toMatchObject({
      contentType: 'image/png',
    });
  });

  it('is undefined without such a part', () => {
    expect(readThumbnail({ files: [] })).toBeUndefined();
    expect(readThumbnail({ files: [file('picture')] })).toBeUndefined();
  });

  it('is recognised by its bytes, whatever its name', () => {
    const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    expect(() => readThumbnail({ files: [file('thumbnail', script)] })).toThrow(
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

  const keep = (id: string, fetched: Parameters<typeof storeThumbnail>[2]) =>
    storeThumbnail(data.database, { kind: 'group', id }, fetched, data.clock.now());

  it('returns the path below info, and stores the bytes for this owner', async () => {
    const path = await keep('g1', readThumbnail({ files: [file('thumbnail')] }));
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
