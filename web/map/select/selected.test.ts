import fc from 'fast-check';
import Query from '@arcgis/core/rest/support/Query.js';
import { describe, expect, it } from 'vitest';
import { combined, onlySelected, selectedIn, selectIn } from './selected.ts';

const ids = fc.uniqueArray(fc.nat(30));

describe('a changed selection', () => {
  it('holds the features that result from set operations', () => {
    fc.assert(
      fc.property(ids, ids, (before, found) => {
        const isIn = (list: readonly number[]) => (id: number) => list.includes(id);
        const isOut = (list: readonly number[]) => (id: number) => !list.includes(id);
        expect(combined(before, found, 'replace')).toEqual(found);
        expect(combined(before, found, 'add')).toEqual([...before, ...found.filter(isOut(before))]);
        expect(combined(before, found, 'remove')).toEqual(before.filter(isOut(found)));
        expect(combined(before, found, 'intersect')).toEqual(before.filter(isIn(found)));
      }),
    );
  });

  it('combines a hundred thousand features', () => {
    const many = Array.from({ length: 100_000 }, (_none, id) => id);
    expect(combined(many, many.slice(50_000), 'remove')).toHaveLength(50_000);
  });
});

describe('the selection of a map', () => {
  it('has the features of each layer, of layers that were added later too', () => {
    const listeners = new Set<() => void>();
    const chosen = new Map<{ id: string }, number[]>();
    const sources = new Set<unknown>();
    const selectionManager = {
      sources: { includes: (one: unknown) => sources.has(one), add: (one: unknown) => sources.add(one) },
      get selections() {
        return [...chosen].map(([layer, selection]) => ({ layer, selection }));
      },
      on: (_name: string, listener: () => void) => listeners.add(listener),
      replace(layer: { id: string }, selection: number[]) {
        if (!sources.has(layer)) throw new Error('not a source');
        chosen.set(layer, selection);
        for (const listener of listeners) listener();
      },
    };
    const view = { selectionManager } as never;
    const store = selectedIn(view);
    const [stops, roads] = [{ id: 'stops' }, { id: 'roads' }];
    selectIn(view, stops as never, [1, 2]);
    selectIn(view, roads as never, [3]);
    selectIn(view, stops as never, []);
    expect([...store.get()]).toEqual([['roads', [3]]]);
    expect(selectedIn(view)).toBe(store);
  });

  it('limits queries to its features, and to none where it has none', () => {
    const all = () => new Query({ where: 'height > 20' });
    expect(onlySelected(all(), [4, 7])).toMatchObject({ objectIds: [4, 7], where: 'height > 20' });
    // An empty list of ids would select all features.
    expect(onlySelected(all(), [])).toMatchObject({ where: '1=0' });
  });
});
