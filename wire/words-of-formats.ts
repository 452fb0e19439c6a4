/** Texts with a number in place of `{0}`. */
type Pattern = string;

interface RelativeWords {
  /** By the number of units: `-1` is the last one, `0` this one. */
  exact: Readonly<Record<string, string>>;
  past: Pattern;
  future: Pattern;
}

/** Words of dates, numbers and lists, for languages of which CLDR (https://cldr.unicode.org/) lacks them: `Intl` then falls back to English. */
export interface WordsOfFormats {
  relative?: Readonly<Record<string, RelativeWords>>;
  /** What stands between two items, the first two of several, others, and the last two. */
  list?: { pair: string; start: string; middle: string; end: string };
  /** Units in full. */
  units?: { byte: Pattern; second: Pattern; minute: Pattern };
  /** Thousands, millions, 10⁹ and 10¹². */
  compact?: readonly [Pattern, Pattern, Pattern, Pattern];
}

const centralKurdish: WordsOfFormats = {
  relative: {
    year: {
      exact: { '-1': 'ساڵی ڕابردوو', '0': 'ئەمساڵ', '1': 'ساڵی داهاتوو' },
      past: 'پێش {0} ساڵ',
      future: 'دوای {0} ساڵ',
    },
    month: {
      exact: { '-1': 'مانگی ڕابردوو', '0': 'ئەم مانگە', '1': 'مانگی داهاتوو' },
      past: 'پێش {0} مانگ',
      future: 'دوای {0} مانگ',
    },
    week: {
      exact: { '-1': 'هەفتەی ڕابردوو', '0': 'ئەم هەفتەیە', '1': 'هەفتەی داهاتوو' },
      past: 'پێش {0} هەفتە',
      future: 'دوای {0} هەفتە',
    },
    day: {
      exact: { '-1': 'دوێنێ', '0': 'ئەمڕۆ', '1': 'سبەینێ' },
      past: 'پێش {0} ڕۆژ',
      future: 'دوای {0} ڕۆژ',
    },
    hour: { exact: { '0': 'ئەم کاتژمێرە' }, past: 'پێش {0} کاتژمێر', future: 'دوای {0} کاتژمێر' },
    minute: { exact: { '0': 'ئەم خولەکە' }, past: 'پێش {0} خولەک', future: 'دوای {0} خولەک' },
    second: { exact: { '0': 'ئێستا' }, past: 'پێش {0} چرکە', future: 'دوای {0} چرکە' },
  },
  list: { pair: ' و ', start: '، ', middle: '، ', end: ' و ' },
  units: { byte: '{0} بایت', second: '{0} چرکە', minute: '{0} خولەک' },
  compact: ['{0} هەزار', '{0} ملیۆن', '{0} ملیار', '{0} تریلیۆن'],
};

const pashto: WordsOfFormats = { compact: ['{0} زره', '{0} میلیونه', '{0} میلیارده', '{0} تریلیونه'] };

export const wordsOfFormats: Readonly<Record<string, WordsOfFormats>> = {
  ckb: centralKurdish,
  ps: pashto,
};
