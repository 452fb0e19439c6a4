import { describe, expect, it } from 'vitest';
import { LeastRecentlyUsed } from './least-recently-used.ts';

describe('LeastRecentlyUsed', () => {
  it('evicts the least recently used entry', () => {
    const cache = new LeastRecentlyUsed<number>(2);
    cache.set('a', 1);
    cache.set('b', 2);
    cache.get('a');
    cache.set('c', 3);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
  });

  it('keeps one entry per key', () => {
    const cache = new LeastRecentlyUsed<number>(2);
    cache.set('a', 1);
    cache.set('a', 2);
    cache.set('b', 3);
    expect([cache.get('a'), cache.get('b')]).toEqual([2, 3]);
  });
});
