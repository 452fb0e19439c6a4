import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeConnection, savedSignIn } from '../../../testing/web/fake-connection.ts';
import { fakeFetch } from '../../../testing/web/fake-fetch.ts';
import { fakeUpload } from '../../../testing/web/fake-upload.ts';
import { fileKind } from './file-type.ts';
import { discardOnClosing, partBytes, uploadFile } from './upload-file.ts';

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
  const items: string[] = [];
  const done = uploadFile(rig.connection, {
    file: large,
    username: 'ada',
    itemType: 'Shapefile',
    inParts: true,
    onProgress: () => {},
    signal: new AbortController().signal,
    onItem: (id) => items.push(id),
  });
  return { done, log, forms, items };
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
    const { done, log, items } = await upload(
      { status: 'completed' },
      { error: { code: 400, message: 'No.' } },
    );
    await expect(done).rejects.toThrow('No.');
    // Known before the file has been sent.
    expect(items).toEqual(['f1']);
    expect(log.map(({ path }) => path.split('/').at(-1))).toEqual(['addItem', 'cancel', 'delete']);
  });
});

describe('an unfinished upload', () => {
  it('is removed by a request that outlives the page', async () => {
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    const sent = vi.fn<typeof fetch>(() => Promise.resolve(new Response('{}')));
    vi.stubGlobal('fetch', sent);
    const items = ['f1'];
    const page = new EventTarget();
    const stop = discardOnClosing(connection, 'ada', () => items.pop(), page);
    page.dispatchEvent(new Event('pagehide'));
    page.dispatchEvent(new Event('pagehide'));
    stop();
    items.push('f2');
    page.dispatchEvent(new Event('pagehide'));
    expect(sent).toHaveBeenCalledTimes(1);
    const [address, init] = sent.mock.calls[0] ?? [];
    expect(address).toBe(`${connection.restUrl}/content/users/ada/items/f1/delete`);
    expect(init).toMatchObject({ method: 'POST', keepalive: true });
    expect(String(init?.body)).toBe('f=json&token=token-1');
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
    expect(await fileKind(new File([''], 'roads.xlsx'), embedded)).toMatchObject({
      itemType: 'Microsoft Excel',
      fileType: 'excel',
    });
    expect(await fileKind(new File([''], 'roads'), embedded)).toMatchObject({ itemType: 'CSV' });
  });
});
