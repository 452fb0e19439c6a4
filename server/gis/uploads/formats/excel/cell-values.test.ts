import { expect, test } from 'vitest';
import { kindOfFormat, readSerial, unescapeText } from './cell-values.ts';

test.each([
  [0, undefined, undefined],
  [2, undefined, undefined],
  [14, undefined, 'date'],
  [20, undefined, 'time'],
  [22, undefined, 'date'],
  [46, undefined, undefined],
  [170, 'yyyy-mm-dd', 'date'],
  [170, '[$-409]d/m/yy h:mm AM/PM;@', 'date'],
  [170, 'mmm', 'date'],
  [170, 'hh:mm:ss.000', 'time'],
  [170, 'mm:ss', 'time'],
  [170, '[h]:mm:ss', undefined],
  [170, 'General', undefined],
  [170, '0.00E+00', undefined],
  [170, '#,##0.00 "days"', undefined],
  [170, '#,##0\\ [$$-409]', undefined],
  [170, '[Red]0;[Blue]-0', undefined],
  [170, '_-* #,##0.00_d', undefined],
  [170, 'd\\ mmmm\\ yyyy\\ "г."', 'date'],
])('format %i %s shows %s', (id, code, kind) => {
  expect(kindOfFormat(id, code)).toBe(kind);
});

test.each([
  [46_348, 'date', false, '2026-11-22'],
  [46_348.4375, 'date', false, '2026-11-22T10:30:00.000Z'],
  [46_348.437673611, 'date', false, '2026-11-22T10:30:15.000Z'],
  [44_886, 'date', true, '2026-11-22'],
  [1, 'date', false, '1900-01-01'],
  [59, 'date', false, '1900-02-28'],
  [61, 'date', false, '1900-03-01'],
  [2_958_465, 'date', false, '9999-12-31'],
  [2_958_466, 'date', false, 2_958_466],
  [-1, 'date', false, -1],
  [0.5, 'time', false, '12:00:00'],
  [0.999_999_9, 'time', false, '23:59:59'],
  [46_348.5, 'time', false, '2026-11-22T12:00:00.000Z'],
  [46_348, undefined, false, 46_348],
] as const)('%d as %s (from 1904: %s) is %s', (days, kind, from1904, value) => {
  expect(readSerial(days, kind, from1904)).toBe(value);
});

test('characters that XML does not have are read', () => {
  expect(unescapeText('a_x000D_\nb_x005F_x0041_ _x00_')).toBe('a\r\nb_x0041_ _x00_');
});
