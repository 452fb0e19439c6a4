import i18next from 'i18next';
import { afterEach, describe, expect, it } from 'vitest';
import { withoutIsolates } from '../../wire/languages.ts';

describe('numbers in messages', () => {
  afterEach(() => i18next.changeLanguage('en'));

  it.each([
    ['en', '12,345 maps'],
    ['de', '12.345 Karten'],
    // The browser decides which digits these are; they are the same everywhere on the page.
    ['ar', `${new Intl.NumberFormat('ar').format(12_345)} خريطة`],
  ])('follow the number format of %s', async (language, text) => {
    await i18next.changeLanguage(language);
    expect(i18next.t('gallery.count', { count: 12_345 })).toBe(text);
  });

  it('are unchanged when passed as text, such as a spatial reference’s code', () => {
    expect(i18next.t('measure.format.map', { wkid: '28992' })).toContain('28992');
  });
});

describe('texts in messages', () => {
  afterEach(() => i18next.changeLanguage('en'));
  const visible = (title: string) => i18next.t('layers.visible', { title });

  it.each([
    ['ar', '2025 Census', '\u20682025 Census\u2069'],
    ['ar', '48.1, 11.5', '\u206848.1, 11.5\u2069'],
    ['ar', '-5', '\u2068-5\u2069'],
    ['ar', '12,345', '12,345'],
    ['ar', 'تعداد 2025', 'تعداد 2025'],
    ['ar', '\u2068Roads\u2069, \u2068Trees\u2069', '\u2068Roads\u2069, \u2068Trees\u2069'],
    ['en', '2025 Census', '2025 Census'],
    ['en', 'תוכנית (2025)', '\u2068תוכנית (2025)\u2069'],
    ['ja', '地図 2025', '地図 2025'],
  ])('in %s: %s', async (language, title, shown) => {
    await i18next.changeLanguage(language);
    expect(visible(title)).toContain(shown);
    expect(visible(title).split('\u2068')).toHaveLength(shown.split('\u2068').length);
  });

  it('are plain again where they are stored', async () => {
    await i18next.changeLanguage('ar');
    expect(withoutIsolates(visible('2025 Census'))).toMatch(
      /^[^\u2066-\u2069]*2025 Census[^\u2066-\u2069]*$/,
    );
  });
});

describe('a message missing in a language', () => {
  afterEach(() => i18next.changeLanguage('en'));

  it('falls back to English on its own', async () => {
    await i18next.changeLanguage('nl');
    const messages = i18next.getResourceBundle('nl', 'translation') as Record<string, string>;
    const { 'gallery.title': title, ...others } = messages;
    i18next.removeResourceBundle('nl', 'translation');
    i18next.addResourceBundle('nl', 'translation', others);
    expect(i18next.t('gallery.title')).toBe('Map gallery');
    expect(i18next.t('gallery.search')).toBe(messages['gallery.search']);
    i18next.addResourceBundle('nl', 'translation', { ...others, 'gallery.title': title });
  });
});
