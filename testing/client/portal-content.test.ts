import {
  addItemResource,
  getItem,
  getItemData,
  getItemResources,
  getItemStatus,
  getUserContent,
  getUserTags,
  protectItem,
  reassignItem,
  removeItem,
  searchItems,
  setItemAccess,
  unprotectItem,
  updateItem,
} from '@esri/arcgis-rest-portal';
import type { ArcGISIdentityManager } from '@esri/arcgis-rest-request';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codes, type ContentRig, createContentRig, webMap } from '../rig/content-rig.ts';

let rig: ContentRig;
let portal: ContentRig['portal'];
let ada: ArcGISIdentityManager;
let grace: ArcGISIdentityManager;
let linus: ArcGISIdentityManager;
let otto: ArcGISIdentityManager;
let addMap: ContentRig['addMap'];
let call: ContentRig['call'];

beforeAll(async () => {
  rig = await createContentRig();
  ({ portal, ada, grace, linus, otto, addMap, call } = rig);
});
afterAll(() => rig.stop());

describe('items', () => {
  test('are added, read, changed and deleted', async () => {
    const id = await addMap({
      snippet: 'Where it is green',
      description: '<b onclick="x()">Trees</b>',
      typeKeywords: ['Collector'],
      categories: ['/Categories/Green'],
      extent: [
        [71, 51],
        [72, 52],
      ],
      properties: { version: 3 },
      licenseInfo: 'ODbL',
      culture: 'kk',
    });
    const item = await getItem(id, { authentication: grace });
    expect(item).toMatchObject({
      id,
      owner: 'grace',
      ownerFolder: null,
      orgId: portal.context.portal.id,
      title: 'Parks',
      type: 'Web Map',
      tags: ['green', 'city'],
      snippet: 'Where it is green',
      // Stored as sent: clients that show it must sanitize it.
      description: '<b onclick="x()">Trees</b>',
      typeKeywords: ['Collector'],
      categories: ['/Categories/Green'],
      extent: [
        [71, 51],
        [72, 52],
      ],
      properties: { version: 3 },
      licenseInfo: 'ODbL',
      culture: 'kk',
      access: 'private',
      itemControl: 'admin',
      accessInformation: null,
      url: null,
      numViews: 0,
      protected: false,
      size: JSON.stringify(webMap).length,
    });
    expect(await getItemData(id, { authentication: grace })).toEqual(webMap);

    await updateItem({
      item: { id, title: 'All parks', tags: [] as string[], snippet: '' },
      authentication: grace,
    });
    const changed = await getItem(id, { authentication: grace });
    expect(changed).toMatchObject({
      title: 'All parks',
      tags: ['green', 'city'],
      snippet: 'Where it is green',
    });
    expect(changed.modified).toBeGreaterThanOrEqual(item.modified);
    expect(changed.created).toBe(item.created);

    expect(await removeItem({ id, authentication: grace })).toEqual({ success: true, itemId: id });
    await expect(getItem(id, { authentication: grace })).rejects.toMatchObject({ code: codes.noItem });
  });

  test('sent back whole by the ArcGIS SDK are saved, with blanks for cleared fields', async () => {
    const id = await addMap({
      snippet: 'old',
      url: 'https://example.org/map',
      extent: [
        [1, 2],
        [3, 4],
      ],
    });
    const answer = await call(`/content/users/grace/items/${id}/update`, {
      id: 'another',
      owner: 'ada',
      ownerFolder: 'x',
      created: '1',
      modified: '1',
      size: '1',
      thumbnail: 'thumbnail/none.png',
      isOrgItem: 'false',
      access: 'public',
      title: '',
      snippet: '',
      url: '',
      extent: '',
      tags: '',
      description: 'new',
      clearEmptyFields: 'true',
    });
    expect(answer).toEqual({ success: true, id });
    expect(await getItem(id, { authentication: grace })).toMatchObject({
      id,
      owner: 'grace',
      title: 'Parks',
      snippet: null,
      url: null,
      extent: [],
      tags: [],
      description: 'new',
      thumbnail: null,
      access: 'private',
    });
  });

  test.each([
    [{ title: '' }, 'title'],
    [{ type: 'Magic Map' }, 'type'],
    [{ url: 'javascript:alert(1)' }, 'url'],
    [{ url: '//evil.example' }, 'url'],
    [{ extent: '1,2,3' }, 'extent'],
    [{ extent: '[[3,2],[1,4]]' }, 'extent'],
    [{ properties: '[1]' }, 'properties'],
    [{ title: 'x'.repeat(251) }, 'title'],
    [{ tags: Array.from({ length: 129 }, (_, index) => `t${index}`).join(',') }, 'tags'],
    [{ dataUrl: 'https://example.org/data.csv' }, 'dataUrl'],
  ])('with %o are rejected by name', async (fields, name) => {
    const { error } = await call('/content/users/grace/addItem', { title: 'T', type: 'Web Map', ...fields });
    expect(error).toMatchObject({ code: 400 });
    expect(error.details[0]).toMatch(new RegExp(`^${name}:`));
  });

  test('accept the username of a path in any letter case, which must be the owner', async () => {
    const { id } = await call('/content/users/OTTO/addItem', { title: 'T', type: 'web map' }, 'Otto');
    expect(await getItem(id, { authentication: otto })).toMatchObject({
      owner: 'Otto',
      type: 'Web Map',
    });
    expect((await call(`/content/users/grace/items/${id}/delete`, {}, 'ada')).error.messageCode).toBe(
      codes.noItem,
    );
    expect(await call(`/content/users/otto/items/${id}/delete`, {}, 'ada')).toMatchObject({ success: true });
  });

  test('are added only by the owner or an administrator', async () => {
    const fields = { title: 'T', type: 'Web Map' };
    expect((await call('/content/users/grace/addItem', fields, '')).error.code).toBe(499);
    expect((await call('/content/users/grace/addItem', fields, 'linus')).error.messageCode).toBe(
      codes.forbidden,
    );
    expect((await call('/content/users/nobody/addItem', fields, 'ada')).error.messageCode).toBe('COM_0018');
    expect(await call('/content/users/grace/addItem', fields, 'ada')).toMatchObject({ success: true });
  });

  test('that are hidden are answered like missing ones: visitors are prompted to sign in', async () => {
    const id = await addMap();
    expect((await call(`/content/items/${id}`, {}, '')).error).toMatchObject({
      code: 403,
      messageCode: codes.forbidden,
    });
    expect((await call(`/content/items/${id}/data`, {}, 'linus')).error.messageCode).toBe(codes.noItem);
    expect((await call(`/content/items/${'0'.repeat(32)}`, {}, '')).error).toMatchObject({
      code: 403,
      messageCode: codes.forbidden,
    });
    expect(await call(`/content/items/${id}`, {}, 'ada')).toMatchObject({ id, itemControl: 'admin' });
    await setItemAccess({ id, access: 'public', authentication: grace });
    const seen = await call(`/content/items/${id}`, {}, 'linus');
    expect(seen).toMatchObject({ id, itemControl: '' });
    expect(seen).not.toHaveProperty('ownerFolder');
    for (const action of [
      'update',
      'delete',
      'move',
      'share',
      'protect',
      'updateThumbnail',
      'addResources',
      'reassign',
    ]) {
      const { error } = await call(
        `/content/users/grace/items/${id}/${action}`,
        { everyone: 'false', org: 'false' },
        'linus',
      );
      expect(error.messageCode).toBe(codes.forbidden);
    }
  });

  test('that are protected cannot be deleted', async () => {
    const id = await addMap();
    await protectItem({ id, authentication: grace });
    await expect(removeItem({ id, authentication: grace })).rejects.toMatchObject({ code: 'CONT_0048' });
    await unprotectItem({ id, authentication: grace });
    await removeItem({ id, authentication: grace });
  });

  test('are deleted several at once, each with its own result', async () => {
    const [first, second, others] = [await addMap(), await addMap(), await addMap({}, ada)];
    await protectItem({ id: second, authentication: grace });
    const { results } = await call('/content/users/grace/deleteItems', {
      items: `${first}, ${second},${others},nothing`,
    });
    expect(results.map((result: any) => [result.itemId, result.success, result.error?.code])).toEqual([
      [first, true, undefined],
      [second, false, 400],
      [others, false, 400],
      ['nothing', false, 400],
    ]);
    expect((await call('/content/users/grace/deleteItems')).error.code).toBe(400);
  });

  test('are copied with their data, as a private item of the caller', async () => {
    const id = await addMap({ snippet: 'original' });
    await addItemResource({ id, name: 'a.json', content: '{"a":1}', authentication: grace });
    await addItemResource({ id, name: 'p.json', content: '{"p":1}', private: true, authentication: grace });
    await setItemAccess({ id, access: 'org', authentication: grace });
    await call(`/content/items/${id}/addComment`, { comment: 'Not copied' });
    const requested = { title: 'Copy', includeResources: 'true', copyPrivateResources: 'true' };
    const { itemId } = await call(`/content/users/grace/items/${id}/copy`, requested, 'linus');
    expect(await call(`/content/items/${itemId}`, {}, 'linus')).toMatchObject({
      owner: 'linus',
      title: 'Copy',
      snippet: 'original',
      access: 'private',
      numComments: 0,
    });
    expect(await getItemData(itemId, { authentication: linus })).toEqual(webMap);
    const { resources } = await getItemResources(itemId, { authentication: linus });
    expect(resources?.map((each: any) => each.resource)).toEqual(['a.json']);
  });

  test('are copied without the keywords of a registration or a service, which the copy does not have', async () => {
    const { id } = await call('/content/users/grace/addItem', { title: 'Survey', type: 'Application' });
    const app = { itemId: id, appType: 'browser', redirect_uris: '["https://app.example/"]' };
    expect(await call('/oauth2/registerApp', app)).toHaveProperty('client_id');
    const service = await call('/content/users/grace/createService', {
      createParameters: JSON.stringify({ name: 'Trees', layers: [] }),
    });
    const keywords = async (item: string) => (await call(`/content/items/${item}`)).typeKeywords;
    for (const [original, own] of [
      [id, 'Registered App'],
      [service.itemId, 'Hosted Service'],
    ]) {
      const { itemId } = await call(`/content/items/${original}/copy`);
      expect([await keywords(original), await keywords(itemId)]).toEqual([
        expect.arrayContaining([own]),
        expect.not.arrayContaining([own]),
      ]);
    }
  });

  test('are related in pages, by any number of types', async () => {
    const [map, ...others] = [await addMap(), await addMap({ title: 'A' }), await addMap({ title: 'B' })];
    for (const destinationItemId of others)
      await call('/content/users/grace/addRelationship', {
        originItemId: map,
        destinationItemId,
        relationshipType: 'Map2Service',
      });
    const typesOf = (length: number) =>
      ['Map2Service', ...Array.from({ length }, (_, index) => `t${index}`)].join(',');
    const related = (parameters: Record<string, string>) =>
      call(`/content/items/${map}/relatedItems`, { relationshipTypes: typesOf(3000), ...parameters });
    expect((await related({ relationshipTypes: typesOf(40_000) })).error.code).toBe(400);
    const first = await related({ num: '1' });
    expect([first.total, first.nextStart, first.relatedItems.map(({ id }: any) => id)]).toEqual([
      2,
      2,
      [others[0]],
    ]);
    expect((await related({ num: '1', start: '2' })).relatedItems[0].id).toBe(others[1]);
    expect((await related({ direction: 'reverse' })).total).toBe(0);
    expect((await related({ direction: 'sideways' })).error.code).toBe(400);
    const newest = await related({ sortField: 'created', sortOrder: 'desc' });
    const times: number[] = newest.relatedItems.map(({ created }: any) => created);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    expect((await related({ sortField: 'size' })).error).toMatchObject({ code: 400 });
  });

  test('are reassigned by an administrator', async () => {
    const id = await addMap();
    const requested = { id, currentOwner: 'grace', targetUsername: 'linus', targetFolderName: 'From Grace' };
    await expect(
      call(`/content/users/grace/items/${id}/reassign`, { targetUsername: 'linus' }),
    ).resolves.toMatchObject({
      error: { messageCode: codes.forbidden },
    });
    await reassignItem({ ...requested, authentication: ada });
    const { folders } = await getUserContent({ owner: 'linus', authentication: linus });
    const folder = folders.find((each) => each.title === 'From Grace');
    expect(await call(`/content/items/${id}`, {}, 'linus')).toMatchObject({
      owner: 'linus',
      ownerFolder: folder?.id,
    });
    expect((await searchItems({ q: `id:${id} AND owner:linus`, authentication: ada })).total).toBe(1);
  });

  test('have a status and tags', async () => {
    const id = await addMap({ tags: ['only-otto'] }, otto);
    expect(await getItemStatus({ id, authentication: otto })).toMatchObject({
      status: 'completed',
      itemId: id,
    });
    const { tags } = await getUserTags({ username: 'Otto', authentication: otto });
    expect(tags).toContainEqual({ tag: 'only-otto', count: 1 });
  });
});
