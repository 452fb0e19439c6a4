import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { configDifference, same } from './config-difference.ts';

describe('configDifference', () => {
  test('names each changed place with what was and what is', () => {
    const before = { title: 'A', portal: { url: '/portal', appId: 'x' }, languages: ['en'] };
    const after = { title: 'B', portal: { url: '/portal', appId: 'y' }, languages: ['en', 'kk'] };
    expect(configDifference(before, after)).toEqual([
      { path: 'title', before: 'A', after: 'B' },
      { path: 'portal.appId', before: 'x', after: 'y' },
      { path: 'languages', before: ['en'], after: ['en', 'kk'] },
    ]);
  });

  test('tells what was added and removed', () => {
    expect(configDifference({ feedback: { url: 'https://f' } }, {})).toEqual([
      { path: 'feedback', before: { url: 'https://f' }, after: undefined },
    ]);
    expect(configDifference({}, { extent: [1, 2] })).toEqual([
      { path: 'extent', before: undefined, after: [1, 2] },
    ]);
  });

  test('names entries of a list by their id', () => {
    const list = (...entries: object[]) => ({ integrations: entries });
    expect(
      configDifference(list({ id: 'sv', title: 'A' }), list({ id: 'sv', title: 'B' }, { id: 'p' })),
    ).toEqual([
      { path: 'integrations.sv.title', before: 'A', after: 'B' },
      { path: 'integrations.p', before: undefined, after: { id: 'p' } },
    ]);
  });

  test('tells a changed order once, and none when an entry came or went', () => {
    const ids = (...names: string[]) => ({ list: names.map((id) => ({ id })) });
    expect(configDifference(ids('a', 'b', 'c'), ids('c', 'a', 'b'))).toEqual([
      { path: 'list', before: ['a', 'b', 'c'], after: ['c', 'a', 'b'] },
    ]);
    expect(configDifference(ids('a', 'b', 'c'), ids('a', 'c')).map(({ path }) => path)).toEqual(['list.b']);
  });

  test('is empty exactly when nothing is different', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(configDifference(one, structuredClone(one))).toEqual([]);
        expect(configDifference(one, other).length === 0).toBe(same(one, other));
      }),
    );
  });
});
