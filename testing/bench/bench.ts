/** One benchmark: `npm run bench -- NAME` runs only this one. */
export interface Bench {
  name: string;
  /** One line: what is compared with what. */
  about: string;
  run(options: BenchOptions): Promise<BenchResult>;
}

export interface BenchOptions {
  /** Repetitions of each measurement. */
  runs: number;
  /**
   * Also measures five million features and a million items: some ten minutes and four gigabytes more each.
   */
  large: boolean;
  /** Size of the files that are uploaded. */
  megabytes: number;
}

/** Results of a benchmark: tables for people, and the same figures for programs. */
export interface BenchResult {
  tables: Table[];
  /** Written to the file of `--json`. */
  figures: unknown;
}

export interface Table {
  title: string;
  columns: string[];
  rows: (string | number)[][];
}

/** A Markdown table, which can be pasted into docs/measurements.md. */
export function printTable({ title, columns, rows }: Table): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    '',
    `### ${title}`,
    '',
    line(columns),
    line(columns.map((_, index) => (index === 0 ? '---' : '---:'))),
    ...rows.map(line),
  ].join('\n');
}

/** The median; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** `median (least–most)`, rounded. */
export function spread(values: readonly number[], digits = 0): string {
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0) return 'n/a';
  const [middle, least, most] = [median(finite), Math.min(...finite), Math.max(...finite)].map((value) =>
    value.toFixed(digits),
  );
  return least === most ? `${middle}` : `${middle} (${least}–${most})`;
}

/** A ratio, or `n/a` where one of both is unknown. */
export function ratio(value: number, base: number): string {
  return Number.isFinite(value / base) ? (value / base).toFixed(2) : 'n/a';
}
