import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseLanguage, directionOf, locales, offeredLanguages } from './languages.ts';

describe('chooseLanguage', () => {
  it.each([
    [[], 'en'],
    [[null, undefined, ''], 'en'],
    [['nl'], 'nl'],
    [['nl-BE'], 'nl'],
    [['NL_nl'], 'nl'],
    [['pt'], 'pt-BR'],
    [['pt-PT'], 'pt-PT'],
    [['pt-AO'], 'pt-BR'],
    [['ar'], 'ar-EG'],
    [['ar-SA'], 'ar-SA'],
    [['no'], 'nb'],
    [['iw'], 'he'],
    [['zh-Hant-TW'], 'zh-TW'],
    [['zh-Hans'], 'zh-CN'],
    [['zh-HK'], 'zh-HK'],
    [['en-GB', 'fr'], 'en'],
    [['xx', 'not a tag!', 'de'], 'de'],
    [['tlh', null, 'kk-KZ'], 'kk'],
  ])('%j gives %s', (preferred, language) => {
    expect(chooseLanguage(preferred)).toBe(language);
  });

  it('respects the organisation’s languages', () => {
    expect(chooseLanguage(['fr', 'nl'], ['nl', 'de'])).toBe('nl');
    expect(chooseLanguage(['fr'], ['kk', 'ru'])).toBe('kk');
    expect(chooseLanguage(['fr'], ['kk', 'en', 'ru'])).toBe('en');
    expect(chooseLanguage(['zh-Hant-TW'], ['zh-CN'])).toBe('zh-CN');
    expect(chooseLanguage(['fr'], ['klingon'])).toBe('fr');
  });

  it('always returns a supported language', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.array(fc.string()), (preferred, allowed) => {
        expect(locales).toHaveProperty([chooseLanguage(preferred, allowed)]);
      }),
    );
  });
});

describe('offeredLanguages', () => {
  it('returns all of them unless the organisation names some', () => {
    expect(offeredLanguages([])).toHaveLength(Object.keys(locales).length);
    expect(offeredLanguages(['kk', 'ru', 'ru-RU'])).toEqual(['kk', 'ru']);
  });
});

describe('locales', () => {
  it('have a writing direction', () => {
    expect(['ar-EG', 'fa', 'he', 'ur', 'ps', 'ckb'].map(directionOf)).toEqual(Array(6).fill('rtl'));
    expect(directionOf('ku')).toBe('ltr');
    expect(directionOf('kk')).toBe('ltr');
  });
});
