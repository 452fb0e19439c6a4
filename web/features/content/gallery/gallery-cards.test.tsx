import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../testing/web/render.tsx';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { EmptyGallery } from './empty-gallery.tsx';
import type { GalleryActions } from './gallery-actions.ts';
import { GalleryCards } from './gallery-cards.tsx';
import { GalleryFilters } from './gallery-filters.tsx';
import { GalleryList } from './gallery-list.tsx';
import { type GallerySearch, defaultGallerySearch } from './gallery-search.ts';
import type { ChangeGallery } from './use-gallery-search.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const nothing = () => {};
function fakeActions(parts: Partial<GalleryActions['favourites']> = {}) {
  return {
    favourites: { possible: false, has: () => false, toggle: vi.fn<(id: string) => void>(), ...parts },
    copyLink: vi.fn<GalleryActions['copyLink']>(),
    showDetails: vi.fn<GalleryActions['showDetails']>(),
  };
}

const cards = (items: PortalItem[], actions: GalleryActions = fakeActions(), onMapIntent = nothing) => (
  <GalleryCards items={items} actions={actions} onMapIntent={onMapIntent} />
);

describe('gallery cards', () => {
  it.each<[PortalItem['access'], string | undefined]>([
    ['public', undefined],
    ['org', 'Organisation'],
    ['shared', 'Group'],
    ['private', 'Private'],
  ])('of a map that is %s have the badge %s', async (access, badge) => {
    const { container } = show(cards([webMap({ access })]), { context: await fakeContext() });
    await vi.waitFor(() => expect(container.querySelector('.MuiChip-label')?.textContent).toBe(badge));
  });

  it('show a member which maps are public', async () => {
    const { screen } = show(cards([webMap({ access: 'public' })]), {
      context: await fakeContext({ signedIn: true }),
    });
    expect(screen.getByText('Everyone')).toBeDefined();
  });

  it('show a map’s author, date of change and number of views', async () => {
    const maps = [webMap({ owner: 'grace', modified: Date.now() - 3 * 86_400_000, numViews: 1234 })];
    const { screen } = show(cards(maps), { context: await fakeContext() });
    expect(screen.getByText('Web map')).toBeDefined();
    expect(screen.getByText('By grace')).toBeDefined();
    expect(screen.getByText('Changed 3 days ago')).toBeDefined();
    expect(screen.getByText('Views: 1,234')).toBeDefined();
  });

  it('show the full names of authors where the portal returns them', async () => {
    const log = fakeFetch({
      '/community/users': { results: [{ username: 'grace', fullName: 'Grace Hopper' }] },
    });
    const maps = [webMap({ id: 'a', owner: 'grace' }), webMap({ id: 'b', owner: 'hidden' })];
    const { screen } = show(cards(maps), { context: await fakeContext() });
    expect(await screen.findByText('By Grace Hopper')).toBeDefined();
    expect(screen.getByText('By hidden')).toBeDefined();
    const asked = log.filter(({ path }) => path.endsWith('/community/users'));
    expect(asked.map(({ params }) => params['q'])).toEqual(['username:"grace" OR username:"hidden"']);
  });

  it('have a name for maps without a title', async () => {
    const { screen } = show(cards([webMap({ title: '' })]), { context: await fakeContext() });
    expect(screen.getByRole('link', { name: 'Untitled map' }).getAttribute('href')).toBe('/demo/map/wid/m1');
  });

  it('show the details and the type of items that are not maps', async () => {
    const layer = webMap({ type: 'GeoJson', title: 'Trees' });
    const { screen } = show(cards([layer]), {
      context: await fakeContext(),
      at: '/demo/gallery?type=layers',
    });
    expect(screen.getByRole('link', { name: 'Trees' }).getAttribute('href')).toBe(
      '/demo/gallery?type=layers&item=m1',
    );
    expect(screen.getByText('GeoJson')).toBeDefined();
  });

  it.each([
    ['public', false],
    ['private', true],
  ] as const)('of a %s map send the token with the thumbnail: %s', async (access, withToken) => {
    const maps = [webMap({ access, thumbnail: 'thumbnail/a.png' })];
    const { container } = show(cards(maps), { context: await fakeContext({ signedIn: true }) });
    expect(container.querySelector('img')?.src.includes('token=token-1')).toBe(withToken);
  });

  it('signal that a map is about to open', async () => {
    const onMapIntent = vi.fn<() => void>();
    const { screen, person } = show(cards([webMap()], fakeActions(), onMapIntent), {
      context: await fakeContext(),
    });
    await person.hover(screen.getByRole('listitem'));
    expect(onMapIntent).toHaveBeenCalled();
  });
});

describe('the gallery list', () => {
  it('shows each fact separately, without separators that could end a line', async () => {
    const layer = webMap({ type: 'GeoJson', owner: 'grace', numViews: 12 });
    const { screen } = show(<GalleryList items={[layer]} actions={fakeActions()} onMapIntent={nothing} />, {
      context: await fakeContext(),
    });
    for (const fact of ['GeoJson', 'By grace', 'Views: 12']) expect(screen.getByText(fact)).toBeDefined();
    expect(screen.getByRole('listitem').textContent).not.toContain('·');
  });
});

describe.each([
  ['cards', GalleryCards],
  ['list', GalleryList],
] as const)('the buttons in the %s', (_layout, Items) => {
  it('copy the link, show the details, and mark favourites where supported', async () => {
    const actions = fakeActions({ possible: true, has: (id) => id === 'm2' });
    const items = [webMap(), webMap({ id: 'm2', title: 'Trees' })];
    const { screen, person } = show(<Items items={items} actions={actions} onMapIntent={nothing} />, {
      context: await fakeContext(),
    });
    const marked = (title: string) =>
      screen.getByRole('button', { name: `Favourite: ${title}` }).getAttribute('aria-pressed');
    expect([marked('Parks'), marked('Trees')]).toEqual(['false', 'true']);
    await person.click(screen.getByRole('button', { name: 'Favourite: Parks' }));
    await person.click(screen.getByRole('button', { name: 'Copy the link to Trees' }));
    await person.click(screen.getByRole('button', { name: 'Details of Parks' }));
    expect(actions.favourites.toggle).toHaveBeenCalledExactlyOnceWith('m1');
    expect(actions.copyLink).toHaveBeenCalledExactlyOnceWith(items[1]);
    expect(actions.showDetails).toHaveBeenCalledExactlyOnceWith(items[0]);
  });

  it('offer visitors no favourites', async () => {
    const { screen } = show(<Items items={[webMap()]} actions={fakeActions()} onMapIntent={nothing} />, {
      context: await fakeContext(),
    });
    expect(screen.queryByRole('button', { name: /Favourite/ })).toBeNull();
  });
});

describe('the filters', () => {
  const filters = (
    parts: Partial<GallerySearch> = {},
    onChange: ChangeGallery = nothing,
    signedIn = true,
  ) => (
    <GalleryFilters search={{ ...defaultGallerySearch, ...parts }} onChange={onChange} signedIn={signedIn} />
  );

  it('offer visitors no "my"', async () => {
    const { screen, container, person } = show(filters({}, nothing, false));
    await person.click(screen.getByRole('combobox', { name: 'Show' }));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'All maps',
      'A group',
    ]);
    expect(container.querySelector('search')).not.toBeNull();
  });

  it('offer sorting by relevance where there is a search', async () => {
    const { screen, person } = show(filters({ text: 'bus' }));
    expect(screen.getByRole('combobox', { name: 'Sort by' }).textContent).toBe('Best match');
    await person.click(screen.getByRole('combobox', { name: 'Sort by' }));
    expect(screen.getAllByRole('option')).toHaveLength(4);
  });

  it.each([
    ['Show', 'My organisation', { scope: 'organisation', group: '' }],
    ['Sort by', 'Most viewed', { sort: 'views' }],
  ])('change %s to "%s"', async (name, option, change) => {
    const onChange = vi.fn<ChangeGallery>();
    const { screen, person } = show(filters({}, onChange));
    await person.click(screen.getByRole('combobox', { name }));
    await person.click(screen.getByRole('option', { name: option }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(change);
  });

  it('switch between cards and list', async () => {
    const onChange = vi.fn<ChangeGallery>();
    const { screen, person } = show(filters({}, onChange));
    expect(screen.getByRole('button', { name: 'Cards' }).getAttribute('aria-pressed')).toBe('true');
    await person.click(screen.getByRole('button', { name: 'List' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ layout: 'list' });
  });
});

describe('an empty gallery', () => {
  it.each<[Partial<GallerySearch>, string, string, Partial<GallerySearch>]>([
    [{ text: 'zoo' }, 'No map matches “zoo”.', 'Clear search', { text: '' }],
    [{ text: 'zoo', tags: ['a'] }, 'Nothing matches these filters.', 'Clear filters', defaultGallerySearch],
    [{ tags: ['a'] }, 'Nothing matches these filters.', 'Clear filters', defaultGallerySearch],
    [{ scope: 'favourites' }, 'Maps you mark with a star appear here.', 'All maps', defaultGallerySearch],
    [{ scope: 'group', group: 'g' }, 'There are no maps in this group.', 'All maps', defaultGallerySearch],
  ])('for %j shows "%s" and offers "%s"', async (parts, why, way, change) => {
    const onChange = vi.fn<ChangeGallery>();
    const { screen, person } = show(
      <EmptyGallery search={{ ...defaultGallerySearch, ...parts }} onChange={onChange} />,
      { context: await fakeContext() },
    );
    expect(screen.getByRole('status').textContent).toContain(why);
    await person.click(screen.getByRole('button', { name: way }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(change);
  });
});
