import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chapters } from '../web/features/shell/accessibility/chapters.ts';
import { criteria } from '../web/features/shell/accessibility/criteria.ts';
// @ts-expect-error A plain script, without types.
import { conformance, generatedParts, partPattern, reportFile } from './accessibility-report.mjs';

const text = readFileSync(reportFile, 'utf8');
const cellsOf = (table: string) =>
  table
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .map((line) => line.split('|').map((cell) => cell.trim()));

/** The rows of the document about other things than criteria: their clauses, conformance and remarks. */
const [, chapterTable = ''] = /\n## EN 301 549\n([^]*?)\n## /.exec(text) ?? [];
const rows = cellsOf(chapterTable)
  .slice(1)
  .map(([, clauses = '', level = '', remarks = '']) => ({
    chapter: /^\d+/.exec(clauses)?.[0] ?? clauses,
    level,
    remarks,
  }));
const levelsOf = (chapter: string) => rows.filter((row) => row.chapter === chapter).map(({ level }) => level);

/** How a chapter conforms as a whole. */
function combined(levels: readonly string[]): string {
  const applicable = levels.filter((level) => level !== 'Not applicable');
  if (applicable.length === 0) return 'Not applicable';
  return applicable.every((level) => level === 'Supports') ? 'Supports' : 'Partially supports';
}

describe('the accessibility report of the documents', () => {
  // `npm run record:accessibility` writes them.
  it.each(Object.entries<string>(generatedParts()))('has the %s of the statement', (name, part) => {
    const [, , recorded = ''] = partPattern(name).exec(text) ?? [];
    expect(cellsOf(recorded)).toEqual(cellsOf(part));
  });

  it('has chapters that conform as the statement says', () => {
    expect(levelsOf('9')).toEqual([combined(criteria.map(conformance))]);
    expect(chapters.map(({ id }) => [id, combined(levelsOf(id))])).toEqual(
      chapters.map((chapter) => [chapter.id, conformance(chapter)]),
    );
  });

  it('has every chapter of the standard: those that the statement leaves out apply in part, or not at all', () => {
    const all = [...new Set(rows.map(({ chapter }) => chapter))];
    expect(all).toEqual(['4', '5', '6', '7', '8', '9', '10', '11', '12', '13']);
    const others = all.filter((id) => id !== '9' && !chapters.some((chapter) => chapter.id === id));
    const applicable = others.filter((chapter) => combined(levelsOf(chapter)) !== 'Not applicable');
    // Chapter 4 is for information, chapter 5 applies to all products.
    expect(applicable).toEqual(['4', '5']);
  });

  it('has the terms of a VPAT, and remarks on each row', () => {
    const terms = ['Supports', 'Partially supports', 'Does not support', 'Not applicable'];
    expect(rows.filter(({ level, remarks }) => !terms.includes(level) || remarks === '')).toEqual([]);
    expect(rows.length).toBeGreaterThan(15);
  });
});
