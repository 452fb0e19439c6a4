import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { configDifference, same } from './config-difference.ts';

describe('configDifference', () => {
  test('names each changed path with its old and new value', () => {
    const before = { title: 'A', portal: { url: '/portal', appId: 'x' }, languages: ['en'] };
    const after = { title: 'B', portal: { url: '/portal', appId: 'y' }, languages: ['en', 'kk'] };
    expect(configDifference(before, after)).toEqual([
      { path: 'title', before: 'A', after: 'B' },
      { path: 'portal.appId', before: 'x', after: 'y' },
      { path: 'languages', before: ['en'], after: ['en', 'kk'] },
    ]);
  });

  test('reports additions and removals', () => {
    expect(configDifference({ feedback: { url: 'https://f' } }, {})).toEqual([
      { path: 'feedback', before: { url: 'https://f' }, after: undefined },
    ]);
    expect(configDifference({}, { extent: [1, 2] })).toEqual([
      { path: 'extent', before: undefined, after: [1, 2] },
    ]);
  });

  test('names list entries by their id', () => {
    const list = (...entries: object[]) => ({ integrations: entries });
    expect(
      configDifference(list({ id: 'sv', title: 'A' }), list({ id: 'sv', title: 'B' }, { id: 'p' })),
    ).toEqual([
      { path: 'integrations.sv.title', before: 'A', after: 'B' },
      { path: 'integrations.p', before: undefined, after: { id: 'p' } },
    ]);
  });

  test('reports a changed order once, and none when an entry was added or removed', () => {
    const ids = (...names: string[]) => ({ list: names.map((id) => ({ id })) });
    expect(configDifference(ids('a', 'b', 'c'), ids('c', 'a', 'b'))).toEqual([
      { path: 'list', before: ['a', 'b', 'c'], after: ['c', 'a', 'b'] },
    ]);
    expect(configDifference(ids('a', 'b', 'c'), ids('a', 'c')).map(({ path }) => path)).toEqual(['list.b']);
  });

  test('is empty exactly when nothing differs', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(configDifference(one, structuredClone(one))).toEqual([]);
        expect(configDifference(one, other).length === 0).toBe(same(one, other));
      }),
    );
  });
});

describe('changes between two objects', () => {
  const names = fc.constantFrom('a', 'b', 'c');
  const value = fc.oneof(fc.string({ maxLength: 3 }), fc.integer(), fc.array(fc.integer(), { maxLength: 3 }));
  const tree = fc.dictionary(names, fc.oneof(value, fc.dictionary(names, value)));
  type Tree = Record<string, unknown>;

  /** Applies the changes manually. */
  const apply = (before: Tree, changes: ReturnType<typeof configDifference>) => {
    const result = structuredClone(before);
    for (const { path, after } of changes) {
      const parts = path.split('.');
      const last = parts.pop() ?? '';
      const place = parts.reduce<Tree>((node, part) => node[part] as Tree, result);
      if (after === undefined) delete place[last];
      else place[last] = after;
    }
    return result;
  };

  test('transform one into the other, and back', () => {
    fc.assert(
      fc.property(tree, tree, (before, after) => {
        const changes = configDifference(before, after);
        expect(apply(before, changes)).toEqual(after);
        const back = changes.map(({ path, before: was, after: is }) => ({ path, before: is, after: was }));
        expect(apply(after, back)).toEqual(before);
      }),
    );
  });

  test('name each path once', () => {
    fc.assert(
      fc.property(tree, tree, (before, after) => {
        const paths = configDifference(before, after).map(({ path }) => path);
        expect(new Set(paths).size).toBe(paths.length);
      }),
    );
  });

  test.each([
    [null, undefined, 1],
    [null, {}, 1],
    [[], {}, 1],
    [[{ id: 'a' }], [{ id: 1 }], 1],
    [{ a: undefined }, {}, 0],
    [-0, 0, 0],
  ])('from %j to %j are %i', (before, after, count) => {
    expect(configDifference(before, after)).toHaveLength(count);
  });
});
