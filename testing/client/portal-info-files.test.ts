import { getItemInfo, getItemMetadata, updateItemInfo } from '@esri/arcgis-rest-portal';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ArcGISIdentityManager, request } from '@esri/arcgis-rest-request';
import { limits } from '../../server/limits.ts';
import { lockItem } from '../../server/portal/content/items/item-store.ts';
import { password } from '../rig/portal-client.ts';
import { waitsOrEnds } from '../rig/test-database.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

/** Files about an item, and what a portal says of its servers, with arcgis-rest-js. */
const rig = useContentRig();
let item: string;

beforeAll(async () => {
  item = await rig.addMap({ title: 'Survey' });
});

const as = async (username: string) => ({
  authentication: await ArcGISIdentityManager.signIn({ username, password, portal: rig.portal.root }),
});
const file = (name: string, text: string) => new File([text], name);
const store = async (given: File, folderName?: string, username = 'grace', id = item) =>
  updateItemInfo({
    id,
    file: given,
    owner: 'grace',
    ...(folderName && { folderName }),
    ...(await as(username)),
  } as any).catch(({ response }) => response);
const remove = async (infoFile: string) =>
  request(`${rig.portal.root}/content/users/grace/items/${item}/deleteInfo`, {
    ...(await as('grace')),
    params: { infoFile },
  }).catch(({ response }) => response);
const read = async (fileName: string) =>
  getItemInfo(item, { fileName, readAs: 'text', ...(await as('grace')) } as any);

describe('files about an item', () => {
  test('are stored, replaced, read and deleted', async () => {
    expect(await store(file('form.json', '{"a":1}'))).toEqual({
      success: true,
      itemId: item,
      owner: 'grace',
      folder: null,
    });
    await store(file('form.json', '{"a":2}'), 'forms');
    expect(await read('form.json')).toBe('{"a":1}');
    expect(await read('forms/form.json')).toBe('{"a":2}');
    await store(file('form.json', '{"a":3}'));
    expect(await read('form.json')).toBe('{"a":3}');
    expect(await remove('form.json')).toEqual({ success: true });
    expect((await remove('form.json')).error.code).toBe(400);
  });

  test.each<[string, File, string | undefined]>([
    ['another type', file('page.html', '<p>'), undefined],
    ['a path as its name', file('..', ''), undefined],
    ['more than 100 KB', file('large.json', 'x'.repeat(100_001)), undefined],
    ['the folder of thumbnails', file('t.png', 'x'), 'thumbnail'],
    ['a folder outside', file('t.json', 'x'), '../x'],
  ])('with %s are refused', async (_name, given, folder) => {
    const { error } = await store(given, folder);
    expect([error.code, error.message]).toEqual([400, 'The file cannot be stored with the item.']);
  });

  test('include the metadata of an update, which are replaced and read back', async () => {
    const at = `${rig.portal.root}/content/users/grace/items/${item}/update`;
    for (const title of ['Survey', 'Survey, second edition']) {
      const metadata = `<?xml version="1.0"?><metadata><title>${title}</title></metadata>`;
      await request(at, { ...(await as('grace')), params: { metadata } });
      expect(await getItemMetadata(item, await as('grace'))).toBe(metadata);
    }
    const { error } = await request(at, { ...(await as('grace')), params: { metadata: 'no xml' } }).catch(
      ({ response }) => response,
    );
    expect(error.details).toEqual(['metadata: Metadata must be an XML document.']);
    expect(await getItemMetadata(item, await as('grace'))).toContain('second edition');
  });

  test('have a highest number', async () => {
    for (let index = 0; index < 20; index += 1) await store(file(`${index}.txt`, 'x'));
    expect((await store(file('last.txt', 'x'))).error.details).toEqual([
      'file: An item may have 20 such files.',
    ]);
  });

  test('have it also when they are stored at the same time', async () => {
    const usual = limits.infoFiles;
    onTestFinished(() => void Object.assign(limits, { infoFiles: usual }));
    Object.assign(limits, { infoFiles: 1 });
    const { database } = rig.portal.context;
    const other = await rig.addMap({ title: 'Other' });
    const sent = await database.transaction().execute(async (transaction) => {
      await lockItem(transaction, other);
      const requests = ['a.txt', 'b.txt'].map((name) => store(file(name, 'x'), undefined, 'grace', other));
      await waitsOrEnds(database, Promise.all(requests), 2);
      return requests.map((request) => ({ request }));
    });
    const codes = await Promise.all(sent.map(async ({ request: one }) => (await one).error?.code));
    expect(codes.toSorted()).toEqual([400, undefined]);
  });

  test('cannot be changed by others', async () => {
    expect((await store(file('0.txt', 'taken'), undefined, 'linus')).error).toBeDefined();
    expect(
      (await rig.call(`/content/users/grace/items/${item}/deleteInfo`, { infoFile: '0.txt' }, 'linus')).error,
    ).toBeDefined();
    expect(await read('0.txt')).toBe('x');
  });
});

describe('a portal', () => {
  test('names its server and its subscription', async () => {
    const root = rig.portal.root.replace('/portal/sharing/rest', '/server');
    const { urls } = await request(`${rig.portal.root}/portals/self/urls`);
    expect(urls).toEqual({ features: { http: [root] }, tiles: { http: [root] } });
    const { servers } = await request(`${rig.portal.root}/portals/self/servers`, await as('grace'));
    expect(servers).toMatchObject([{ url: root, isHosted: true, serverRole: 'HOSTING_SERVER' }]);
    const subscription = await request(`${rig.portal.root}/portals/self/subscriptionInfo`, await as('grace'));
    expect(subscription).toMatchObject({ type: 'In House', expDate: -1 });
  });
});
