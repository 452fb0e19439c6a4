import { useMemo } from 'react';
import { useLanguage } from './use-language.ts';

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365.25 * 24 * 3600],
  ['month', 30.4375 * 24 * 3600],
  ['week', 7 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
];

/** How long ago a moment was, in the largest unit that fits: “3 days ago”. Times are epoch milliseconds. */
export function timeAgo(language: string, moment: number, now: number): string {
  const seconds = (moment - now) / 1000;
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  }
  return format.format(0, 'second');
}

/** Dates and numbers as the person's language writes them. */
export function useFormats() {
  const { language } = useLanguage();
  return useMemo(
    () => ({
      ago: (moment: number) => timeAgo(language, moment, Date.now()),
      date: (moment: number) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(moment),
      number: (value: number) => new Intl.NumberFormat(language).format(value),
    }),
    [language],
  );
}
