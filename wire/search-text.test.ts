import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allOf, anyOf, quoted, searchText } from './search-text.ts';

describe('searchText', () => {
  it.each([
    ['', ''],
    ['   ', ''],
    ['***', ''],
    ['bus', 'bus*'],
    ['Bus Stops', 'bus stops*'],
    ['parks OR owner:ada', 'parks or owner ada*'],
    ['"quoted" (x)', 'quoted x*'],
    ['АЛМАТЫ көшесі', 'алматы көшесі*'],
    ['أستانا', 'أستانا*'],
    ['a-b', 'a b*'],
  ])('reads %j as %j', (typed, clause) => {
    expect(searchText(typed)).toBe(clause);
  });

  it('escapes every character of the query language, except a trailing star', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        const clause = searchText(typed);
        expect(clause.replace(/\*$/, '')).not.toMatch(/["\\()[\]{}:^~*+-]/);
        expect(clause).not.toMatch(/\b(AND|OR|NOT)\b/);
      }),
    );
  });
});

describe('clauses', () => {
  it('joins with brackets, omitting empty clauses', () => {
    expect(allOf('a', '', 'b OR c')).toBe('(a) AND (b OR c)');
    expect(allOf('', '')).toBe('');
    expect(anyOf('a', '', 'b')).toBe('a OR b');
  });

  it('quotes values that contain quotes', () => {
    expect(quoted('Ada "A" \\')).toBe('"Ada \\"A\\" \\\\"');
  });
});
