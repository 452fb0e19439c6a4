/**
 * Every locale of the component library by BCP 47 tag. The value is its name in `@mui/material/locale`. A language with
 * only one variant has its short tag. The application's messages exist for `translated`; other languages show them in
 * English.
 */
export const locales = {
  am: 'amET',
  'ar-EG': 'arEG',
  'ar-SA': 'arSA',
  'ar-SD': 'arSD',
  az: 'azAZ',
  be: 'beBY',
  bg: 'bgBG',
  bn: 'bnBD',
  ca: 'caES',
  ckb: 'kuCKB',
  cs: 'csCZ',
  da: 'daDK',
  de: 'deDE',
  el: 'elGR',
  en: 'enUS',
  es: 'esES',
  et: 'etEE',
  fa: 'faIR',
  fi: 'fiFI',
  fr: 'frFR',
  he: 'heIL',
  hi: 'hiIN',
  hr: 'hrHR',
  hu: 'huHU',
  hy: 'hyAM',
  id: 'idID',
  is: 'isIS',
  it: 'itIT',
  ja: 'jaJP',
  km: 'khKH',
  kk: 'kkKZ',
  ko: 'koKR',
  ku: 'kuLatn',
  mk: 'mkMK',
  ms: 'msMS',
  my: 'myMY',
  nb: 'nbNO',
  ne: 'neNP',
  nl: 'nlNL',
  nn: 'nnNO',
  pl: 'plPL',
  ps: 'psAF',
  'pt-BR': 'ptBR',
  'pt-PT': 'ptPT',
  ro: 'roRO',
  ru: 'ruRU',
  si: 'siLK',
  sk: 'skSK',
  sr: 'srRS',
  sv: 'svSE',
  th: 'thTH',
  tl: 'tlTL',
  tr: 'trTR',
  uk: 'ukUA',
  ur: 'urPK',
  vi: 'viVN',
  'zh-CN': 'zhCN',
  'zh-HK': 'zhHK',
  'zh-TW': 'zhTW',
} as const;

export type Language = keyof typeof locales;

/** The language used when none of the user's languages is supported. */
export const defaultLanguage: Language = 'en';

const rightToLeft = new Set(['ar', 'ckb', 'fa', 'he', 'ps', 'ur']);

export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.has(baseOf(language)) ? 'rtl' : 'ltr';
}

export function isLanguage(tag: string): tag is Language {
  return tag in locales;
}

/** `pt` of `pt-BR`. */
export function baseOf(tag: string): string {
  return tag.split('-', 1)[0] ?? tag;
}

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
