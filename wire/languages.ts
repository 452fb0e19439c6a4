/**
 * Every locale of the component library by BCP 47 tag, for the page and for the server, which draws its header. The value is its name in `@mui/material/locale`. A language with
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

/** Cookie with the language chosen in this browser. */
export const languageCookie = 'mapping-language';

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

/** Older tags of browsers and portals for supported languages. */
const aliases: Readonly<Record<string, Language>> = {
  iw: 'he',
  in: 'id',
  no: 'nb',
  fil: 'tl',
  kmr: 'ku',
  sh: 'sr',
  'zh-hant': 'zh-TW',
  'zh-hans': 'zh-CN',
};

/**
 * The first supported preference: `?lang=`, then an earlier choice, then the browser's languages; else English, or the
 * first allowed one.
 *
 * @param wishes tags in order of preference; unknown and empty ones are skipped
 * @param allowed tags the organisation offers; empty means all
 */
export function chooseLanguage(
  preferred: readonly (string | null | undefined)[],
  allowed: readonly string[] = [],
): Language {
  const offered = offeredLanguages(allowed);
  for (const tag of preferred) {
    const found = tag && closest(tag, offered);
    if (found) return found;
  }
  return offered.includes(defaultLanguage) ? defaultLanguage : (offered[0] ?? defaultLanguage);
}

/** The languages an organisation offers: the supported ones it names, else all. */
export function offeredLanguages(allowed: readonly string[]): Language[] {
  const all = Object.keys(locales) as Language[];
  const named = allowed.map((tag) => closest(tag, all)).filter((tag) => tag !== undefined);
  return named.length > 0 ? [...new Set(named)] : all;
}

/** The tag itself, else another form of the same language: `nl-BE` reads `nl`, `pt` reads `pt-BR`. */
function closest(wanted: string, offered: readonly Language[]): Language | undefined {
  const tag = canonical(wanted);
  if (!tag) return undefined;
  const script = tag.split('-').slice(0, 2).join('-').toLowerCase();
  const known = isLanguage(tag) ? tag : (aliases[script] ?? aliases[baseOf(tag)]);
  if (known && offered.includes(known)) return known;
  return (
    offered.find((language) => language === baseOf(tag)) ??
    offered.find((language) => baseOf(language) === baseOf(tag))
  );
}

/** `PT_br` as `pt-BR`; undefined if it is not a language tag. */
function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.trim().replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

/** Tags of an `Accept-Language` header, by preference. */
export function acceptedLanguages(header = ''): string[] {
  return header
    .slice(0, 1000)
    .split(',')
    .map((entry) => {
      const [tag = '', ...options] = entry.trim().split(';');
      const quality = options
        .map((option) => /^\s*q=([\d.]+)\s*$/.exec(option)?.[1])
        .find((value) => value !== undefined);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
