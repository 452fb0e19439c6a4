import { getLocale } from '@arcgis/core/intl.js';
import { sqlInstant, sqlLiteral } from '../layers/sql.ts';
import type { ChartPart, ChartStatistic } from './charts.ts';

/** A row of a query grouped by a field. */
export interface CategoryRow {
  category: string | number | null;
  value: number;
}

/** Ranges of a histogram. */
const ranges = 12;

export interface CategoryRules {
  field: string;
  statistic: ChartStatistic;
  /** Categories that are shown. */
  most: number;
  /** The label of a coded value. */
  titleOf: (category: string | number) => string;
}

/** The largest categories, and a summary of the others. Empty texts count as missing values. */
export function largestCategories(
  rows: readonly CategoryRow[],
  { field, statistic, most, titleOf }: CategoryRules,
): { parts: ChartPart[]; others: { count: number; value: number } } {
  const { compare } = new Intl.Collator(getLocale());
  const [missing, present] = [rows.filter(isMissing), rows.filter((row) => !isMissing(row))];
  const all = [
    ...present.map(({ category, value }) => ({
      title: titleOf(category as string | number),
      value,
      where: `${field} = ${sqlLiteral(category as string | number)}`,
    })),
    ...(missing.length > 0
      ? [{ title: '', value: merged(missing, statistic), where: whereMissing(field, missing) }]
      : []),
  ].toSorted((a, b) => b.value - a.value || compare(a.title, b.title));
  const others = all.slice(most);
  const value = others.reduce((sum, part) => sum + part.value, 0);
  return { parts: all.slice(0, most), others: { count: others.length, value } };
}

function isMissing({ category }: CategoryRow): boolean {
  return category === null || (typeof category === 'string' && category.trim() === '');
}

/** One value of the rows of missing and empty texts. An average of averages is that of the first. */
function merged(rows: readonly CategoryRow[], statistic: ChartStatistic): number {
  const values = rows.map(({ value }) => value);
  if (statistic === 'min') return Math.min(...values);
  if (statistic === 'max') return Math.max(...values);
  if (statistic === 'avg') return values[0] ?? 0;
  return values.reduce((sum, value) => sum + value, 0);
}

function whereMissing(field: string, rows: readonly CategoryRow[]): string {
  const texts = rows.flatMap(({ category }) => (typeof category === 'string' ? sqlLiteral(category) : []));
  return [`${field} IS NULL`, ...texts.map((text) => `${field} = ${text}`)].join(' OR ');
}

/**
 * Ranges of equal size between two values, whole numbers for whole numbers.
 * @param whole whether the field has whole numbers
 */
export function equalRanges(min: number, most: number, whole: boolean): [number, number][] {
  if (!(most > min)) return [[min, most]];
  const size = whole ? Math.ceil((most - min + 1) / ranges) : (most - min) / ranges;
  const count = whole ? Math.ceil((most - min + 1) / size) : ranges;
  return Array.from({ length: count }, (_none, index): [number, number] => [
    min + index * size,
    // Rounding must not leave out the greatest value.
    index === count - 1 ? (whole ? min + count * size : most) : min + (index + 1) * size,
  ]);
}

export type RangeField = 'number' | 'date' | 'date-only';

/**
 * The SQL condition of a range; the last one includes its end.
 *
 * @param sqlZone the time zone of SQL dates with a time
 */
export function whereInRange(
  field: string,
  [from, to]: readonly [number, number],
  { type, sqlZone, last }: { type: RangeField; sqlZone: string; last: boolean },
): string {
  const literal = (value: number) => (type === 'number' ? String(value) : sqlInstant(value, type, sqlZone));
  return `${field} >= ${literal(from)} AND ${field} ${last ? '<=' : '<'} ${literal(to)}`;
}
