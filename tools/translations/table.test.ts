import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { languagesTable } from './table.ts';

const cells = (table: string) =>
  table
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .map((line) => line.split('|').map((cell) => cell.trim()));

// `npm run messages -- table` writes it.
test('the documented table shows every language as it is', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/languages.md'), 'utf8');
  const [, table = ''] = /<!-- languages: [^>]*-->([^]*)<!-- \/languages -->/.exec(text) ?? [];
  expect(cells(table)).toEqual(cells(languagesTable()));
});
