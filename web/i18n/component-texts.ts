import { type Language, locales } from './locales.ts';

/** The component library's own texts in a language, for the theme; English is built in. */
export async function loadComponentTexts(language: Language): Promise<object> {
  if (language === 'en') return {};
  const texts = await import('@mui/material/locale');
  return texts[locales[language]];
}
