import { expect } from '@playwright/test';
import { open, registerToken, run, test } from './sdk-steps.ts';
import { findItem, tokenOf } from './steps.ts';

/**
 * The embedded portal as used by the ArcGIS SDK, from an application of another origin. No specification describes all
 * that the SDK sends and expects, so these tests run the SDK itself.
 */

test(
  'anonymous: the portal, its basemaps, groups, users and maps',
  { tag: '@long' },
  async ({ page, application }) => {
    await open(page, application);
    const seen = await run(
      page,
      async ({ Portal }) => {
        const portal = new Portal({ authMode: 'anonymous' });
        await portal.load();
        const first = await portal.queryItems({ query: 'type:"Web Map"', num: 2, sortField: 'title' });
        const second = await portal.queryItems(first.nextQueryParams);
        const titles = (results: any[]) => results.map((item: any) => item.title);
        return {
          isOrganization: portal.isOrganization,
          user: portal.user,
          culture: portal.culture,
          basemaps: (await portal.fetchBasemaps()).map((basemap: any) => basemap.portalItem.title).sort(),
          featured: titles(await portal.fetchFeaturedGroups()),
          pages: [titles(first.results), titles(second.results)],
          total: first.total,
          groups: (await portal.queryGroups({ query: 'owner:ada', num: 100 })).results.map(
            (group: any) => group.access,
          ),
          people: (await portal.queryUsers({ query: 'ada' })).results.map(({ fullName, email }: any) => ({
            fullName,
            email,
          })),
          regions: (await portal.fetchRegions()).length,
          settings: (await portal.fetchSettings()).id,
          categories: await portal.fetchCategorySchema(),
          refused: await portal.signIn().catch((error: any) => error.name),
        };
      },
      undefined,
    );
    expect(seen).toMatchObject({
      isOrganization: true,
      user: null,
      basemaps: ['Dark', 'Light'],
      featured: ['City maps'],
      // Her profile is public; her e-mail address is not.
      people: [{ fullName: 'Ada Lovelace', email: null }],
      settings: 'mapping',
      categories: expect.arrayContaining([expect.objectContaining({ categories: expect.any(Array) })]),
      refused: 'portal:invalid-auth-mode',
    });
    expect(new Set(seen.pages.flat()).size).toBe(4);
    expect(seen.pages.flat()).toEqual(seen.pages.flat().toSorted());
    expect(seen.total).toBeGreaterThan(4);
    expect(new Set(seen.groups)).toEqual(new Set(['public']));
    expect(seen.regions).toBeGreaterThan(200);
  },
);

test('a registered token: the user, their groups, folders and private content', async ({
  page,
  application,
}) => {
  await open(page, application);
  await registerToken(page, 'grace');
  const seen = await run(
    page,
    async ({ Portal, IdentityManager, restUrl }) => {
      const credential = await IdentityManager.checkSignInStatus(restUrl);
      const portal = new Portal();
      await portal.load();
      const { user } = portal;
      const content = await user.fetchItems({ num: 50, includeSubfolderItems: true });
      return {
        credential: credential.userId,
        user: {
          username: user.username,
          fullName: user.fullName,
          role: user.role,
          orgId: user.orgId,
          email: user.email,
        },
        privileges: user.privileges,
        groups: (await user.fetchGroups()).map((group: any) => group.title),
        folders: (await user.fetchFolders()).map((folder: any) => typeof folder.title),
        tags: (await user.fetchTags()).length,
        access: content.items.map((item: any) => item.access),
        owners: content.items.map((item: any) => item.owner),
        people: (await portal.queryUsers({ query: 'username:ada' })).results.map(
          (person: any) => person.fullName,
        ),
        favourites: (await user.queryFavorites()).total,
      };
    },
    undefined,
  );
  expect(seen).toMatchObject({
    credential: 'grace',
    user: {
      username: 'grace',
      fullName: 'Grace Hopper',
      role: 'org_publisher',
      orgId: 'mapping',
      email: 'grace@example.org',
    },
    people: ['Ada Lovelace'],
  });
  expect(seen.privileges).toContain('portal:user:createItem');
  expect(seen.access).toContain('private');
  expect(new Set(seen.owners)).toEqual(new Set(['grace']));
  expect(seen.tags).toBeGreaterThan(0);
});

test(
  'an invalid token: 498 makes the SDK drop it and continue anonymously where it may not prompt',
  { tag: '@long' },
  async ({ page, application }) => {
    await open(page, application);
    const token = await registerToken(page, 'grace');
    await page.request.post('/portal/sharing/rest/oauth2/revokeToken', { form: { auth_token: token } });
    const seen = await run(
      page,
      async ({ Portal, IdentityManager, restUrl }) => {
        const status = await IdentityManager.checkSignInStatus(restUrl).catch((error: any) => error.name);
        const portal = new Portal({ authMode: 'no-prompt' });
        await portal.load();
        return { status, user: portal.user, credential: IdentityManager.findCredential(restUrl) ?? null };
      },
      undefined,
    );
    expect(seen).toEqual({ status: 'identity-manager:not-authenticated', user: null, credential: null });
  },
);

test(
  'private and missing items: an application that may not prompt receives 403 for both',
  { tag: '@long' },
  async ({ page, application }) => {
    await open(page, application);
    const id = await findItem(page, 'Pharmacies near me', await tokenOf(page, 'grace'));
    const load = (itemId: string) =>
      run(
        page,
        async ({ Portal, PortalItem }, itemId) => {
          const portal = new Portal({ authMode: 'anonymous' });
          await portal.load();
          const item = new PortalItem({ id: itemId, portal });
          return item.load().then(
            () => ({ loaded: true }),
            ({ name, details }: any) => ({ name, status: details.httpStatus, code: details.messageCode }),
          );
        },
        itemId,
      );
    const forbidden = { name: 'request:server', status: 403, code: 'GWM_0003' };
    expect(await load(id)).toEqual(forbidden);
    expect(await load('0'.repeat(32))).toEqual(forbidden);
  },
);

test(
  'an item: added, found, updated, given a thumbnail, deleted',
  { tag: '@long' },
  async ({ page, application }) => {
    await open(page, application);
    await registerToken(page, 'grace');
    const seen = await run(
      page,
      async ({ Portal, PortalItem, plain }) => {
        const portal = new Portal();
        await portal.load();
        const { user } = portal;
        const item = await user.addItem({
          item: new PortalItem({
            type: 'Web Mapping Application',
            title: 'Note',
            tags: ['sdk', 'two words'],
            url: 'https://maps.example/',
          }),
          data: { note: 'Ü', list: [1, 2] },
        });
        // The SDK empties an item that it deletes.
        const { id } = item;
        const data = await item.fetchData();
        item.title = 'Changed';
        item.snippet = 'Short';
        item.extent = { xmin: 71, ymin: 51, xmax: 72, ymax: 52, spatialReference: { wkid: 4326 } };
        await item.update({ data: { note: 'new' } });

        const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 40 });
        canvas.getContext('2d')?.fillRect(0, 0, 60, 40);
        await item.updateThumbnail({ thumbnail: canvas.toDataURL('image/png') });
        const picture = new Image();
        picture.src = plain(item.getThumbnailUrl(200));
        await picture.decode();

        const again = new PortalItem({ id, portal });
        await again.load();
        const listed = await user.fetchItems({ num: 100 });
        const found = await portal.queryItems({ query: `id:${id}` });
        await user.deleteItem(item);
        const gone = await new PortalItem({ id, portal })
          .load()
          .catch((error: any) => error.details.messageCode);
        return {
          data,
          owner: item.owner,
          again: {
            title: again.title,
            snippet: again.snippet,
            tags: again.tags,
            access: again.access,
            url: again.url,
          },
          extent: again.extent.toJSON(),
          picture: [picture.naturalWidth, picture.naturalHeight],
          listed: listed.items.some((each: any) => each.id === id),
          found: found.total,
          control: again.itemControl,
          gone,
        };
      },
      undefined,
    );
    expect(seen).toMatchObject({
      data: { note: 'Ü', list: [1, 2] },
      owner: 'grace',
      again: {
        title: 'Changed',
        snippet: 'Short',
        tags: ['sdk', 'two words'],
        access: 'private',
        url: 'https://maps.example/',
      },
      extent: { xmin: 71, ymin: 51, xmax: 72, ymax: 52 },
      picture: [60, 40],
      listed: true,
      found: 1,
      control: 'admin',
      gone: 'CONT_0001',
    });
  },
);

test(
  'a web map: a public one opens for everyone, is saved as a copy, edited and saved again',
  { tag: '@long' },
  async ({ page, application }) => {
    const id = await findItem(page, 'Public transport stops');
    await open(page, application);
    const opened = await run(
      page,
      async ({ WebMap }, id) => {
        const map = new WebMap({ portalItem: { id } });
        await map.load();
        return {
          title: map.portalItem.title,
          layers: map.layers.length,
          extent: Boolean(map.initialViewProperties),
        };
      },
      id,
    );
    expect(opened.title).toBe('Public transport stops');
    expect(opened.layers).toBeGreaterThan(0);

    await registerToken(page, 'grace');
    const saved = await run(
      page,
      async ({ Portal, PortalItem, WebMap, plain }, id) => {
        const portal = new Portal();
        await portal.load();
        const map = new WebMap({ portalItem: { id, portal } });
        await map.load();
        // A layer by address is written with the fields its service has.
        await map.loadAll();
        const copy = await map.saveAs(new PortalItem({ title: 'My stops', tags: ['copy'], portal }));
        const picture = new Image();
        picture.src = plain(copy.thumbnailUrl);
        await picture.decode();

        const again = new WebMap({ portalItem: { id: copy.id, portal } });
        await again.load();
        const before = again.portalItem.modified.getTime();
        await again.loadAll();
        again.layers.getItemAt(0).title = 'Renamed';
        again.portalItem.snippet = 'Saved twice';
        await again.save();

        const third = new WebMap({ portalItem: { id: copy.id, portal } });
        await third.load();
        const result = {
          ids: [copy.id !== id, copy.type],
          owner: copy.owner,
          layers: [map.layers.length, third.layers.length],
          title: third.portalItem.title,
          snippet: third.portalItem.snippet,
          renamed: third.layers.getItemAt(0).title,
          later: third.portalItem.modified.getTime() > before,
          picture: picture.naturalWidth,
        };
        await portal.user.deleteItems([copy]);
        return result;
      },
      id,
    );
    expect(saved).toMatchObject({
      ids: [true, 'Web Map'],
      owner: 'grace',
      title: 'My stops',
      snippet: 'Saved twice',
      renamed: 'Renamed',
      later: true,
    });
    expect(saved.layers[1]).toBe(saved.layers[0]);
    expect(saved.picture).toBeGreaterThan(100);
  },
);
