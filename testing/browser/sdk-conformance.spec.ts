import { expect, type Page } from '@playwright/test';
import { startSdkApplication } from './sdk-application.ts';
import { fillSignIn, findItem, test as base, tokenOf } from './steps.ts';

/**
 * The embedded portal as the ArcGIS SDK itself sees it, from an application of another origin. What the SDK sends and
 * expects is written down in no specification: only the SDK tells.
 */
const test = base.extend<object, { application: string }>({
  application: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's names.
    async ({}, use, { project }) => {
      const application = await startSdkApplication(`${project.use.baseURL}/portal`);
      await use(application.url);
      await application.close();
    },
    { scope: 'worker' },
  ],
});

/** Opens the application; the SDK is ready then. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(() => 'sdk' in globalThis);
}

/** Runs a piece of the application; an error of the SDK comes back as `{error}`. */
async function run<Arg, Result>(
  page: Page,
  piece: (sdk: any, arg: Arg) => Promise<Result>,
  arg: Arg,
): Promise<Result> {
  const answer = await page.evaluate(
    async ([source, given]) => {
      const piece = new Function(`return ${source}`)();
      try {
        return { value: await piece((globalThis as any).sdk, given) };
      } catch (error: any) {
        const { name, message, details } = error;
        const why = details?.errors?.map((each: any) => `${each.name}: ${each.message}`);
        return { error: { name, message, status: details?.httpStatus, code: details?.messageCode, why } };
      }
    },
    [String(piece), arg] as const,
  );
  if (answer.error) throw new Error(`${answer.error.name}: ${JSON.stringify(answer.error)}`);
  return answer.value as Result;
}

/** Signs the application in with a token, as one with its own sign-in form does. */
async function registerToken(page: Page, username: 'ada' | 'grace'): Promise<string> {
  const token = await tokenOf(page, username);
  await run(
    page,
    async ({ IdentityManager, restUrl }, { token, username }) => {
      IdentityManager.registerToken({
        server: restUrl,
        token,
        userId: username,
        expires: Date.now() + 1_500_000,
        ssl: false,
      });
    },
    { token, username },
  );
  return token;
}

test('nobody signed in: the portal, its basemaps, groups, people and maps', async ({ page, application }) => {
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
        people: (await portal.queryUsers({ query: 'ada' })).total,
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
    people: 0,
    settings: 'mapping',
    categories: [],
    refused: 'portal:invalid-auth-mode',
  });
  expect(new Set(seen.pages.flat()).size).toBe(4);
  expect(seen.pages.flat()).toEqual(seen.pages.flat().toSorted());
  expect(seen.total).toBeGreaterThan(4);
  expect(new Set(seen.groups)).toEqual(new Set(['public']));
  expect(seen.regions).toBeGreaterThan(200);
});

test('a registered token: the person, their groups, folders and what only they see', async ({
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

test('a dead token: 498 makes the SDK drop it, and go on as nobody where it may not ask', async ({
  page,
  application,
}) => {
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
});

test('what is private: an application that may not ask is told 403, and a missing item 400', async ({
  page,
  application,
}) => {
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
  expect(await load(id)).toEqual({ name: 'request:server', status: 403, code: 'GWM_0003' });
  expect(await load('0'.repeat(32))).toEqual({ name: 'request:server', status: 400, code: 'CONT_0001' });
});

test('an item: added, found, changed, given a picture, deleted', async ({ page, application }) => {
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
});

test('a web map: a public one opens for everybody, saves as a copy, is changed and saved again', async ({
  page,
  application,
}) => {
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
});

test('OAuth 2: there, back and out again', async ({ page, application, baseURL }) => {
  // The demo's registered address, where this time the test's application answers.
  await page.route(/\/demo\/signed-in/, (route) => route.continue({ url: `${application}/` }));
  await page.route(/\/modules\//, (route) =>
    route.continue({ url: application + new URL(route.request().url()).pathname }),
  );
  // What follows a redirect cannot be routed, so the way back from the sign-in page is taken by a page.
  await page.route(/oauth2\/(authorize|signin)/, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const next = response.headers()['location'];
    if (!next) return route.fulfill({ response });
    const body = `<meta http-equiv="refresh" content="0;url=${next.replaceAll('&', '&amp;')}">`;
    return route.fulfill({ contentType: 'text/html', body });
  });
  const start = `${baseURL}/demo/signed-in`;
  await open(page, start);
  const register = async ({ IdentityManager, OAuthInfo, portalUrl }: any) => {
    IdentityManager.registerOAuthInfos([new OAuthInfo({ appId: 'mapping-demo', portalUrl, popup: false })]);
  };
  await run(page, register, undefined);
  expect(
    await run(
      page,
      async ({ IdentityManager, restUrl }) => {
        const status = await IdentityManager.checkSignInStatus(restUrl).catch((error: any) => error.name);
        // Leaves the page: nothing to wait for.
        void IdentityManager.getCredential(restUrl);
        return status;
      },
      undefined,
    ),
  ).toBe('identity-manager:not-authenticated');

  await fillSignIn(page, 'ada');
  await page.waitForURL((url) => url.pathname === '/demo/signed-in' && url.searchParams.has('code'));
  await page.waitForFunction(() => 'sdk' in globalThis);
  await run(page, register, undefined);
  const signedIn = await run(
    page,
    async ({ IdentityManager, Portal, restUrl }) => {
      const credential = await IdentityManager.checkSignInStatus(restUrl);
      const portal = new Portal();
      await portal.load();
      return {
        user: portal.user.username,
        token: credential.token as string,
        search: location.search,
        access: (await IdentityManager.checkAppAccess(restUrl, 'mapping-demo')).viewOnly,
      };
    },
    undefined,
  );
  expect(signedIn).toMatchObject({ user: 'ada', search: '' });

  const revoked = page.waitForResponse(/oauth2\/revokeToken/);
  await run(page, async ({ IdentityManager }) => IdentityManager.destroyCredentials(), undefined);
  expect(await (await revoked).json()).toEqual({ success: true });
  const answer = await page.request.get('/portal/sharing/rest/portals/self', {
    params: { f: 'json', token: signedIn.token },
  });
  expect(await answer.json()).toMatchObject({ error: { code: 498 } });
});
