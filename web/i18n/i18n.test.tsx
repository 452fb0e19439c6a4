import i18next from 'i18next';
import { afterEach, describe, expect, it } from 'vitest';

describe('numbers in messages', () => {
  afterEach(() => i18next.changeLanguage('en'));

  it.each([
    ['en', '12,345 maps'],
    ['de', '12.345 Karten'],
    // Which digits that are, a browser decides; they are the same as everywhere else on the page.
    ['ar', `${new Intl.NumberFormat('ar').format(12_345)} خريطة`],
  ])('are written as %s writes numbers', async (language, text) => {
    await i18next.changeLanguage(language);
    expect(i18next.t('gallery.count', { count: 12_345 })).toBe(text);
  });

  it('are left alone where they come as text, such as the number of a coordinate system', () => {
    expect(i18next.t('measure.format.map', { wkid: '28992' })).toContain('28992');
  });
});

describe('a message that a language lacks', () => {
  afterEach(() => i18next.changeLanguage('en'));

  it('is shown in English, the others as they are', async () => {
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
