import { afterEach, describe, expect, it, vi } from 'vitest';
import { allLanguages } from '../../wire/languages.ts';
import { formatLocale, nameOfCode, setPortalFormat } from './format-locale.ts';
import { shortDate } from './formats.ts';

afterEach(() => {
  setPortalFormat(undefined);
  vi.unstubAllGlobals();
});

it.each([
  ['en', ['en-GB', 'en'], 'en-GB'],
  ['en', ['en-US'], 'en-US'],
  // The words are English, the formats those of the user's country.
  ['en', ['de-DE', 'de'], 'en-DE'],
  ['en', ['de', 'en-GB'], 'en-GB'],
  ['de', ['de-CH'], 'de-CH'],
  // No browser has a Kazakh locale for the United States.
  ['kk', ['en-US'], 'kk'],
  ['pt-BR', ['pt-PT'], 'pt-BR'],
  ['pt-PT', ['pt-AO'], 'pt-AO'],
  // Messages and the map have the same digits for all readers of Arabic and Urdu.
  ['ar-EG', ['fr', 'ar-MA'], 'ar-MA-u-nu-latn'],
  ['ar-SA', ['ar-MA'], 'ar-SA-u-nu-latn'],
  ['ur', ['ur-IN'], 'ur-IN-u-nu-latn'],
  ['ar-EG', ['ar-EG-u-nu-latn'], 'ar-EG-u-nu-latn'],
  ['ar-EG', ['ar-EG-u-ca-gregory-nu-arab'], 'ar-EG-u-ca-gregory-nu-latn'],
  ['zh-CN', ['zh-SG'], 'zh-SG'],
  ['zh-TW', ['zh-SG'], 'zh-TW'],
  ['zh-HK', ['no tag at all'], 'zh-HK'],
  // Serbian words are in Latin letters; the names of months are too.
  ['sr', ['sr-RS'], 'sr-Latn-RS'],
  ['sr', ['en-US'], 'sr-Latn'],
  ['nl', ['nl'], 'nl'],
  ['nl', [], 'nl'],
  ['nl', ['no tag at all'], 'nl'],
])('%s in a browser of %j is formatted as %s', (language, preferred, tag) => {
  expect(formatLocale(language, preferred, undefined, allLanguages)).toBe(tag);
});

it('the region’s formats are kept where another form of the language is read', () => {
  expect(formatLocale('pt-BR', ['pt-AO'], undefined, ['en', 'pt-BR'])).toBe('pt-AO');
  expect(formatLocale('zh-TW', ['zh-HK'], undefined, ['en', 'zh-TW'])).toBe('zh-HK');
});

it('dates follow the region', () => {
  const moment = Date.parse('2026-05-01T12:00:00Z');
  expect(shortDate(formatLocale('en', ['en-GB']), moment)).toBe('1 May 2026');
});

it.each([
  ['en', 'gb', 'en-GB'],
  ['en', 'us', 'en-US'],
  ['de', 'de-CH', 'de-CH'],
  ['de', 'de_at', 'de-AT'],
  // A language that no browser has for that country keeps the format of the browser.
  ['kk', 'us', 'kk'],
  ['en', 'en', 'en-NL'],
  ['en', 'metric', 'en-NL'],
  ['en', '', 'en-NL'],
  ['en', null, 'en-NL'],
])('%s with the portal’s format %s is formatted as %s', (language, cultureFormat, tag) => {
  setPortalFormat(cultureFormat);
  expect(formatLocale(language, ['en-NL', 'nl'])).toBe(tag);
});

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
