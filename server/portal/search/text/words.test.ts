import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { categoryTerms, fold, termLexeme, asTerm, words } from './words.ts';

describe('folding', () => {
  test.each([
    ['Łódź', 'lodz'],
    ['STRASSE', 'strasse'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['İstanbul', 'istanbul'],
    ['ISTANBUL', 'istanbul'],
    ['Ærø', 'aero'],
    ['Ёлка', 'елка'],
    ['Йод', 'иод'],
    ['ΑΘΉΝΑ', 'αθηνα'],
    // The same letter at the end of a word and within.
    ['Οδός ΟΔΟΣ Ϲ', 'οδοσ οδοσ σ'],
    ['ﬁne Ｗｉｄｅ', 'fine wide'],
    ['مُتْحَف', 'متحف'],
    ['한국', '한국'],
    ['हिन्दी', 'हिन्दी'],
  ])('%s becomes %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });
});

describe('words', () => {
  test.each([
    ['Wi-Fi: 24/7 (free!)', ['wi', 'fi', '24', '7', 'free']],
    ['', []],
    ['*** — …', []],
    ['天安门广场', ['天安门', '广场']],
    ['สวัสดีชาวโลก', ['สวัสดี', 'ชาว', 'โลก']],
  ])('%s', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  test('are letters, marks and digits only, so that none is an operator of the database', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const word of words(text)) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]{1,200}$/u);
      }),
    );
  });
});

describe('whole terms', () => {
  test('fold and keep the order of the words', () => {
    expect(asTerm('  Green   SPACE! ')).toBe('green space');
    expect(termLexeme('tag', 'Green Space')).toBe('t:green space');
    expect(termLexeme('category', '/Categories/Built Areas')).toBe('c:/categories/built areas');
  });

  test('finds an item of a category in everything above it', () => {
    expect(categoryTerms('/Categories/Water/Rivers')).toEqual([
      '/Categories',
      '/Categories/Water',
      '/Categories/Water/Rivers',
      'Categories',
      'Water',
      'Rivers',
    ]);
  });
});
