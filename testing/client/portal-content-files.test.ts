import {
  addItemData,
  addItemResource,
  createItem,
  getItem,
  getItemData,
  getItemResource,
  getItemResources,
  removeItemResource,
  setItemAccess,
  updateItem,
  updateItemResource,
} from '@esri/arcgis-rest-portal';
import type { ArcGISIdentityManager } from '@esri/arcgis-rest-request';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { png, type ContentRig, createContentRig, webMap } from '../rig/content-rig.ts';

let rig: ContentRig;
let portal: ContentRig['portal'];
let ada: ArcGISIdentityManager;
let grace: ArcGISIdentityManager;
let addMap: ContentRig['addMap'];
let call: ContentRig['call'];

beforeAll(async () => {
  rig = await createContentRig();
  ({ portal, ada, grace, addMap, call } = rig);
});
afterAll(() => rig.stop());

describe('data', () => {
  test('is uploaded as a file, with its own type', async () => {
    const csv = 'name,x,y\nTree,71.4,51.1\n';
    const { id } = await createItem({
      item: { title: 'Trees', type: 'CSV', tags: [] },
      file: new File([csv], 'trees.csv', { type: 'application/x-unknown' }),
      authentication: grace,
    } as any);
    expect(await getItem(id, { authentication: grace })).toMatchObject({
      name: 'trees.csv',
      size: csv.length,
    });
    const response = await fetch(`${portal.root}/content/items/${id}/data?token=${grace.token}`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toContain('trees.csv');
    expect(await response.text()).toBe(csv);
  });

  test('is replaced by addItemData, as text or file', async () => {
    const id = await addMap();
    await addItemData({ id, text: '{"version":"new"}', authentication: grace });
    expect(await getItemData(id, { authentication: grace })).toEqual({ version: 'new' });
    await addItemData({ id, file: new File(['{"version":"file"}'], 'map.json'), authentication: grace });
    expect(await getItemData(id, { authentication: grace })).toEqual({ version: 'file' });
    // An object in `data` is sent as a field of that name.
    await updateItem({ item: { id, data: { version: 'field' } } as any, authentication: grace });
    expect(await getItemData(id, { authentication: grace })).toEqual({ version: 'field' });
  });

  test('is empty for an item without any', async () => {
    const id = await addMap({ text: undefined });
    const response = await fetch(`${portal.root}/content/items/${id}/data?f=json&token=${grace.token}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });

  test(
    'of several megabytes is compressed and cached, and answered 304 when unchanged',
    { timeout: 60_000 },
    async () => {
      const features = Array.from({ length: 40_000 }, (_, id) => ({
        type: 'Feature',
        id,
        properties: { name: `Tree ${id}`, kind: 'Betula pendula' },
        geometry: { type: 'Point', coordinates: [71 + id / 1e5, 51 + id / 2e5] },
      }));
      const text = JSON.stringify({ type: 'FeatureCollection', features });
      expect(text.length).toBeGreaterThan(4_000_000);
      const { id } = await createItem({
        item: { title: 'Trees', type: 'GeoJson', tags: [] },
        file: new File([text], 'trees.geojson'),
        authentication: grace,
      } as any);
      const address = `${portal.root}/content/items/${id}/data?token=${grace.token}`;
      for (const [requested, given] of [
        ['br, gzip', 'br'],
        ['gzip, deflate', 'gzip'],
        ['br;q=0, gzip', 'gzip'],
        ['identity', null],
      ] as const) {
        const response = await fetch(address, { headers: { 'accept-encoding': requested } });
        expect(response.headers.get('content-encoding')).toBe(given);
        expect(response.headers.get('content-type')).toBe('application/geo+json');
        expect(Number(response.headers.get('content-length') ?? 0)).toBeLessThan(text.length / 5);
        expect(await response.text()).toBe(text);
        const etag = response.headers.get('etag') ?? '';
        const again = await fetch(address, {
          headers: { 'accept-encoding': requested, 'if-none-match': `"x", W/${etag}` },
        });
        expect(again.status).toBe(304);
        expect(await again.text()).toBe('');
      }
      await updateItem({
        item: { id, text: '{"type":"FeatureCollection","features":[]}' } as any,
        authentication: grace,
      });
      const fresh = await fetch(address);
      expect(await fresh.json()).toEqual({ type: 'FeatureCollection', features: [] });
    },
  );

  test(
    'that is large and cannot be compressed is sent whole, with its length',
    { timeout: 60_000 },
    async () => {
      const bytes = new Uint8Array(9_000_000);
      for (let at = 0; at < bytes.length; at++) bytes[at] = (at * 2654435761) >>> 24;
      const { id } = await createItem({
        item: { title: 'Package', type: 'Tile Package', tags: [] },
        file: new File([bytes], 'tiles.tpk'),
        authentication: grace,
      } as any);
      const response = await fetch(`${portal.root}/content/items/${id}/data?token=${grace.token}`);
      expect(response.headers.get('content-length')).toBe(String(bytes.length));
      expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), Buffer.from(bytes))).toBe(0);
    },
  );

  test('cannot run scripts in this origin', async () => {
    const page = '<script>steal()</script>';
    const { id } = await createItem({
      item: { title: 'Page', type: 'Code Sample', tags: [] },
      file: new File([page], 'page.html', { type: 'text/html' }),
      authentication: grace,
    } as any);
    const response = await fetch(`${portal.root}/content/items/${id}/data?token=${grace.token}`);
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('may be a web map of megabytes in a form', { timeout: 60_000 }, async () => {
    const text = JSON.stringify({ ...webMap, notes: 'x'.repeat(5_000_000) });
    const id = await addMap({ text });
    expect(await getItemData(id, { authentication: grace })).toMatchObject({ version: '2.31' });
  });
});

describe('thumbnails', () => {
  const shown = (id: string, thumbnail: string, token = '') =>
    fetch(`${portal.root}/content/items/${id}/info/${thumbnail}?f=json&w=200&token=${token}`);

  test('are uploaded as a file, as data, or copied from an item of this portal', async () => {
    const first = await addMap();
    const form = new FormData();
    form.set('file', new File([png], 'my map (1).png'));
    const address = `${portal.root}/content/users/grace/items/${first}/updateThumbnail?f=json&token=${grace.token}`;
    expect(await (await fetch(address, { method: 'POST', body: form })).json()).toEqual({
      success: true,
      id: first,
    });
    const { thumbnail } = await getItem(first, { authentication: grace });
    expect(thumbnail).toBe('thumbnail/my_map_1_.png');
    const picture = await shown(first, thumbnail!, grace.token);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(png);

    const second = await addMap();
    const data = `data:image/png;base64,${png.toString('base64')}`;
    await call(`/content/users/grace/items/${second}/updateThumbnail`, { data, filename: 'view.jpeg' });
    expect((await getItem(second, { authentication: grace })).thumbnail).toBe('thumbnail/view.png');

    const third = await addMap();
    const url = `${portal.root.replace('http:', 'https:')}/content/items/${first}/info/${thumbnail}?token=${grace.token}&w=8192`;
    expect(await call(`/content/users/grace/items/${third}/updateThumbnail`, { url })).toEqual({
      success: true,
      id: third,
    });
    expect((await shown(third, 'thumbnail/my_map_1_.png', grace.token)).status).toBe(200);
    const etag = (await shown(third, 'thumbnail/my_map_1_.png', grace.token)).headers.get('etag') ?? '';
    const again = await fetch(
      `${portal.root}/content/items/${third}/info/thumbnail/my_map_1_.png?token=${grace.token}`,
      {
        headers: { 'if-none-match': etag },
      },
    );
    expect(again.status).toBe(304);
  });

  test('are never fetched from other hosts, and copied only from visible items', async () => {
    const [mine, others] = [await addMap(), await addMap({}, ada)];
    await call(
      `/content/users/ada/items/${others}/updateThumbnail`,
      { data: `data:image/png;base64,${png.toString('base64')}` },
      'ada',
    );
    for (const url of [
      'https://example.org/portal/sharing/rest/content/items/x/info/thumbnail/a.png',
      'file:///etc/passwd',
      `${rig.url}/health`,
      `${portal.root}/content/items/${mine}/info/%zz`,
      `${portal.root}/content/items/${others}/info/thumbnail/thumbnail.png`,
    ]) {
      expect(
        (await call(`/content/users/grace/items/${mine}/updateThumbnail`, { url })).error.code,
      ).toBeGreaterThan(399);
    }
  });

  test('are rejected unless they are pictures', async () => {
    const id = await addMap();
    const data = `data:image/png;base64,${Buffer.from('<svg onload=x>').toString('base64')}`;
    expect((await call(`/content/users/grace/items/${id}/updateThumbnail`, { data })).error.code).toBe(400);
    expect((await call(`/content/users/grace/items/${id}/updateThumbnail`)).error.code).toBe(400);
    expect((await (await shown(id, 'thumbnail/none.png', grace.token)).json()).error.code).toBe(400);
    expect((await (await shown(id, 'thumbnail/none.png')).json()).error.code).toBe(403);
  });

  test('are sent with a new item', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({
      title: 'T',
      type: 'Web Map',
      f: 'json',
      token: grace.token,
    }))
      form.set(name, value);
    form.set('thumbnail', new File([png], 'start.png'));
    const answer = await fetch(`${portal.root}/content/users/grace/addItem`, { method: 'POST', body: form });
    const { id } = (await answer.json()) as { id: string };
    expect((await getItem(id, { authentication: grace })).thumbnail).toBe('thumbnail/start.png');
  });
});

describe('resources', () => {
  test('are added, listed, read, replaced and removed', async () => {
    const id = await addMap();
    await addItemResource({
      id,
      name: 'root.json',
      prefix: 'styles',
      content: '{"version":8}',
      authentication: grace,
    });
    await addItemResource({
      id,
      name: 'pixel.png',
      resource: new File([png], 'pixel.png'),
      authentication: grace,
    });
    const form = new FormData();
    form.set('file1', new File(['a'], 'a.txt'));
    form.set('file2', new File(['b'], 'b.txt'));
    form.set('resourcesPrefix', 'notes');
    const address = `${portal.root}/content/users/grace/items/${id}/addResources?f=json&token=${grace.token}`;
    await fetch(address, { method: 'POST', body: form });
    expect(await getItemResources(id, { params: { num: 3 }, authentication: grace })).toMatchObject({
      total: 4,
      start: 1,
      num: 3,
      nextStart: 4,
      resources: [
        { resource: 'notes/a.txt', size: 1, access: 'inherit' },
        { resource: 'notes/b.txt' },
        { resource: 'pixel.png' },
      ],
    });
    expect(
      await getItemResource(id, { fileName: 'styles/root.json', readAs: 'json', authentication: grace }),
    ).toEqual({ version: 8 });

    await updateItemResource({
      id,
      name: 'root.json',
      prefix: 'styles',
      content: '{"version":9}',
      authentication: grace,
    });
    expect(
      await getItemResource(id, { fileName: 'styles/root.json', readAs: 'json', authentication: grace }),
    ).toEqual({ version: 9 });
    expect(
      (await call(`/content/users/grace/items/${id}/addResources`, { text: 'x', fileName: 'pixel.png' }))
        .error.code,
    ).toBe(400);
    expect(
      (await call(`/content/users/grace/items/${id}/updateResources`, { text: 'x', fileName: 'new.txt' }))
        .error.code,
    ).toBe(400);
    expect(
      (await call(`/content/users/grace/items/${id}/addResources`, { text: 'x', fileName: '../../x' })).error
        .code,
    ).toBe(400);

    await removeItemResource({ id, resource: 'pixel.png', authentication: grace });
    expect((await getItemResources(id, { authentication: grace })).total).toBe(3);
    await removeItemResource({ id, deleteAll: true, authentication: grace });
    expect((await getItemResources(id, { authentication: grace })).total).toBe(0);
    expect(
      (await fetch(`${portal.root}/content/items/${id}/resources/styles/root.json?token=${grace.token}`))
        .status,
    ).toBe(404);
  });

  test('marked private are readable by users who control the item', async () => {
    const id = await addMap();
    await addItemResource({ id, name: 'key.txt', content: 'secret', private: true, authentication: grace });
    await setItemAccess({ id, access: 'public', authentication: grace });
    const address = `${portal.root}/content/items/${id}/resources/key.txt`;
    expect((await fetch(address)).status).toBe(404);
    expect(await (await fetch(`${address}?token=${grace.token}`)).text()).toBe('secret');
    expect((await getItemResources(id, { portal: portal.root })).total).toBe(0);
    await updateItemResource({ id, name: 'key.txt', content: 'another', authentication: grace });
    expect((await fetch(address)).status).toBe(404);
    await updateItemResource({
      id,
      name: 'key.txt',
      content: 'known',
      private: false,
      authentication: grace,
    });
    expect(await (await fetch(address)).text()).toBe('known');
    const misspelt = { text: 'x', fileName: 'other.txt', access: 'privat' };
    expect((await call(`/content/users/grace/items/${id}/addResources`, misspelt)).error.code).toBe(400);
  });
});
