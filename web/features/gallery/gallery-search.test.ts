import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  effectiveSort,
  type GallerySearch,
  portalSearch,
  readGallerySearch,
  scopes,
  sorts,
  writeGallerySearch,
} from './gallery-search.ts';

const search = (parts: Partial<GallerySearch> = {}): GallerySearch => ({
  text: '',
  scope: 'all',
  sort: undefined,
  page: 1,
  ...parts,
});
const everything = { groups: [], query: '' };
const anonymous = { username: '', orgId: undefined };
const ada = { username: 'ada', orgId: 'o1' };

describe('the address', () => {
  it.each([
    ['', search()],
    [
      'q=bus+stops&scope=mine&sort=title&page=3',
      search({ text: 'bus stops', scope: 'mine', sort: 'title', page: 3 }),
    ],
    ['scope=everyone&sort=random&page=-1', search()],
    ['page=2.5', search()],
    ['page=1000', search({ page: 100 })],
    ['page=x', search()],
  ])('"%s" is understood', (address, understood) => {
    expect(readGallerySearch(new URLSearchParams(address))).toEqual(understood);
  });

  it('stays clean where everything is as usual, and keeps what belongs to others', () => {
    expect(writeGallerySearch(new URLSearchParams('lang=nl&q=old&page=4'), search()).toString()).toBe(
      'lang=nl',
    );
  });

  it('gives back every search that was written into it', () => {
    const any = fc.record({
      text: fc.string({ unit: 'grapheme' }),
      scope: fc.constantFrom(...scopes),
      sort: fc.option(fc.constantFrom(...sorts), { nil: undefined }),
      page: fc.integer({ min: 1, max: 100 }),
    });
    fc.assert(
      fc.property(any, (written) => {
        const address = writeGallerySearch(new URLSearchParams(), written).toString();
        expect(readGallerySearch(new URLSearchParams(address))).toEqual(written);
      }),
    );
  });
});

describe('the order', () => {
  it.each([
    ['', undefined, 'modified'],
    ['', 'relevance', 'modified'],
    ['', 'title', 'title'],
    ['bus', undefined, 'relevance'],
    ['bus', 'views', 'views'],
    ['  ', undefined, 'modified'],
  ] as const)('for "%s" and %s is %s', (text, sort, order) => {
    expect(effectiveSort({ text, sort })).toBe(order);
  });
});

describe('portalSearch', () => {
  it.each([
    [search(), everything, anonymous, '(type:"Web Map" -type:"Web Application")'],
    [
      search({ text: 'bus sto' }),
      everything,
      anonymous,
      '(type:"Web Map" -type:"Web Application") AND (bus sto*)',
    ],
    [
      search({ scope: 'mine' }),
      everything,
      ada,
      '(type:"Web Map" -type:"Web Application") AND (owner:"ada")',
    ],
    [search({ scope: 'mine' }), everything, anonymous, '(type:"Web Map" -type:"Web Application")'],
    [
      search({ scope: 'organisation' }),
      everything,
      ada,
      '(type:"Web Map" -type:"Web Application") AND (orgid:"o1")',
    ],
    [
      search(),
      { groups: ['g1', 'g2'], query: 'tags:city OR tags:town' },
      anonymous,
      '(type:"Web Map" -type:"Web Application") AND (tags:city OR tags:town) AND (group:"g1" OR group:"g2")',
    ],
  ])('asks for %j', (what, gallery, viewer, q) => {
    expect(portalSearch(what, gallery, viewer).q).toBe(q);
  });

  it('sorts as the portal names it', () => {
    expect(portalSearch(search(), everything, ada)).toMatchObject({
      sortField: 'modified',
      sortOrder: 'desc',
    });
    expect(portalSearch(search({ sort: 'views' }), everything, ada)).toMatchObject({
      sortField: 'numViews',
      sortOrder: 'desc',
    });
    expect(portalSearch(search({ text: 'bus' }), everything, ada)).not.toHaveProperty('sortField');
  });
});
