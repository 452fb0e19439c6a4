import { describe, expect, test } from 'vitest';
import { MappingError } from '../../../wire/errors.ts';
import { tokenize } from './tokenize.ts';

function kinds(text: string): string[] {
  return tokenize(text, 'where').map(({ kind, value }) => (kind === 'end' ? 'end' : `${kind}:${value}`));
}

describe('tokens', () => {
  test.each([
    ['', ['end']],
    ['  \t\n ', ['end']],
    ['a', ['word:a', 'end']],
    ['a1_b', ['word:a1_b', 'end']],
    ['_a', ['word:_a', 'end']],
    ['Ünïcode', ['word:Ünïcode', 'end']],
    ['a=b', ['word:a', 'symbol:=', 'word:b', 'end']],
    ['a<>b', ['word:a', 'symbol:<>', 'word:b', 'end']],
    ['a<=b>=c', ['word:a', 'symbol:<=', 'word:b', 'symbol:>=', 'word:c', 'end']],
    ['a!=b', ['word:a', 'symbol:!=', 'word:b', 'end']],
    ['a||b', ['word:a', 'symbol:||', 'word:b', 'end']],
    ['1', ['number:1', 'end']],
    ['1.5', ['number:1.5', 'end']],
    ['1.', ['number:1.', 'end']],
    ['.5', ['number:.5', 'end']],
    ['1e5', ['number:1e5', 'end']],
    ['1E-5', ['number:1E-5', 'end']],
    ['1-2', ['number:1', 'symbol:-', 'number:2', 'end']],
    ["'a'", ['text:a', 'end']],
    ["''", ['text:', 'end']],
    ["''''", ["text:'", 'end']],
    ["'it''s'", ["text:it's", 'end']],
    ["N'a'", ['text:a', 'end']],
    ["n'a'", ['text:a', 'end']],
    ['"a b"', ['name:a b', 'end']],
    ['"a""b"', ['name:a"b', 'end']],
    ["'--'", ['text:--', 'end']],
    ["'\\'", ['text:\\', 'end']],
    ['NAME', ['word:NAME', 'end']],
  ])('%j', (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  test('have their positions', () => {
    expect(tokenize("a  = 'x'", 'where').map(({ at }) => at)).toEqual([0, 3, 5, 8]);
  });
});

describe('invalid characters', () => {
  test.each([
    ';',
    '$',
    '@',
    '#',
    '`',
    '{',
    '}',
    '[',
    ']',
    '\\',
    ':',
    '?',
    '!',
    '|',
    '^',
    '&',
    '~',
    '😀',
    '\0',
    "'",
    '"',
    "'a",
    '1a',
    '1.5x',
  ])('%j is rejected with its position', (text) => {
    expect(() => tokenize(`a ${text}`, 'having')).toThrow(
      expect.objectContaining({
        id: 'services:invalid-query',
        status: 400,
        faults: [{ path: 'having', message: expect.stringMatching(/^At character 3: /) }],
      }),
    );
  });

  test('throw a MappingError', () => {
    expect(() => tokenize('a;', 'where')).toThrow(MappingError);
  });
});
