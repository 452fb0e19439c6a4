import { setLocale } from '@arcgis/core/intl.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equalRanges, largestCategories, whereInRange } from './chart-parts.ts';

const titleOf = String;

describe('the categories of a chart', () => {
  it('are the largest, with a condition for each', () => {
    const rows = Array.from({ length: 15 }, (_none, n) => ({ category: `o'${n}`, value: n }));
    const { parts, others } = largestCategories(rows, {
      field: 'kind',
      statistic: 'count',
      most: 12,
      titleOf,
    });
    expect(parts).toHaveLength(12);
    expect(parts[0]).toEqual({ title: "o'14", value: 14, where: "kind = 'o''14'" });
    expect(others).toEqual({ count: 3, value: 3 });
  });

  it('unite missing values and empty texts', () => {
    const rows = [
      { category: null, value: 2 },
      { category: ' ', value: 3 },
      { category: 'bus', value: 4 },
    ];
    const { parts } = largestCategories(rows, { field: 'kind', statistic: 'count', most: 12, titleOf });
    expect(parts).toEqual([
      { title: '', value: 5, where: "kind IS NULL OR kind = ' '" },
      { title: 'bus', value: 4, where: "kind = 'bus'" },
    ]);
    const least = largestCategories(rows, { field: 'kind', statistic: 'min', most: 12, titleOf });
    expect(least.parts.find(({ title }) => title === '')?.value).toBe(2);
  });

  it('of the same value are in the order of the page’s language', () => {
    setLocale('sv');
    const rows = ['Ärla', 'Zinkgruvan', 'Boden'].map((category) => ({ category, value: 1 }));
    const { parts } = largestCategories(rows, { field: 'kind', statistic: 'count', most: 12, titleOf });
    setLocale('en');
    expect(parts.map(({ title }) => title)).toEqual(['Boden', 'Zinkgruvan', 'Ärla']);
  });

  it('show the labels of codes', () => {
    const rows = [{ category: 1, value: 1 }];
    const { parts } = largestCategories(rows, {
      field: 'kind',
      statistic: 'count',
      most: 12,
      titleOf: () => 'Bus stop',
    });
    expect(parts).toEqual([{ title: 'Bus stop', value: 1, where: 'kind = 1' }]);
  });
});

describe('the ranges of a histogram', () => {
  it('cover all values without a gap', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.boolean(), (one, other, whole) => {
        const [least, most] = [Math.min(one, other), Math.max(one, other)];
        const ranges = equalRanges(least, most, whole);
        expect(ranges.length).toBeLessThanOrEqual(12);
        expect(ranges[0]?.[0]).toBe(least);
        expect(ranges.at(-1)?.[1]).toBeGreaterThanOrEqual(most);
        const ends = ranges.slice(0, -1).map(([, to]) => to);
        expect(ranges.slice(1).map(([from]) => from)).toEqual(ends);
      }),
    );
  });

  it('have whole numbers for whole numbers', () => {
    expect(equalRanges(1, 30, true).slice(0, 2)).toEqual([
      [1, 4],
      [4, 7],
    ]);
  });

  it('are one range for one value', () => {
    expect(equalRanges(5, 5, false)).toEqual([[5, 5]]);
  });

  it.each([
    ['number', 'n >= 0 AND n < 86400000', 'n >= 0 AND n <= 86400000'],
    [
      'date',
      "n >= TIMESTAMP '1970-01-01 00:00:00.000' AND n < TIMESTAMP '1970-01-02 00:00:00.000'",
      "n >= TIMESTAMP '1970-01-01 00:00:00.000' AND n <= TIMESTAMP '1970-01-02 00:00:00.000'",
    ],
    [
      'date-only',
      "n >= DATE '1970-01-01' AND n < DATE '1970-01-02'",
      "n >= DATE '1970-01-01' AND n <= DATE '1970-01-02'",
    ],
  ] as const)('become a condition of a field of type %s', (type, inner, last) => {
    const sqlZone = 'UTC';
    expect(whereInRange('n', [0, 86_400_000], { type, sqlZone, last: false })).toBe(inner);
    expect(whereInRange('n', [0, 86_400_000], { type, sqlZone, last: true })).toBe(last);
  });

  it('are written in the time zone of the service, which days have none of', () => {
    const [winter, summer] = [Date.UTC(2024, 0, 1, 8, 0, 0, 250), Date.UTC(2024, 6, 1, 8)];
    const of = { sqlZone: 'America/Los_Angeles', last: false };
    expect(whereInRange('n', [winter, summer], { type: 'date', ...of })).toBe(
      "n >= TIMESTAMP '2024-01-01 00:00:00.250' AND n < TIMESTAMP '2024-07-01 01:00:00.000'",
    );
    expect(whereInRange('n', [winter, summer], { type: 'date-only', ...of })).toBe(
      "n >= DATE '2024-01-01' AND n < DATE '2024-07-01'",
    );
  });
});
