import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../../testing/web/fake-context.ts';
import { type LoggedRequest, fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../testing/web/render.tsx';
import { ContentView } from './content-view.tsx';

afterEach(() => vi.unstubAllGlobals());

const folders = [{ id: 'f1', title: 'Drafts', username: 'ada' }];
const list = (titles: string[]) => ({
  total: titles.length,
  items: titles.map((title) => webMap({ id: title, title })),
  folders,
});
const found = (titles: string[], total = titles.length) => ({
  total,
  results: titles.map((title) => webMap({ id: title, title, ownerFolder: 'f1' })),
});
/** The portal of a user with a folder, with configurable search results. */
const portal = (search: object | ((requested: LoggedRequest) => unknown)) => {
  const log = fakeFetch({
    '/sharing/rest/search': search,
    '/content/users/ada': list(['Roads']),
    '/content/users/ada/f1': list([]),
    '/listDependentsTo': { list: [], others: 0 },
    '/shared-maps': { results: [] },
  });
  return { searches: () => log.filter(({ path }) => path.endsWith('/rest/search')) };
};
const view = async (at = '/demo/content') =>
  show(<ContentView />, { context: await fakeContext({ signedIn: true }), at });

describe('searching my content', () => {
  it('queries only the user’s own items, with text that cannot widen it, and shows their folders', async () => {
    const { searches } = portal(found(['Parks']));
    const { screen, person, router } = await view('/demo/content?sort=title&order=asc&page=3');
    await person.type(
      await screen.findByRole('searchbox', { name: 'Search my content' }),
      'green) OR owner:grace{Enter}',
    );
    expect(await screen.findByRole('row', { name: /Parks Drafts/ })).toBeDefined();
    expect(searches().at(-1)?.params).toMatchObject({
      q: '(owner:"ada") AND (green or owner grace*)',
      start: '1',
      num: '10',
      sortField: 'title',
      sortOrder: 'asc',
    });
    expect(router.state.location.search).toBe('?sort=title&order=asc&q=green%29+OR+owner%3Agrace');
    await vi.waitFor(() => expect(screen.getByText('Found: 1').tagName).toBe('OUTPUT'));
  });

  it('stays in the address, page by page, and Escape returns to the list', async () => {
    const { searches } = portal(found(['Parks'], 25));
    const { screen, person, router } = await view('/demo/content?q=park');
    expect(await screen.findByRole('link', { name: 'Parks' })).toBeDefined();
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'park');
    await person.click(screen.getByRole('button', { name: 'Next page' }));
    await vi.waitFor(() => expect(searches().at(-1)?.params).toMatchObject({ start: '11' }));
    expect(router.state.location.search).toBe('?q=park&page=2');
    await person.type(screen.getByRole('searchbox'), '{Escape}');
    expect(await screen.findByRole('link', { name: 'Roads' })).toBeDefined();
    expect(router.state.location.search).toBe('');
  });

  it.each([
    ['f1', 'Search this folder', 'ownerfolder:"f1"'],
    ['root', 'Search items without a folder', 'ownerfolder:root'],
  ])('searches the current folder (%s), then everything', async (folder, name, clause) => {
    const { searches } = portal(({ params }: LoggedRequest) =>
      found(params['q']?.includes('ownerfolder') ? [] : ['Parks']),
    );
    const { screen, person, router } = await view(`/demo/content?folder=${folder}&q=park`);
    expect(await screen.findByText('No results for “park”.')).toBeDefined();
    expect(screen.getByRole('searchbox', { name })).toBeDefined();
    expect(searches()[0]?.params['q']).toBe(`(owner:"ada") AND (${clause}) AND (park*)`);
    await person.click(screen.getByRole('button', { name: 'Search all items' }));
    expect(await screen.findByRole('row', { name: /Parks Drafts/ })).toBeDefined();
    expect(router.state.location.search).toBe('?q=park');
  });

  it('reports no results, and clears the search', async () => {
    portal(found([]));
    const { screen, person, router } = await view('/demo/content?q=xyz');
    const nothing = (await screen.findByText('No results for “xyz”.')).closest('[role=status]');
    await person.click(nothing!.querySelector('button')!);
    expect(await screen.findByRole('link', { name: 'Roads' })).toBeDefined();
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '');
    expect(router.state.location.search).toBe('');
  });

  it('reports a missing folder', async () => {
    portal(found([]));
    const { screen } = await view('/demo/content?folder=gone&q=park');
    expect((await screen.findByRole('alert')).textContent).toContain('This folder doesn’t exist');
  });

  it('for punctuation only lists everything', async () => {
    const { searches } = portal(found([]));
    const { screen } = await view('/demo/content?q=***');
    expect(await screen.findByRole('link', { name: 'Roads' })).toBeDefined();
    expect(searches()).toEqual([]);
  });

  it('supports deletion and undo', async () => {
    portal(found(['Parks', 'Trees']));
    const { screen, person } = await view('/demo/content?q=t');
    await person.click(await screen.findByRole('checkbox', { name: 'Select Parks' }));
    await person.click(screen.getByRole('button', { name: 'Delete' }));
    await vi.waitFor(() => expect(screen.queryByRole('link', { name: 'Parks' })).toBeNull());
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('link', { name: 'Parks' })).toBeDefined();
  });
});
