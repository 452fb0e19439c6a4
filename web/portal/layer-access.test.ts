import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeConnection, savedSignIn } from '../../testing/web/fake-connection.ts';
import { fakeFetch, type LoggedRequest } from '../../testing/web/fake-fetch.ts';
import { checkAccess, type MapSharing, unseenLayers } from './layer-access.ts';
import type { PortalGroup } from './portal-types.ts';

afterEach(() => vi.unstubAllGlobals());

const refused = { error: { code: 403, messageCode: 'GWM_0003', message: 'no' } };
/** Answers members with one thing and visitors with another. */
const byCaller =
  (member: object, visitor: object = refused) =>
  ({ headers, params }: LoggedRequest) =>
    params['token'] || headers['x-esri-authorization'] ? member : visitor;

describe('what a receiver can see', () => {
  it.each([
    [{}, 'everybody'],
    [{ error: { code: 403, message: 'no' } }, 'sign-in'],
    [{ error: { code: 499, message: 'no' } }, 'sign-in'],
    [{ error: { code: 400, message: 'no' } }, 'unreachable'],
    [{ error: { code: 400, message: 'Invalid URL' } }, 'gone'],
    [{ error: { code: 400, messageCode: 'CONT_0001', message: 'no' } }, 'gone'],
    [{ error: { code: 404, message: 'no' } }, 'gone'],
    [new TypeError('network'), 'unreachable'],
  ])('%o: %s', async (answer, expected) => {
    const requested = fakeFetch({ '/items/i1': answer });
    const { connection } = await fakeConnection();
    expect(await checkAccess(connection, { itemId: 'i1', url: undefined })).toBe(expected);
    expect(requested[0]?.params).not.toHaveProperty('token');
  });

  it.each([
    ['no longer exists', { error: { code: 400, messageCode: 'CONT_0001', message: 'no' } }, 'gone'],
    ['is private', { id: 'i1' }, 'sign-in'],
  ])('an item that %s, for which the portal asks visitors to sign in', async (_what, answer, expected) => {
    fakeFetch({ '/items/i1': byCaller(answer) });
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    expect(await checkAccess(connection, { itemId: 'i1', url: undefined })).toBe(expected);
  });

  it('includes everything stored in the map itself', async () => {
    const { connection } = await fakeConnection();
    expect(await checkAccess(connection, { itemId: undefined, url: undefined })).toBe('everybody');
  });

  it('excludes the service of a public item that asks visitors to sign in', async () => {
    fakeFetch({ '/items/i1': {}, '/FeatureServer/0': refused });
    const { connection } = await fakeConnection();
    const layer = { itemId: 'i1', url: 'https://gis.example/FeatureServer/0' };
    expect(await checkAccess(connection, layer)).toBe('sign-in');
  });
});

describe('the layers that not all readers of a map see', () => {
  const own: Partial<PortalGroup> = { id: 'own', orgId: 'town' };
  const mixed: Partial<PortalGroup> = { id: 'mixed', orgId: 'town' };
  const partner: Partial<PortalGroup> = { id: 'partner', orgId: 'harbour' };
  const layers = ['open', 'ofOrg', 'ofOther', 'ofGroup', 'closed', 'lost'].map((itemId) => ({
    itemId,
    url: undefined,
  }));

  function answer() {
    const none = { admin: [], member: [], other: [] };
    return fakeFetch({
      '/items/open': {},
      '/items/ofOrg': byCaller({ access: 'org', orgId: 'town' }),
      '/items/ofOther': byCaller({ access: 'org', orgId: 'harbour' }),
      '/items/ofGroup': byCaller({ access: 'shared', orgId: 'town' }),
      '/items/closed': byCaller({ access: 'private', orgId: 'town' }),
      '/items/lost': new TypeError('network'),
      '/ofGroup/groups': { ...none, member: [mixed], other: [partner] },
      '/groups': none,
    });
  }

  it.each([
    ['nobody else', 'private', [], ''],
    ['everyone', 'public', [], 'ofOrg ofOther ofGroup closed lost'],
    ['the organisation', 'org', [], 'ofOther ofGroup closed lost'],
    [
      'a group, whose members may be of other organisations',
      'shared',
      [own],
      'ofOrg ofOther ofGroup closed lost',
    ],
    ['a group with others', 'shared', [mixed], 'ofOrg ofOther closed lost'],
    ['a group of another organisation', 'shared', [partner], 'ofOrg ofOther closed lost'],
    ['both', 'org', [mixed], 'ofOrg ofOther ofGroup closed lost'],
    ['groups that the user may not see', 'shared', [], 'ofOrg ofOther ofGroup closed lost'],
  ] as const)('of one for %s', async (_who, access, groups, expected) => {
    answer();
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    const map = { id: 'm1', access, orgId: 'town', groups } as unknown as MapSharing;
    const unseen = await unseenLayers(connection, map, layers);
    expect(unseen.map(({ itemId }) => itemId).join(' ')).toBe(expected);
  });

  it('are those for the groups of the item, if the map is one', async () => {
    fakeFetch({
      '/items/m1/groups': { admin: [], member: [mixed], other: [] },
      '/items/l1': byCaller({ access: 'org', orgId: 'town' }),
      '/items/l1/groups': { admin: [], member: [], other: [] },
    });
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    const layer = { itemId: 'l1', url: undefined };
    const map: MapSharing = { id: 'm1', access: 'org', orgId: 'town' };
    expect(await unseenLayers(connection, map, [layer])).toEqual([layer]);
  });

  it('are found by one request for each item', async () => {
    const log = answer();
    const { connection } = await fakeConnection();
    await unseenLayers(connection, { id: 'm1', access: 'public' }, [...layers, ...layers]);
    expect(log).toHaveLength(layers.length);
  });
});
