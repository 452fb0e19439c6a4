import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  binsBetween,
  binStart,
  type ChartBin,
  chartBins,
  lengthOfBins,
  maxBins,
  nextBin,
} from './date-bins.ts';

const time = fc.integer({ min: Date.UTC(1950, 0), max: Date.UTC(2050, 0) });
const bin = fc.constantFrom<ChartBin>(...chartBins);
const zone = fc.constantFrom(
  'UTC',
  'Europe/Paris',
  'America/St_Johns',
  'Pacific/Apia',
  'Australia/Lord_Howe',
);

describe('steps of the calendar', () => {
  it('hold the time they start from', () => {
    fc.assert(
      fc.property(time, bin, zone, (one, length, where) => {
        const start = binStart(one, length, where);
        expect(start).toBeLessThanOrEqual(one);
        expect(nextBin(start, length, where)).toBeGreaterThan(one);
        expect(binStart(start, length, where)).toBe(start);
      }),
    );
  });

  it('follow each other without gaps, from the first time to the last', () => {
    fc.assert(
      fc.property(time, fc.nat(4_000_000_000), zone, (min, span, where) => {
        const limits = [min, min + span] as const;
        const bins = binsBetween(limits, lengthOfBins(limits, undefined), where);
        expect(bins.length).toBeLessThanOrEqual(maxBins);
        expect(bins[0]?.[0]).toBeLessThanOrEqual(min);
        expect(bins.at(-1)?.[1]).toBeGreaterThan(min + span);
        expect(bins.slice(1).map(([start]) => start)).toEqual(bins.slice(0, -1).map(([, end]) => end));
      }),
    );
  });

  it('know months and leap years', () => {
    expect(binsBetween([Date.UTC(2024, 1, 10), Date.UTC(2024, 2, 1)], 'month')).toEqual([
      [Date.UTC(2024, 1), Date.UTC(2024, 2)],
      [Date.UTC(2024, 2), Date.UTC(2024, 3)],
    ]);
    expect(binsBetween([Date.UTC(2024, 1, 28, 12), Date.UTC(2024, 2, 1)], 'day')).toHaveLength(3);
  });

  it('are those of a time zone', () => {
    expect(binsBetween([Date.UTC(2024, 2, 31), Date.UTC(2024, 2, 31, 12)], 'day', 'Europe/Paris')).toEqual([
      [Date.UTC(2024, 2, 30, 23), Date.UTC(2024, 2, 31, 22)],
    ]);
  });

  it('become longer if there were too many', () => {
    const century = [Date.UTC(1920, 0), Date.UTC(2020, 0)] as const;
    expect(lengthOfBins(century, 'hour')).toBe('year');
    expect(lengthOfBins(century, undefined)).toBe('year');
    const week = [Date.UTC(2024, 0, 1), Date.UTC(2024, 0, 8)] as const;
    expect(lengthOfBins(week, 'hour')).toBe('hour');
    expect(lengthOfBins(week, undefined)).toBe('day');
    expect(lengthOfBins(week, 'hour', 60)).toBe('day');
  });
});
