import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeCaches } from '../../../testing/web/fake-caches.ts';
import { offlineLimits, storeName, type WorkerMessage } from '../../../wire/offline-maps.ts';
import { OfflineMaps, withSourcesOf } from './offline-maps.ts';

const origin = 'https://maps.example';
const portal = 'a'.repeat(32);
const ada = storeName(portal, 'b'.repeat(32));
const visitor = storeName(portal, undefined);
const layer = `${origin}/server/rest/services/trees/FeatureServer/0?f=json`;
const self = `${origin}/portal/demo/sharing/rest/portals/self?f=json`;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A worker whose pages are open; `network` answers, or fails like a browser without a connection. */
function rig(pages: Record<string, string> = { page: 'window' }) {
  const caches = new FakeCaches();
  const messages: [string, WorkerMessage][] = [];
  const clients = Object.entries(pages).map(([id, type]) => ({
    id,
    type,
    postMessage: (message: WorkerMessage) => void messages.push([id, message]),
  }));
  let network: ((url: string) => Response) | undefined;
  let savesData = false;
  const maps = new OfflineMaps({
    caches,
    clients: {
      get: async (id) => clients.find((client) => client.id === id),
      matchAll: async () => clients.filter(({ type }) => type === 'window'),
    },
    fetch: async ({ url }) => {
      if (!network) throw new TypeError('Failed to fetch');
      return network(url);
    },
    estimate: async () => ({}),
    now: () => 1000,
    origin,
    savesData: () => savesData,
  });
  const ask = async (url: string, clientId = 'page', request = new Request(url)) => {
    const work: Promise<unknown>[] = [];
    const response = await maps.answer({ request, clientId, waitUntil: (each) => work.push(each) });
    await vi.advanceTimersByTimeAsync(offlineLimits.announceTime);
    await Promise.all(work);
    return response.text();
  };
  const go = (next: typeof network) => (network = next);
  return { caches, maps, messages, ask, go, saveData: () => (savesData = true) };
}

const online = (text: string) => () => new Response(text, { headers: { vary: 'cookie' } });

describe('a map', () => {
  it('is read from the store only where the network fails, and the page learns how old it is', async () => {
    const { ask, go, maps, messages } = rig();
    maps.readers.announce('page', { store: ada, map: 'm' });
    go(online('first'));
    await ask(`${layer}&token=secret`);
    go(online('second'));
    expect(await ask(layer)).toBe('second');
    expect(messages).toEqual([]);
    go(undefined);
    expect(await ask(`${layer}&token=renewed`)).toBe('second');
    expect(messages).toEqual([['page', { type: 'offline-copy', storedAt: 1000 }]]);
  });

  it('is stored without tokens, and errors of the network are passed on', async () => {
    const { ask, go, maps, caches } = rig();
    maps.readers.announce('page', { store: ada, map: 'm' });
    go(online('{"error":{"code":499}}'));
    expect(await ask(`${layer}&token=secret`)).toContain('499');
    go(online('{}'));
    await ask(`${layer}&token=secret`);
    expect(caches.contents()).toEqual({ [ada]: [layer] });
    go(() => new Response('busy', { status: 503 }));
    expect(await ask(layer)).toBe('busy');
  });

  it('is not read by another person', async () => {
    const { ask, go, maps } = rig();
    maps.readers.announce('page', { store: ada, map: 'm' });
    go(online('{}'));
    await ask(layer);
    go(undefined);
    maps.readers.announce('page', { store: visitor, map: 'm' });
    await expect(ask(layer)).rejects.toThrow('Failed to fetch');
  });

  it('is not stored once its reader has signed out, while the network still answers', async () => {
    const { go, maps, caches } = rig();
    maps.readers.announce('page', { store: ada, map: 'm' });
    go(online('{}'));
    const work: Promise<unknown>[] = [];
    await maps.answer({
      request: new Request(layer),
      clientId: 'page',
      waitUntil: (each) => work.push(each),
    });
    maps.readers.announce('page', { store: visitor, map: 'm' });
    await Promise.all(work);
    expect(caches.contents()).toEqual({});
  });

  it('is not stored for visitors when it was requested with a token, which may outlive its session', async () => {
    const { ask, go, maps, caches } = rig();
    maps.readers.announce('page', { store: visitor, map: 'm' });
    go(online('{}'));
    await ask(`${layer}&token=secret`);
    await ask(layer, 'page', new Request(layer, { headers: { authorization: 'Bearer secret' } }));
    expect(caches.contents()).toEqual({});
  });

  it('is stored while it is open, and otherwise only who asks', async () => {
    const { ask, go, maps, caches } = rig();
    maps.readers.announce('page', { store: ada });
    go(online('{}'));
    await ask(layer);
    await ask(self);
    expect(caches.contents()).toEqual({ [ada]: [self] });
  });

  it('is not stored for users who save data', async () => {
    const { ask, go, maps, caches, saveData } = rig();
    maps.readers.announce('page', { store: ada, map: 'm' });
    go(online('{}'));
    saveData();
    await ask(layer);
    expect(caches.contents()).toEqual({});
  });
});

describe('a worker that was started again', () => {
  it('asks the page whose it is', async () => {
    const { ask, go, maps, messages, caches } = rig();
    go(online('{}'));
    const asked = ask(layer);
    await vi.advanceTimersByTimeAsync(0);
    expect(messages).toEqual([['page', { type: 'offline-ask' }]]);
    maps.readers.announce('page', { store: ada, map: 'm' });
    await asked;
    expect(caches.contents()).toEqual({ [ada]: [layer] });
  });

  it('waits for a page that loads slowly', async () => {
    const { go, maps, caches } = rig();
    go(online('{}'));
    const work: Promise<unknown>[] = [];
    const waitUntil = (each: Promise<unknown>) => void work.push(each);
    await maps.answer({ request: new Request(layer), clientId: 'page', waitUntil });
    await vi.advanceTimersByTimeAsync(10_000);
    maps.readers.announce('page', { store: ada, map: 'm' });
    await Promise.all(work);
    expect(caches.contents()).toEqual({ [ada]: [layer] });
  });

  it('stores nothing for a page that does not say', async () => {
    const { ask, go, caches } = rig();
    go(online('{}'));
    await ask(layer);
    expect(caches.contents()).toEqual({});
  });
});

describe('a worker of the map SDK', () => {
  it('has the reader of the open pages, unless they differ', async () => {
    const { ask, go, maps, caches } = rig({ page: 'window', other: 'window', sdk: 'worker' });
    maps.readers.announce('page', { store: ada, map: 'm' });
    maps.readers.announce('other', { store: ada });
    go(online('{}'));
    await ask(layer, 'sdk');
    expect(caches.contents()).toEqual({ [ada]: [layer] });
    maps.readers.announce('other', { store: storeName('c'.repeat(32), undefined) });
    go(undefined);
    await expect(ask(layer, 'sdk')).rejects.toThrow('Failed to fetch');
  });

  it('has none while a page does not say whose it is', async () => {
    const { ask, go, maps, caches } = rig({ page: 'window', silent: 'window', sdk: 'worker' });
    maps.readers.announce('page', { store: ada, map: 'm' });
    go(online('{}'));
    await ask(layer, 'sdk');
    expect(caches.contents()).toEqual({});
  });
});

it('stores built files for everyone, once', async () => {
  const { ask, go, caches } = rig();
  go(online('first'));
  await ask(`${origin}/assets/a-1.js`);
  go(online('second'));
  await ask(`${origin}/assets/a-1.js`);
  expect(caches.contents()).toEqual({ 'mapping-map-files': [`${origin}/assets/a-1.js`] });
  go(undefined);
  expect(await ask(`${origin}/assets/a-1.js`)).toBe('first');
});

it('opens a page with the hosts that its organisation’s maps had', async () => {
  const { ask, go, maps } = rig();
  const policy = "script-src 'self';img-src 'self' https://t.example;connect-src 'self' https://t.example";
  const page = { headers: { 'content-security-policy': policy } };
  maps.remember({ url: `${origin}/demo/map/wid/m` }, new Response('', page), 'page');
  maps.readers.announce('page', { store: ada, map: 'm' });
  go(online('{}'));
  await ask(layer);
  const empty = () =>
    new Response('<meta name="hosts" content="" />', {
      headers: { 'content-security-policy': "script-src 'none';connect-src 'self'" },
    });
  const opened = await maps.withHosts(empty(), `${origin}/demo/map/wid/m`);
  expect(opened.headers.get('content-security-policy')).toBe(
    "script-src 'none';connect-src 'self' https://t.example",
  );
  expect(await opened.text()).toContain('content="https://t.example"');
  const elsewhere = await maps.withHosts(empty(), `${origin}/other/map/wid/m`);
  expect(elsewhere.headers.get('content-security-policy')).toBe("script-src 'none';connect-src 'self'");
});

it('takes no rules for scripts from a stored policy', () => {
  expect(withSourcesOf('script-src *;img-src https://a.example', "script-src 'self';img-src 'self'")).toBe(
    "script-src 'self';img-src https://a.example",
  );
});
