import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  allLanguages,
  catalogueOf,
  chooseLanguage,
  closest,
  isLanguageTag,
  longestTag,
  directionOf,
  isComplete,
  offeredLanguages,
  wordsOf,
} from './languages.ts';

describe('chooseLanguage', () => {
  it.each([
    [[], 'en'],
    [[null, undefined, ''], 'en'],
    [['nl'], 'nl'],
    [['nl-BE'], 'nl'],
    [['NL_nl'], 'nl'],
    [['pt'], 'pt-BR'],
    [['pt-PT'], 'pt-PT'],
    [['pt-AO'], 'pt-PT'],
    [['ar'], 'ar-EG'],
    [['ar-SA'], 'ar-SA'],
    [['no'], 'nb'],
    [['nb-NO'], 'nb'],
    [['iw'], 'he'],
    [['fil-PH'], 'tl'],
    [['tl'], 'tl'],
    [['ku'], 'ku'],
    [['kmr'], 'ku'],
    [['ku-Arab'], 'ckb'],
    [['ku-IQ'], 'ckb'],
    [['bs-BA'], 'hr'],
    [['zh'], 'zh-CN'],
    [['zh-SG'], 'zh-CN'],
    [['zh-Hant-TW'], 'zh-TW'],
    [['zh-Hant'], 'zh-TW'],
    [['zh-Hans'], 'zh-CN'],
    [['zh-Hans-HK'], 'zh-CN'],
    [['zh-HK'], 'zh-HK'],
    [['zh-MO'], 'zh-HK'],
    [['yue-HK'], 'zh-HK'],
    [['yue'], 'zh-HK'],
    [['en-GB', 'fr'], 'en'],
    [['en'], 'en'],
    [['en-US', 'en'], 'en-US'],
    [['en-AU'], 'en'],
    [['xx', 'not a tag!', 'de'], 'de'],
    [['tlh', null, 'kk-KZ'], 'kk'],
  ])('%j gives %s', (preferred, language) => {
    expect(chooseLanguage(preferred, allLanguages)).toBe(language);
  });

  it.each([
    [['fr', 'nl'], ['nl', 'de'], 'nl'],
    [['fr'], ['kk', 'ru'], 'kk'],
    [['fr'], ['kk', 'en', 'ru'], 'en'],
    [['zh-Hant-TW'], ['zh-CN'], 'zh-CN'],
    [['zh-HK'], ['zh-CN', 'zh-TW'], 'zh-TW'],
    [['pt-AO'], ['pt-BR', 'en'], 'pt-BR'],
    [['no'], ['en', 'nn'], 'nn'],
    [['nn'], ['en', 'nb'], 'nb'],
  ] as const)('%j among %j gives %s', (preferred, offered, language) => {
    expect(chooseLanguage(preferred, offered)).toBe(language);
  });

  it('always returns an offered language', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string()),
        fc.subarray([...allLanguages], { minLength: 1 }),
        (preferred, offered) => {
          expect(offered).toContain(chooseLanguage(preferred, offered));
        },
      ),
    );
  });
});

describe('offeredLanguages', () => {
  const translated = { ar: 100, kk: 99, ru: 100, hi: 62, 'zh-TW': 100 };

  it('returns the complete ones unless the organisation names some', () => {
    expect(offeredLanguages([], translated)).toEqual(['ar-EG', 'ar-SA', 'ar-SD', 'en', 'kk', 'ru', 'zh-TW']);
    expect(offeredLanguages(['kk', 'ru', 'ru-RU'], translated)).toEqual(['kk', 'ru']);
  });

  it('returns partial ones that the organisation names, and none without messages', () => {
    expect(offeredLanguages(['hi', 'fi'], translated)).toEqual(['hi']);
    expect(offeredLanguages(['fi', 'klingon'], translated)).toEqual(offeredLanguages([], translated));
  });
});

describe('a language’s messages', () => {
  it('may be those of its regions', () => {
    expect(catalogueOf('ar-SD', { ar: 100 })).toBe('ar');
    expect(catalogueOf('zh-TW', { 'zh-CN': 100 })).toBeUndefined();
    expect(isComplete('ar-SD', { ar: 100 })).toBe(true);
    expect(isComplete('hi', { hi: 62 })).toBe(false);
    expect(isComplete('en', {})).toBe(true);
  });

  it('are mostly English where less than half is translated', () => {
    expect([wordsOf('he', { he: 49 }), wordsOf('he', { he: 50 }), wordsOf('en', {})]).toEqual([
      'en',
      'he',
      'en',
    ]);
  });
});

describe('locales', () => {
  it('have a writing direction', () => {
    expect(['ar-EG', 'fa', 'he', 'ur', 'ps', 'ckb'].map(directionOf)).toEqual(Array(6).fill('rtl'));
    expect(directionOf('ku')).toBe('ltr');
    expect(directionOf('kk')).toBe('ltr');
  });

  it('are found for the sign-in pages, whose files have the same tags', () => {
    expect(closest('ar-EG', ['ar', 'en'])).toBe('ar');
    expect(closest('zh_hk', ['zh-CN', 'zh-HK'])).toBe('zh-HK');
    expect(closest('sr', ['en'])).toBeUndefined();
  });
});

describe('tags from requests', () => {
  const variants = (count: number) =>
    `en${Array.from({ length: count }, (_, index) => `-a${index.toString(36).padStart(4, '0')}`).join('')}`;

  it('are read up to a length', () => {
    expect(isLanguageTag(variants(16))).toBe(true);
    expect(isLanguageTag(variants(17))).toBe(false);
    expect(variants(16).length).toBeLessThanOrEqual(longestTag);
  });

  it('are not given to Intl when they are longer, because it takes the square of their length', () => {
    const read = vi.spyOn(Intl, 'getCanonicalLocales');
    expect(closest(variants(50_000), allLanguages)).toBeUndefined();
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });
});
