import { describe, expect, it } from 'vitest';
import pageMessages from '../../../../web/app/messages/en.json' with { type: 'json' };
import firstErrors from '../../../../web/i18n/messages/en.json' with { type: 'json' };
import errors from '../../../../web/i18n/errors/messages/en.json' with { type: 'json' };
import { chooseLanguage, englishFaults, fill, languages, durationText, type Messages } from './languages.ts';

const english = languages.find(({ tag }) => tag === 'en')!.messages;

describe('language of the sign-in pages', () => {
  it.each([
    ['fr-CA', 'nl', 'fr'],
    ['FR_ca', undefined, 'fr'],
    [undefined, 'nl-BE,nl;q=0.9,en;q=0.8', 'nl'],
    [undefined, 'xx;q=1, de;q=0.2, es;q=0.7', 'es'],
    [undefined, 'de;q=0, *', 'en'],
    ['xx', 'ru', 'ru'],
    ['ar-EG', undefined, 'ar'],
    [undefined, 'zh-HK,zh;q=0.9', 'zh-HK'],
    [undefined, 'zh-SG', 'zh-CN'],
    // Partly translated, without these pages.
    [undefined, 'ga', 'en'],
    [undefined, undefined, 'en'],
    [undefined, ';;;,,q=1,', 'en'],
  ])('for locale %s and Accept-Language %s is %s', (locale, header, tag) => {
    expect(chooseLanguage(locale, header).tag).toBe(tag);
  });

  it.each(languages.map((language) => [language.tag, language] as const))(
    '%s has every placeholder of every message',
    (_tag, { messages }) => {
      for (const [key, text] of Object.entries(english)) {
        const places = (message: string) => [...message.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
        expect(messages[key as keyof Messages].trim()).not.toBe('');
        expect(places(messages[key as keyof Messages])).toEqual(places(text));
      }
    },
  );

  it('has the messages of errors that the application has', () => {
    expect({ ...pageMessages, ...firstErrors, ...errors }).toMatchObject(englishFaults);
  });

  it('has plural forms for the waiting time', () => {
    expect(languages.map((language) => durationText(language, 42))).toContain('42 seconds');
    for (const language of languages) expect(durationText(language, 42)).not.toBe('42');
    const serbian = languages.find(({ tag }) => tag === 'sr');
    expect(serbian && durationText(serbian, 42)).toMatch(/^42 [a-z]+$/);
  });

  it('has the waiting time in the script of the language', () => {
    const ofTag = (tag: string) => languages.find((language) => language.tag === tag)!;
    expect(durationText(ofTag('ckb'), 42)).toBe('٤٢ چرکە');
    for (const tag of [
      'am',
      'ar',
      'be',
      'ckb',
      'el',
      'fa',
      'he',
      'hi',
      'ja',
      'km',
      'my',
      'ps',
      'si',
      'th',
      'ur',
    ])
      for (const seconds of [1, 42, 300]) expect(durationText(ofTag(tag), seconds)).not.toMatch(/[A-Za-z]/);
  });

  it('fills placeholders, and keeps those without a value', () => {
    expect(fill('{a} and {b}', { a: '{b}' })).toBe('{b} and {b}');
  });
});
