import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeCaches } from '../../testing/web/fake-caches.ts';
import { fakeConnection, savedSignIn } from '../../testing/web/fake-connection.ts';
import { fakeFetch } from '../../testing/web/fake-fetch.ts';
import { appConfigSchema } from '../../wire/app-config.ts';
import { hashOf, parseReader, storeName } from '../../wire/offline-maps.ts';
import { savedSessionKey, savedSessionLife } from '../portal/session/saved-session.ts';
import { followOfflineMaps, offlineCopy, openedMap } from './offline-maps.ts';
import { storedConfig } from './stored-config.ts';

const config = appConfigSchema.parse({ title: 'City', portal: { url: '/portal', appId: 'app1' } });
const rest = 'https://portal.example/arcgis/sharing/rest';
const member = async (name: string, restUrl = rest, appId = 'app1') =>
  storeName(await hashOf(`${restUrl} ${appId}`), await hashOf(`${restUrl} ${name}`));
const visitor = storeName(await hashOf(`${rest} app1`), undefined);

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

  it('deletes what is stored for a member when they sign out, and for all who are not signed in at once', async () => {
    const { follow, caches, connection, last, storage } = await rig(savedSignIn());
    const ada = await member('ada');
    const elsewhere = 'https://elsewhere.example/sharing/rest';
    const bo = await member('bo', elsewhere, 'app2');
    const gone = [
      await member('grace'),
      storeName('f'.repeat(32), 'e'.repeat(32)),
      await member('cy', elsewhere),
    ];
    storage.setItem(savedSessionKey(elsewhere, 'app2'), savedSignIn({ username: 'bo' }));
    const ended = { username: 'cy', signedInAt: Date.now() - savedSessionLife };
    storage.setItem(savedSessionKey(elsewhere, 'app1'), savedSignIn(ended));
    for (const name of [ada, bo, ...gone, visitor, 'mapping-pictures']) await caches.open(name);
    await follow();
    await expect.poll(() => caches.keys()).toEqual([ada, bo, visitor, 'mapping-pictures']);
    connection.session.signOut();
    await expect.poll(() => caches.keys()).toEqual([bo, visitor, 'mapping-pictures']);
    expect(last()).toEqual({ store: visitor });
  });

  it('deletes at the sign-out what is stored for the same person under an App ID or address of before', async () => {
    const { follow, caches, connection, storage } = await rig(savedSignIn());
    const before = 'https://before.example/sharing/rest';
    const stores = [await member('ada'), await member('ada', rest, 'app0'), await member('ada', before)];
    storage.setItem(savedSessionKey(rest, 'app0'), savedSignIn());
    storage.setItem(savedSessionKey(before, 'app1'), savedSignIn());
    for (const name of stores) await caches.open(name);
    await follow();
    expect(await caches.keys()).toEqual(stores);
    connection.session.signOut();
    await expect.poll(() => caches.keys()).toEqual([]);
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
