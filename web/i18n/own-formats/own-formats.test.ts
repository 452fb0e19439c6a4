import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { translatedLanguages } from '../../../tools/translations/catalogues.ts';
import { wordsOfFormats } from '../../../wire/words-of-formats.ts';
import { readFormatData, unknownToBrowsers } from '../../../tools/translations/format-data.ts';
import { relativeUnits, usedDates, usedUnits } from './format-data.ts';
import { OwnDateTimeFormat, OwnListFormat, OwnNumberFormat, OwnRelativeTimeFormat } from './own-formats.ts';

/** V8 writes other spaces in whole texts than in their parts. */
const spaced = (text: string) => text.replaceAll(/\s/g, ' ');

/** Node.js gives the marks of direction beside a sign as parts of their own. */
const withoutMarks = (parts: readonly Intl.NumberFormatPart[]) =>
  parts
    .map(({ type, value }) => ({ type, value: value.replaceAll(/[\u200E\u200F]/g, '') }))
    .filter(({ value }) => value !== '');

/** Node.js writes the era of the Persian calendar with English letters. */
const withoutEra = (format: Intl.DateTimeFormat, moment: number) => {
  const parts = format.formatToParts(moment);
  return parts
    .filter(({ type }, at) => type !== 'era' && parts[at - 1]?.type !== 'era')
    .map(({ value }) => value)
    .join('');
};

/** Node.js knows these languages: its formats are what a browser should show, but for words of our own. */
describe.each(unknownToBrowsers)('%s', (language) => {
  const data = readFormatData(language);
  const own = wordsOfFormats[language] ?? {};

  it('writes dates as CLDR does, in any time zone', () => {
    const zones = fc.constantFrom('UTC', 'Asia/Phnom_Penh', 'America/St_Johns', 'Pacific/Chatham');
    const moments = fc.integer({ min: Date.UTC(1900, 0), max: Date.UTC(2100, 0) });
    fc.assert(
      fc.property(fc.constantFrom(...usedDates), zones, moments, (options, timeZone, moment) => {
        const written = new OwnDateTimeFormat(data, language, { ...options, timeZone }).format(moment);
        const known = withoutEra(new Intl.DateTimeFormat(language, { ...options, timeZone }), moment);
        expect(spaced(written)).toBe(spaced(known));
      }),
    );
  });

  it('writes numbers, shares and units as CLDR does', () => {
    const options = fc.constantFrom<Intl.NumberFormatOptions>(
      {},
      { style: 'percent' },
      { maximumSignificantDigits: 3 },
      { minimumFractionDigits: 1, maximumFractionDigits: 1 },
      { signDisplay: 'always' },
      { style: 'percent', signDisplay: 'always' },
      ...usedUnits
        .filter(([unit]) => !(own.units && unit in own.units))
        .map(([unit, unitDisplay]) => ({ style: 'unit' as const, unit, unitDisplay })),
    );
    const values = fc.oneof(
      fc.integer({ min: -20_000_000, max: 20_000_000 }),
      fc.double({ min: -1e7, max: 1e7, noNaN: true }),
      fc.nat(30),
    );
    fc.assert(
      fc.property(options, values, (option, value) => {
        expect(new OwnNumberFormat(data, language, option).format(value)).toBe(
          new Intl.NumberFormat(language, option).format(value),
        );
      }),
    );
  });

  it('names the parts of numbers and dates as CLDR does', () => {
    for (const value of [0, -12_345_678.9, 1234, BigInt(9_876_543_210)])
      expect(withoutMarks(new OwnNumberFormat(data, language).formatToParts(value))).toEqual(
        withoutMarks(new Intl.NumberFormat(language).formatToParts(value)),
      );
    for (const options of usedDates) {
      const written = new OwnDateTimeFormat(data, language, { ...options, timeZone: 'UTC' });
      const known = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
      const named = (parts: Intl.DateTimeFormatPart[]) =>
        parts
          .filter(({ type }) => type !== 'literal' && type !== 'era')
          .map(({ type, value }) => [type, value]);
      expect(named(written.formatToParts(1_780_000_000_000))).toEqual(
        named(known.formatToParts(1_780_000_000_000)),
      );
    }
  });

  it.skipIf(own.compact)('writes large numbers short as CLDR does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_000_000_000_000 }), fc.nat(12), (value, less) => {
        const number = Math.floor(value / 10 ** less);
        expect(new OwnNumberFormat(data, language, { notation: 'compact' }).format(number)).toBe(
          new Intl.NumberFormat(language, { notation: 'compact' }).format(number),
        );
      }),
    );
  });

  it.skipIf(own.relative)('writes times since then as CLDR does', () => {
    for (const numeric of ['auto', 'always'] as const)
      for (const unit of relativeUnits)
        for (const value of [-345, -21, -11, -5, -3, -2, -1, -0, 0, 1, 2, 4, 22, 1000])
          expect(new OwnRelativeTimeFormat(data, language, { numeric }).format(value, unit)).toBe(
            new Intl.RelativeTimeFormat(language, { numeric }).format(value, unit),
          );
  });

  it.skipIf(own.list)('writes lists as CLDR does', () => {
    for (const items of [[], ['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd', 'e']])
      expect(new OwnListFormat(data).format(items)).toBe(new Intl.ListFormat(language).format(items));
  });

  it('costs its reader 5 kB at most', () => {
    expect(JSON.stringify(data).length).toBeLessThan(20_000);
  });
});

describe('words of our own', () => {
  it('stand where Node.js has English ones', () => {
    const data = readFormatData('ckb');
    const ago = new OwnRelativeTimeFormat(data, 'ckb', { numeric: 'auto' });
    expect([ago.format(-1, 'day'), ago.format(-3, 'hours'), ago.format(2, 'week')]).toEqual([
      'دوێنێ',
      'پێش ٣ کاتژمێر',
      'دوای ٢ هەفتە',
    ]);
    expect(new OwnListFormat(data).format(['ا', 'ب', 'ج'])).toBe('ا، ب و ج');
    const compact = new OwnNumberFormat(data, 'ckb', { notation: 'compact' });
    expect([compact.format(12_000), compact.format(3_400_000)]).toEqual(['١٢ هەزار', '٣٫٤ ملیۆن']);
    const bytes = { style: 'unit', unit: 'byte', unitDisplay: 'long' } as const;
    expect(new OwnNumberFormat(data, 'ckb', bytes).format(12)).toBe('١٢ بایت');
  });

  const scripts = new Set(['Latn', 'Jpan', 'Hans', 'Hant', 'Kore']);
  const others = translatedLanguages().filter(
    (tag) => !scripts.has(new Intl.Locale(tag).maximize().script ?? ''),
  );
  it.each(others)('are in the script of the language: %s', (tag) => {
    const { list, relative, dates } = readFormatData(tag);
    const ofDates = Object.values(dates)
      .flat()
      // The halves of the day are AM and PM in several languages.
      .filter((part) => part[0] !== 'dayPeriod')
      .map((part) => (typeof part === 'string' ? part : part[1]));
    expect([list, relative, ofDates].flatMap(textsIn).filter((text) => /[A-Za-z]/.test(text))).toEqual([]);
  });
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' ? Object.values(value ?? {}).flatMap(textsIn) : [];
}
