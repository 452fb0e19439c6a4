import { useMemo } from 'react';
import { isolated } from '../../wire/languages.ts';
import { useLanguage } from './use-language.ts';

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365.25 * 24 * 3600],
  ['month', 30.4375 * 24 * 3600],
  ['week', 7 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
];

/**
 * The time since a date, in the largest fitting unit: “3 days ago”. Times are epoch milliseconds.
 */
export function timeAgo(language: string, moment: number, now: number): string {
  const seconds = (moment - now) / 1000;
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  }
  return format.format(0, 'second');
}

/**
 * The day of a date in the language's format.
 * @param timeZone an IANA name; absent: that of the user
 */
export function shortDate(language: string, moment: number, timeZone?: string): string {
  const zone = timeZone && { timeZone };
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', ...zone }).format(moment);
}

/** The day of a date and the time, in the language's format and the time zone of the user. */
export function dayAndTime(language: string, moment: number): string {
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(moment);
  return `${shortDate(language, moment)}, ${time}`;
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size in the largest fitting decimal unit, in the language's format: “1.2 MB”. */
export function byteSize(language: string, bytes: number): string {
  const step = Math.min(byteUnits.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: byteUnits[step] ?? 'byte',
    // Bytes have no plural in short form: “12 byte”.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumSignificantDigits: 3,
  }).format(bytes / 1000 ** step);
}

/**
 * A number as it is stored: all of its digits, in those of the language and with its decimal separator. Groups would change years and
 * numbers that are codes.
 */
export function exactNumber(language: string, value: number): string {
  return new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 20 }).format(value);
}

/** Formats dates, numbers and lists for the user's language and region. */
export function useFormats() {
  const { formats, direction } = useLanguage();
  return useMemo(
    () => ({
      ago: (moment: number) => timeAgo(formats, moment, Date.now()),
      /**
       * For sentences such as “the version from 3 days ago”: at least a minute ago, because “from now” is
       * another time.
       */
      earlier: (moment: number) => timeAgo(formats, Math.min(moment, Date.now() - 60_000), Date.now()),
      date: (moment: number, timeZone?: string) => shortDate(formats, moment, timeZone),
      dateTime: (moment: number) => dayAndTime(formats, moment),
      bytes: (value: number) => byteSize(formats, value),
      number: (value: number) => new Intl.NumberFormat(formats).format(value),
      exactNumber: (value: number) => exactNumber(formats, value),
      /** Names in their own direction: “A, B and C”, or as a `unit` “A, B, C”. */
      list: (names: readonly string[], type: 'conjunction' | 'unit' = 'conjunction') =>
        new Intl.ListFormat(formats, { type }).format(names.map((name) => isolated(name, direction))),
      /** @param value 1 for 100 % */
      percent: (value: number) => new Intl.NumberFormat(formats, { style: 'percent' }).format(value),
    }),
    [formats, direction],
  );
}

/** The part of a field by which its values are written. */
interface FieldFormat {
  type: string;
  domain?: { type: string; codedValues?: readonly { name: string; code: string | number }[] } | null;
}

/** Writes values as people read them: names of codes, dates and numbers. */
export function useValueText() {
  const { date, exactNumber: number } = useFormats();
  return ({ type, domain }: FieldFormat, value: string | number | null | undefined): string => {
    if (value === null || value === undefined) return '';
    const named = domain?.codedValues?.find(({ code }) => code === value);
    if (named) return named.name;
    if (type === 'esriFieldTypeDate' && typeof value === 'number') return date(value);
    return typeof value === 'number' ? number(value) : value;
  };
}
