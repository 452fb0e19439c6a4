import { expect, test } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

test.each([
  ['nothing', null, ''],
  ['an absent value', undefined, ''],
  ['text', 'Oak', 'Oak'],
  ['a number', -5.5, '-5.5'],
  ['a truth value', false, 'false'],
  ['an object', { a: 1 }, '"{""a"":1}"'],
  ['a comma', 'a,b', '"a,b"'],
  ['quotes', 'a "b"', '"a ""b"""'],
  ['a line break', 'a\nb', '"a\nb"'],
  ['an equals sign', '=1+1', "'=1+1"],
  ['a plus sign', '+1+1', "'+1+1"],
  ['a minus sign', '-1+1', "'-1+1"],
  ['an at sign', '@SUM(A1)', "'@SUM(A1)"],
  ['a tab', '\t=1', "'\t=1"],
  ['a carriage return', '\r=1', '"\'\r=1"'],
  ['a formula with a comma', '=A1,B1', '"\'=A1,B1"'],
  ['a name that is no number of a spreadsheet', '-Infinity', "'-Infinity"],
  ['a telephone number', '+7 7172 55', "'+7 7172 55"],
  ['a negative number as text', '-5', '-5'],
  ['a number with a sign as text', '+1.5e3', '+1.5e3'],
  ['the sign of a formula further on', 'a=1', 'a=1'],
])('a cell with %s', (_what, value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test('a line ends with CR and LF', () => {
  expect(csvLine(['a', 1, null])).toBe('a,1,\r\n');
});
