import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeCaches } from '../../../../testing/web/fake-caches.ts';
import { fakeContext, webMap } from '../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../testing/web/render.tsx';
import { integrationsOf } from '../../../context/integrations.ts';
import { ownPictures } from '../../../context/own-pictures.ts';
import { HomeView } from './home-view.tsx';
import { recordMap } from '../../../context/recent-maps.ts';

const portal = { id: 'p1', name: 'Portal', featuredGroups: [{ title: 'City "A"', owner: 'ada' }] };
const group = { results: [{ id: 'g1', title: 'City' }] };
const none = { total: 0, results: [] };

afterEach(() => vi.unstubAllGlobals());

describe('the home view', () => {
  it('greets in the user’s language, falling back to English', async () => {
    fakeFetch({ '/search': none });
    const context = await fakeContext({
      config: { title: 'City of Astana', welcome: { en: 'Explore the city.', nl: 'Ontdek de stad.' } },
    });
    const { screen } = show(<HomeView onMapIntent={() => {}} />, { context });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome to City of Astana');
    expect(screen.getByText('Explore the city.')).toBeDefined();
  });

  it('offers ways to start, and signals that a map is about to open', async () => {
    fakeFetch({ '/search': none });
    const onMapIntent = vi.fn<() => void>();
    const { screen, person } = show(<HomeView onMapIntent={onMapIntent} />, { context: await fakeContext() });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome');
    expect(screen.getByRole('link', { name: /Map gallery Browse/ }).getAttribute('href')).toBe(
      '/demo/gallery',
    );
    const newMap = screen.getByRole('link', { name: /New map/ });
    expect(newMap.getAttribute('href')).toBe('/demo/map');
    await person.hover(newMap);
    expect(onMapIntent).toHaveBeenCalled();
  });

  it.each([true, false])('links members to their content (signed in: %s)', async (signedIn) => {
    fakeFetch({ '/search': none });
    const { screen } = show(<HomeView onMapIntent={() => {}} />, {
      context: await fakeContext({ signedIn }),
    });
    await screen.findByRole('link', { name: /New map/ });
    expect(screen.queryByRole('link', { name: /^My content/ })?.getAttribute('href')).toBe(
      signedIn ? '/demo/content' : undefined,
    );
  });

  it('shows the maps of the portal’s featured groups', async () => {
    const log = fakeFetch({
      '/community/groups': group,
      '/search': { results: [webMap({ id: 'a', title: 'Stops' })] },
    });
    const { screen } = show(<HomeView onMapIntent={() => {}} />, { context: await fakeContext({ portal }) });
    expect((await screen.findByRole('link', { name: 'Stops' })).getAttribute('href')).toBe('/demo/map/wid/a');
    expect(log[0]?.params).toMatchObject({
      q: '(title:"City \\"A\\"" AND owner:ada)',
      num: '100',
      sortField: 'title',
    });
    expect(log[1]?.params['q']).toBe('(group:"g1") AND (type:"Web Map" -type:"Web Application")');
  });

  it('reports when nothing is featured', async () => {
    const { screen } = show(<HomeView onMapIntent={() => {}} />, { context: await fakeContext() });
    expect(await screen.findByText('No maps are featured yet.')).toBeDefined();
  });

  it('shows card skeletons until the portal is loaded', async () => {
    const { screen } = show(<HomeView onMapIntent={() => {}} />, {
      context: await fakeContext({ portal: undefined }),
    });
    expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined();
  });

  it('shows why the featured maps are missing, and retries', async () => {
    fakeFetch({
      '/community/groups': [{ error: { code: 500, message: 'Being repaired.' } }, group],
      '/search': { results: [webMap()] },
    });
    const { screen, person } = show(<HomeView onMapIntent={() => {}} />, {
      context: await fakeContext({ portal }),
    });
    expect((await screen.findByRole('alert')).textContent).toContain('Being repaired.');
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Parks' })).toBeDefined();
  });

  it('lets a visitor sign in to see featured maps that need it', async () => {
    fakeFetch({ '/community/groups': { error: { code: 499, message: 'Token Required' } } });
    const context = await fakeContext({ portal });
    const { screen, person } = show(<HomeView onMapIntent={() => {}} />, { context });
    await person.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(context.signIn).toHaveBeenCalledOnce();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('shows recent maps of this device, with thumbnails, until they are cleared', async () => {
    recordMap(localStorage, 'demo', {
      kind: 'wid',
      id: 'm1',
      title: 'Parks',
      openedAt: Date.now() - 86_400_000,
    });
    recordMap(localStorage, 'demo', { kind: 'sid', id: 's1', title: 'A shared map', openedAt: Date.now() });
    const log = fakeFetch({ '/search': { results: [webMap({ thumbnail: 'thumbnail/p.png' })] } });
    const { screen, person, container } = show(<HomeView onMapIntent={() => {}} />, {
      context: await fakeContext(),
    });
    expect(screen.getByRole('link', { name: 'A shared map' }).getAttribute('href')).toBe('/demo/map/sid/s1');
    expect(screen.getByText('Opened yesterday')).toBeDefined();
    await vi.waitFor(() =>
      expect(container.querySelector('img')?.src).toContain('/content/items/m1/info/thumbnail/p.png?w=400'),
    );
    expect(log[0]?.params['q']).toBe('id:m1');
    await person.click(screen.getByRole('button', { name: 'Clear list' }));
    expect(screen.getByText('Maps you open appear here.')).toBeDefined();
    expect(localStorage.length).toBe(0);
  });

  it('forgets with the list how this browser has drawn the organisation’s maps', async () => {
    const caches = new FakeCaches();
    vi.stubGlobal('caches', caches);
    recordMap(localStorage, 'demo', { kind: 'wid', id: 'm1', title: 'Parks', openedAt: 1 });
    fakeFetch({ '/search': none });
    const context = await fakeContext();
    const store = await caches.open(ownPictures);
    const [mine, other] = ['demo', 'town'].map(
      (org) => `/own-pictures/${encodeURIComponent(context.connection.restUrl)}/${org}//m1`,
    ) as [string, string];
    for (const path of [mine, other]) await store.put(path, new Response('drawn'));
    const { screen, person } = show(<HomeView onMapIntent={() => {}} />, { context });
    await person.click(screen.getByRole('button', { name: 'Clear list' }));
    await expect.poll(() => caches.contents()[ownPictures]).toEqual([other]);
  });

  it('shows recent maps by their titles in the user’s language, before the portal answers', async () => {
    const properties = { mappingTranslations: { en: { title: 'Trees' } } };
    recordMap(localStorage, 'demo', { kind: 'wid', id: 'm1', title: 'Bäume', properties, openedAt: 1 });
    fakeFetch({ '/search': none });
    const { screen } = show(<HomeView onMapIntent={() => {}} />, { context: await fakeContext() });
    expect(screen.getByRole('link', { name: 'Trees' })).toBeDefined();
  });

  it('offers the organisation’s integrations', async () => {
    const availableIntegrations = integrationsOf([
      { id: 'sv', type: 'streetview', title: 'Street View', enabled: true, display: 'window', config: {} },
    ]);
    const context = await fakeContext({ availableIntegrations });
    const { screen, person } = show(<HomeView onMapIntent={() => {}} />, { context });
    await person.click(screen.getByRole('button', { name: 'Street View' }));
    expect(context.openIntegration).toHaveBeenCalledExactlyOnceWith('sv');
  });
});
