import { describe, expect, it } from 'vitest';
import { storable } from './calculation.ts';

describe('a calculated value', () => {
  it.each([
    ['integer', '12', 12],
    ['integer', 2.6, 3],
    ['double', 2.6, 2.6],
    ['double', true, 1],
    ['double', '', null],
    ['double', '  ', null],
    ['date', ' ', null],
    ['string', 5, '5'],
    ['string', ' ', ' '],
    ['string', null, null],
    ['date', '2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    // Texts without an offset are of the map: UTC+5 since 1 March 2024, UTC+6 before.
    ['date', '2024-02-29', Date.UTC(2024, 1, 28, 18)],
    ['date', '2024-03-01 12:30', Date.UTC(2024, 2, 1, 7, 30)],
    ['date', '2024-03-01T12:30:15.250', Date.UTC(2024, 2, 1, 7, 30, 15, 250)],
    ['date', 'March 1, 2024 1:00 PM', Date.UTC(2024, 2, 1, 8)],
    ['date', '03-02-2024', Date.UTC(2024, 2, 1, 19)],
    ['date', '2024-03-01T12:30+02:00', Date.UTC(2024, 2, 1, 10, 30)],
    ['date', 'Fri Mar 01 2024 12:30:00 GMT+0200 (EET)', Date.UTC(2024, 2, 1, 10, 30)],
    ['date', 'Fri, 01 Mar 2024 12:30:00 GMT', Date.UTC(2024, 2, 1, 12, 30)],
    ['date', new Date(5), 5],
    ['string', new Date(5), '1970-01-01T00:00:00.005Z'],
    ['date-only', new Date(Date.UTC(2024, 1, 29, 23, 30) - 5 * 3_600_000), '2024-02-29'],
    ['date-only', new Date(Date.UTC(2024, 1, 28, 19)), '2024-02-29'],
    ['date-only', '2024-02-29', '2024-02-29'],
  ])('of a field of type %s is stored: %s', (type, value, stored) => {
    expect(storable(value, { type }, 'Asia/Almaty')).toBe(stored);
  });

  it.each([
    ['a text for a number', 'tall', { type: 'double' }, 'no-number'],
    ['infinity', Infinity, { type: 'double' }, 'no-number'],
    ['no number, for a text', Number.NaN, { type: 'string' }, 'no-number'],
    ['infinity, for a text', -Infinity, { type: 'string' }, 'no-number'],
    ['a text for a date', 'soon', { type: 'date' }, 'no-date'],
    ['true for a date', true, { type: 'date' }, 'no-date'],
    ['a date that is none, for a day', new Date(Number.NaN), { type: 'date-only' }, 'no-date'],
    ['a date that is none, for a text', new Date(Number.NaN), { type: 'string' }, 'no-date'],
    ['a text that is too long', 'abcd', { type: 'string', length: 3 }, 'long-text'],
    ['nothing where a value is needed', null, { type: 'string', nullable: false }, 'no-value'],
  ])('is refused: %s', (_what, value, field, code) => {
    expect(() => storable(value, field, 'UTC')).toThrow(
      expect.objectContaining({ id: 'calculate:bad-value', faults: [expect.objectContaining({ code })] }),
    );
  });
});
