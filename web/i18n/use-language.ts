import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { formatLocale, portalFormat } from './format-locale.ts';
import { changeLanguage, currentLanguage } from './i18n.ts';
import { directionOf, type Language } from '../../wire/languages.ts';
import { wordsOf } from './translations.ts';

/** The current language, the locale tag for dates and numbers, and the writing direction; re-renders on change. */
export function useLanguage(): { language: Language; formats: string; direction: 'ltr' | 'rtl' } {
  useTranslation();
  useSyncExternalStore(portalFormat.subscribe, portalFormat.get);
  const language = currentLanguage();
  const words = wordsOf(language);
  return {
    language,
    // Only where it is read: the browser's formats take long to load.
    get formats() {
      return formatLocale(words);
    },
    direction: directionOf(words),
  };
}

/** Changes the language at once, stores the choice, and replaces the language in the address. */
export function useChangeLanguage(): (next: Language) => void {
  const [searchParams, setSearchParams] = useSearchParams();
  return useCallback(
    (next) => {
      void changeLanguage(next);
      if (!searchParams.has('lang')) return;
      // Otherwise the language in the address would take precedence after a reload.
      const others = new URLSearchParams(searchParams);
      others.delete('lang');
      setSearchParams(others, { replace: true, preventScrollReset: true });
    },
    [searchParams, setSearchParams],
  );
}
