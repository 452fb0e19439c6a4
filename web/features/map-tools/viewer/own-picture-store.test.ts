import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetOwnPictures, ownPictures } from '../../../context/own-pictures.ts';
import { findOwnPicture, storeOwnPicture, type PictureOf } from './own-picture-store.ts';

const of: PictureOf = {
  restUrl: 'https://p.example/sharing/rest',
  org: 'demo',
  who: 'grace',
  item: 'i1',
  modified: 7,
};
const place = { x: 10.5, y: -20, width: 300, scheme: 'dark' } as const;
const picture = { file: new Blob(['drawn'], { type: 'image/jpeg' }), place };

/** The part of Cache Storage that is used, in the order in which its entries were put. */
function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const entries = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, entries);
    return {
      put: async (path: string, response: Response) => {
        entries.delete(path);
        entries.set(path, response);
      },
      match: async (path: string) => entries.get(path)?.clone(),
      keys: async () => [...entries.keys()].map((path) => ({ url: `https://m.example${path}` })),
      delete: async ({ url }: { url: string }) => entries.delete(new URL(url).pathname),
    };
  };
  const has = async (name: string) => stores.has(name);
  return { stores, open, has, delete: async (name: string) => stores.delete(name) };
}

let caches: ReturnType<typeof fakeCaches>;
beforeEach(() => {
  caches = fakeCaches();
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
    ['map', { item: 'i2' }],
    ['version of the map', { modified: 8 }],
  ])('are not those of another %s', async (_name, other) => {
    await storeOwnPicture(of, picture);
    expect(await findOwnPicture({ ...of, ...other })).toBeUndefined();
  });

  it('are replaced, and the oldest dropped when there are too many', async () => {
    await storeOwnPicture(of, picture);
    for (let item = 0; item < 39; item++) await storeOwnPicture({ ...of, item: `m${item}` }, picture);
    await storeOwnPicture(of, picture);
    expect(caches.stores.get(ownPictures)?.size).toBe(40);
    await storeOwnPicture({ ...of, item: 'last' }, picture);
    expect(await findOwnPicture({ ...of, item: 'm0' })).toBeUndefined();
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
