import { useTranslation } from 'react-i18next';
import { formatLocale } from './format-locale.ts';
import { currentLanguage } from './i18n.ts';
import { directionOf, type Language } from './locales.ts';

/** The current language, the locale tag for dates and numbers, and the writing direction; re-renders on change. */
export function useLanguage(): { language: Language; formats: string; direction: 'ltr' | 'rtl' } {
  useTranslation();
  const language = currentLanguage();
  return { language, formats: formatLocale(language), direction: directionOf(language) };
}
