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

export type Times = Pick<FeatureServiceRow, 'answer' | 'p50' | 'p95'>;

/** A row of the table. */
export function row(name: string, features: number, times: Times): FeatureServiceRow {
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

/** One of several that are asked the same in turn. */
export interface Asked {
  name: string;
  /** Features in its table. */
  features: number;
  /** Asks question number so and so; answers the size of the answer. */
  ask(question: number): Promise<number>;
  /** Fewer questions for what is slow. */
  questions?: number;
}

/** Asked before the clock runs: these warm up code and caches. */
const warming = 5;

/**
 * Asks each the first question, then each the second: a busy moment of the machine meets all of them, and their rows may be
 * compared.
 */
export async function timeInTurn(all: readonly Asked[]): Promise<FeatureServiceRow[]> {
  const measured = all.map(() => ({ milliseconds: [] as number[], answers: [] as number[] }));
  for (let question = -warming; question < requests; question += 1)
    for (const [index, { ask, questions = requests }] of all.entries()) {
      if (question >= questions) continue;
      const started = performance.now();
      const answer = await ask((question + requests) % requests);
      if (question < 0) continue;
      measured[index]?.milliseconds.push(performance.now() - started);
      measured[index]?.answers.push(answer);
    }
  return all.map(({ name, features }, index) => row(name, features, summary(measured[index]!)));
}

/**
 * Asks one after another.
 * @param warm questions asked before the clock runs
 */
export async function time<Question>(
  asked: readonly Question[],
  ask: (question: Question) => Promise<number>,
  warm = 10,
): Promise<Times> {
  const milliseconds: number[] = [];
  const answers: number[] = [];
  for (let index = -warm; index < asked.length; index += 1) {
    const question = asked.at(index % asked.length) as Question;
    const started = performance.now();
    const answer = await ask(question);
    if (index < 0) continue;
    milliseconds.push(performance.now() - started);
    answers.push(answer);
  }
  return summary({ milliseconds, answers });
}

function summary({ milliseconds, answers }: { milliseconds: number[]; answers: number[] }): Times {
  const at = (values: number[], share: number) =>
    values.sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
  const rounded = (value: number) => Math.round(value * 100) / 100;
  return {
    answer: at(answers, 0.5),
    p50: rounded(at(milliseconds, 0.5)),
    p95: rounded(at(milliseconds, 0.95)),
  };
}
