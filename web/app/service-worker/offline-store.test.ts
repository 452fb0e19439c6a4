import { describe, expect, it } from 'vitest';
import { FakeCaches } from '../../../testing/web/fake-caches.ts';
import { OfflineStore, type StoredEntry, surplus } from './offline-store.ts';

const bounds = { bytes: 100, responses: 10, maps: 2 };
const body = (bytes: number) => ({ body: new ArrayBuffer(bytes), type: 'image/png' });

describe('what exceeds the bounds', () => {
  const entry = (at: number, map = '', bytes = 10): StoredEntry => ({ at, map, bytes });

  it('is nothing while they hold', () => {
    expect(surplus(new Map([['a', entry(1, 'm', 100)]]), bounds)).toEqual([]);
  });

  it('is of the map that was read longest ago, not what belongs to none', () => {
    const entries = new Map([
      ['self', entry(0)],
      ['old', entry(9, 'first')],
      ['old-item', entry(1, 'first')],
      ['b', entry(10, 'second')],
      ['c', entry(2, 'third')],
      ['c-later', entry(11, 'third')],
    ]);
    expect(surplus(entries, bounds)).toEqual(['old', 'old-item']);
  });

  it('is the oldest, until there is some room', () => {
    const entries = new Map([
      ['new', entry(3, 'm', 40)],
      ['old', entry(1, 'm', 30)],
      ['middle', entry(2, 'm', 31)],
    ]);
    expect(surplus(entries, bounds)).toEqual(['old']);
    const many = new Map(Array.from({ length: 11 }, (_none, at) => [`r${at}`, entry(at, 'm', 1)]));
    expect(surplus(many, bounds)).toEqual(['r0', 'r1']);
  });
});

it('removes last what a map cannot open without', () => {
  const item = 'https://x.example/portal/sharing/rest/content/items/a';
  const entries = new Map([
    [item, { at: 1, map: 'm', bytes: 40 }],
    ['https://x.example/tile/1', { at: 2, map: 'm', bytes: 40 }],
    ['https://x.example/tile/2', { at: 3, map: 'm', bytes: 40 }],
  ]);
  expect(surplus(entries, bounds)).toEqual(['https://x.example/tile/1']);
});

describe('a store', () => {
  function rig(estimate: StorageEstimate = {}) {
    const caches = new FakeCaches();
    const platform = { caches, estimate: async () => estimate, now: () => 1000 };
    return { caches, open: () => new OfflineStore('store', bounds, platform) };
  }

  it('returns what was stored, with its time and no header but its type', async () => {
    const { open, caches } = rig();
    expect(await open().find('https://x.example/a')).toBeUndefined();
    expect(caches.contents()).toEqual({});
    await open().put('https://x.example/a', { ...body(3), map: 'm' });
    const found = await open().find('https://x.example/a');
    expect(found?.at).toBe(1000);
    const names = [...(found?.response.headers.keys() ?? [])].filter((name) => !name.startsWith('mapping-'));
    expect(names).toEqual(['content-type']);
    expect((await found?.response.arrayBuffer())?.byteLength).toBe(3);
  });

  it('holds its bounds also after the worker was started again', async () => {
    const { open, caches } = rig();
    for (const name of ['a', 'b', 'c'])
      await open().put(`https://x.example/${name}`, { ...body(45), map: 'm' });
    expect(caches.contents()['store']).toEqual(['https://x.example/b', 'https://x.example/c']);
  });

  it('is not written where the browser has little room, nor once its reader has signed out', async () => {
    const full = rig({ quota: 100, usage: 81 });
    await full.open().put('https://x.example/a', body(1));
    expect(full.caches.contents()).toEqual({});
    const { open, caches } = rig();
    await open().put('https://x.example/a', body(1), () => false);
    expect(caches.contents()).toEqual({});
  });
});
