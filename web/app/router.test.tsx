import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { createPerson } from '../../testing/web/person.ts';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeFetch } from '../../testing/web/fake-fetch.ts';
import { type AppConfigInput, appConfigSchema } from '../../wire/app-config.ts';
import { apiClient } from '../api/api-client.ts';
import { pages as adminPages } from '../features/administration/console/administration-view.tsx';
import { savedSessionKey } from '../portal/session/saved-session.ts';
import { ApplicationTheme } from './application-theme.tsx';
import { createQueryClient } from './query-client.ts';
import { organisationLoaders } from './organisation-loader.ts';
import { applicationRoutes, startRouter } from './router.tsx';

const restUrl = `${window.location.origin}/portal/sharing/rest`;
const config = (parts: AppConfigInput = {}) =>
  appConfigSchema.parse({
    title: 'City',
    ...parts,
    portal: { url: '/portal', appId: 'app1', adminGroupId: 'admins', ...parts.portal },
  });
const portal = {
  '/portals/self': { id: 'p1', name: 'Portal' },
  '/search': { total: 0, nextStart: -1, results: [] },
};
const user = { username: 'ada', fullName: 'Ada Lovelace', groups: [{ id: 'admins' }] };

function signedIn(parts: object = {}): void {
  const saved = {
    username: 'ada',
    token: 'token-1',
    expires: Date.now() + 60_000,
    signedInAt: Date.now(),
    ...parts,
  };
  localStorage.setItem(savedSessionKey(restUrl, 'app1'), JSON.stringify(saved));
}

async function open(at: string) {
  const queries = createQueryClient();
  const services = { queries, language: () => Promise.resolve('en') };
  const router = await startRouter(services, at, (routes, start) =>
    createMemoryRouter(routes, { initialEntries: [at], ...start }),
  );
  render(
    <QueryClientProvider client={queries}>
      <ApplicationTheme primary="#78A942">
        <RouterProvider router={router} />
      </ApplicationTheme>
    </QueryClientProvider>,
  );
  return { router, person: createPerson() };
}

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  Object.assign(apiClient.defaults, {
    adapter: 'fetch',
    baseURL: `${window.location.origin}/api`,
    env: { fetch: (...requested: Parameters<typeof fetch>) => fetch(...requested), Request, Response },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the routes', () => {
  it('show the plain text "Not found" at /', async () => {
    await open('/');
    expect(await screen.findByText('Not found')).toBeDefined();
  });

  it('show the organisation’s home, with its title in the header and the tab', async () => {
    fakeFetch({ '/api/demo/config': config(), ...portal });
    await open('/demo');
    expect(await screen.findByRole('heading', { name: 'Welcome to City' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Mapping: City' })).toBeDefined();
    expect(document.title).toBe('Mapping: City');
  });

  it.each(['/demo/nothing', '/demo/map/wid', '/demo/gallery/x', '/demo/map/other/1'])(
    'show "Not found" at %s',
    async (at) => {
      fakeFetch({ '/api/demo/config': config(), ...portal });
      await open(at);
      expect(await screen.findByRole('heading', { name: 'Not found' })).toBeDefined();
      expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/demo');
    },
  );

  it('request the configuration once across navigations', async () => {
    const log = fakeFetch({ '/api/demo/config': config(), ...portal });
    const { router } = await open('/demo');
    await screen.findByRole('heading', { name: 'Welcome to City' });
    await act(() => router.navigate('/demo/gallery?q=x'));
    expect(await screen.findByRole('heading', { name: 'Map gallery' })).toBeDefined();
    expect(log.filter(({ path }) => path.endsWith('/config'))).toHaveLength(1);
  });

  it('show the error of an unknown organisation, and retry', async () => {
    const problem = {
      httpStatus: 404,
      id: 'organisation:not-found',
      title: 'Not Found',
      detail: 'There is no organisation “nowhere”.',
    };
    fakeFetch({ '/api/nowhere/config': [problem, config({ title: 'Found' })], ...portal });
    const { person } = await open('/nowhere');
    expect((await screen.findByRole('alert')).textContent).toContain('no organisation at this address');
    expect(screen.getByRole('heading', { name: 'Mapping' })).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Welcome to Found' })).toBeDefined();
  });
});

/** An address of each page of the application, except of maps and forms, which have the titles of their items. */
const addresses = {
  '': ['/demo'],
  gallery: ['/demo/gallery'],
  content: ['/demo/content'],
  copy: ['/demo/copy', `/demo/copy?items=${'0'.repeat(32)}`],
  administration: adminPages.map((page) => `/demo/administration?page=${page}`),
  profile: ['/demo/profile'],
  groups: ['/demo/groups'],
  accessibility: ['/demo/accessibility'],
  join: ['/demo/join'],
  '*': ['/demo/nothing'],
};

describe('each page', () => {
  it('has an address here', () => {
    const paths = (routes: readonly RouteObject[]): string[] =>
      routes.flatMap(({ path, index, children }) =>
        children ? paths(children) : path ? [path] : index ? [''] : [],
      );
    const known = new Set([...Object.keys(addresses), 'signed-in', 'form/:id']);
    const services = { queries: createQueryClient(), language: () => Promise.resolve('en') };
    const routes = applicationRoutes(organisationLoaders(services));
    expect(paths(routes).filter((path) => !path.startsWith('map') && !known.has(path))).toEqual([]);
  });

  const titles = new Set<string>();

  it.each(Object.values(addresses).flat())('has a title of its own in the tab: %s', async (at) => {
    signedIn();
    fakeFetch({ '/api/demo/config': config(), ...portal, '/community/self': user });
    titles.add('');
    document.title = '';
    await open(at);
    // Until its code is loaded, a page has the title of the organisation, which is that of its home.
    await vi.waitFor(() => expect(titles).not.toContain(document.title), { timeout: 20_000 });
    expect(document.title).toMatch(/Mapping: City$/);
    titles.add(document.title);
  });

  it('is named before the organisation', async () => {
    fakeFetch({ '/api/demo/config': config(), ...portal });
    await open('/demo/gallery');
    await vi.waitFor(() => expect(document.title).toBe('Map gallery – Mapping: City'), { timeout: 20_000 });
    expect(screen.getByRole('link', { name: 'Mapping: City' })).toBeDefined();
  });
});

describe('a navigation', () => {
  const announced = () => screen.getByTestId('arrival').textContent;

  it('announces the page and focuses it; the first page and other search parameters do not', async () => {
    fakeFetch({ '/api/demo/config': config(), ...portal });
    const { router } = await open('/demo');
    await screen.findByRole('heading', { name: 'Welcome to City' });
    expect([announced(), document.activeElement]).toEqual(['', document.body]);
    const region = screen.getByTestId('arrival');
    await act(() => router.navigate('/demo/gallery'));
    await screen.findByRole('heading', { name: 'Map gallery' });
    expect(document.activeElement).toBe(screen.getByRole('main'));
    expect(announced()).toBe('Map gallery – Mapping: City');
    // A region that is mounted with its text is not announced.
    expect(screen.getByTestId('arrival')).toBe(region);
    const search = await screen.findByRole('searchbox');
    act(() => search.focus());
    await act(() => router.navigate('/demo/gallery?q=x'));
    expect([announced(), document.activeElement]).toEqual(['', search]);
    await act(() => router.navigate(-2));
    await screen.findByRole('heading', { name: 'Welcome to City' });
    expect([announced(), document.activeElement]).toEqual(['Mapping: City', screen.getByRole('main')]);
  });

  it('moves the focus from the header, without scrolling', async () => {
    fakeFetch({ '/api/demo/config': config(), ...portal });
    const { router } = await open('/demo/nothing');
    await screen.findByRole('heading', { name: 'Not found' });
    act(() => screen.getByRole('button', { name: 'Map' }).focus());
    const focus = vi.spyOn(HTMLElement.prototype, 'focus');
    await act(() => router.navigate('/demo/gallery'));
    await screen.findByRole('heading', { name: 'Map gallery' });
    expect(focus.mock.contexts).toEqual([screen.getByRole('main')]);
    expect(focus).toHaveBeenCalledWith({ preventScroll: true });
  });

  it('leaves the focus where the page has set it', async () => {
    fakeFetch({ '/api/demo/config': config(), ...portal });
    const { router } = await open('/demo');
    await screen.findByRole('heading', { name: 'Welcome to City' });
    const own = document.createElement('input');
    const main = screen.getByRole('main');
    main.append(own);
    own.focus();
    await act(() => router.navigate('/demo/gallery'));
    await screen.findByRole('heading', { name: 'Map gallery' });
    expect(document.activeElement).toBe(own);
    expect(announced()).toBe('Map gallery – Mapping: City');
  });
});

describe('the portal', () => {
  it('shows “App ID not found” on the landing layout without an app ID', async () => {
    fakeFetch({ '/api/demo/config': config({ portal: { appId: '' } }) });
    await open('/demo');
    expect((await screen.findByRole('alert')).textContent).toBe('App ID not found');
    expect(screen.getByRole('heading', { name: 'Mapping' })).toBeDefined();
    expect(screen.queryByRole('banner')).toBeNull();
  });

  it('shows an error while unreachable, and is retried', async () => {
    fakeFetch({
      '/api/demo/config': config(),
      ...portal,
      '/portals/self': [new TypeError('Failed to fetch'), { id: 'p1', name: 'Portal' }],
    });
    const { person } = await open('/demo');
    expect((await screen.findByRole('alert')).textContent).toContain('Can’t reach the portal.');
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Welcome to City' })).toBeDefined();
  });

  it('is requested in the user’s language', async () => {
    const log = fakeFetch({ '/api/demo/config': config(), ...portal });
    await open('/demo');
    await waitFor(() =>
      expect(log.find(({ path }) => path.endsWith('/portals/self'))?.params['culture']).toBe('en'),
    );
  });
});

describe('the sign-in', () => {
  it('of an earlier page load is restored, and administrators see the administration', async () => {
    signedIn();
    fakeFetch({ '/api/demo/config': config(), ...portal, '/community/self': user });
    await open('/demo/administration');
    expect(await screen.findByRole('heading', { name: 'Administration' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Account: Ada Lovelace' })).toBeDefined();
  });

  it.each([
    ['anonymous people', false, user],
    ['other members', true, { ...user, groups: [] }],
  ])('of %s leaves the administration "Not found"', async (_who, member, self) => {
    if (member) signedIn();
    fakeFetch({ '/api/demo/config': config(), ...portal, '/community/self': self });
    await open('/demo/administration');
    expect(await screen.findByRole('heading', { name: 'Not found' })).toBeDefined();
  });

  it('identifies the user in requests to the application’s API', async () => {
    signedIn();
    const log = fakeFetch({ '/api/demo/config': config(), '/api/x': {}, ...portal, '/community/self': user });
    await open('/demo');
    await screen.findByRole('button', { name: 'Account: Ada Lovelace' });
    await apiClient.get('/x');
    expect(log.at(-1)?.headers['authorization']).toBe('Bearer token-1');
  });

  it('shows the reason when the portal rejects the redirect, and continues signed out', async () => {
    fakeFetch({ '/api/demo/config': config(), ...portal });
    const { person } = await open('/demo/signed-in?code=x&state={}');
    expect((await screen.findByRole('alert')).textContent).toContain('wasn’t started in this browser');
    await person.click(screen.getByRole('link', { name: 'Continue without signing in' }));
    expect(await screen.findByRole('heading', { name: 'Welcome to City' })).toBeDefined();
  });

  it('ends with the reload after 250 ms, clearing the session at once', async () => {
    signedIn();
    fakeFetch({
      '/api/demo/config': config(),
      ...portal,
      '/community/self': user,
      '/oauth2/revokeToken': { success: true },
    });
    const reload = vi.fn<() => void>();
    const { person } = await open('/demo');
    await person.click(await screen.findByRole('button', { name: 'Account: Ada Lovelace' }));
    const signOut = await screen.findByRole('menuitem', { name: 'Sign out' });
    vi.stubGlobal('location', { reload });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    act(() => signOut.click());
    expect(localStorage.getItem(savedSessionKey(restUrl, 'app1'))).toBeNull();
    expect(screen.getByRole('button', { name: 'Account', hidden: true })).toBeDefined();
    vi.advanceTimersByTime(249);
    expect(reload).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('reloads the page when it ended in another tab', async () => {
    signedIn();
    fakeFetch({ '/api/demo/config': config(), ...portal, '/community/self': user });
    await open('/demo');
    await screen.findByRole('button', { name: 'Account: Ada Lovelace' });
    const key = savedSessionKey(restUrl, 'app1');
    localStorage.removeItem(key);
    const reload = vi.fn<() => void>();
    vi.stubGlobal('location', Object.assign(new URL(window.location.href), { reload }));
    act(
      () =>
        void window.dispatchEvent(
          new StorageEvent('storage', { key, newValue: null, storageArea: localStorage }),
        ),
    );
    // Pages of earlier tests listen as well.
    await vi.waitFor(() => expect(reload).toHaveBeenCalled());
  });
});
