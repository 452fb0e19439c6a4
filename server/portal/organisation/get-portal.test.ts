import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakePortalCall } from '../../../testing/fakes/portal-call.ts';
import { createPortalData, memberCaller, type PortalData } from '../../../testing/rig/portal-data.ts';
import type { PortalSettings } from '../portal-settings.ts';
import { checkPortalId } from './portal-organisations.ts';
import { getInfo, getPortal, getRoot, serverInfo } from './get-portal.ts';

type Answer = Record<string, any>;

const ask = async (portal: Partial<PortalSettings> = {}, more: Parameters<typeof fakePortalCall>[0] = {}) =>
  (await getPortal(fakePortalCall({ portal, ...more }).call)) as Answer;

describe('portal description', () => {
  it('makes clients sign in by OAuth 2, and use http where it is http', async () => {
    const self = await ask();
    expect(self).toMatchObject({
      supportsOAuth: true,
      allSSL: false,
      isPortal: true,
      portalMode: 'singletenant',
    });
    // From 8.4 on the SDK signs in by code and PKCE, from 5 on it requests a group's content by search.
    expect(Number.parseFloat(self['currentVersion'])).toBeGreaterThan(8.4);
  });

  it('is an organisation open to anonymous searches', async () => {
    expect(await ask()).toMatchObject({ access: 'public', canSearchPublic: true, isReadOnly: false });
  });

  it.each([
    ['http://localhost:8080', 'localhost:8080/portal'],
    ['https://maps.example', 'maps.example/portal'],
    ['https://maps.example:8443', 'maps.example:8443/portal'],
  ])('at %s names its host %s', async (publicUrl, portalHostname) => {
    expect(await ask({}, { publicUrl })).toMatchObject({ portalHostname });
  });

  it('lists categories only when there are some, as clients then request them', async () => {
    expect((await ask())['hasCategorySchema']).toBe(false);
    const categorySchema = [{ title: 'Categories', categories: [] }];
    expect((await ask({ categorySchema }))['hasCategorySchema']).toBe(true);
  });

  it('has an extent with its spatial reference, or none', async () => {
    expect((await ask())['defaultExtent']).toBeNull();
    const defaultExtent = [
      [71.2, 51],
      [71.7, 51.3],
    ] as const;
    expect((await ask({ defaultExtent }))['defaultExtent']).toEqual({
      xmin: 71.2,
      ymin: 51,
      xmax: 71.7,
      ymax: 51.3,
      spatialReference: { wkid: 4326 },
    });
  });

  it('always has elevation layers, if only an empty list, as clients fail without', async () => {
    expect((await ask())['helperServices']).toMatchObject({ defaultElevationLayers: [] });
    const own = { defaultElevationLayers: [{ id: 'e', url: 'u' }], geometry: { url: 'g' } };
    expect((await ask({ helperServices: own }))['helperServices']).toEqual(own);
  });

  it('has its basemaps in both places where clients look', async () => {
    const defaultBasemap = { title: 'Light', baseMapLayers: [] };
    expect(await ask({ basemapGroupQuery: 'title:"Basemaps"', defaultBasemap })).toMatchObject({
      basemapGalleryGroupQuery: 'title:"Basemaps"',
      vectorBasemapGalleryGroupQuery: 'title:"Basemaps"',
      defaultBasemap,
      defaultVectorBasemap: defaultBasemap,
      useVectorBasemaps: true,
    });
  });

  it.each([
    [undefined, 'kk-KZ'],
    ['nl', 'nl'],
    ['pt-br', 'pt-br'],
    [' ', 'kk-KZ'],
  ])('requested in the culture %j is in %s', async (culture, expected) => {
    const parameters = culture === undefined ? {} : { culture };
    expect((await ask({ culture: 'kk-KZ' }, { parameters }))['culture']).toBe(expected);
  });
});

describe('portal id', () => {
  const check = (portal?: string) => () =>
    checkPortalId(fakePortalCall({ path: portal === undefined ? {} : { portal } }).call);

  it.each([undefined, 'self', 'Self', 'mapping'])('accepts %s', (id) => expect(check(id)).not.toThrow());

  it.each(['', 'MAPPING', '0123456789ABCDEF', 'regions', '__proto__'])('rejects %j', (id) => {
    expect(check(id)).toThrow(expect.objectContaining({ id: 'portal:portal-not-found', status: 400 }));
  });
});

describe('user in the description', () => {
  let data: PortalData;
  beforeAll(async () => {
    data = await createPortalData();
    await data.addUser('ada', { role: 'org_admin', email: 'ada@example.org' });
  });
  afterAll(() => data.stop());

  const askAs = (caller: Parameters<typeof fakePortalCall>[0]) =>
    ask({}, { context: data.context, ...caller });

  it('is the signed-in member, with the account', async () => {
    const { user } = await askAs({ caller: memberCaller('ada', { role: 'org_admin' }) });
    expect(user).toMatchObject({ username: 'ada', email: 'ada@example.org', orgId: 'mapping' });
    expect(user.privileges).toContain('portal:admin:updateUsers');
  });

  it('is absent for anonymous callers, as clients expect', async () => {
    expect(await askAs({})).not.toHaveProperty('user');
  });
});

describe('token service', () => {
  it.each(['http://localhost:8080', 'https://maps.example'])(
    'of %s is that of the portal there',
    async (publicUrl) => {
      const expected = {
        owningSystemUrl: `${publicUrl}/portal`,
        authInfo: {
          isTokenBasedSecurity: true,
          tokenServicesUrl: `${publicUrl}/portal/sharing/rest/generateToken`,
          shortLivedTokenValidity: 30,
        },
      };
      expect(serverInfo({ publicUrl, address: '' })).toEqual(expected);
      expect(await getInfo(fakePortalCall({ publicUrl }).call)).toMatchObject(expected);
    },
  );
});

describe('version', () => {
  it('is one that clients read as a number, the same at the root and in info', async () => {
    const { call } = fakePortalCall();
    const root = (await getRoot(call)) as { currentVersion: string; fullVersion: string };
    expect(Number.parseFloat(root.currentVersion)).toBeGreaterThan(10);
    expect(root.fullVersion.startsWith(`${root.currentVersion}.`)).toBe(true);
    expect(await getInfo(call)).toMatchObject(root);
  });
});
