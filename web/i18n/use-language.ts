import { useTranslation } from 'react-i18next';
import { formatLocale } from './format-locale.ts';
import { currentLanguage } from './i18n.ts';
import { directionOf, type Language } from './locales.ts';

/** The language in use, the tag for its dates and numbers, and the way it is written; renders again when it changes. */
export function useLanguage(): { language: Language; formats: string; direction: 'ltr' | 'rtl' } {
  useTranslation();
  const language = currentLanguage();
  return { language, formats: formatLocale(language), direction: directionOf(language) };
}
