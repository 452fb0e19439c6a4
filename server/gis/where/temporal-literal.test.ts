import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseGuid, parseInstant, parseInterval, printInstant } from './temporal-literal.ts';

describe('parseInstant reads UTC', () => {
  test.each([
    ['2026-11-21', Date.UTC(2026, 10, 21)],
    ['2026-1-2', Date.UTC(2026, 0, 2)],
    ['2026-11-21 10:30', Date.UTC(2026, 10, 21, 10, 30)],
    ['2026-11-21 10:30:15', Date.UTC(2026, 10, 21, 10, 30, 15)],
    ['2026-11-21T10:30:15Z', Date.UTC(2026, 10, 21, 10, 30, 15)],
    ['2026-11-21 10:30:15.25', Date.UTC(2026, 10, 21, 10, 30, 15, 250)],
    ['2026-11-21 10:30:15.123456789', Date.UTC(2026, 10, 21, 10, 30, 15, 123)],
    ['2026-11-21T10:30:15+05:00', Date.UTC(2026, 10, 21, 5, 30, 15)],
    ['2026-11-21 23:30-0130', Date.UTC(2026, 10, 22, 1)],
    [' 2026-11-21 ', Date.UTC(2026, 10, 21)],
    ['0001-01-01', -62_135_596_800_000],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
  ])('%j', (text, expected) => {
    expect(parseInstant(text)).toBe(expected);
  });

  test.each([
    '',
    'today',
    '2026',
    '2026-13-01',
    '2026-02-30',
    '2025-02-29',
    '2026-11-21 25:00',
    '2026-11-21 10:60',
    '0000-01-01',
    '2026-11-21 10:30:61',
    '2026-11-21 10',
    '21.11.2026',
    '2026-11-21+05:00',
    '2026-11-21T10:30:15+24:00',
    '2026-11-21T10:30:15+5',
    '0001-01-01T00:00:00+01:00',
  ])('rejects %j', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });

  test('parses what printInstant printed', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1000, 0, 1), max: Date.UTC(9999, 11, 31) }), (instant) => {
        expect(parseInstant(printInstant(instant))).toBe(instant);
      }),
    );
  });
});

describe('parseInterval', () => {
  test.each([
    ['1', 'SECOND', undefined, 0, 1000],
    ['1.5', 'SECOND', undefined, 0, 1500],
    ['2', 'MINUTE', undefined, 0, 120_000],
    ['3', 'HOUR', undefined, 0, 10_800_000],
    ['4', 'DAY', undefined, 0, 345_600_000],
    ['-4', 'DAY', undefined, 0, -345_600_000],
    ['1', 'WEEK', undefined, 0, 604_800_000],
    ['5', 'MONTH', undefined, 5, 0],
    ['2', 'QUARTER', undefined, 6, 0],
    ['2', 'YEAR', undefined, 24, 0],
    ['0.5', 'YEAR', undefined, 6, 0],
    ['1 2', 'DAY', 'HOUR', 0, 93_600_000],
    ['1 2:3', 'DAY', 'MINUTE', 0, 93_780_000],
    ['1 2:3:4', 'DAY', 'SECOND', 0, 93_784_000],
    ['-1 2:3:4.5', 'DAY', 'SECOND', 0, -93_784_500],
    ['2:3', 'HOUR', 'MINUTE', 0, 7_380_000],
    ['2:3:4', 'HOUR', 'SECOND', 0, 7_384_000],
    ['3:4', 'MINUTE', 'SECOND', 0, 184_000],
  ])('%j %s TO %s', (text, from, to, months, milliseconds) => {
    expect(parseInterval(text, from, to)).toEqual({ months, milliseconds });
  });

  test.each([
    ['', 'DAY', undefined],
    ['x', 'DAY', undefined],
    ['1 2', 'DAY', undefined],
    ['0.3', 'YEAR', undefined],
    ['1', 'DAY', 'HOUR'],
    ['1 2:3', 'HOUR', 'DAY'],
    ['1', 'YEAR', 'MONTH'],
    ['999999999999999', 'WEEK', undefined],
    ['9999999', 'YEAR', undefined],
  ])('rejects %j %s TO %s', (text, from, to) => {
    expect(parseInterval(text, from, to)).toBeUndefined();
  });
});

test('parses GUIDs with braces and in any case, and nothing else', () => {
  const guid = '0f8fad5b-d9cb-469f-a165-70867728950e';
  expect(parseGuid(guid)).toBe(guid);
  expect(parseGuid(`{${guid.toUpperCase()}}`)).toBe(guid);
  expect(parseGuid(` ${guid} `)).toBe(guid);
  for (const text of ['', guid.slice(1), `${guid}0`, guid.replaceAll('-', ''), `'${guid}'`]) {
    expect(parseGuid(text)).toBeUndefined();
  }
});
