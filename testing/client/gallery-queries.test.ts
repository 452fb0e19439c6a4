import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../server/portal/search/grammar/parse.ts';
import { kinds, defaultGallerySearch } from '../../web/features/content/gallery/gallery-search.ts';
import { portalSearch } from '../../web/features/content/gallery/portal-search.ts';

const words = fc.string({ unit: 'grapheme' });

describe('gallery', () => {
  it('sends queries the portal can read, for any text and tags', () => {
    const any = fc.record({
      text: words,
      tags: fc.array(
        words.filter((tag) => tag.trim() !== ''),
        { maxLength: 4 },
      ),
      kind: fc.constantFrom(...kinds),
    });
    const viewer = { username: 'ada', orgId: 'o1', favGroupId: 'f' };
    fc.assert(
      fc.property(any, (parts) => {
        const { q } = portalSearch({ ...defaultGallerySearch, ...parts }, { groups: [], query: '' }, viewer);
        expect(() => parseQuery(q)).not.toThrow();
      }),
    );
  });
});
