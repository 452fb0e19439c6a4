/**
 * Every locale of the component library by BCP 47 tag, for the page and for the server, which draws its header. The value is
 * its name in `@mui/material/locale`. A language with only one variant has its short tag, and so has British English, the source. Those with a file in
 * `translations/` are offered (docs/languages.md).
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
  'en-US': 'enUS',
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

/** Every language that texts of an organisation can be in, translated or not. */
export const allLanguages = Object.keys(locales) as Language[];

/** Cookie with the language chosen in this browser. */
export const languageCookie = 'mapping-language';

/** The language used when none of the user's languages is supported. */
export const defaultLanguage: Language = 'en';

const rightToLeft = new Set(['ar', 'ckb', 'fa', 'he', 'ps', 'ur']);

export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.has(baseOf(language)) ? 'rtl' : 'ltr';
}

/** Letters written from right to left. */
const rightLetter = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u;
/** Every other letter. */
const leftLetter = /(?![\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}])\p{L}/u;

/**
 * A name or another text of others as part of a sentence: between U+2068 and U+2069 where its direction can differ from that of the
 * sentence, which would move its digits, brackets and the words around it. “2025 Census” is otherwise “Census 2025” in Arabic.
 * Numbers and what is isolated already are unchanged. https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates
 */
export function isolated(text: string, direction: 'ltr' | 'rtl'): string {
  if (/[\u2066-\u2068]/.test(text)) return text;
  const isForeign =
    direction === 'ltr'
      ? rightLetter.test(text)
      : // A number stays as it is, but not its sign, and not the order of several numbers such as coordinates.
        leftLetter.test(text) || !(rightLetter.test(text) || /^(?:\p{Nd}\S*)?$/u.test(text));
  return isForeign ? `\u2068${text}\u2069` : text;
}

/** A sentence without the marks of `isolated`, to be stored or sent. */
export function withoutIsolates(text: string): string {
  return text.replaceAll(/[\u2066-\u2069]/g, '');
}

export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(locales, tag);
}

/** `pt` of `pt-BR`. */
export function baseOf(tag: string): string {
  return tag.split('-', 1)[0] ?? tag;
}

/** How much of the product each language of `translations/` has, in percent, by the name of its file. */
export type Translated = Readonly<Record<string, number>>;

/**
 * From how many percent a language is offered. Sentences that were added since its last translation are in English until the
 * next release, which requires all (`npm run check:release`).
 */
const offeredFrom = 95;

/** The name of a language's file: `ar-EG` and the other Arabic regions have one, `ar`. */
export function catalogueOf(language: string, translated: Translated): string | undefined {
  return [language, baseOf(language)].find((tag) => Object.hasOwn(translated, tag));
}

/** How much of the product a language has, in percent; English has everything. */
export function percentOf(language: Language, translated: Translated): number {
  if (language === defaultLanguage) return 100;
  const file = catalogueOf(language, translated);
  return file === undefined ? 0 : (translated[file] ?? 0);
}

/** Whether a language has all messages, apart from some of the newest. */
export function isComplete(language: Language, translated: Translated): boolean {
  return percentOf(language, translated) >= offeredFrom;
}

/**
 * The language of most words that a reader of a language sees: English where less than half is translated. Direction, dates
 * and numbers follow it, so that English sentences are neither mirrored nor mixed with others.
 */
export function wordsOf(language: Language, translated: Translated): Language {
  return percentOf(language, translated) < 50 ? defaultLanguage : language;
}

/**
 * The languages an organisation offers: those it names, of which partial ones are offered only here, else all complete ones.
 * @param named tags of the configuration (`languages`)
 */
export function offeredLanguages(named: readonly string[], translated: Translated): Language[] {
  const all = allLanguages.filter((language) => percentOf(language, translated) > 0);
  const chosen = named.map((tag) => closest(tag, all)).filter((tag) => tag !== undefined);
  return chosen.length > 0
    ? [...new Set(chosen)]
    : all.filter((language) => isComplete(language, translated));
}

/**
 * The first preference that is offered: `?lang=`, then an earlier choice, then the browser's languages; else English, or the
 * first offered one.
 *
 * @param preferred tags in order of preference; unknown and empty ones are skipped
 */
export function chooseLanguage(
  preferred: readonly (string | null | undefined)[],
  offered: readonly Language[],
): Language {
  for (const tag of preferred) {
    const found = tag && closest(tag, offered);
    if (found) return found;
  }
  return offered.includes(defaultLanguage) ? defaultLanguage : (offered[0] ?? defaultLanguage);
}

/** Older tags of browsers and portals, and languages whose readers read another one. */
const related: Readonly<Record<string, readonly string[]>> = {
  iw: ['he'],
  in: ['id'],
  no: ['nb', 'nn'],
  nb: ['nn'],
  nn: ['nb'],
  fil: ['tl'],
  kmr: ['ku'],
  bs: ['hr', 'sr'],
  sh: ['sr'],
  yue: ['zh-HK', 'zh-TW'],
};

/**
 * The tag itself, else the nearest form of the language: `nl-BE` reads `nl`, `pt` reads `pt-BR`, `pt-AO` reads `pt-PT`,
 * `zh-MO` reads `zh-HK`, `nn` reads `nb`, `ku-Arab` reads `ckb` and `bs` reads `hr`.
 */
export function closest<Tag extends string>(wanted: string, offered: readonly Tag[]): Tag | undefined {
  const tag = canonical(wanted);
  if (!tag) return undefined;
  const base = baseOf(tag);
  const tags = [tag, ...regional(tag), base, ...(related[base] ?? [])];
  const found = tags.find((each) => offered.some((one) => one === each));
  return offered.find((one) => one === found) ?? offered.find((one) => baseOf(one) === base);
}

/** The forms of a language that is written or spoken differently in its regions. */
function regional(tag: string): string[] {
  const { language, script, region } = new Intl.Locale(tag).maximize();
  if (language === 'pt') return region === 'BR' ? ['pt-BR'] : ['pt-PT'];
  if (language === 'ku') return script === 'Arab' ? ['ckb'] : [];
  if (language !== 'zh') return [];
  if (script !== 'Hant') return ['zh-CN', 'zh-Hans'];
  const regions = region === 'HK' || region === 'MO' ? ['zh-HK', 'zh-TW'] : ['zh-TW', 'zh-HK'];
  return [...regions, 'zh-Hant'];
}

/** Languages whose words are in another script than the tag alone means. Serbian is Latin, as in the component library. */
const scripts: Readonly<Record<string, string>> = { sr: 'Latn' };

/** The tag that gives dates and numbers in the script of a language’s words: `sr-Latn` of `sr`. */
export function writtenTag(language: string): string {
  const script = scripts[language];
  return script === undefined ? language : `${language}-${script}`;
}

/** Whether a text is a BCP 47 tag, of any language. */
export function isLanguageTag(tag: string): boolean {
  return canonical(tag) !== undefined;
}

/**
 * Characters of a language tag, three times those of the longest registered ones (RFC 5646, section 4.4.1). ICU, which reads tags,
 * takes the square of their length, 25 seconds for one of 300,000 characters.
 */
export const longestTag = 100;

/** `PT_br` as `pt-BR`; undefined if it is not a language tag, or longer than `longestTag`. */
export function canonical(tag: string): string | undefined {
  if (tag.length > longestTag) return undefined;
  try {
    return Intl.getCanonicalLocales(tag.trim().replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

/** Names that Chromium does not have, because it is not translated into these languages, or has in another script. */
const ownNames: Readonly<Record<string, string>> = {
  be: 'Беларуская',
  ckb: 'کوردیی ناوەندی',
  en: 'English (UK)',
  'en-US': 'English (US)',
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
  sr: 'Srpski',
  'zh-CN': '简体中文',
  'zh-HK': '繁體中文（香港）',
  'zh-TW': '繁體中文（台灣）',
};

/** A language's own name for itself, capitalised: “Nederlands”, “Português (Brasil)”. */
export function nativeName(language: string): string {
  const known = ownNames[language];
  if (known) return known;
  const name =
    new Intl.DisplayNames([language], { type: 'language', fallback: 'code' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
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
