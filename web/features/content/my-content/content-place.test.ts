import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allContent, contentSorts, readContentPlace, writeContentPlace } from './content-place.ts';

describe('the address of my content', () => {
  it.each([
    ['', {}],
    ['folder=f1&sort=title&order=desc&page=3', { folder: 'f1', sort: 'title', order: 'desc', page: 3 }],
    ['folder=../x&sort=owner&order=up&page=-2', {}],
    ['page=1e9', {}],
    ['folder=root', { folder: 'root' }],
    ['q=bus+stops', { text: 'bus stops' }],
  ] as const)('"%s" is parsed', (address, understood) => {
    expect(readContentPlace(new URLSearchParams(address))).toEqual({ ...allContent, ...understood });
  });

  it('round-trips, and keeps parameters of other features', () => {
    const any = fc.record({
      text: fc.string(),
      folder: fc.stringMatching(/^[\w-]{1,40}$/),
      sort: fc.constantFrom(...contentSorts),
      order: fc.constantFrom('asc' as const, 'desc' as const),
      page: fc.integer({ min: 1, max: 9999 }),
    });
    fc.assert(
      fc.property(any, (place) => {
        const written = writeContentPlace(new URLSearchParams('lang=nl&page=77'), place);
        expect(written.get('lang')).toBe('nl');
        expect(readContentPlace(written)).toEqual(place);
      }),
    );
    expect(writeContentPlace(new URLSearchParams('page=4&sort=title&q=bus'), allContent).toString()).toBe('');
  });
});
