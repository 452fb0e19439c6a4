import { waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, describe, expect, it } from 'vitest';
import { show } from '../../testing/web/render.tsx';
import { changeLanguage, restrictToOffered, languageKey, startLanguages } from './i18n.ts';
// Loaded before it is opened.
import './language-choices.tsx';
import { LanguageMenu } from './language-menu.tsx';

afterEach(async () => {
  await changeLanguage('en');
  history.replaceState(null, '', '/');
});

describe('the language menu', () => {
  it('lists every language by its native name', async () => {
    const { screen, person } = show(<LanguageMenu offered={[]} />);
    await person.click(screen.getByRole('button', { name: 'Language' }));
    const items = within(screen.getByRole('menu')).getAllByRole('menuitem');
    expect(items).toHaveLength(59);
    expect(items.map((item) => item.textContent)).toEqual(
      expect.arrayContaining(['Nederlands', 'Қазақ тілі', 'Português (Brasil)']),
    );
  });

  it('lists only the organisation’s languages', async () => {
    const { screen, person } = show(<LanguageMenu offered={['kk', 'ru', 'en']} />);
    await person.click(screen.getByRole('button', { name: 'Language' }));
    expect(screen.getAllByRole('menuitem').map((item) => item.lang)).toEqual(['en', 'kk', 'ru']);
  });

  it('switches at once, remembers it, and removes the language from the address', async () => {
    const { screen, person, router } = show(<LanguageMenu offered={['nl', 'en']} />, {
      at: '/demo?lang=en&q=x',
    });
    await person.click(screen.getByRole('button', { name: 'Language' }));
    await person.click(screen.getByRole('menuitem', { name: 'Nederlands' }));
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
    ['', '', 'en'],
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
    expect(i18next.language).toBe('kk');
  });

  it('falls back to English for missing translations', async () => {
    await changeLanguage('fi');
    expect(i18next.t('session.signIn')).toBe('Sign in');
  });
});
