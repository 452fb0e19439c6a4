import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryStorage } from '../../testing/web/fake-page.ts';
import { forgetMaps, recentMaps, recentMapsKey, recordMap } from './recent-maps.ts';

const map = (id: string, openedAt = 1) => ({ kind: 'wid' as const, id, title: `Map ${id}`, openedAt });

describe('recent maps', () => {
  it('are empty at first', () => {
    expect(recentMaps(new MemoryStorage(), 'demo', '')).toEqual([]);
  });

  it('are listed newest first, each once, per organisation', () => {
    const storage = new MemoryStorage();
    for (const [at, id] of ['a', 'b', 'a'].entries()) recordMap(storage, 'demo', map(id, at));
    recordMap(storage, 'other', map('z'));
    expect(recentMaps(storage, 'demo', '')).toEqual([map('a', 2), map('b', 1)]);
  });

  it('distinguish a web map and a shared map with the same id', () => {
    const storage = new MemoryStorage();
    recordMap(storage, 'demo', map('a'));
    recordMap(storage, 'demo', { ...map('a'), kind: 'sid' });
    expect(recentMaps(storage, 'demo', '')).toHaveLength(2);
  });

  it('opened while signed in are visible only to that user; those opened signed out are visible to all', () => {
    const storage = new MemoryStorage();
    recordMap(storage, 'demo', map('open'));
    recordMap(storage, 'demo', { ...map('secret'), by: 'ada' });
    for (let index = 0; index < 20; index += 1) {
      recordMap(storage, 'demo', { ...map(`m${index}`), by: 'grace' });
    }
    recordMap(storage, 'demo', { ...map('open'), by: 'ada' });
    const titles = (who: string) => recentMaps(storage, 'demo', who).map(({ id }) => id);
    expect(titles('')).toEqual(['open']);
    expect(titles('ada')).toEqual(['open', 'secret']);
    expect(titles('grace')).toHaveLength(8);
    expect(titles('grace')).not.toContain('secret');
  });

  it('can be cleared', () => {
    const storage = new MemoryStorage();
    recordMap(storage, 'demo', map('a'));
    forgetMaps(storage, 'demo');
    expect(recentMaps(storage, 'demo', '')).toEqual([]);
  });

  it('tolerate invalid stored data', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const storage = new MemoryStorage();
        storage.setItem(recentMapsKey('demo'), text);
        recordMap(storage, 'demo', map('a'));
        expect(recentMaps(storage, 'demo', '')[0]).toEqual(map('a'));
      }),
    );
  });

  it('are limited to eight', () => {
    const storage = new MemoryStorage();
    for (let index = 0; index < 20; index += 1) recordMap(storage, 'demo', map(`m${index}`));
    expect(recentMaps(storage, 'demo', '').map(({ id }) => id)).toEqual([
      'm19',
      'm18',
      'm17',
      'm16',
      'm15',
      'm14',
      'm13',
      'm12',
    ]);
  });

  it('have their titles in other languages, and nothing else of the item', () => {
    const storage = new MemoryStorage();
    const de = { title: 'Parks auf Deutsch', snippet: 'Alle Parks' };
    const properties = { viewer: 'x'.repeat(10), mappingTranslations: { de, fr: { snippet: 'Parcs' } } };
    recordMap(storage, 'demo', { ...map('a'), properties });
    expect(recentMaps(storage, 'demo', '')[0]?.properties).toEqual({
      mappingTranslations: { de: { title: 'Parks auf Deutsch' } },
    });
  });

  it('do nothing when storage is unavailable', () => {
    const storage = new MemoryStorage();
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    expect(() => recordMap(storage, 'demo', map('a'))).not.toThrow();
  });
});
