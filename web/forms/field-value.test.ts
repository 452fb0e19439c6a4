import { describe, expect, it } from 'vitest';
import type { FieldValue, FormField } from '../map/edit/edit-feature.ts';
import { offsetOf, shownValue, typedValue } from './field-value.ts';

type Input = FormField['input'];
const plain = { utc: false, value: null };

describe('typed input', () => {
  it.each<[Input, string, FieldValue | undefined]>([
    ['text', '', null],
    ['text', ' a ', ' a '],
    ['number', '1.5', 1.5],
    ['number', '1,5', 1.5],
    ['number', '1 234,5', 1234.5],
    ['number', '-0.25', -0.25],
    ['number', '−3', -3],
    ['number', '١٢٫٥', 12.5],
    ['number', '১২৩٫৫', 123.5],
    ['number', '๑๒', 12],
    ['number', '١٬٢٣٤', 1234],
    ['number', '1e3', 1000],
    ['number', '1,234,5', undefined],
    ['number', 'twelve', undefined],
    ['whole-number', '12', 12],
    ['whole-number', '1.5', undefined],
    ['date', '2025-04-01', '2025-04-01'],
    ['time', '10:30', '10:30:00'],
    ['time', '10:30:15', '10:30:15'],
  ])('in a field for %s: “%s” is %s', (input, typed, value) => {
    expect(typedValue(input, typed, plain)).toBe(value);
  });

  it('is a time in UTC if the layer has no time zone', () => {
    expect(typedValue('date-time', '2025-04-01T10:30', { utc: true, value: null })).toBe(
      Date.UTC(2025, 3, 1, 10, 30),
    );
    expect(typedValue('day', '2025-04-01', { utc: true, value: null })).toBe(Date.UTC(2025, 3, 1));
    expect(typedValue('date-time', 'soon', plain)).toBeUndefined();
  });

  it('keeps the offset of the value it replaces', () => {
    const value = '2025-04-01T10:00:00.000+05:00';
    expect(typedValue('date-time-offset', '2025-04-02T11:00', { utc: false, value })).toBe(
      '2025-04-02T11:00:00+05:00',
    );
    expect(offsetOf('2025-04-01T10:00:00Z', '')).toBe('+00:00');
    expect(offsetOf(null, '2025-04-01T10:00')).toMatch(/^[+-]\d\d:\d\d$/);
  });
});

it.each<[Input, FieldValue, boolean, string]>([
  ['text', null, false, ''],
  ['number', Number.NaN, false, ''],
  ['number', 1.5, false, '1.5'],
  ['date-time', Date.UTC(2025, 3, 1, 10, 30), true, '2025-04-01T10:30'],
  ['date-time', Date.UTC(2025, 3, 1, 10, 30, 15), true, '2025-04-01T10:30:15'],
  ['day', Date.UTC(2025, 3, 1), true, '2025-04-01'],
  ['time', '10:30:00', false, '10:30'],
  ['date-time-offset', '2025-04-01T10:30:00.000+05:00', false, '2025-04-01T10:30'],
])('a field for %s shows %s (UTC: %s) as “%s”', (input, value, utc, shown) => {
  expect(shownValue({ input, value, utc })).toBe(shown);
});

it.each<Input>(['date-time', 'day'])('round-trips a %s', (input) => {
  const time = new Date(2025, 9, 26, input === 'day' ? 0 : 2, input === 'day' ? 0 : 45).getTime();
  const field = { input, value: time, utc: false };
  expect(typedValue(input, shownValue(field), field)).toBe(time);
});
