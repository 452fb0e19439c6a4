import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CsvRecord, RecordSplitter } from './record-splitter.ts';

/** Rows of a text that arrives in pieces of these lengths. */
function split(text: string, lengths: readonly number[]): CsvRecord[] {
  const splitter = new RecordSplitter(',');
  const records: CsvRecord[] = [];
  let at = 0;
  for (let turn = 0; at < text.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    records.push(...splitter.push(text.slice(at, at + length)));
    at += length;
  }
  records.push(...splitter.end());
  return records;
}

const value = fc.oneof(
  fc.stringMatching(/^[a-z ]{0,4}$/),
  fc.stringMatching(/^[a",\n\r ]{0,5}$/).map((text) => `"${text.replaceAll('"', '""')}"`),
);

test('reads the same rows as csv-parse, however the text arrives', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(value, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
      fc.constantFrom('a,b', '"a\nb",c', 'a,"b\r\n"', '"a"",\r",b'),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.boolean(),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      (rows, first, end, isEnded, lengths) => {
        const text = [first, ...rows.map((row) => row.join(','))].join(end) + (isEnded ? end : '');
        const expected = parse(text, { relax_column_count: true, skip_empty_lines: true }) as string[][];
        expect(split(text, lengths).map(({ values }) => values)).toEqual(expected);
      },
    ),
  );
});

test('counts lines, those within quotation marks too', () => {
  const lines = split('a,b\n\n"1\n2",3\nx,y', [3]).map(({ line }) => line);
  expect(lines).toEqual([1, 3, 5]);
});

test.each([
  ['a,b\n"x', 'open-quote', 2],
  ['a,b\n"x"y,1\n', 'closing-quote', 2],
  ['a,b\n1,x"y\n', 'inner-quote', 2],
])('rejects %j', (text, code, line) => {
  expect(() => split(text, [4])).toThrow(
    expect.objectContaining({ faults: [expect.objectContaining({ code, path: `line ${line}` })] }),
  );
});
