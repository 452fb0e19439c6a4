import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold } from './fold.ts';

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

  test.each([
    ['the yeh of Persian and Arabic keyboards', 'ایران', 'ايران'],
    ['alef maksura', 'مستشفى', 'مستشفي'],
    ['kaf', 'کتابخانه', 'كتابخانه'],
    ['teh marbuta', 'مدرسة', 'مدرسه'],
    ['the hamza of heh', 'خانهٔ', 'خانه'],
    ['heh with yeh above', 'خانۀ', 'خانه'],
    ['the hehs of Urdu', 'شہر', 'شهر'],
    ['tatweel', 'كـــتاب', 'كتاب'],
    ['a joiner that is not typed', 'می‌خواهم', 'میخواهم'],
    ['hamza', 'أحمد إسلام آسيا', 'احمد اسلام اسيا'],
    ['Arabic digits', 'شارع ٢٥', 'شارع 25'],
    ['Persian digits', '۱۴۰۳', '1403'],
    ['Bangla digits', '২০২৫', '2025'],
    // Their block begins in the middle of a row of code points, and a second one follows at once.
    ['digits of two adjacent sets', '\u{116d9}\u{116da}\u{116e3}', '909'],
    ['an isolated name', '\u2068İzmir\u2069', 'izmir'],
  ])('unifies %s', (_what, one, other) => {
    expect(fold(one)).toBe(fold(other));
  });

  test('leaves no digits but those of ASCII', () => {
    const digits = Array.from({ length: 0x1ffff }, (_none, code) => String.fromCodePoint(code)).filter(
      (sign) => /^\p{Nd}$/u.test(sign),
    );
    expect(digits.length).toBeGreaterThan(500);
    expect(digits.map(fold).filter((folded) => !/^[0-9]$/.test(folded))).toEqual([]);
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });
});
