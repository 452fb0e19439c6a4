import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeConnection, savedSignIn } from '../../../testing/web/fake-connection.ts';
import { fakeFetch } from '../../../testing/web/fake-fetch.ts';
import { fakeUpload } from '../../../testing/web/fake-upload.ts';
import { fileKind } from './file-type.ts';
import { partBytes, uploadFile } from './upload-file.ts';

afterEach(() => vi.unstubAllGlobals());

const large = new File([new Uint8Array(partBytes + 7)], 'city.zip');

async function upload(status: object | object[], sent: object = { success: true }) {
  const rig = await fakeConnection({ saved: savedSignIn() });
  const forms = fakeUpload(sent);
  const log = fakeFetch({
    '/addItem': { success: true, id: 'f1' },
    '/commit': { success: true },
    '/status': status,
    '/cancel': { success: true },
    '/delete': { success: true },
  } as never);
  const done = uploadFile(rig.connection, {
    file: large,
    username: 'ada',
    itemType: 'Shapefile',
    inParts: true,
    onProgress: () => {},
    signal: new AbortController().signal,
  });
  return { done, log, forms };
}

describe('a large file on ArcGIS', () => {
  it('is sent in parts and joined', async () => {
    const { done, log, forms } = await upload({ status: 'completed' });
    expect(await done).toBe('f1');
    expect(forms.forms).toHaveLength(2);
    expect(log.map(({ path }) => path.split('/').at(-1))).toEqual(['addItem', 'commit', 'status']);
    expect(log[0]?.params).toMatchObject({ multipart: 'true', filename: 'city.zip', type: 'Shapefile' });
  });

  it('is removed when a part is refused', async () => {
    const { done, log } = await upload({ status: 'completed' }, { error: { code: 400, message: 'No.' } });
    await expect(done).rejects.toThrow('No.');
    expect(log.map(({ path }) => path.split('/').at(-1))).toEqual(['addItem', 'cancel', 'delete']);
  });
});

describe('the kind of a file', () => {
  const portal = { id: 'o1', name: 'ArcGIS Online' };
  it.each([
    ['roads.zip', 'x roads.shp x', 'shapefile'],
    ['roads.zip', 'x City.gdb/a0001.gdbtable x', 'fileGeodatabase'],
    ['roads.xlsx', '', 'excel'],
    ['roads.GEOJSON', '', 'geojson'],
    ['roads.gpkg', '', 'geoPackage'],
    ['roads.kml', '', undefined],
    ['roads', '', undefined],
  ])('%s holding “%s” is %s', async (name, content, kind) => {
    expect((await fileKind(new File([content], name), portal))?.fileType).toBe(kind);
  });

  it('is left to embedded portals, which recognise files by their bytes', async () => {
    const embedded = { ...portal, uploadPreviews: true };
    expect(await fileKind(new File([''], 'roads.kml'), embedded)).toMatchObject({ itemType: 'KML' });
    expect(await fileKind(new File([''], 'roads'), embedded)).toMatchObject({ itemType: 'CSV' });
  });
});
