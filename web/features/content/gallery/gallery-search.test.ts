import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type GallerySearch,
  kinds,
  layouts,
  readGallerySearch,
  scopes,
  sorts,
  defaultGallerySearch,
  withoutCriteria,
  writeGallerySearch,
} from './gallery-search.ts';
import { countFilters, isNarrowed } from './portal-search.ts';

const search = (parts: Partial<GallerySearch> = {}): GallerySearch => ({ ...defaultGallerySearch, ...parts });

describe('the address', () => {
  it.each([
    ['', {}],
    [
      'q=bus+stops&scope=mine&sort=title&page=3',
      { text: 'bus stops', scope: 'mine', sort: 'title', page: 3 },
    ],
    ['scope=everyone&sort=random&page=-1&type=poem&view=globe&check=up', {}],
    ['page=2.5', {}],
    ['page=1000', { page: 100 }],
    ['page=x', {}],
    ['scope=group&group=a1b2', { scope: 'group', group: 'a1b2' }],
    ['group=%22%20OR%20*', {}],
    ['item=../../self', {}],
    ['item=0f&view=list', { item: '0f', layout: 'list' }],
    ['tag=bus&tag=bus&tag=+&tag=a,b', { tags: ['bus', 'a,b'] }],
    ['type=layers&category=/Categories/Water', { kind: 'layers', category: '/Categories/Water' }],
    ['check=attention', { attention: true }],
    ['area=71.3,51,71.6,51.2', { area: [71.3, 51, 71.6, 51.2] }],
    ['area=everywhere', {}],
  ] as const)('"%s" is parsed', (address, understood) => {
    expect(readGallerySearch(new URLSearchParams(address))).toEqual(search(understood));
  });

  it('omits defaults, and keeps parameters of other features', () => {
    const before = new URLSearchParams('lang=nl&q=old&page=4&tag=a&item=1&view=list&check=attention');
    expect(writeGallerySearch(before, search()).toString()).toBe('lang=nl');
  });

  it('holds at most ten tags', () => {
    const many = Array.from({ length: 40 }, (_, index) => ['tag', `t${index}`]);
    expect(readGallerySearch(new URLSearchParams(many)).tags).toHaveLength(10);
  });

  it('round-trips every search', () => {
    const id = fc.stringMatching(/^[\w-]{0,40}$/);
    const any = fc.record({
      text: fc.string({ unit: 'grapheme' }),
      scope: fc.constantFrom(...scopes),
      group: id,
      kind: fc.constantFrom(...kinds),
      category: fc.string(),
      tags: fc.uniqueArray(
        fc.string().filter((tag) => tag.trim() !== ''),
        { maxLength: 10 },
      ),
      area: fc.option(fc.constant([71.3, 51, 71.6, 51.2] as const), { nil: undefined }),
      attention: fc.boolean(),
      sort: fc.option(fc.constantFrom(...sorts), { nil: undefined }),
      page: fc.integer({ min: 1, max: 100 }),
      layout: fc.constantFrom(...layouts),
      item: id,
    });
    fc.assert(
      fc.property(any, (written) => {
        const address = writeGallerySearch(new URLSearchParams(), written).toString();
        expect(readGallerySearch(new URLSearchParams(address))).toEqual(written);
      }),
    );
  });
});

describe('the filters', () => {
  it.each([
    [{}, 0, false],
    [{ text: '  ' }, 0, false],
    [{ sort: 'title', layout: 'list', page: 4 }, 0, false],
    [{ text: 'bus' }, 0, true],
    [{ scope: 'mine' }, 0, true],
    [{ tags: ['a', 'b'], category: '/C/W', kind: 'all', attention: true }, 5, true],
    [{ area: [71, 51, 72, 52] }, 1, true],
  ] as const)('of %j number %i, narrowing: %s', (parts, count, narrowed) => {
    expect(countFilters(search(parts))).toBe(count);
    expect(isNarrowed(search(parts))).toBe(narrowed);
  });

  it('are cleared together; sorting and layout remain', () => {
    const all = search({ text: 'a', scope: 'group', group: 'g', tags: ['t'], sort: 'title', layout: 'list' });
    expect(withoutCriteria(all)).toEqual(search({ sort: 'title', layout: 'list' }));
  });
});
