import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeConnection, savedSignIn } from '../../testing/web/fake-connection.ts';
import { fakeFetch } from '../../testing/web/fake-fetch.ts';
import { byTitle } from './groups.ts';
import { shortTitle } from './save-item.ts';
import { featuredMaps } from './search-items.ts';
import { isAdministrator, loadPortal, loadUser } from './load-portal.ts';
import type { PortalItem, PortalUser } from './portal-types.ts';
import { itemThumbnail, userThumbnail } from './thumbnails.ts';
import { userContent } from './user-content.ts';

afterEach(() => vi.unstubAllGlobals());

const portal = { id: 'p', name: 'Portal' };

describe('titles', () => {
  it('of groups are in the order of the page’s language', () => {
    vi.stubGlobal('document', { documentElement: { lang: 'sv' } });
    const titles = byTitle(['Ärla 10', 'Ärla 2', 'Zinkgruvan'].map((title) => ({ title })));
    expect(titles.map(({ title }) => title)).toEqual(['Zinkgruvan', 'Ärla 2', 'Ärla 10']);
  });

  it('are cut between characters', () => {
    expect(shortTitle('Short', 5)).toBe('Short');
    expect(shortTitle('A longer title', 9)).toBe('A longer…');
    expect(shortTitle('Us 👩‍👩‍👧!', 7)).toBe('Us …');
  });
});

describe('featuredMaps', () => {
  it('sends no request when nothing is featured', async () => {
    const log = fakeFetch({});
    const { connection } = await fakeConnection();
    expect(await featuredMaps(connection, portal, 8)).toEqual([]);
    expect(log).toEqual([]);
  });

  it('is empty when the user can access none of the groups', async () => {
    const log = fakeFetch({ '/community/groups': { results: [] } });
    const { connection } = await fakeConnection();
    expect(
      await featuredMaps(connection, { ...portal, featuredGroups: [{ title: 'A', owner: 'ada' }] }, 8),
    ).toEqual([]);
    expect(log).toHaveLength(1);
  });

  it('names all groups in one search', async () => {
    const log = fakeFetch({
      '/community/groups': { results: [{ id: 'g1' }, { id: 'g2' }] },
      '/search': { results: [{ id: 'm' }] },
    });
    const { connection } = await fakeConnection();
    const featured = {
      ...portal,
      featuredGroups: [
        { title: 'A', owner: 'ada' },
        { title: 'B', owner: 'bob' },
      ],
    };
    expect(await featuredMaps(connection, featured, 8)).toEqual([{ id: 'm' }]);
    expect(log[0]?.params['q']).toBe('(title:"A" AND owner:ada) OR (title:"B" AND owner:bob)');
    expect(log[1]?.params).toMatchObject({
      q: '(group:"g1" OR group:"g2") AND (type:"Web Map" -type:"Web Application")',
      num: '8',
    });
  });
});

describe('loadPortal', () => {
  it('fails with “App ID not found” without an app id, and sends no request', async () => {
    const log = fakeFetch({});
    const { connection } = await fakeConnection({ appId: '' });
    await expect(loadPortal(connection, 'en')).rejects.toMatchObject({
      id: 'portal:app-id-not-found',
      message: 'App ID not found',
    });
    expect(log).toEqual([]);
  });

  it('requests the user’s culture, in lower case', async () => {
    const log = fakeFetch({ '/portals/self': portal });
    const { connection } = await fakeConnection();
    expect(await loadPortal(connection, 'pt-BR')).toEqual(portal);
    expect(log[0]?.params['culture']).toBe('pt-br');
  });
});

describe('loadUser', () => {
  it('fills in fields that some portals omit', async () => {
    fakeFetch({ '/community/self': { username: 'ada' } });
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    expect(await loadUser(connection)).toEqual({
      username: 'ada',
      fullName: 'ada',
      groups: [],
      privileges: [],
    });
  });
});

describe('isAdministrator', () => {
  const inGroup = (id: string) => ({ groups: [{ id }] }) as PortalUser;
  it.each([
    [undefined, 'g', false],
    [inGroup('g'), 'g', true],
    [inGroup('h'), 'g', false],
    [inGroup(''), '', false],
  ])('of %j by group "%s" is %s', (user, group, expected) => {
    expect(isAdministrator(user, group)).toBe(expected);
  });
});

describe('userContent', () => {
  it('encodes the name and requests items in folders too', async () => {
    const log = fakeFetch({ '/content/users/a%20b%40c': {} });
    const { connection } = await fakeConnection();
    await userContent(connection, { username: 'a b@c', folder: 'everywhere', start: 11 });
    expect(log[0]?.params).toMatchObject({ foldersContent: 'true', start: '11' });
  });

  it('lists a folder, or items in none, in the portal’s default order', async () => {
    const items = [{ id: 'i1' }];
    const log = fakeFetch({ '/content/users/ada': { items }, '/content/users/ada/f%2F1': { items } });
    const { connection } = await fakeConnection();
    const inNone = await userContent(connection, { username: 'ada', folder: 'root' });
    const inFolder = await userContent(connection, {
      username: 'ada',
      folder: 'f/1',
      num: 100,
      sortField: 'title',
      sortOrder: 'desc',
    });
    const defaults = {
      f: 'json',
      folders: 'true',
      num: '10',
      start: '1',
      sortField: 'created',
      sortOrder: 'asc',
    };
    expect(inNone.items).toEqual(items);
    // Not every portal names the folder of listed items.
    expect(inFolder.items).toEqual([{ id: 'i1', ownerFolder: 'f/1' }]);
    expect(log[0]?.params).toEqual(defaults);
    expect(log[1]?.params).toMatchObject({ num: '100', sortField: 'title', sortOrder: 'desc' });
  });
});

describe('thumbnails', () => {
  const item = { id: 'i1', access: 'public', thumbnail: 'thumbnail/a b.png' } as PortalItem;

  it('of public items carry no token', async () => {
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    expect(itemThumbnail(connection, item, 400)).toBe(
      'https://portal.example/arcgis/sharing/rest/content/items/i1/info/thumbnail/a%20b.png?w=400',
    );
  });

  it('of other items carry it', async () => {
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    expect(itemThumbnail(connection, { ...item, access: 'org' }, 400)).toContain('?w=400&token=token-1');
    expect(userThumbnail(connection, { username: 'a b', thumbnail: 'me.png' } as PortalUser)).toBe(
      'https://portal.example/arcgis/sharing/rest/community/users/a%20b/info/me.png?token=token-1',
    );
  });

  it('are absent without a picture', async () => {
    const { connection } = await fakeConnection();
    expect(itemThumbnail(connection, { ...item, thumbnail: null }, 400)).toBeUndefined();
    expect(userThumbnail(connection, { username: 'ada' } as PortalUser)).toBeUndefined();
  });
});
