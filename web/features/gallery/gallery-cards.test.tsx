import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../testing/web/fake-context.ts';
import { show } from '../../../testing/web/render.tsx';
import type { PortalItem } from '../../portal/portal-types.ts';
import { EmptyGallery } from './empty-gallery.tsx';
import { GalleryCards } from './gallery-cards.tsx';
import { GalleryFilters } from './gallery-filters.tsx';
import type { GallerySearch } from './gallery-search.ts';

afterEach(() => vi.useRealTimers());

describe('the cards of the gallery', () => {
  it.each<[PortalItem['access'], string | undefined]>([
    ['public', undefined],
    ['org', 'Organisation'],
    ['shared', 'Group'],
    ['private', 'Private'],
  ])('of a map that is %s carry the badge %s', async (access, badge) => {
    const { container } = show(<GalleryCards maps={[webMap({ access })]} onMapIntent={() => {}} />, {
      context: await fakeContext(),
    });
    expect(container.querySelector('.MuiChip-label')?.textContent).toBe(badge);
  });

  it('say who made a map and when it changed', async () => {
    const maps = [webMap({ owner: 'grace', modified: Date.now() - 3 * 86_400_000 })];
    const { screen } = show(<GalleryCards maps={maps} onMapIntent={() => {}} />, {
      context: await fakeContext(),
    });
    expect(screen.getByText('By grace')).toBeDefined();
    expect(screen.getByText('Changed 3 days ago')).toBeDefined();
  });

  it('have a name for maps without a title', async () => {
    const { screen } = show(<GalleryCards maps={[webMap({ title: '' })]} onMapIntent={() => {}} />, {
      context: await fakeContext(),
    });
    expect(screen.getByRole('link', { name: 'Untitled map' }).getAttribute('href')).toBe('/demo/map/wid/m1');
  });

  it.each([
    ['public', false],
    ['private', true],
  ] as const)('of a %s map send the token with its picture: %s', async (access, withToken) => {
    const maps = [webMap({ access, thumbnail: 'thumbnail/a.png' })];
    const { container } = show(<GalleryCards maps={maps} onMapIntent={() => {}} />, {
      context: await fakeContext({ signedIn: true }),
    });
    expect(container.querySelector('img')?.src.includes('token=token-1')).toBe(withToken);
  });

  it('tell that a map is about to open', async () => {
    const onMapIntent = vi.fn<() => void>();
    const { screen, person } = show(<GalleryCards maps={[webMap()]} onMapIntent={onMapIntent} />, {
      context: await fakeContext(),
    });
    await person.hover(screen.getByRole('listitem'));
    expect(onMapIntent).toHaveBeenCalled();
  });
});

describe('the filters', () => {
  const search: GallerySearch = { text: '', scope: 'all', sort: undefined, page: 1 };

  it('offer anonymous people no "my"', () => {
    const { screen, container } = show(
      <GalleryFilters search={search} onChange={() => {}} signedIn={false} />,
    );
    expect(screen.queryByRole('combobox', { name: 'Show' })).toBeNull();
    expect(container.querySelector('search')).not.toBeNull();
  });

  it('offer the best match where there is something to match', async () => {
    const { screen, person } = show(
      <GalleryFilters search={{ ...search, text: 'bus' }} onChange={() => {}} signedIn />,
    );
    expect(screen.getByRole('combobox', { name: 'Sort by' }).textContent).toBe('Best match');
    await person.click(screen.getByRole('combobox', { name: 'Sort by' }));
    expect(screen.getAllByRole('option')).toHaveLength(4);
  });

  it.each([
    ['Show', 'My organisation', { scope: 'organisation' }],
    ['Sort by', 'Most viewed', { sort: 'views' }],
  ])('change %s to "%s"', async (name, option, change) => {
    const onChange = vi.fn<(change: Partial<GallerySearch>) => void>();
    const { screen, person } = show(<GalleryFilters search={search} onChange={onChange} signedIn />);
    await person.click(screen.getByRole('combobox', { name }));
    await person.click(screen.getByRole('option', { name: option }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(change);
  });
});

describe('an empty gallery', () => {
  it('clears the search that found nothing', async () => {
    const onClear = vi.fn<() => void>();
    const { screen, person } = show(<EmptyGallery text="zoo" onClear={onClear} />, {
      context: await fakeContext(),
    });
    expect(screen.getByRole('status').textContent).toContain('No map matches “zoo”.');
    await person.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(onClear).toHaveBeenCalledOnce();
  });
});
