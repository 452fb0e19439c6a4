import i18next from 'i18next';
import { afterEach, describe, expect, it } from 'vitest';

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
