/**
 * Fonts of Chinese, Japanese and Korean characters, for computers without any: Noto Sans in 97 to 120 files a language, of which a
 * browser loads those with the characters that a page shows. A character has another form in each of the languages, so pages
 * use the font of theirs.
 */

/** The family of all of them, in style sheets and canvases. */
export const eastAsianFamily = 'Roboto East Asian';

/** The packages, below `@fontsource-variable`, and the fonts that systems have for the language, by full or PostScript name. */
export const eastAsianFonts = {
  'noto-sans-sc': ['Microsoft YaHei', 'PingFangSC-Regular', 'NotoSansCJKsc-Regular', 'WenQuanYi Micro Hei'],
  'noto-sans-tc': ['Microsoft JhengHei', 'PingFangTC-Regular', 'NotoSansCJKtc-Regular', 'AR PL UMing TW'],
  'noto-sans-hk': ['Microsoft JhengHei', 'PingFangHK-Regular', 'NotoSansCJKhk-Regular', 'AR PL UMing HK'],
  'noto-sans-jp': [
    'Yu Gothic',
    'Meiryo',
    'HiraginoSans-W3',
    'NotoSansCJKjp-Regular',
    'IPAGothic',
    'VL Gothic',
  ],
  'noto-sans-kr': ['Malgun Gothic', 'AppleSDGothicNeo-Regular', 'NotoSansCJKkr-Regular', 'NanumGothic'],
} as const;

export type EastAsianFont = keyof typeof eastAsianFonts;

const ofLanguages: Readonly<Record<string, EastAsianFont>> = {
  'zh-CN': 'noto-sans-sc',
  'zh-TW': 'noto-sans-tc',
  'zh-HK': 'noto-sans-hk',
  ja: 'noto-sans-jp',
  ko: 'noto-sans-kr',
};

/** The font of a language that is written with these characters. @param language a tag of wire/languages.ts */
export const eastAsianFontOf = (language: string): EastAsianFont | undefined => ofLanguages[language];

/** Names and places that a page in this language shows may be of another: the fonts that have them, the one to prefer last. */
export function eastAsianFontsFor(language: string): readonly EastAsianFont[] {
  const own = eastAsianFontOf(language) ?? 'noto-sans-sc';
  return [own === 'noto-sans-kr' ? 'noto-sans-sc' : 'noto-sans-kr', own];
}

/** A file of a font in its package, `files/…`, and the characters in it. */
export interface EastAsianFile {
  name: string;
  /** Unicode ranges, `U+3001-3002, U+3041`. */
  range: string;
}

/** The files with characters of the font's own script, in the order of its package. @param ranges `unicode.json` of the package */
export function eastAsianFiles(
  font: EastAsianFont,
  ranges: Readonly<Record<string, string>>,
): readonly EastAsianFile[] {
  return Object.entries(ranges).flatMap(([part, range]) => {
    const [, number] = /^\[(\d+)\]$/.exec(part) ?? [];
    if (number === undefined) return [];
    return [{ name: `${font}-${number}-wght-normal.woff2`, range: range.replaceAll(',', ', ') }];
  });
}

/** A style sheet with a font: that of the computer or, without one, the files in a folder. */
export function eastAsianStyles(
  font: EastAsianFont,
  files: readonly EastAsianFile[],
  folder: string,
): string {
  const installed = eastAsianFonts[font].map((name) => `local('${name}')`).join(',');
  return files
    .map(
      ({ name, range }) =>
        `@font-face{font-family:${eastAsianFamily};font-weight:100 900;font-display:swap;src:${installed},url('${folder}/${name}') format('woff2');unicode-range:${range}}`,
    )
    .join('\n');
}
