import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeCaches } from '../../../../testing/web/fake-caches.ts';
import { fakeConnection, savedSignIn } from '../../../../testing/web/fake-connection.ts';
import { webMap } from '../../../../testing/web/fake-context.ts';
import { forgetOwnPictures, ownPictures } from '../../../context/own-pictures.ts';
import type { MapSource } from '../../../map/map-source.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { storeOwnPicture } from './keep-picture.ts';
import { findOwnPicture, pictureOf, type PictureOf } from './own-picture-store.ts';

const of: PictureOf = {
  restUrl: 'https://p.example/sharing/rest',
  org: 'demo',
  who: 'grace',
  map: 'i1',
  modified: 7,
};
const visitors = { ...of, who: '' };
const place = { x: 10.5, y: -20, width: 300, scheme: 'dark' } as const;
const picture = { file: new Blob(['drawn'], { type: 'image/jpeg' }), place };

let caches: FakeCaches;
beforeEach(() => {
  caches = new FakeCaches();
  vi.stubGlobal('caches', caches);
});
afterEach(() => vi.unstubAllGlobals());

describe('pictures of maps in this browser', () => {
  it('are found with their place', async () => {
    await storeOwnPicture(of, picture);
    const found = await findOwnPicture(of);
    expect(found?.place).toEqual(place);
    expect(await found?.file.text()).toBe('drawn');
  });

  it.each([
    ['member', { who: 'ada' }],
    ['organisation', { org: 'town' }],
    ['portal', { restUrl: 'https://q.example/sharing/rest' }],
    ['map', { map: 'i2' }],
    ['version of the map', { modified: 8 }],
    ['reader, a visitor', { who: '' }],
  ])('are not those of another %s', async (_name, other) => {
    await storeOwnPicture(of, picture);
    expect(await findOwnPicture({ ...of, ...other })).toBeUndefined();
  });

  it('of visitors are no member’s', async () => {
    await storeOwnPicture(visitors, picture);
    expect(await findOwnPicture(of)).toBeUndefined();
    expect(await findOwnPicture(visitors)).toBeDefined();
  });

  it('are replaced, and the oldest dropped when there are too many', async () => {
    await storeOwnPicture(of, picture);
    for (let map = 0; map < 39; map++) await storeOwnPicture({ ...of, map: `m${map}` }, picture);
    await storeOwnPicture(of, picture);
    expect(caches.stores.get(ownPictures)?.size).toBe(40);
    await storeOwnPicture({ ...of, map: 'last' }, picture);
    expect(await findOwnPicture({ ...of, map: 'm0' })).toBeUndefined();
    expect(await findOwnPicture(of)).toBeDefined();
  });

  it('are all forgotten at once, and looking for one leaves no store', async () => {
    await storeOwnPicture(of, picture);
    await storeOwnPicture({ ...of, who: 'ada', org: 'town' }, picture);
    await forgetOwnPictures(of.restUrl);
    expect(await findOwnPicture(of)).toBeUndefined();
    expect(caches.stores.size).toBe(0);
    await forgetOwnPictures(of.restUrl);
    expect(caches.stores.size).toBe(0);
  });

  it('of visitors stay after a sign-out', async () => {
    await storeOwnPicture(of, picture);
    await storeOwnPicture(visitors, picture);
    await forgetOwnPictures(of.restUrl);
    expect(await findOwnPicture(of)).toBeUndefined();
    expect(await findOwnPicture(visitors)).toBeDefined();
  });

  it('of one organisation are forgotten, also those of visitors', async () => {
    const other = { ...visitors, org: 'town' };
    for (const each of [of, visitors, other]) await storeOwnPicture(each, picture);
    await forgetOwnPictures(of.restUrl, of.org);
    for (const each of [of, visitors]) expect(await findOwnPicture(each)).toBeUndefined();
    expect(await findOwnPicture(other)).toBeDefined();
  });

  it('stay while the session of another portal is empty', async () => {
    const other = { ...of, restUrl: `${of.restUrl}/2` };
    await storeOwnPicture(of, picture);
    await storeOwnPicture(other, picture);
    await forgetOwnPictures(other.restUrl);
    expect(await findOwnPicture(other)).toBeUndefined();
    expect(await findOwnPicture(of)).toBeDefined();
  });

  it('are absent where the browser has no secure storage', async () => {
    vi.stubGlobal('caches', undefined);
    await storeOwnPicture(of, picture);
    expect(await findOwnPicture(of)).toBeUndefined();
    await expect(forgetOwnPictures(of.restUrl)).resolves.toBeUndefined();
  });
});

describe('whose picture it is', () => {
  const sourceOf = (item?: Partial<PortalItem>, parts: Partial<MapSource> = {}) =>
    ({
      webMap: {
        item: item && { id: 'm1', answer: webMap({ id: 'm1', modified: 7, ...item }) },
        data: {},
      },
      ...parts,
    }) as MapSource;
  const open = { kind: 'web-map', id: 'm1' } as const;
  const shared = { kind: 'shared-map', id: 's1' } as const;
  const unsaved = { unsaved: { since: 7 } };

  it.each([
    ['a member', true, sourceOf({ access: 'private' }), open, { who: 'ada', map: 'm1', modified: 7 }],
    ['a member, of a shared map', true, sourceOf(), shared, { who: 'ada', map: 's1', modified: 0 }],
    ['a visitor, of a public map', false, sourceOf({}), open, { who: '', map: 'm1', modified: 7 }],
    ['a visitor, of a shared map', false, sourceOf(), shared, { who: '', map: 's1', modified: 0 }],
    ['no visitor, of a map that is not public', false, sourceOf({ access: 'org' }), open, undefined],
    ['no reader, of unsaved work', true, sourceOf({}, unsaved), open, undefined],
    ['no reader, of a new map', true, sourceOf(), { kind: 'new' } as const, undefined],
    ['no reader, of a scene', true, sourceOf(), open, undefined],
    ['no reader, of a copy that was saved', true, sourceOf({}), { ...open, id: 'm2' }, undefined],
  ])('belongs to %s', async (_name, signedIn, source, map, expected) => {
    const { connection } = await fakeConnection(signedIn ? { saved: savedSignIn() } : {});
    const found = pictureOf(source, map, connection, 'demo');
    expect(found).toEqual(expected && { restUrl: connection.restUrl, org: 'demo', ...expected });
  });

  it('belongs to no reader on a page whose session has ended', async () => {
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    connection.session.signOut();
    expect(pictureOf(sourceOf({}), open, connection, 'demo')).toBeUndefined();
    expect(pictureOf(sourceOf(), shared, connection, 'demo')).toBeUndefined();
  });
});
