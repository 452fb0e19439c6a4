import { type Language, locales } from '../../wire/languages.ts';

/** Names that Chromium does not have, because it is not translated into these languages. */
const missingNames: Partial<Record<Language, string>> = {
  be: 'Беларуская',
  ckb: 'کوردیی ناوەندی',
  hy: 'Հայերեն',
  is: 'Íslenska',
  km: 'ខ្មែរ',
  ku: 'Kurdî',
  mk: 'Македонски',
  my: 'မြန်မာ',
  ne: 'नेपाली',
  nn: 'Norsk nynorsk',
  ps: 'پښتو',
  si: 'සිංහල',
};

/** The language's own name for itself, capitalised: “Nederlands”, “Português (Brasil)”. */
export function nativeName(language: Language): string {
  const known = missingNames[language];
  if (known) return known;
  const name =
    new Intl.DisplayNames([language], { type: 'language', fallback: 'code' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** The component library's own texts in a language, for the theme; English is built in. */
export async function loadComponentTexts(language: Language): Promise<object> {
  if (language === 'en') return {};
  const texts = await import('@mui/material/locale');
  return texts[locales[language]];
}
