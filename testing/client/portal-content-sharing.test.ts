import {
  addItemRelationship,
  createFolder,
  createItemInFolder,
  getItem,
  getItemGroups,
  getRelatedItems,
  getUserContent,
  moveItem,
  removeFolder,
  removeItemRelationship,
  setItemAccess,
  shareItemWithGroup,
  unshareItemWithGroup,
} from '@esri/arcgis-rest-portal';
import type { ArcGISIdentityManager } from '@esri/arcgis-rest-request';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codes, type ContentRig, createContentRig } from '../rig/content-rig.ts';

let rig: ContentRig;
let portal: ContentRig['portal'];
let grace: ArcGISIdentityManager;
let linus: ArcGISIdentityManager;
let otto: ArcGISIdentityManager;
let addMap: ContentRig['addMap'];
let call: ContentRig['call'];

beforeAll(async () => {
  rig = await createContentRig();
  ({ portal, grace, linus, otto, addMap, call } = rig);
});
afterAll(() => rig.stop());

describe('folders', () => {
  test('hold items, can be renamed, and can be deleted when empty', async () => {
    const { folder } = await createFolder({ title: 'Drafts', authentication: grace });
    expect(folder).toMatchObject({ title: 'Drafts', username: 'grace' });
    await expect(createFolder({ title: 'Drafts', authentication: grace })).rejects.toMatchObject({
      code: 'CONT_0113',
    });
    const { id } = await createItemInFolder({
      folderId: folder.id,
      item: { title: 'Draft', type: 'Web Map', tags: [] },
      authentication: grace,
    });
    expect(await getItem(id, { authentication: grace })).toMatchObject({ ownerFolder: folder.id });
    expect(
      await call(`/content/users/grace/${folder.id}/items/${id}/update`, { title: 'Draft 2' }),
    ).toMatchObject({ success: true });

    const inside = await getUserContent({ folderId: folder.id, authentication: grace });
    expect(inside).toMatchObject({
      total: 1,
      currentFolder: { id: folder.id, title: 'Drafts' },
      items: [{ id, title: 'Draft 2' }],
    });
    await expect(removeFolder({ folderId: folder.id, authentication: grace })).rejects.toMatchObject({
      response: { error: { code: 400 } },
    });

    expect(await moveItem({ itemId: id, folderId: '', authentication: grace })).toMatchObject({
      itemId: id,
      folder: '/',
    });
    expect(
      await call(`/content/users/grace/${folder.id}/updateFolder`, { title: 'Old drafts' }),
    ).toMatchObject({
      success: true,
      folder: { id: folder.id, title: 'Old drafts' },
    });
    expect(await removeFolder({ folderId: folder.id, authentication: grace })).toMatchObject({
      success: true,
    });
    await expect(moveItem({ itemId: id, folderId: folder.id, authentication: grace })).rejects.toThrow(
      /Folder/,
    );
  });

  test.each(['a'.repeat(32), 'reassignItems', 'nothing/addItem'])('are not found: %s', async (name) => {
    const item = { title: 'A map', type: 'Web Map' };
    expect((await call(`/content/users/grace/${name}`, item, 'grace')).error).toMatchObject({
      code: 400,
      messageCode: 'CONT_0002',
    });
  });

  test('are listed with their content, sorted and paged', async () => {
    const lister = await rig.signIn('lister');
    const { folder } = await createFolder({ title: 'Box', authentication: lister });
    for (const title of ['b', 'a', 'c']) await addMap({ title }, lister);
    await createItemInFolder({
      folderId: folder.id,
      item: { title: 'd', type: 'Web Map', tags: [] },
      authentication: lister,
    });
    const titles = async (parameters: Record<string, string>, username = 'lister') => {
      const { items } = await call('/content/users/lister', parameters, username);
      return items.map((item: any) => item.title);
    };
    expect(await call('/content/users/lister', { num: '1' })).toMatchObject({ folders: [], items: [] });
    expect(await call('/content/users/lister', { num: '1' }, 'lister')).toMatchObject({
      username: 'lister',
      total: 3,
      start: 1,
      num: 1,
      nextStart: 2,
      currentFolder: null,
      folders: [{ username: 'lister', id: folder.id, title: 'Box' }],
      items: [{ title: 'b', ownerFolder: null }],
    });
    expect((await call('/content/users/lister', { folders: 'false' }, 'lister')).folders).toEqual([]);
    expect(await titles({})).toEqual(['b', 'a', 'c']);
    expect(await titles({ sortOrder: 'desc' })).toEqual(['c', 'a', 'b']);
    expect(await titles({ sortField: 'title', foldersContent: 'true' })).toEqual(['a', 'b', 'c', 'd']);
    expect(await titles({ sortField: 'title', start: '2', num: '1' })).toEqual(['b']);
    expect(await titles({ inRecycleBin: 'true' })).toEqual([]);
    // An administrator sees all of it; others what they may, and no folders.
    expect(await titles({}, 'ada')).toEqual(['b', 'a', 'c']);
    expect((await getUserContent({ owner: 'lister', authentication: linus })).items).toEqual([]);
    expect((await call(`/content/users/lister/${folder.id}`, {}, 'linus')).error.messageCode).toBe(
      codes.forbidden,
    );
    expect((await call('/content/users/lister/nofolder', {}, 'lister')).error.code).toBe(400);
    expect((await call('/content/users/nobody')).error.messageCode).toBe('COM_0018');
  });
});

describe('sharing', () => {
  const access = async (id: string) => (await call(`/content/items/${id}`, {}, 'ada'))['access'];

  test('works by level and by group, each without affecting the other', async () => {
    const id = await addMap();
    await setItemAccess({ id, access: 'org', authentication: grace });
    expect(await access(id)).toBe('org');
    await shareItemWithGroup({ id, groupId: 'team', authentication: grace });
    expect(await access(id)).toBe('org');
    expect(
      (await call(`/content/users/grace/items/${id}/share`, { everyone: 'false', org: 'false' }))[
        'notSharedWith'
      ],
    ).toEqual([]);
    expect(await access(id)).toBe('shared');
    expect(await getItem(id, { authentication: linus })).toMatchObject({ id });
    expect(await getItemGroups(id, { authentication: linus })).toMatchObject({
      admin: [{ id: 'team' }],
      member: [],
      other: [],
    });
    expect(await getItemGroups(id, { authentication: grace })).toMatchObject({ member: [{ id: 'team' }] });
    await setItemAccess({ id, access: 'private', authentication: grace });
    expect(await access(id)).toBe('private');
    expect((await call(`/content/items/${id}`, {}, 'linus')).error.messageCode).toBe(codes.noItem);
    await setItemAccess({ id, access: 'public', authentication: grace });
    expect(await getItem(id, { portal: portal.root })).toMatchObject({ access: 'public' });
  });

  test('reports groups that the user is not in as not shared', async () => {
    const id = await addMap({}, otto);
    const answer = await call(`/content/users/Otto/items/${id}/share`, { groups: 'team,none' }, 'Otto');
    expect(answer).toEqual({ notSharedWith: ['team', 'none'], itemId: id });
    await expect(shareItemWithGroup({ id, groupId: 'team', authentication: otto })).rejects.toThrow(
      /member|could not/,
    );
  });

  test("lets group managers remove others' items from it", async () => {
    const id = await addMap();
    await shareItemWithGroup({ id, groupId: 'team', authentication: grace });
    expect((await call(`/content/items/${id}/unshare`, { groups: 'team' }, 'Otto')).error.messageCode).toBe(
      codes.noItem,
    );
    const answer = await unshareItemWithGroup({
      id,
      groupId: 'team',
      owner: 'grace',
      authentication: linus,
    });
    expect(answer).toMatchObject({ notUnsharedFrom: [], itemId: id });
    expect(await access(id)).toBe('private');
  });

  test('keeps favourites, which grant no access', async () => {
    const id = await addMap({ title: 'Marked' });
    await setItemAccess({ id, access: 'public', authentication: grace });
    const { favGroupId } = await call('/community/self', {}, 'Otto');
    expect(favGroupId).toMatch(/^[0-9a-f]{32}$/);

    await shareItemWithGroup({ id, groupId: favGroupId, owner: 'grace', authentication: otto });
    const favourites = async () => (await call(`/content/groups/${favGroupId}/search`, {}, 'Otto')).results;
    expect(await favourites()).toMatchObject([{ id, title: 'Marked', access: 'public' }]);
    expect((await call(`/content/groups/${favGroupId}/search`, {}, 'ada')).error.messageCode).toBe(
      codes.noGroup,
    );
    expect(await getItemGroups(id, { authentication: otto })).toEqual({ admin: [], member: [], other: [] });

    // Private again: the favourite is kept, but shows nothing and grants no access.
    await setItemAccess({ id, access: 'private', authentication: grace });
    expect(await access(id)).toBe('private');
    expect(await favourites()).toEqual([]);
    expect((await call(`/content/items/${id}`, {}, 'Otto')).error.messageCode).toBe(codes.noItem);
    await setItemAccess({ id, access: 'org', authentication: grace });
    expect(await favourites()).toHaveLength(1);
    await call(`/content/items/${id}/unshare`, { groups: favGroupId }, 'Otto');
    expect(await favourites()).toEqual([]);
  });
});

describe('several items at once', () => {
  const shown = (results: any[]) =>
    results.map(({ success, error, itemId, ...rest }) => [itemId, success, error?.code, rest]);

  test('are shared with groups and withdrawn from them, each with its own result', async () => {
    const [own, others] = [await addMap(), await addMap({}, otto)];
    const items = `${own},${others}`;
    const shared = await call('/content/users/grace/shareItems', { items, groups: 'team,none', org: 'true' });
    expect(shown(shared.results)).toEqual([
      [own, true, undefined, { notSharedWith: ['none'] }],
      [others, false, 400, { notSharedWith: [] }],
    ]);
    expect(await call(`/content/users/grace/items/${own}`)).toMatchObject({
      sharing: { access: 'org', groups: ['team'] },
    });
    const withdrawn = await call('/content/users/grace/unshareItems', { items, groups: 'team' });
    expect(shown(withdrawn.results)).toEqual([
      [own, true, undefined, { notUnsharedFrom: [] }],
      [others, false, 400, { notUnsharedFrom: [] }],
    ]);
    expect((await call(`/content/users/grace/items/${own}`)).sharing.groups).toEqual([]);
  });

  test('are moved into a folder, each with its own result', async () => {
    const { folder } = await createFolder({ title: 'Several', authentication: grace });
    const [own, others] = [await addMap(), await addMap({}, otto)];
    const given = { items: `${own},${others}`, folder: folder.id };
    const { results } = await call('/content/users/grace/moveItems', given);
    expect(shown(results)).toEqual([
      [own, true, undefined, { owner: 'grace', folder: folder.id }],
      [others, false, 400, {}],
    ]);
    expect(await getItem(own, { authentication: grace })).toMatchObject({ ownerFolder: folder.id });
  });

  test.each(['shareItems', 'unshareItems', 'moveItems'])('are named for %s', async (operation) => {
    const address = `/content/users/grace/${operation}`;
    expect((await call(address)).error).toMatchObject({
      code: 400,
      message: expect.stringContaining('items:'),
    });
    expect((await call(address, { items: await addMap() }, 'Otto')).error.code).toBe(403);
  });

  test('are not changed when a parameter is invalid', async () => {
    const given = { items: await addMap(), everyone: 'perhaps' };
    expect((await call('/content/users/grace/shareItems', given)).error).toMatchObject({
      code: 400,
      message: expect.stringContaining('everyone'),
    });
  });
});

describe('ratings and relations', () => {
  test('keep one rating per user, with the mean on the item', async () => {
    const id = await addMap();
    await setItemAccess({ id, access: 'org', authentication: grace });
    await call(`/content/items/${id}/addRating`, { rating: '2' }, 'linus');
    await call(`/content/items/${id}/addRating`, { rating: '5' }, 'linus');
    await call(`/content/items/${id}/addRating`, { rating: '4' }, 'Otto');
    expect(await getItem(id, { authentication: grace })).toMatchObject({ numRatings: 2, avgRating: 4.5 });
    expect(await call(`/content/items/${id}/rating`, {}, 'linus')).toMatchObject({ rating: 5 });
    await call(`/content/items/${id}/deleteRating`, {}, 'linus');
    expect(await getItem(id, { authentication: grace })).toMatchObject({ numRatings: 1, avgRating: 4 });
    expect(await call(`/content/items/${id}/rating`, {}, 'linus')).toEqual({});
    await rig.signIn('leaving');
    await call(`/content/items/${id}/addRating`, { rating: '1' }, 'leaving');
    expect(await getItem(id, { authentication: grace })).toMatchObject({ numRatings: 2, avgRating: 2.5 });
    await call('/community/users/leaving/delete', {}, 'ada');
    expect(await getItem(id, { authentication: grace })).toMatchObject({ numRatings: 1, avgRating: 4 });
    expect((await call(`/content/items/${id}/addRating`, { rating: '6' }, 'linus')).error.code).toBe(400);
    // Users cannot rate their own items.
    expect((await call(`/content/items/${id}/addRating`, { rating: '5' })).error.messageCode).toBe(
      codes.forbidden,
    );
  });

  test('have types of ArcGIS, and need control of both items if they state something about both', async () => {
    const [mine, theirs] = [await addMap(), await addMap({ title: 'Theirs' }, linus)];
    await setItemAccess({ id: theirs, access: 'public', authentication: linus });
    const relate = (relationshipType: string, destinationItemId: string) =>
      addItemRelationship({
        originItemId: mine,
        destinationItemId,
        relationshipType: relationshipType as 'Service2Service',
        authentication: grace,
      });
    for (const type of ['Service2Service', 'Service2Data', 'Item2Attachment'])
      await expect(relate(type, theirs)).rejects.toMatchObject({ code: codes.forbidden });
    await expect(relate('Made_up1', mine)).rejects.toMatchObject({
      originalMessage: expect.stringContaining('type of ArcGIS'),
    });
    // The apps of ArcGIS Online state what they use by the newer ones.
    for (const type of [
      'Map2Service',
      'Data2App',
      'Map2App',
      'App2DependentApp',
      'Widget2App',
      'Service2Survey',
    ])
      await relate(type, theirs);
    await relate('Service2Service', await addMap({ title: 'Mine too' }));
    const { list } = await call(`/content/items/${theirs}/dependencies`, {}, 'linus');
    expect(list).toEqual([]);
  });

  test('list the related items visible to the caller', async () => {
    const [map, layer, hidden] = [
      await addMap(),
      await addMap({ title: 'Layer' }),
      await addMap({ title: 'Hidden' }),
    ];
    for (const id of [map, layer]) await setItemAccess({ id, access: 'public', authentication: grace });
    const relation = { originItemId: map, relationshipType: 'Map2Service', authentication: grace } as const;
    await addItemRelationship({ ...relation, destinationItemId: layer });
    await addItemRelationship({ ...relation, destinationItemId: hidden });
    const related = (id: string, direction: 'forward' | 'reverse', authentication?: ArcGISIdentityManager) =>
      getRelatedItems({
        id,
        relationshipType: 'Map2Service',
        direction,
        authentication,
        portal: portal.root,
      });
    expect(await related(map, 'forward')).toMatchObject({ total: 1, relatedItems: [{ id: layer }] });
    expect(await related(map, 'forward', grace)).toMatchObject({ total: 2 });
    expect(await related(layer, 'reverse')).toMatchObject({ relatedItems: [{ id: map }] });
    await removeItemRelationship({ ...relation, destinationItemId: layer });
    expect(await related(map, 'forward')).toMatchObject({ total: 0, relatedItems: [] });
  });
});
