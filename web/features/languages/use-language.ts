import { useTranslation } from 'react-i18next';
import { currentLanguage } from './i18n.ts';
import { directionOf, type Language } from './locales.ts';

/** The language in use and the way it is written; renders again when it changes. */
export function useLanguage(): { language: Language; direction: 'ltr' | 'rtl' } {
  useTranslation();
  const language = currentLanguage();
  return { language, direction: directionOf(language) };
}
