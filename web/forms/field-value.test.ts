import { describe, expect, it } from 'vitest';
import type { FieldValue, FormField } from '../map/edit/edit-feature.ts';
import { offsetOf, shownValue, typedValue } from './field-value.ts';

type Input = FormField['input'];
const plain = { zone: 'Asia/Almaty', value: null };

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
    expect(typedValue('date-time', '2025-04-01T10:30', { zone: 'UTC', value: null })).toBe(
      Date.UTC(2025, 3, 1, 10, 30),
    );
    expect(typedValue('day', '2025-04-01', { zone: 'UTC', value: null })).toBe(Date.UTC(2025, 3, 1));
    expect(typedValue('date-time', 'soon', plain)).toBeUndefined();
  });

  it('keeps the offset of the value it replaces', () => {
    const value = '2025-04-01T10:00:00.000+05:00';
    expect(typedValue('date-time-offset', '2025-04-02T11:00', { ...plain, value })).toBe(
      '2025-04-02T11:00:00+05:00',
    );
    expect(offsetOf('2025-04-01T10:00:00Z', '', 'Europe/Amsterdam')).toBe('+00:00');
  });

  it.each([
    ['2025-04-01T10:00', 'Europe/Amsterdam', '+02:00'],
    ['2025-12-01T10:00', 'Europe/Amsterdam', '+01:00'],
    ['2025-12-01T10:00', 'America/St_Johns', '-03:30'],
    ['', 'Europe/Amsterdam', '+00:00'],
  ])('has at “%s” in %s the offset %s', (typed, zone, offset) => {
    expect(offsetOf(null, typed, zone)).toBe(offset);
  });
});

it.each<[Input, FieldValue, string, string]>([
  ['text', null, 'UTC', ''],
  ['number', Number.NaN, 'UTC', ''],
  ['number', 1.5, 'UTC', '1.5'],
  ['date-time', Date.UTC(2025, 3, 1, 10, 30), 'UTC', '2025-04-01T10:30'],
  ['date-time', Date.UTC(2025, 3, 1, 10, 30, 15), 'UTC', '2025-04-01T10:30:15'],
  ['date-time', Date.UTC(2025, 3, 1, 10, 30), 'Europe/Amsterdam', '2025-04-01T12:30'],
  ['date-time', 9e15, 'Europe/Amsterdam', ''],
  ['day', Date.UTC(2025, 3, 1), 'UTC', '2025-04-01'],
  ['day', Date.UTC(2025, 2, 31, 22), 'Europe/Amsterdam', '2025-04-01'],
  ['time', '10:30:00', 'UTC', '10:30'],
  ['date-time-offset', '2025-04-01T10:30:00.000+05:00', 'UTC', '2025-04-01T10:30'],
])('a field for %s shows %s in %s as “%s”', (input, value, zone, shown) => {
  expect(shownValue({ input, value, zone })).toBe(shown);
});

it.each<[Input, string, string]>([
  ['date-time', '2025-10-26T02:45', 'Europe/Amsterdam'],
  ['date-time', '2025-04-01T10:30:15', 'Asia/Almaty'],
  ['day', '2025-10-26', 'Europe/Amsterdam'],
  ['day', '2025-04-01', 'America/St_Johns'],
])('keeps a %s that is typed as %s in %s', (input, typed, zone) => {
  const value = typedValue(input, typed, { zone, value: null }) ?? null;
  expect(shownValue({ input, value, zone })).toBe(typed);
});
