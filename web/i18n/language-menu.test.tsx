import { waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { translated } from 'virtual:messages';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { show } from '../../testing/web/render.tsx';
import { nativeName } from '../../wire/languages.ts';
import { changeLanguage, restrictToOffered, languageKey, startLanguages } from './i18n.ts';
// Loaded before it is opened.
import './language-choices.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { offeredLanguages, translatedLanguages } from './translations.ts';

/** Languages of which a part is translated, in percent; a release has none. */
const partly = [
  ['hi', 62],
  ['he', 40],
] as const;
const complete = { ...translated };
const translate = (language: string, percent: number) => Object.assign(translated, { [language]: percent });

afterEach(async () => {
  Object.assign(translated, complete);
  await changeLanguage('en');
  history.replaceState(null, '', '/');
});

describe('the language menu', () => {
  it('lists every complete language by its native name, and no other', async () => {
    const { screen, person } = show(<LanguageMenu offered={[]} />);
    await person.click(screen.getByRole('button', { name: 'Language' }));
    const items = within(screen.getByRole('menu')).getAllByRole('menuitemradio');
    expect(items.map((item) => item.lang).toSorted()).toEqual(offeredLanguages([]).toSorted());
    expect(items.map((item) => item.textContent)).toEqual(
      expect.arrayContaining(['Nederlands', 'Қазақ тілі', '日本語', '繁體中文（香港）']),
    );
    expect(items.every((item) => !item.textContent.includes('—'))).toBe(true);
    // Without messages of its own it would be English under another name.
    expect(items.filter((item) => !translatedLanguages().some((one) => one === item.lang))).toEqual([]);
  });

  it.each(partly)(
    'lists a partial language that the organisation names, with its part: %s',
    async (partial, percent) => {
      translate(partial, percent);
      expect(offeredLanguages([])).not.toContain(partial);
      const { screen, person } = show(<LanguageMenu offered={[partial, 'en']} />);
      await person.click(screen.getByRole('button', { name: 'Language' }));
      const item = screen.getAllByRole('menuitemradio').find(({ lang }) => lang === partial);
      const part = new Intl.NumberFormat(partial, { style: 'percent' }).format(percent / 100);
      expect(item?.textContent).toBe(`${nativeName(partial)} — ${part}`);
    },
  );

  it('exposes the current language', async () => {
    const { screen, person } = show(<LanguageMenu offered={['nl', 'en']} />);
    await person.click(screen.getByRole('button', { name: 'Language' }));
    expect(
      screen.getAllByRole('menuitemradio', { checked: true }).map(({ textContent }) => textContent),
    ).toEqual(['English (UK)']);
  });

  it('lists only the organisation’s languages', async () => {
    const { screen, person } = show(<LanguageMenu offered={['kk', 'ru', 'en']} />);
    await person.click(screen.getByRole('button', { name: 'Language' }));
    expect(screen.getAllByRole('menuitemradio').map((item) => item.lang)).toEqual(['en', 'kk', 'ru']);
  });

  it('switches at once, remembers it, and removes the language from the address', async () => {
    const { screen, person, router } = show(<LanguageMenu offered={['nl', 'en']} />, {
      at: '/demo?lang=en&q=x',
    });
    await person.click(screen.getByRole('button', { name: 'Language' }));
    await person.click(screen.getByRole('menuitemradio', { name: 'Nederlands' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Taal' })).toBeDefined());
    expect(document.documentElement.lang).toBe('nl');
    expect(localStorage.getItem(languageKey)).toBe('nl');
    expect(router.state.location.search).toBe('?q=x');
  });

  it('mirrors the page for Arabic', async () => {
    await changeLanguage('ar-EG');
    expect(document.documentElement.dir).toBe('rtl');
    expect(i18next.t('session.signIn')).toBe('تسجيل الدخول');
  });
});

describe('the initial language', () => {
  it.each([
    ['?lang=de', '', 'de'],
    ['', 'fr', 'fr'],
    ['?lang=klingon', 'es', 'es'],
    // The browser’s own.
    ['', '', 'en'],
    ['?lang=en-US', '', 'en-US'],
    ['?lang=en-AU', '', 'en'],
  ])('with address "%s" and choice "%s" is %s', async (search, saved, language) => {
    history.replaceState(null, '', `/${search}`);
    if (saved) localStorage.setItem(languageKey, saved);
    await startLanguages();
    expect(i18next.language).toBe(language);
  });

  it('follows the address for the life of the tab', async () => {
    history.replaceState(null, '', '/?lang=ru');
    await startLanguages();
    history.replaceState(null, '', '/');
    await startLanguages();
    expect(i18next.language).toBe('ru');
    expect(localStorage.getItem(languageKey)).toBeNull();
  });

  it('is one the organisation offers', async () => {
    await restrictToOffered(['kk', 'ru']);
    expect(i18next.language).toBe('kk');
    await restrictToOffered([]);
    expect(i18next.language).toBe('en');
  });

  it.each(partly)(
    'is the partial one that the user chose, if the organisation names it: %s',
    async (partial, percent) => {
      translate(partial, percent);
      localStorage.setItem(languageKey, partial);
      await startLanguages();
      expect(i18next.language).toBe(partial);
      await restrictToOffered([partial, 'en']);
      expect(i18next.language).toBe(partial);
      // Numbers and direction are those of most sentences.
      const numbers = new Intl.NumberFormat(percent < 50 ? 'en' : partial);
      expect(i18next.t('gallery.count', { count: 1_234_567 })).toContain(numbers.format(1_234_567));
      expect(document.documentElement.dir).toBe('ltr');
      await restrictToOffered([]);
      expect(i18next.language).toBe('en');
      expect(document.documentElement.lang).toBe('en');
    },
  );

  it('is English where a browser’s languages are not translated, with the words’ direction', async () => {
    history.replaceState(null, '', '/');
    const browser = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['dv-MV', 'ga']);
    await startLanguages();
    browser.mockRestore();
    expect([i18next.language, document.documentElement.dir]).toEqual(['en', 'ltr']);
    expect(i18next.t('session.signIn')).toBe('Sign in');
  });

  it('is American English in a browser of the United States', async () => {
    const browser = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US', 'en']);
    await startLanguages();
    browser.mockRestore();
    expect(i18next.t('session.otherOrganisation')).toBe('Account of another organization');
    expect(document.documentElement.lang).toBe('en-US');
  });
});
