import { describe, expect, test } from 'vitest';
import { matchFields } from './append.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));
const matched = (target: string[], source: string[]) =>
  Object.fromEntries(matchFields(named(...target), named(...source)));

describe('fields of a file', () => {
  test('match those of a layer in any letter case', () => {
    expect(matched(['name', 'HEIGHT', 'kind'], ['Name', 'height', 'colour'])).toEqual({
      name: 'Name',
      HEIGHT: 'height',
    });
  });

  test('match what publishing makes of their names', () => {
    expect(matched(['height__m_', 'F2nd', 'Название'], ['height (m)', '2nd', 'название'])).toEqual({
      height__m_: 'height (m)',
      F2nd: '2nd',
      Название: 'название',
    });
  });

  test('match once, an equal name first', () => {
    expect(matched(['a_b', 'a b'], ['a b', 'a_b'])).toEqual({ a_b: 'a_b', 'a b': 'a b' });
    expect(matched(['x'], ['x', 'X'])).toEqual({ x: 'x' });
    expect(matched(['x', 'X'], ['x'])).toEqual({ x: 'x' });
  });
});
