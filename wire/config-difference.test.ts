import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { appConfigSchema } from './app-config.ts';
import { configDifference, mergeConfig } from './config-difference.ts';
import { same } from './json.ts';

/** Reads of `id` and of what is nested while two values are compared that differ in one place. */
function readsOf(make: (count: () => void, side: number) => unknown): number {
  let reads = 0;
  const [one, other] = [make(() => (reads += 1), 1), make(() => (reads += 1), 2)];
  configDifference(one, other);
  return reads;
}

describe('the work of a comparison is proportional to what is compared', () => {
  test('of lists', () => {
    const list = (length: number) =>
      readsOf((count, side) =>
        Array.from({ length }, (_none, index) => ({
          get id() {
            count();
            return `${index}`;
          },
          title: index === 0 ? side : 0,
        })),
      );
    expect(list(400)).toBeLessThanOrEqual(2.1 * list(200));
  });

  test('of nested objects', () => {
    const nested = (depth: number) =>
      readsOf((count, side) => {
        let inner: unknown = side;
        for (let level = 0; level < depth; level += 1) {
          const below = inner;
          inner = {
            get below() {
              count();
              return below;
            },
          };
        }
        return inner;
      });
    expect(nested(80)).toBeLessThanOrEqual(2.1 * nested(40));
  });
});

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

const base = appConfigSchema.parse({ title: 'Water', welcome: { en: 'Hello' }, gallery: { groups: ['a'] } });

describe('merging concurrent changes', () => {
  test('takes each side’s change where only one side changed something', () => {
    const mine = { ...base, title: 'Water board' };
    const theirs = { ...base, theme: { primary: '#006699' } };
    expect(mergeConfig(base, mine, theirs)).toEqual({
      merged: { ...base, title: 'Water board', theme: { primary: '#006699' } },
      conflicts: [],
    });
  });

  test('descends into parts that both changed', () => {
    const mine = { ...base, portal: { ...base.portal, appId: 'mine' } };
    const theirs = { ...base, portal: { ...base.portal, adminGroupId: 'theirs' } };
    const { merged, conflicts } = mergeConfig(base, mine, theirs);
    expect(merged.portal).toEqual({ ...base.portal, appId: 'mine', adminGroupId: 'theirs' });
    expect(conflicts).toEqual([]);
  });

  test('prefers mine where both changed the same, and names the path', () => {
    const mine = { ...base, portal: { ...base.portal, appId: 'mine' } };
    const theirs = { ...base, portal: { ...base.portal, appId: 'theirs' } };
    const { merged, conflicts } = mergeConfig(base, mine, theirs);
    expect(merged.portal.appId).toBe('mine');
    expect(conflicts).toEqual(['portal.appId']);
  });

  test('finds no conflict where both made the same change', () => {
    const both = { ...base, title: 'Same' };
    expect(mergeConfig(base, both, { ...both })).toEqual({ merged: both, conflicts: [] });
  });

  test('treats a list as one value', () => {
    const mine = { ...base, gallery: { ...base.gallery, groups: ['a', 'b'] } };
    const theirs = { ...base, gallery: { ...base.gallery, groups: ['c'] } };
    const { merged, conflicts } = mergeConfig(base, mine, theirs);
    expect(merged.gallery.groups).toEqual(['a', 'b']);
    expect(conflicts.every((path) => path.startsWith('gallery.groups'))).toBe(true);
    expect(conflicts).not.toEqual([]);
  });

  test('removes a part that one of the two removed', () => {
    const before = { ...base, feedback: { url: 'https://forms.example/' } };
    const { merged } = mergeConfig<typeof base>(before, base, { ...before, title: 'New' });
    expect(merged).toEqual({ ...base, title: 'New' });
    expect('feedback' in merged).toBe(false);
  });
});

const leaf = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.integer(),
  fc.boolean(),
  fc.array(fc.integer(), { maxLength: 3 }),
);
const names = fc.constantFrom('title', 'portal', 'map', 'theme');
const config = fc.dictionary(names, fc.oneof(leaf, fc.dictionary(names, leaf, { maxKeys: 3 })), {
  maxKeys: 4,
});

describe('for any configs', () => {
  test('an unchanged side leaves the other as it is', () => {
    fc.assert(
      fc.property(config, config, (before, after) => {
        expect(mergeConfig(before, after, before)).toEqual({ merged: after, conflicts: [] });
        expect(mergeConfig(before, before, after)).toEqual({ merged: after, conflicts: [] });
      }),
    );
  });

  test('the result does not depend on the order of saves without a conflict', () => {
    fc.assert(
      fc.property(config, config, config, (before, one, other) => {
        const forth = mergeConfig(before, one, other);
        const back = mergeConfig(before, other, one);
        expect(forth.conflicts.length > 0).toBe(back.conflicts.length > 0);
        fc.pre(forth.conflicts.length === 0);
        expect(forth.merged).toEqual(back.merged);
      }),
    );
  });

  test('the inputs are not modified', () => {
    fc.assert(
      fc.property(config, config, config, (before, one, other) => {
        const copies = structuredClone([before, one, other]);
        mergeConfig(before, one, other);
        expect([before, one, other]).toEqual(copies);
      }),
    );
  });
});
