import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeCaches } from '../../testing/web/fake-caches.ts';
import { fakeConnection, savedSignIn } from '../../testing/web/fake-connection.ts';
import { fakeFetch } from '../../testing/web/fake-fetch.ts';
import { appConfigSchema } from '../../wire/app-config.ts';
import { hashOf, parseReader, storeName } from '../../wire/offline-maps.ts';
import { followOfflineMaps, offlineCopy, openedMap } from './offline-maps.ts';
import { storedConfig } from './stored-config.ts';

const config = appConfigSchema.parse({ title: 'City', portal: { url: '/portal', appId: 'app1' } });
const portal = await hashOf('https://portal.example/arcgis/sharing/rest app1');
const member = async (name: string) =>
  storeName(portal, await hashOf(`https://portal.example/arcgis/sharing/rest ${name}`));
const visitor = storeName(portal, undefined);

afterEach(() => {
  openedMap.set(undefined);
  vi.unstubAllGlobals();
});

async function rig(saved?: string) {
  fakeFetch({ '/oauth2/revokeToken': {} });
  const { connection, storage } = await fakeConnection(saved ? { saved } : {});
  const caches = new FakeCaches();
  const sent: unknown[] = [];
  let receive: (event: { data: unknown }) => void = () => {};
  const container = {
    controller: { postMessage: (message: unknown) => void sent.push(message) },
    addEventListener: (_type: string, listener: typeof receive) => void (receive = listener),
    startMessages: () => {},
  } as unknown as ServiceWorkerContainer;
  const follow = () => followOfflineMaps({ org: 'demo', config, connection }, { container, caches, storage });
  const last = () => parseReader(sent.at(-1));
  return { connection, storage, caches, sent, follow, last, receive: (data: unknown) => receive({ data }) };
}

describe('a page', () => {
  it('tells the service worker whose it is and which map is open, without the token', async () => {
    const { follow, sent, last, storage } = await rig(savedSignIn());
    await follow();
    const store = await member('ada');
    await expect.poll(last).toEqual({ store });
    openedMap.set('m1');
    await expect.poll(last).toEqual({ store, map: 'm1' });
    expect(JSON.stringify(sent)).not.toMatch(/token-1|ada/);
    expect(storedConfig(storage, 'demo')?.title).toBe('City');
  });

  it('says so again when the worker asks', async () => {
    const { follow, sent, receive } = await rig();
    await follow();
    await expect.poll(() => sent.length).toBe(1);
    receive({ type: 'offline-ask' });
    await expect.poll(() => sent.length).toBe(2);
  });

  it('deletes what is stored for a member when they sign out, and for others of the portal at once', async () => {
    const { follow, caches, connection, last } = await rig(savedSignIn());
    const other = storeName('f'.repeat(32), 'e'.repeat(32));
    const ada = await member('ada');
    for (const name of [ada, await member('grace'), visitor, other, 'mapping-pictures'])
      await caches.open(name);
    await follow();
    await expect.poll(() => caches.keys()).toEqual([ada, visitor, other, 'mapping-pictures']);
    connection.session.signOut();
    await expect.poll(() => caches.keys()).toEqual([visitor, other, 'mapping-pictures']);
    expect(last()).toEqual({ store: visitor });
  });

  it('shows the age of the oldest copy, until another map is opened', async () => {
    const { follow, receive } = await rig();
    await follow();
    receive({ type: 'offline-copy', storedAt: 1 });
    expect(offlineCopy.get()).toBeUndefined();
    openedMap.set('m1');
    receive({ type: 'offline-copy', storedAt: 20 });
    receive({ type: 'offline-copy', storedAt: 10 });
    receive({ type: 'offline-copy', storedAt: 30 });
    expect(offlineCopy.get()).toBe(10);
    openedMap.set('m2');
    expect(offlineCopy.get()).toBeUndefined();
  });
});

it.each([
  [undefined],
  [{ type: 'other', store: visitor }],
  [{ type: 'offline-reader', store: 'mapping-pictures' }],
  [{ type: 'offline-reader', store: 5 }],
])('is no reader: %j', (message) => {
  expect(parseReader(message)).toBeUndefined();
});
