import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakePage } from '../../testing/web/fake-page.ts';
import { fakeFetch } from '../../testing/web/fake-fetch.ts';
import { appConfigSchema } from '../../wire/app-config.ts';
import { apiClient } from '../api/api-client.ts';
import { storeConfig } from '../context/stored-config.ts';
import { personKeys } from '../portal/query-keys.ts';
import { savedSessionKey } from '../portal/session/saved-session.ts';
import { organisationLoaders } from './organisation-loader.ts';

const config = appConfigSchema.parse({ title: 'City', portal: { url: '/portal', appId: 'app1' } });
const restUrl = 'http://maps.example/portal/sharing/rest';
const problem = { httpStatus: 404, id: 'organisation:not-found', detail: 'There is none.' };

let storage: Storage;
const usual = { ...apiClient.defaults };

beforeEach(() => {
  const rig = fakePage('http://maps.example/demo');
  storage = rig.storage;
  // The OAuth library and the loader both use the global window.
  vi.stubGlobal('window', rig.page);
  Object.assign(apiClient.defaults, {
    adapter: 'fetch',
    baseURL: 'http://maps.example/api',
    env: { fetch: (...requested: Parameters<typeof fetch>) => fetch(...requested), Request, Response },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Object.assign(apiClient.defaults, usual);
});

function rig(language = 'en') {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return { queries, ...organisationLoaders({ queries, language: () => Promise.resolve(language) }) };
}

const at = (org: string) => ({ params: { org } });

describe('loading an organisation', () => {
  it('returns its configuration and a connection to its portal', async () => {
    fakeFetch({ '/api/demo/config': config, '/portals/self': { id: 'p' } });
    const organisation = await rig().load(at('demo'));
    expect(organisation).toMatchObject({
      org: 'demo',
      config: { title: 'City' },
      connection: { restUrl, appId: 'app1' },
    });
  });

  it('runs once per organisation', async () => {
    const log = fakeFetch({
      '/api/demo/config': config,
      '/api/esil/config': config,
      '/portals/self': { id: 'p' },
    });
    const { load } = rig();
    const [one, two] = await Promise.all([load(at('demo')), load(at('demo'))]);
    expect(two).toBe(one);
    expect((await load(at('esil'))).org).toBe('esil');
    expect(log.filter(({ path }) => path.endsWith('/config'))).toHaveLength(2);
  });

  it('retries after a failure', async () => {
    fakeFetch({ '/api/demo/config': [problem, config], '/portals/self': { id: 'p' } });
    const { load } = rig();
    await expect(load(at('demo'))).rejects.toMatchObject({
      id: 'organisation:not-found',
      message: 'There is none.',
    });
    expect((await load(at('demo'))).config.title).toBe('City');
  });

  it('begins before there is a router, whose request has the same result', async () => {
    const log = fakeFetch({
      '/api/demo/config': [problem, config],
      '/portals/self': { id: 'p' },
    });
    const { begin, load } = rig();
    expect(await begin('demo')).toBeUndefined();
    await expect(load(at('demo'))).rejects.toMatchObject({ id: 'organisation:not-found' });
    expect(log).toHaveLength(1);
    const organisation = await load(at('demo'));
    expect(await begin('demo')).toBe(organisation);
    expect(await load(at('demo'))).toBe(organisation);
  });

  it('requests the portal once, before the page does, in the user’s language', async () => {
    const log = fakeFetch({ '/api/demo/config': config, '/portals/self': { id: 'p' } });
    const { load, queries } = rig('nl');
    await load(at('demo'));
    await expect
      .poll(() => queries.getQueryData(personKeys({ restUrl }, '').portal('nl')))
      .toEqual({ id: 'p' });
    expect(log.filter(({ path }) => path.endsWith('/community/self'))).toEqual([]);
  });

  it('requests the signed-in user too and identifies them to the application’s API', async () => {
    const saved = { username: 'ada', token: 't1', expires: Date.now() + 60_000, signedInAt: Date.now() };
    storage.setItem(savedSessionKey(restUrl, 'app1'), JSON.stringify(saved));
    const log = fakeFetch({
      '/api/demo/config': config,
      '/api/x': {},
      '/portals/self': { id: 'p' },
      '/community/self': { username: 'ada' },
    });
    const { load, queries } = rig();
    await load(at('demo'));
    await expect
      .poll(() => queries.getQueryData(personKeys({ restUrl }, 'ada').user))
      .toMatchObject({ username: 'ada' });
    await apiClient.get('/x');
    expect(log.at(-1)?.headers['authorization']).toBe('Bearer t1');
  });

  it.each([
    ['/demo/map/wid/a1', 'City'],
    ['/demo/gallery', undefined],
  ])('without a connection, %s opens with the stored configuration: %s', async (path, title) => {
    vi.stubGlobal('window', fakePage(`http://maps.example${path}`).page);
    vi.stubGlobal('localStorage', storage);
    storeConfig(storage, 'demo', config);
    fakeFetch({ '/api/demo/config': new TypeError('Failed to fetch'), '/portals/self': { id: 'p' } });
    const organisation = await rig()
      .load(at('demo'))
      .catch(() => undefined);
    expect(organisation?.config.title).toBe(title);
  });

  it('succeeds while the portal is unreachable', async () => {
    fakeFetch({ '/api/demo/config': config, '/portals/self': new TypeError('Failed to fetch') });
    await expect(rig().load(at('demo'))).resolves.toMatchObject({ org: 'demo' });
  });
});

describe('the redirect back from the portal’s sign-in page', () => {
  it('returns to the page where the user started', async () => {
    fakeFetch({ '/api/demo/config': config, '/portals/self': { id: 'p' } });
    const { load, completeSignIn } = rig();
    const { connection } = await load(at('demo'));
    vi.spyOn(connection.session, 'complete').mockResolvedValue('/demo/map?a=1#at=1,2');
    const answer: unknown = await completeSignIn(at('demo')).catch((thrown: unknown) => thrown);
    expect(answer).toBeInstanceOf(Response);
    expect((answer as Response).headers.get('location')).toBe('/demo/map?a=1#at=1,2');
    expect((answer as Response).headers.get('x-remix-replace')).toBe('true');
  });

  it('goes home without a recorded page', async () => {
    fakeFetch({ '/api/demo/config': config, '/portals/self': { id: 'p' } });
    const { load, completeSignIn } = rig();
    const { connection } = await load(at('demo'));
    vi.spyOn(connection.session, 'complete').mockResolvedValue('');
    const answer: unknown = await completeSignIn(at('demo')).catch((thrown: unknown) => thrown);
    expect((answer as Response).headers.get('location')).toBe('/demo');
  });

  it('stays in a popup window, which closes itself', async () => {
    fakeFetch({ '/api/demo/config': config, '/portals/self': { id: 'p' } });
    const { load, completeSignIn } = rig();
    const { connection } = await load(at('demo'));
    vi.spyOn(connection.session, 'complete').mockResolvedValue(undefined);
    expect(await completeSignIn(at('demo'))).toBeNull();
  });
});
