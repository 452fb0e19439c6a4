import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textFor } from './localized-text.ts';

describe('text in several languages', () => {
  const text = { en: 'Welcome', pt: 'Bem-vindo', 'zh-Hant': '歡迎', zh: '欢迎', nl: '' };

  test.each([
    ['pt-BR', 'Bem-vindo'],
    ['pt', 'Bem-vindo'],
    ['zh-Hant', '歡迎'],
    ['zh-Hans-CN', '欢迎'],
    ['zh-HK', '歡迎'],
    ['pt-AO', 'Bem-vindo'],
    ['de', 'Welcome'],
    ['', 'Welcome'],
    // Deliberately empty.
    ['nl', ''],
  ])('is for %s: %s', (language, expected) => {
    expect(textFor(text, language)).toBe(expected);
  });

  test.each(['toString', 'constructor', '__proto__', 'hasOwnProperty-x'])(
    'falls back to another language for %s',
    (language) => {
      expect(textFor(text, language)).toBe('Welcome');
    },
  );

  test('is empty without a fallback, not an error', () => {
    expect(textFor({ de: 'Hallo' }, 'fr')).toBe('');
    expect(textFor({}, 'en')).toBe('');
  });

  test('applies to every language when it is a plain string', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (plain, language) => {
        expect(textFor(plain, language)).toBe(plain);
      }),
    );
  });

  test('is always one of its texts', () => {
    const texts = fc.dictionary(fc.constantFrom('en', 'de', 'pt', 'pt-BR'), fc.string());
    fc.assert(
      fc.property(texts, fc.string(), (given, language) => {
        expect(['', ...Object.values(given)]).toContain(textFor(given, language));
      }),
    );
  });
});
