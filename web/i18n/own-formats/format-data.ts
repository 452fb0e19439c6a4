/** Texts with a number in place of `{0}`, by plural category (`one`, `few` …). */
export type Patterns = Readonly<Record<string, string>>;

/** A part of a date: text, or a value. */
export type DatePart =
  | string
  /** A number with at least this many digits; `h12`: hours from 1 to 12; `yy`: the last two digits of the year. */
  | readonly [field: NumberField | 'h12' | 'yy', digits: number]
  /** A name: of the month, of the day of the week from Sunday, or of the part of the day by hour. */
  | readonly [field: 'monthName' | 'weekday' | 'dayPeriod', names: readonly string[]];
export type NumberField = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

/**
 * How a language writes dates, numbers and lists, for browsers that do not know it: Chromium, for example,
 * has no data for Khmer, and writes its own user's language instead. `tools/translations/format-data.ts`
 * reads it from Node.js, and what Node.js lacks from `wire/words-of-formats.ts`.
 */
export interface FormatData {
  /** From 0 to 9. */
  digits: string;
  group: string;
  decimal: string;
  minus: string;
  plus: string;
  /** Numbers with fewer digits before the decimal separator have no group separator. */
  leastGrouped: number;
  /** A language with groups of the same sizes. */
  grouping: 'en' | 'en-IN';
  percent: string;
  /** By unit and length, `kilobyte short`. */
  units: Readonly<Record<string, Patterns>>;
  /** By power of ten from 10³: the number of digits before the text, and the text. */
  compact: readonly { digits: number; patterns: Patterns }[];
  /** Of its dates: `gregory`, or `persian`. */
  calendar: string;
  /** By {@link dateKey}. */
  dates: Readonly<Record<string, readonly DatePart[]>>;
  relative: Readonly<Record<string, { exact: Patterns; past: Patterns; future: Patterns }>>;
  /** What stands between two items, the first two of several, others, and the last two. */
  list: { pair: string; start: string; middle: string; end: string };
}

const numeric = 'numeric' as const;
const days: readonly Intl.DateTimeFormatOptions[] = [
  { year: numeric, month: numeric, day: numeric },
  { year: numeric, month: 'long', day: numeric },
  { year: numeric, month: 'short', day: numeric },
  { year: numeric, month: 'long', day: numeric, weekday: 'long' },
];
const minutes = { hour: numeric, minute: numeric } satisfies Intl.DateTimeFormatOptions;
const seconds = { ...minutes, second: numeric } satisfies Intl.DateTimeFormatOptions;
const times: readonly Intl.DateTimeFormatOptions[] = [
  minutes,
  seconds,
  { ...minutes, hourCycle: 'h23' },
  { ...seconds, hourCycle: 'h23' },
];

/** The formats of dates that the product and the map SDK's popups and tables use. */
export const usedDates: readonly Intl.DateTimeFormatOptions[] = [
  ...(['short', 'medium', 'long', 'full'] as const).map((dateStyle) => ({ dateStyle })),
  ...(['short', 'medium'] as const).flatMap((dateStyle) => [
    { dateStyle, timeStyle: 'short' as const },
    { dateStyle, timeStyle: 'medium' as const },
  ]),
  { timeStyle: 'short' },
  { timeStyle: 'medium' },
  {},
  { day: numeric, month: numeric },
  { year: numeric, month: 'short' },
  { year: numeric, month: 'long' },
  { year: numeric },
  ...days.flatMap((day) => [day, ...times.map((time) => ({ ...day, ...time }))]),
  minutes,
  seconds,
];

export const usedUnits = [
  ['byte', 'long'],
  ...[
    'byte',
    'kilobyte',
    'megabyte',
    'gigabyte',
    'meter',
    'kilometer',
    'foot',
    'mile',
    'hectare',
    'acre',
    'minute',
  ].map((unit) => [unit, 'short'] as const),
] as const;

export const relativeUnits = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;

/** The options of a format that decide its parts. */
export function dateKey(options: Intl.DateTimeFormatOptions): string {
  const fields = [
    'dateStyle',
    'timeStyle',
    'weekday',
    'year',
    'month',
    'day',
    'hour',
    'minute',
    'second',
    'hourCycle',
  ] as const;
  return fields.flatMap((field) => (options[field] ? [`${field} ${options[field]}`] : [])).join(', ');
}
