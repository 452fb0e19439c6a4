import { eastAsianFamily } from './east-asian-fonts.ts';

/**
 * Fonts of the scripts that Roboto lacks, for the page and for the server, which draws the sign-in pages. Each script has a family
 * of its own, because browsers put letters and joiners of one family together only when the same font has both. A browser loads
 * a file only when such a letter is shown and the computer has none of the fonts it comes with.
 */
export interface ScriptFont {
  /** `khmer`: the part of the package's file names after the font's. */
  subset: string;
  /** Name of the package below `@fontsource`. */
  font: string;
  /** Letters of this script only: common signs would load it in other languages. */
  range: string;
  /**
   * The joiners (U+200C, U+200D) that letters of this script join with. A text with one loads the fonts before its own that have
   * it as well, so each font has only what its languages write.
   */
  joiners?: string;
  /** Fonts that systems have for the script, by full or PostScript name. */
  installed: readonly string[];
}

export const scriptFonts: readonly ScriptFont[] = [
  {
    subset: 'armenian',
    font: 'noto-sans-armenian',
    range: 'U+530-58F, U+FB13-FB17',
    installed: ['Segoe UI', 'Mshtakan', 'DejaVu Sans', 'Noto Sans Armenian', 'NotoSansArmenian-Regular'],
  },
  {
    subset: 'hebrew',
    font: 'noto-sans-hebrew',
    range: 'U+590-5FF, U+20AA, U+FB1D-FB4F',
    installed: ['Arial', 'ArialHebrew', 'DejaVu Sans', 'Noto Sans Hebrew', 'NotoSansHebrew-Regular'],
  },
  {
    subset: 'arabic',
    font: 'noto-sans-arabic',
    range:
      'U+600-6FF, U+750-77F, U+870-88E, U+890-891, U+897-8E1, U+8E3-8FF, U+FB50-FDFF, U+FE70-FE74, U+FE76-FEFC',
    joiners: 'U+200C',
    installed: [
      'Arial',
      'GeezaPro',
      'DejaVu Sans',
      'Noto Sans Arabic',
      'NotoNaskhArabicUI',
      'NotoNaskhArabic-Regular',
    ],
  },
  {
    subset: 'sinhala',
    font: 'noto-sans-sinhala',
    range: 'U+D81-DF4, U+111E1-111F4',
    joiners: 'U+200D',
    installed: ['Nirmala UI', 'SinhalaSangamMN', 'Noto Sans Sinhala', 'NotoSansSinhala-Regular', 'LKLUG'],
  },
  {
    subset: 'devanagari',
    font: 'noto-sans-devanagari',
    // With the full stop that all scripts of northern India share.
    range: 'U+900-97F, U+1CD0-1CF9, U+20F0, U+A830-A839, U+A8E0-A8FF',
    joiners: 'U+200C-200D',
    installed: [
      'Nirmala UI',
      'KohinoorDevanagari-Regular',
      'Noto Sans Devanagari',
      'NotoSansDevanagari-Regular',
      'Lohit Devanagari',
    ],
  },
  {
    subset: 'bengali',
    font: 'noto-sans-bengali',
    range: 'U+980-9FE',
    joiners: 'U+200C-200D',
    installed: [
      'Nirmala UI',
      'KohinoorBangla-Regular',
      'Noto Sans Bengali',
      'NotoSansBengali-Regular',
      'Lohit Bengali',
    ],
  },
  {
    subset: 'thai',
    font: 'noto-sans-thai',
    range: 'U+E01-E5B',
    installed: ['Leelawadee UI', 'Thonburi', 'Noto Sans Thai', 'NotoSansThai-Regular', 'Loma'],
  },
  {
    subset: 'myanmar',
    font: 'noto-sans-myanmar',
    range: 'U+1000-109F, U+A92E, U+A9E0-A9FE, U+AA60-AA7F',
    installed: ['Myanmar Text', 'MyanmarSangamMN', 'Noto Sans Myanmar', 'NotoSansMyanmar-Regular', 'Padauk'],
  },
  {
    subset: 'ethiopic',
    font: 'noto-sans-ethiopic',
    range: 'U+1200-1399, U+2D80-2DDE, U+AB01-AB2E',
    installed: ['Ebrima', 'Kefa-Regular', 'Noto Sans Ethiopic', 'NotoSansEthiopic-Regular', 'Abyssinica SIL'],
  },
  {
    subset: 'khmer',
    font: 'noto-sans-khmer',
    range: 'U+1780-17FF, U+19E0-19FF',
    installed: ['Leelawadee UI', 'KhmerSangamMN', 'Noto Sans Khmer', 'NotoSansKhmer-Regular', 'Khmer OS'],
  },
];

/** The weights of texts, headings and buttons. */
export const fontWeights = [400, 500] as const;

/** The name of a font's file in its package, `files/…`. */
export function fontFile({ font, subset }: Pick<ScriptFont, 'font' | 'subset'>, weight: number): string {
  return `${font}-${subset}-${weight}-normal.woff2`;
}

/** The name of a font in style sheets and canvases. */
export const familyOf = ({ subset }: Pick<ScriptFont, 'subset'>) =>
  `Roboto ${subset.charAt(0).toUpperCase()}${subset.slice(1)}`;

/** The families of every text: `var(--text-fonts)` in style sheets. */
export const textFonts = ['Roboto', ...scriptFonts.map(familyOf), eastAsianFamily].join(', ');

/** A style sheet with the fonts, and their families as `--text-fonts`. */
export function fontStyles(addressOf: (font: ScriptFont, weight: number) => string): string {
  const faces = scriptFonts.flatMap((font) =>
    fontWeights.map((weight) => {
      const range = [font.range, font.joiners].filter((part) => part !== undefined).join(', ');
      return `@font-face{font-family:${familyOf(font)};font-weight:${weight};font-display:swap;src:${fontSource(font, addressOf(font, weight))};unicode-range:${range}}`;
    }),
  );
  return [`:root{--text-fonts:${textFonts}}`, ...faces].join('\n');
}

/** The font of the computer or, without one, the file: the source of a face. */
export function fontSource({ installed }: ScriptFont, address: string): string {
  return [...installed.map((name) => `local('${name}')`), `url('${address}') format('woff2')`].join(',');
}

/** The first and last code points of a font's ranges. */
export function rangesOf({ range }: Pick<ScriptFont, 'range'>): (readonly [first: number, last: number])[] {
  return range.split(', ').map((part) => {
    const [first = '', last = first] = part.slice(2).split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

/** Finds all letters of a font in a text. */
export function lettersOf(font: Pick<ScriptFont, 'range'>): RegExp {
  const inside = rangesOf(font).map(
    ([first, last]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`,
  );
  return new RegExp(`[${inside.join('')}]`, 'gu');
}
