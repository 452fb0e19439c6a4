import {
  dateKey,
  type DatePart,
  type FormatData,
  type Patterns,
  relativeUnits,
  usedDates,
  usedUnits,
} from '../../web/i18n/own-formats/format-data.ts';
import { wordsOfFormats } from '../../wire/words-of-formats.ts';

/** Languages that Chromium has no formats of, or only those of no language (`2026 M09 21`). */
export const unknownToBrowsers = [
  'az',
  'be',
  'hy',
  'is',
  'kk',
  'km',
  'ku',
  'mk',
  'my',
  'ne',
  'si',
  'nn',
  'ckb',
  'ps',
] as const;

type Part = { type: string; value: string };
const numberParts = new Set(['integer', 'group', 'decimal', 'fraction']);
/** Numbers of every plural category. */
const samples = [1, 2, 3, 5, 7, 11, 21, 100, 0, 1.5];

export function isUnknownToBrowsers(language: string): boolean {
  return unknownToBrowsers.some((one) => one === language);
}

/** How a language writes dates, numbers and lists, from the data of this Node.js; in our own words where it has none. */
export function readFormatData(language: string): FormatData {
  const read = readFromNode(language);
  const { relative, list, units, compact } = wordsOfFormats[language] ?? {};
  return {
    ...read,
    ...(list && { list }),
    ...(units && {
      units: {
        ...read.units,
        'byte long': { other: units.byte },
        'byte short': { other: units.byte },
        'minute short': { other: units.minute },
      },
    }),
    ...(compact && {
      compact: read.compact.map(({ digits }, at) => ({
        digits,
        patterns: { other: compact[Math.floor(at / 3)] ?? '{0}' },
      })),
    }),
    ...(relative && {
      relative: Object.fromEntries(
        Object.entries(relative).map(([unit, { exact, past, future }]) => [
          unit,
          { exact, past: { other: past }, future: { other: future } },
        ]),
      ),
    }),
  };
}

function readFromNode(language: string): FormatData {
  const plain = (value: number) => new Intl.NumberFormat(language).formatToParts(value);
  const find = (type: string) => plain(-1_234_567.8).find((part) => part.type === type)?.value ?? '';
  const digits = Array.from({ length: 10 }, (_, digit) => plain(digit)[0]?.value ?? '').join('');
  const hasGroups = (value: number) => plain(value).some(({ type }) => type === 'group');
  return {
    digits,
    group: find('group'),
    decimal: find('decimal'),
    minus: textBefore(plain(-1)),
    plus: textBefore(new Intl.NumberFormat(language, { signDisplay: 'always' }).formatToParts(1)),
    leastGrouped: hasGroups(1000) ? 4 : 5,
    grouping:
      plain(1_234_567).filter(({ type }) => type === 'integer')[1]?.value.length === 2 ? 'en-IN' : 'en',
    percent: patternOf(new Intl.NumberFormat(language, { style: 'percent' }).formatToParts(0.5)),
    units: Object.fromEntries(
      usedUnits.map(([unit, unitDisplay]) => {
        const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay });
        return [`${unit} ${unitDisplay}`, patternsOf(language, (value) => format.formatToParts(value))];
      }),
    ),
    compact: Array.from({ length: 12 }, (_, at) => compactAt(language, 10 ** (at + 3))),
    calendar: new Intl.DateTimeFormat(language).resolvedOptions().calendar,
    dates: Object.fromEntries(
      usedDates.map((options) => [dateKey(options), partsOf(language, options, digits)]),
    ),
    relative: Object.fromEntries(relativeUnits.map((unit) => [unit, relativeTo(language, unit)])),
    list: listOf(language),
  };
}

/** The sign, with the marks of direction around it. */
function textBefore(parts: readonly Part[]): string {
  const first = parts.findIndex(({ type }) => type === 'integer');
  return parts
    .slice(0, first)
    .map(({ value }) => value)
    .join('');
}

function patternOf(parts: readonly Part[]): string {
  const texts = parts.map(({ type, value }) => (numberParts.has(type) ? '{0}' : value));
  return texts.join('').replace(/(\{0\})+/, '{0}');
}

/** A pattern for each category; those like `other` are left out. */
function patternsOf(
  language: string,
  partsOf: (value: number) => readonly Part[],
  values = samples,
): Patterns {
  const rules = new Intl.PluralRules(language);
  const found = new Map<string, string>();
  for (const value of values)
    if (!found.has(rules.select(value))) found.set(rules.select(value), patternOf(partsOf(value)));
  const other = found.get('other') ?? [...found.values()].at(-1) ?? '{0}';
  const different = [...found].filter(([, pattern]) => pattern !== other);
  return { ...Object.fromEntries(different), other };
}

function compactAt(language: string, power: number): { digits: number; patterns: Patterns } {
  const format = new Intl.NumberFormat(language, { notation: 'compact' });
  const whole = format.formatToParts(power).filter(({ type }) => type === 'integer');
  const digits = whole.reduce((sum, { value }) => sum + value.length, 0);
  const unit = power / 10 ** (digits - 1);
  const least = 10 ** (digits - 1);
  const numbers = Array.from({ length: 25 }, (_, more) => least + more).filter((value) => value < 10 * least);
  const patterns = patternsOf(language, (value) => format.formatToParts(value * unit), numbers);
  return { digits, patterns };
}

/** With one digit for day and month. */
const early = Date.UTC(2026, 2, 5, 4, 7, 9);
const late = Date.UTC(2026, 10, 25, 16, 38, 49);

/** Without the era, which only Pashto writes, in English letters. */
function partsOf(language: string, options: Intl.DateTimeFormatOptions, digits: string): DatePart[] {
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  const latin = (text: string) =>
    text.replace(/./gu, (letter) => {
      const digit = digits.indexOf(letter);
      return digit < 0 ? letter : String(digit);
    });
  const named = (type: string, moments: readonly number[]) =>
    moments.map((moment) => format.formatToParts(moment).find((part) => part.type === type)?.value ?? '');
  // The first month of the Persian calendar begins in March.
  const firstMonth = format.resolvedOptions().calendar === 'persian' ? 3 : 0;
  const hour = (moment: number) => Number(latin(named('hour', [moment])[0] ?? ''));
  const parts = format.formatToParts(firstMonth === 0 ? early : Date.UTC(2026, 3, 24, 4, 7, 9));
  return parts
    .filter(({ type }, at) => type !== 'era' && parts[at - 1]?.type !== 'era')
    .map(({ type, value }): DatePart => {
      const text = latin(value);
      const isNumber = /^\d+$/.test(text);
      if (type === 'month' && !isNumber)
        return [
          'monthName',
          named(
            'month',
            Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month + firstMonth, 5)),
          ),
        ];
      // 1 March 2026 is a Sunday.
      if (type === 'weekday')
        return [
          'weekday',
          named(
            'weekday',
            Array.from({ length: 7 }, (_, day) => Date.UTC(2026, 2, 1 + day)),
          ),
        ];
      if (type === 'dayPeriod')
        return [
          'dayPeriod',
          named(
            'dayPeriod',
            Array.from({ length: 24 }, (_, at) => Date.UTC(2026, 2, 5, at)),
          ),
        ];
      if (type === 'year' && text.length === 2) return ['yy', 2];
      if (type === 'hour') return [hour(late) === 16 ? 'hour' : 'h12', text.length];
      if (type === 'year') return ['year', 1];
      if (isNumber && (type === 'month' || type === 'day' || type === 'minute' || type === 'second'))
        return [type, text.length];
      return value;
    });
}

function relativeTo(language: string, unit: Intl.RelativeTimeFormatUnit) {
  const automatic = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const always = new Intl.RelativeTimeFormat(language);
  const exact = [-2, -1, 0, 1, 2].flatMap((value) => {
    const parts = automatic.formatToParts(value, unit);
    return parts.some(({ type }) => numberParts.has(type))
      ? []
      : [[String(value), parts.map((part) => part.value).join('')] as const];
  });
  return {
    exact: Object.fromEntries(exact),
    past: patternsOf(language, (value) => always.formatToParts(-value, unit)),
    future: patternsOf(language, (value) => always.formatToParts(value, unit)),
  };
}

function listOf(language: string): FormatData['list'] {
  const format = new Intl.ListFormat(language);
  const between = (items: readonly string[]) =>
    format.formatToParts(items).flatMap(({ type, value }) => (type === 'literal' ? [value] : []));
  const [pair = ', '] = between(['a', 'b']);
  const [start = ', ', middle = ', ', end = ', '] = between(['a', 'b', 'c', 'd']);
  return { pair, start, middle, end };
}
