import { afterEach, describe, expect, it, vi } from 'vitest';
import { nameOfCode } from './name-of.ts';

afterEach(() => vi.unstubAllGlobals());

/** A German browser that does not know Khmer. */
function germanBrowser() {
  const { DisplayNames } = Intl;
  const known = (locales: string[]) => locales.find((locale) => locale !== 'km') ?? 'de';
  vi.stubGlobal('Intl', {
    ...Intl,
    DisplayNames: class {
      readonly of;
      constructor(locales: string[], options: Intl.DisplayNamesOptions) {
        const names = new DisplayNames([known(locales)], options);
        this.of = (code: string) => names.of(code);
      }
    },
  });
}

describe('the name of a language or region', () => {
  it.each([
    ['fr', 'Allemagne'],
    ['km', 'Germany'],
  ])('is in %s, or English, and not in the language of the browser', (language, expected) => {
    germanBrowser();
    expect(nameOfCode('DE', 'region', language)).toBe(expected);
  });

  it.each([
    ['a language without a name', 'xx-YY-nonsense-tag-that-is-long', 'language'],
    ['a text that is no code', '??', 'region'],
  ] as const)('is undefined for %s', (_what, code, type) => {
    expect(nameOfCode(code, type, 'en')).toBeUndefined();
  });
});
