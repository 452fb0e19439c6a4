import { act, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../../testing/web/fake-context.ts';
import { type LoggedRequest, fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../testing/web/render.tsx';
import { GalleryView } from './gallery-view.tsx';

afterEach(() => vi.unstubAllGlobals());

/** A portal with this number of maps, all found by a query without text. */
function portalWith(total: number) {
  return ({ params }: LoggedRequest) => {
    const start = Number(params['start']);
    const count = Math.max(0, Math.min(Number(params['num']), total - start + 1));
    const results = Array.from({ length: count }, (_, index) =>
      webMap({ id: `m${start + index}`, title: `Map ${start + index}` }),
    );
    return { total, start, num: count, nextStart: start + count <= total ? start + count : -1, results };
  };
}

const gallery = <GalleryView onMapIntent={() => {}} />;
// Whether each of many cards is hidden is costly to compute, again with each change of the page.
const cards = (screen: ReturnType<typeof show>['screen']) =>
  screen.getAllByRole('heading', { level: 2, hidden: true }).map((card) => card.textContent);

describe('the gallery', () => {
  it('requests ten maps, the last changed first, and opens one by its card', async () => {
    const log = fakeFetch({ '/search': portalWith(3) });
    const { screen } = show(gallery, { context: await fakeContext() });
    expect((await screen.findByRole('link', { name: 'Map 1' })).getAttribute('href')).toBe(
      '/demo/map/wid/m1',
    );
    expect(screen.getByText('3 maps')).toBeDefined();
    expect(log[0]?.params).toMatchObject({ num: '10', start: '1', sortField: 'modified', sortOrder: 'desc' });
  });

  it('loads page by page as the end becomes visible, and keeps the address as opened', async () => {
    fakeFetch({ '/search': portalWith(23) });
    const { screen, router } = show(gallery, { context: await fakeContext() });
    await waitFor(() => expect(cards(screen)).toHaveLength(23));
    expect(router.state.location).toMatchObject({ search: '', state: { pages: 3 } });
    expect(new Set(cards(screen)).size).toBe(23);
  });

  it('ends after the 10,000 results that portals return, with a notice', async () => {
    const log = fakeFetch({
      '/search': ({ params }: LoggedRequest) => {
        const start = Number(params['start']);
        const results = [webMap({ id: `m${start}`, title: `Map ${start}` })];
        return { total: 10_000, start, num: 10, nextStart: start === 1 ? 9991 : 10_001, results };
      },
    });
    const { screen } = show(gallery, { context: await fakeContext() });
    await waitFor(() => expect(cards(screen)).toEqual(['Map 1', 'Map 9991']));
    const notice = 'More than 10,000 results: narrow the search';
    expect((await screen.findByRole('alert')).textContent).toBe(notice);
    expect(screen.getByRole('status').textContent).toBe(notice);
    expect(log.filter(({ path }) => path.endsWith('/search')).map(({ params }) => params['start'])).toEqual([
      '1',
      '9991',
    ]);
  });

  it('shows as many pages as the address specifies', async () => {
    const log = fakeFetch({ '/search': portalWith(60) });
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe() {}
        disconnect() {}
      },
    );
    const { screen, person, router } = show(gallery, {
      context: await fakeContext(),
      at: '/demo/gallery?page=2',
    });
    await waitFor(() => expect(cards(screen)).toHaveLength(20));
    expect(screen.getByText('20 of 60')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(cards(screen)).toHaveLength(30));
    expect(router.state.location).toMatchObject({ search: '?page=2', state: { pages: 3 } });
    expect(log.flatMap(({ path, params }) => (path.endsWith('/search') ? [params['start']] : []))).toEqual([
      '1',
      '11',
      '21',
    ]);
  });

  it('searches after typing pauses, from the first page', async () => {
    const log = fakeFetch({ '/search': portalWith(2) });
    const { screen, person, router } = show(gallery, {
      context: await fakeContext(),
      at: '/demo/gallery?page=2&lang=en',
    });
    await person.type(await screen.findByRole('searchbox', { name: 'Search maps' }), 'bus stops');
    await waitFor(() => expect(router.state.location.search).toBe('?lang=en&q=bus+stops'));
    await waitFor(() => expect(log.at(-1)?.params['q']).toContain('(bus stops*)'));
    expect(log.at(-1)?.params['start']).toBe('1');
  });

  it('keeps a search when the end of the earlier results comes into view before it is rendered', async () => {
    fakeFetch({ '/search': portalWith(40) });
    const seen: (() => void)[] = [];
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
          seen.push(() => notify([{ isIntersecting: true }]));
        }
        observe() {}
        disconnect() {}
      },
    );
    const { screen, router } = show(gallery, { context: await fakeContext() });
    await waitFor(() => expect(cards(screen)).toHaveLength(10));
    act(() => {
      void router.navigate('/demo/gallery?q=bus', { replace: true });
      for (const notify of seen) notify();
    });
    expect(router.state.location).toMatchObject({ search: '?q=bus', state: null });
  });

  it('reports no results, and clears the search', async () => {
    fakeFetch({
      '/search': ({ params }: LoggedRequest) =>
        params['q']?.includes('zoo')
          ? { total: 0, nextStart: -1, results: [] }
          : portalWith(1)({ params } as LoggedRequest),
    });
    const { screen, person } = show(gallery, { context: await fakeContext(), at: '/demo/gallery?q=zoo' });
    expect(await screen.findByText('No map matches “zoo”.')).toBeDefined();
    const [inField, inMessage] = screen.getAllByRole('button', { name: 'Clear search' });
    expect(inField).toBeDefined();
    await person.click(inMessage!);
    expect(await screen.findByRole('link', { name: 'Map 1' })).toBeDefined();
    expect(await screen.findByRole('searchbox')).toHaveProperty('value', '');
  });

  it('invites visitors to sign in when there is nothing for them', async () => {
    fakeFetch({ '/search': portalWith(0) });
    const context = await fakeContext();
    const { screen, person } = show(gallery, { context });
    await person.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(context.signIn).toHaveBeenCalledOnce();
  });

  it('invites members to create a map when there is none', async () => {
    fakeFetch({ '/search': portalWith(0) });
    const { screen } = show(gallery, { context: await fakeContext({ signedIn: true }) });
    expect((await screen.findByRole('link', { name: 'Start a new map' })).getAttribute('href')).toBe(
      '/demo/map',
    );
  });

  it('shows why there are no maps, and retries', async () => {
    fakeFetch({
      '/search': [{ error: { code: 500, message: 'The search is being repaired.' } }, portalWith(1)],
    });
    const { screen, person } = show(gallery, { context: await fakeContext() });
    expect((await screen.findByRole('alert')).textContent).toContain('The search is being repaired.');
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Map 1' })).toBeDefined();
  });

  it.each([401, 403, 498, 499])(
    'prompts visitors to sign in when the portal responds with %i',
    async (code) => {
      fakeFetch({ '/search': { error: { code, message: 'No' } } });
      const context = await fakeContext();
      const { screen, person } = show(gallery, { context });
      await person.click(await screen.findByRole('button', { name: 'Sign in' }));
      expect(context.signIn).toHaveBeenCalledOnce();
    },
  );

  it('keeps the loaded maps when the next page fails, and retries', async () => {
    fakeFetch({ '/search': [portalWith(12), new TypeError('Failed to fetch'), portalWith(12)] });
    const { screen, person } = show(gallery, { context: await fakeContext() });
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load more maps');
    expect(cards(screen)).toHaveLength(10);
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(cards(screen)).toHaveLength(12));
  });

  it('focuses the first of the maps that a press adds; those that scrolling adds leave the focus', async () => {
    let seen: () => void = () => {};
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
          seen = () => callback([{ isIntersecting: true }]);
        }
        observe() {}
        disconnect() {}
      },
    );
    fakeFetch({ '/search': portalWith(33) });
    const { screen, person } = show(gallery, { context: await fakeContext() });
    const more = await screen.findByRole('button', { name: 'Show more' });
    await person.click(more);
    await waitFor(() => expect(cards(screen)).toHaveLength(20));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Map 11'));
    const other = document.body.appendChild(document.createElement('button'));
    act(() => {
      other.focus();
      seen();
    });
    await waitFor(() => expect(cards(screen)).toHaveLength(30));
    expect(document.activeElement).toBe(other);
    other.remove();
  });

  it('offers members their own maps, and marks those that are not public', async () => {
    const log = fakeFetch({ '/search': { total: 1, nextStart: -1, results: [webMap({ access: 'org' })] } });
    const { screen, person } = show(gallery, { context: await fakeContext({ signedIn: true }) });
    expect(await screen.findByText('Organisation')).toBeDefined();
    await person.click(await screen.findByRole('combobox', { name: 'Show' }));
    await person.click(screen.getByRole('option', { name: 'My maps' }));
    await waitFor(() => expect(log.at(-1)?.params['q']).toContain('(owner:"ada")'));
    expect(log.at(-1)?.params['token']).toBe('token-1');
  });

  it('sorts maps', async () => {
    const log = fakeFetch({ '/search': portalWith(1) });
    const { screen, person } = show(gallery, { context: await fakeContext() });
    await person.click(await screen.findByRole('combobox', { name: 'Sort by' }));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Last changed',
      'Title',
      'Most viewed',
    ]);
    await person.click(screen.getByRole('option', { name: 'Title' }));
    await waitFor(() => expect(log.at(-1)?.params).toMatchObject({ sortField: 'title', sortOrder: 'asc' }));
  });
});
