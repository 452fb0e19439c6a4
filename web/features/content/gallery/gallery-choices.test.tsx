import { afterEach, describe, expect, it, vi } from 'vitest';
import { detailsStep } from '../../../context/addresses.ts';
import { fakeContext, webMap } from '../../../../testing/web/fake-context.ts';
import { type LoggedRequest, fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../testing/web/render.tsx';
import { GalleryView } from './gallery-view.tsx';

afterEach(() => vi.unstubAllGlobals());

const gallery = <GalleryView onMapIntent={() => {}} />;

const page = (...results: object[]) => ({ total: results.length, nextStart: -1, results });
const portal = { id: 'p1', name: 'Portal', hasCategorySchema: true };
const schema = {
  categorySchema: [
    {
      title: 'Categories',
      categories: [{ title: 'Water', categories: [{ title: 'Rivers' }] }, { title: 'Roads' }],
    },
  ],
};

describe('gallery filters', () => {
  it('narrow by category, and keep it visible and in the address', async () => {
    const log = fakeFetch({ '/search': page(webMap()), '/categorySchema': schema });
    const { screen, person, router } = show(gallery, { context: await fakeContext({ portal }) });
    await person.click(await screen.findByRole('button', { name: 'Filters' }));
    await person.click(await screen.findByRole('combobox', { name: 'Category' }));
    expect(screen.getAllByRole('option').map((option) => option.textContent?.trim())).toEqual([
      'All categories',
      'Water',
      'Rivers',
      'Roads',
    ]);
    await person.click(screen.getByRole('option', { name: /Rivers/ }));
    await vi.waitFor(() => expect(log.at(-1)?.params['categories']).toBe('["/Categories/Water/Rivers"]'));
    expect(router.state.location.search).toBe('?category=%2FCategories%2FWater%2FRivers');
    await person.click(screen.getByRole('button', { name: 'Clear filters' }));
    await vi.waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it.each([
    [undefined, page(), 'no query for the group'],
    ['id:sets', page(), 'wasn’t found'],
  ])('show what is wrong with a category set (query %s)', async (query, groups, why) => {
    fakeFetch({
      '/search': page(webMap()),
      '/categorySchema': { categorySchema: [{ source: 'contentCategorySetsGroupQuery.LivingAtlas' }] },
      '/community/groups': groups,
    });
    const context = await fakeContext({
      portal: { ...portal, ...(query && { contentCategorySetsGroupQuery: query }) },
    });
    const { screen, person } = show(gallery, { context });
    await person.click(await screen.findByRole('button', { name: 'Filters' }));
    expect((await screen.findByRole('alert')).textContent).toContain(why);
  });

  it('offer the tags of the shown maps with counts, and any other tag', async () => {
    const counts = [{ fieldName: 'tags', fieldValues: [{ value: 'bus', count: 7 }] }];
    const log = fakeFetch({
      '/search': ({ params }: LoggedRequest) => ({
        ...page(webMap()),
        ...(params['countFields'] && { aggregations: { counts } }),
      }),
      '/categorySchema': schema,
    });
    const { screen, person, router } = show(gallery, { context: await fakeContext({ portal }) });
    await person.click(await screen.findByRole('button', { name: 'Filters' }));
    await person.click(await screen.findByRole('combobox', { name: 'Tags' }));
    await person.click(await screen.findByRole('option', { name: 'bus 7' }));
    await vi.waitFor(() => expect(router.state.location.search).toBe('?tag=bus'));
    await person.type(screen.getByRole('combobox', { name: 'Tags' }), 'night{Enter}');
    await vi.waitFor(() => expect(router.state.location.search).toBe('?tag=bus&tag=night'));
    expect(log.some(({ params }) => params['filter'] === 'tags:"bus" AND tags:"night"')).toBe(true);
  });

  it('search the area of the last shown map', async () => {
    sessionStorage.setItem('mapping.area:demo', '71.3,51,71.6,51.2');
    const log = fakeFetch({ '/search': page(webMap()), '/categorySchema': schema });
    const { screen, person, router } = show(gallery, { context: await fakeContext({ portal }) });
    await person.click(await screen.findByRole('button', { name: 'Filters' }));
    await person.click(await screen.findByRole('switch', { name: 'In the area of the map' }));
    await vi.waitFor(() =>
      expect(log.some(({ params }) => params['bbox'] === '71.3,51,71.6,51.2')).toBe(true),
    );
    expect(router.state.location.search).toBe('?area=71.3%2C51%2C71.6%2C51.2');
    await person.click(screen.getByRole('button', { name: /Remove.*In the area of the map/ }));
    await vi.waitFor(() => expect(router.state.location.search).toBe(''));
    sessionStorage.clear();
  });

  it('offer no area before a map was opened', async () => {
    fakeFetch({ '/search': page(webMap()), '/categorySchema': schema });
    const { screen, person } = show(gallery, { context: await fakeContext({ portal }) });
    await person.click(await screen.findByRole('button', { name: 'Filters' }));
    await screen.findByRole('switch', { name: /attention/i });
    expect(screen.queryByRole('switch', { name: 'In the area of the map' })).toBeNull();
  });

  it('find a group, sorted by title, and show its content', async () => {
    const log = fakeFetch({
      '/search': page(webMap()),
      '/community/groups': page({ id: 'g7', title: 'City maps', owner: 'ada' }),
      '/community/groups/g7': { id: 'g7', title: 'City maps', owner: 'ada' },
    });
    const context = await fakeContext({
      portal: { ...portal, featuredGroups: [{ title: 'A', owner: 'b' }] },
    });
    const { screen, person, router } = show(gallery, { context, at: '/demo/gallery?scope=group' });
    const field = await screen.findByRole('combobox', { name: 'Group' });
    await person.click(field);
    await screen.findByRole('option', { name: 'City maps' });
    const groups = () => log.filter(({ path }) => path.endsWith('/community/groups'));
    expect(groups()[0]?.params).toMatchObject({
      num: '100',
      sortField: 'title',
      q: '(title:"A" AND owner:b)',
    });
    await person.type(field, 'cit');
    await vi.waitFor(() => expect(groups().at(-1)?.params).toMatchObject({ q: 'cit*', sortField: 'title' }));
    await person.click(await screen.findByRole('option', { name: 'City maps' }));
    expect(router.state.location.search).toBe('?scope=group&group=g7');
    await vi.waitFor(() => expect(log.some(({ params }) => params['q']?.includes('group:"g7"'))).toBe(true));
  });

  it('show the members of the selected group, the owner first', async () => {
    const users = Array.from({ length: 9 }, (_, index) => `member${index}`);
    fakeFetch({
      '/search': page(webMap()),
      '/community/groups/g7': { id: 'g7', title: 'City maps', owner: 'ada' },
      '/community/groups/g7/users': { owner: 'ada', admins: ['ada', 'olga'], users },
    });
    const { screen } = show(gallery, {
      context: await fakeContext({ portal: { ...portal, featuredGroups: [] } }),
      at: '/demo/gallery?scope=group&group=g7',
    });
    const line = await screen.findByText(/^Members:/);
    expect(line.textContent).toMatch(/^Members: ada \(owner\), olga, member0, .*member5, and 3 more$/);
  });

  it('show the description of the selected group, or that it does not exist', async () => {
    fakeFetch({
      '/search': page(),
      '/groups/g7': { id: 'g7', title: 'City maps', owner: 'ada', snippet: 'What planners use.' },
      '/groups/gone': {
        error: { code: 400, messageCode: 'COM_0003', message: 'Group does not exist or is inaccessible.' },
      },
      '/community/groups': page(),
    });
    const { screen, router } = show(gallery, {
      context: await fakeContext({ portal }),
      at: '/demo/gallery?scope=group&group=g7',
    });
    expect(await screen.findByText('What planners use.')).toBeDefined();
    await router.navigate('/demo/gallery?scope=group&group=gone');
    expect(
      await screen.findByText('This group doesn’t exist, or you don’t have access to it.'),
    ).toBeDefined();
    expect(screen.queryByText('What planners use.')).toBeNull();
  });

  it('send no request until a group is selected', async () => {
    const log = fakeFetch({ '/search': page(webMap()), '/community/groups': page() });
    const at = '/demo/gallery?scope=group';
    const { screen, person, router } = show(gallery, { context: await fakeContext({ portal }), at });
    expect(await screen.findByText('Choose a group to see its maps.')).toBeDefined();
    expect(log.some(({ path }) => path.endsWith('/rest/search'))).toBe(false);
    await person.click(screen.getByRole('button', { name: 'All maps' }));
    expect(await screen.findByRole('heading', { name: 'Parks' })).toBeDefined();
    expect(router.state.location.search).toBe('');
  });

  it.each(['mine', 'organisation', 'favourites'])(
    'prompt visitors to sign in for an address of members (%s)',
    async (scope) => {
      const log = fakeFetch({ '/search': page(webMap()) });
      const context = await fakeContext({ portal });
      const { screen, person } = show(gallery, { context, at: `/demo/gallery?scope=${scope}` });
      expect(await screen.findByText('Sign in to see this.')).toBeDefined();
      expect((await screen.findByRole('combobox', { name: 'Show' })).textContent).toMatch(/^My /);
      await person.click(screen.getByRole('button', { name: 'Sign in' }));
      expect(context.signIn).toHaveBeenCalledOnce();
      expect(log).toEqual([]);
    },
  );

  it('remove a filter by its name, however long it is', async () => {
    fakeFetch({ '/search': page(webMap()), '/categorySchema': schema });
    const tag = 'x'.repeat(120);
    const at = `/demo/gallery?tag=${tag}&tag=bus`;
    const { screen, person, router } = show(gallery, { context: await fakeContext({ portal }), at });
    await person.click(await screen.findByRole('button', { name: `Remove filter: ${tag}` }));
    await vi.waitFor(() => expect(router.state.location.search).toBe('?tag=bus'));
  });

  it('mark a favourite at once, and unmark it when the portal refuses', async () => {
    const refusal = { error: { code: 403, messageCode: 'GWM_0003', message: 'No.' } };
    const log = fakeFetch({
      '/content/groups/fav/search': page(webMap({ id: 'm2' })),
      '/search': page(webMap()),
      '/items/m1/share': [{ notSharedWith: [] }, refusal],
      '/items/m1/unshare': { notUnsharedFrom: [] },
    });
    const context = await fakeContext({ portal, signedIn: true });
    const user = { ...context.user!, favGroupId: 'fav' };
    const { screen, person } = show(gallery, { context: { ...context, user } });
    const star = await screen.findByRole('button', { name: 'Favourite: Parks' });
    await person.click(star);
    await vi.waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('true'));
    expect(log.find(({ path }) => path.endsWith('/share'))).toMatchObject({
      method: 'POST',
      params: { groups: 'fav' },
    });
    await person.click(star);
    await vi.waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('false'));
    await person.click(star);
    expect((await screen.findByText(/Couldn’t change the favourite/)).textContent).toContain('permission');
    expect(star.getAttribute('aria-pressed')).toBe('false');
  });

  it('mark a favourite before the others are known, and keep those', async () => {
    let answer = (_known: object) => {};
    const known = new Promise<object>((resolve) => {
      answer = resolve;
    });
    fakeFetch({
      '/content/groups/fav/search': () => known,
      '/search': page(webMap(), webMap({ id: 'm2', title: 'Trees' })),
      '/items/m1/share': { notSharedWith: [] },
    });
    const context = await fakeContext({ portal, signedIn: true });
    const user = { ...context.user!, favGroupId: 'fav' };
    const { screen, person } = show(gallery, { context: { ...context, user } });
    await person.click(await screen.findByRole('button', { name: 'Favourite: Parks' }));
    answer(page(webMap({ id: 'm2', title: 'Trees' })));
    const pressed = (title: string) =>
      screen.getByRole('button', { name: `Favourite: ${title}` }).getAttribute('aria-pressed');
    await vi.waitFor(() => expect([pressed('Parks'), pressed('Trees')]).toEqual(['true', 'true']));
  });

  it('remove a favourite at once, also from the list on return, but not when the portal refuses', async () => {
    const refusal = { error: { code: 403, messageCode: 'GWM_0003', message: 'No.' } };
    let marked = [webMap(), webMap({ id: 'm2', title: 'Trees' })];
    const log = fakeFetch({
      '/content/groups/fav/search': () => page(...marked),
      '/search': () => page(webMap(), webMap({ id: 'm2', title: 'Trees' })),
      '/items/m1/unshare': () => {
        marked = marked.slice(1);
        return { notUnsharedFrom: [] };
      },
      '/items/m2/unshare': refusal,
    });
    const context = await fakeContext({ portal, signedIn: true });
    const user = { ...context.user!, favGroupId: 'fav' };
    const at = '/demo/gallery?scope=favourites';
    const { screen, person, router } = show(gallery, { context: { ...context, user }, at });
    const star = (title: string) => screen.findByRole('button', { name: `Favourite: ${title}` });
    await vi.waitFor(async () => expect((await star('Parks')).getAttribute('aria-pressed')).toBe('true'));

    await person.click(await star('Parks'));
    expect((await star('Parks')).getAttribute('aria-pressed')).toBe('false');
    await vi.waitFor(() =>
      expect(log.find(({ path }) => path.endsWith('/items/m1/unshare'))).toMatchObject({
        method: 'POST',
        params: { groups: 'fav' },
      }),
    );
    // The row stays while it is visible, so that a mistake can be corrected.
    expect(screen.getByRole('heading', { name: 'Parks' })).toBeDefined();
    await router.navigate('/demo/gallery');
    await vi.waitFor(() => expect(log.some(({ path }) => path.endsWith('/rest/search'))).toBe(true));
    await router.navigate(at);
    await vi.waitFor(() => expect(screen.queryByRole('heading', { name: 'Parks' })).toBeNull());

    await person.click(await star('Trees'));
    expect((await screen.findByText(/Couldn’t change the favourite/)).textContent).toContain('permission');
    expect((await star('Trees')).getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByRole('heading', { name: 'Trees' })).toBeDefined();
  });

  it('open details as a history entry', async () => {
    fakeFetch({ '/search': page(webMap()), '/items/m1': webMap(), '/items/m1/data': {} });
    const { screen, person, router } = show(gallery, { context: await fakeContext({ portal }) });
    await person.click(await screen.findByRole('button', { name: 'Details of Parks' }));
    expect(await screen.findByRole('dialog', { name: 'Details' })).toBeDefined();
    expect(router.state.location.search).toBe('?item=m1');
    await router.navigate(-1);
    // The drawer closes with an animation.
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each([
    ['from a card', '/demo/gallery', 1],
    ['by a link someone sent', '/demo/gallery?item=m1', 0],
  ])('close details opened %s, and navigating back does not reopen them', async (_how, at, presses) => {
    fakeFetch({ '/search': page(webMap()), '/items/m1': webMap(), '/items/m1/data': {} });
    const { screen, person, router } = show(gallery, { context: await fakeContext({ portal }), at: '/home' });
    await router.navigate(at);
    if (presses > 0) await person.click(await screen.findByRole('button', { name: 'Details of Parks' }));
    await person.click(await screen.findByRole('button', { name: 'Close details' }));
    await vi.waitFor(() =>
      expect(router.state.location).toMatchObject({ pathname: '/demo/gallery', search: '' }),
    );
    await router.navigate(-1);
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/home'));
  });

  it('close details opened from elsewhere, such as my content, by navigating back', async () => {
    fakeFetch({ '/search': page(webMap()), '/items/m1': webMap(), '/items/m1/data': {} });
    const from = '/demo/content?q=park&page=2';
    const { screen, person, router } = show(gallery, { context: await fakeContext({ portal }), at: from });
    await router.navigate('/demo/gallery?item=m1', { state: detailsStep });
    await person.click(await screen.findByRole('button', { name: 'Close details' }));
    await vi.waitFor(() =>
      expect(router.state.location).toMatchObject({ pathname: '/demo/content', search: '?q=park&page=2' }),
    );
  });
});
