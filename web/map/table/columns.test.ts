// @vitest-environment jsdom
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  columnsOf,
  keepColumns,
  keptColumns,
  moveColumn,
  savedColumns,
  type TableColumn,
  turnSort,
  widthsOf,
} from './columns.ts';

const fields = ['id', 'a', 'b', 'c'].map((name) => ({ name, title: name, isId: name === 'id' }));

afterEach(() => localStorage.clear());

describe('columns of a layer', () => {
  it('are all fields except ids', () => {
    const { columns, sort } = columnsOf(fields, undefined, []);
    expect(columns.filter(({ shown }) => shown).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(sort).toEqual([]);
  });

  it('are those that were saved, in their order, pinned ones first', () => {
    const saved = {
      shown: ['c', 'gone', 'a'],
      sort: [
        { name: 'b', descending: true },
        { name: 'gone', descending: false },
      ],
    };
    const { columns, sort } = columnsOf(fields, saved, ['a']);
    expect(columns.map(({ name, shown }) => (shown ? name : `(${name})`))).toEqual(['a', 'c', '(id)', '(b)']);
    expect(sort).toEqual([{ name: 'b', descending: true }]);
  });

  it('are read as they were saved', () => {
    const order = fc.shuffledSubarray(['id', 'a', 'b', 'c'], { minLength: 1 });
    fc.assert(
      fc.property(order, fc.boolean(), (shown, descending) => {
        const saved = { shown, sort: [{ name: 'a', descending }] };
        expect(savedColumns(columnsOf(fields, saved, []))).toEqual(saved);
      }),
    );
  });

  it('move among those that are pinned, or among the others', () => {
    const columns: TableColumn[] = ['a', 'b', 'c'].map((name) => ({
      name,
      title: name,
      shown: true,
      pinned: name === 'a',
    }));
    const order = (by: number) => moveColumn(columns, 'c', by).map(({ name }) => name);
    expect([order(-1), order(-5), order(1)]).toEqual([
      ['a', 'c', 'b'],
      ['a', 'c', 'b'],
      ['a', 'b', 'c'],
    ]);
  });

  it('are sorted in one direction, the other, and not', () => {
    const first = turnSort([], 'a');
    const second = turnSort(turnSort(first, 'b'), 'a');
    expect(second).toEqual([
      { name: 'a', descending: true },
      { name: 'b', descending: false },
    ]);
    expect(turnSort(second, 'a')).toEqual([{ name: 'b', descending: false }]);
  });

  it('have widths that are remembered, none narrower or wider than can be chosen', () => {
    const widths = { a: 20, b: 320, c: 5000 };
    const found = columnsOf(fields, undefined, [], widths);
    expect(found.columns.map(({ width }) => width)).toEqual([undefined, 20, 320, 5000]);
    keepColumns('z', { pinned: [], widths: widthsOf(found) });
    expect(keptColumns('z').widths).toEqual({ a: 60, b: 320, c: 1000 });
    expect(widthsOf(columnsOf(fields, undefined, []))).toBeUndefined();
    keepColumns('z', { pinned: [] });
    expect(localStorage).toHaveLength(0);
  });

  it('are remembered on this device, and damaged memories ignored', () => {
    keepColumns('x', { pinned: ['a'], columns: { shown: ['a'], sort: [] } });
    expect(keptColumns('x')).toEqual({ pinned: ['a'], columns: { shown: ['a'], sort: [] } });
    expect(keptColumns('y')).toEqual({ pinned: [] });
    localStorage.setItem('mapping.table.columns y', '{"pinned": 3}');
    expect(keptColumns('y')).toEqual({ pinned: [] });
    localStorage.setItem('mapping.table.columns y', '{');
    expect(keptColumns('y')).toEqual({ pinned: [] });
  });
});
