/** Milliseconds of one kind of question, asked one at a time. */
export interface FeatureServiceRow {
  name: string;
  /** Features in the table, and in the median answer. */
  features: number;
  answer: number;
  p50: number;
  p95: number;
}

/** Questions of one kind. */
export const requests = 80;
/** Degrees between two buildings: every size of table is as dense as the other, and so wider. */
export const step = 0.0004;

/** A row of the table. */
export function row(
  name: string,
  features: number,
  times: Pick<FeatureServiceRow, 'answer' | 'p50' | 'p95'>,
): FeatureServiceRow {
  return { name, features, ...times };
}

export interface Window {
  x: number;
  y: number;
  size: number;
}

/** Windows of about so many buildings, spread over the table. */
export function windows(size: number, buildingsWide: number): Window[] {
  const width = Math.ceil(Math.sqrt(size)) * step;
  const wide = buildingsWide * step;
  return Array.from({ length: requests }, (_none, n) => ({
    x: ((n * 0.618_034) % 1) * (width - wide),
    y: ((n * 0.754_878) % 1) * (width - wide),
    size: wide,
  }));
}

/**
 * Asks one after another.
 * @param warm questions asked before the clock runs
 */
export async function time<Question>(
  asked: readonly Question[],
  ask: (question: Question) => Promise<number>,
  warm = 10,
): Promise<{ answer: number; p50: number; p95: number }> {
  const milliseconds: number[] = [];
  const answers: number[] = [];
  for (let index = -warm; index < asked.length; index += 1) {
    const question = asked.at(index % asked.length) as Question;
    const started = performance.now();
    const answer = await ask(question);
    // These warm up code and caches.
    if (index < 0) continue;
    milliseconds.push(performance.now() - started);
    answers.push(answer);
  }
  const at = (values: number[], share: number) =>
    values.sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
  const rounded = (value: number) => Math.round(value * 100) / 100;
  return {
    answer: at(answers, 0.5),
    p50: rounded(at(milliseconds, 0.5)),
    p95: rounded(at(milliseconds, 0.95)),
  };
}
