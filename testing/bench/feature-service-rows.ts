import type { Database } from '../../server/platform/database/connect.ts';
import { median } from './bench.ts';
import { databaseProcesses, processorTimeOf } from './processor-time.ts';

/** Milliseconds of one kind of query, one at a time. */
export interface FeatureServiceRow {
  name: string;
  /** Features in the table, and in the median response. */
  features: number;
  answer: number;
  p50: number;
  p95: number;
  /** Median of the processor time of this process, server and client together, and of the database's. */
  processor?: number;
  database?: number;
}

/** Queries of one kind. */
export const requests = 80;
/**
 * Degrees between two buildings: tables of every size have the same density, and larger ones a larger extent.
 */
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

/** Windows with about this many buildings, spread over the table. */
export function windows(size: number, buildingsWide: number): Window[] {
  const width = Math.ceil(Math.sqrt(size)) * step;
  const wide = buildingsWide * step;
  return Array.from({ length: requests }, (_none, n) => ({
    x: ((n * 0.618_034) % 1) * (width - wide),
    y: ((n * 0.754_878) % 1) * (width - wide),
    size: wide,
  }));
}

/** One of several servers that get the same queries in turn. */
export interface TimedQueries {
  name: string;
  /** Features in its table. */
  features: number;
  /** Runs query number `n`; returns the size of the response. */
  ask(query: number): Promise<number>;
  /** Fewer queries for slow ones. */
  queries?: number;
}

/** Run before measuring: these warm up code and caches. */
const warming = 5;

/**
 * Sends the first query to each, then the second to each: a slow phase of the machine affects all of them, so
 * their rows are comparable.
 * @param database whose connections' processor time is measured, together with this process
 */
export async function timeInTurn(
  all: readonly TimedQueries[],
  database: Database,
): Promise<FeatureServiceRow[]> {
  const measured = all.map(() => ({
    milliseconds: [] as number[],
    answers: [] as number[],
    processor: [] as number[],
    database: [] as number[],
  }));
  for (let query = -warming; query < requests; query += 1) {
    const processes = await databaseProcesses(database);
    for (const [index, { ask, queries = requests }] of all.entries()) {
      if (query >= queries) continue;
      const worked = await processorTimeOf(processes);
      const used = process.cpuUsage();
      const started = performance.now();
      const answer = await ask((query + requests) % requests);
      const elapsed = performance.now() - started;
      const { user, system } = process.cpuUsage(used);
      const into = measured[index];
      if (query < 0 || !into) continue;
      into.milliseconds.push(elapsed);
      into.answers.push(answer);
      into.processor.push((user + system) / 1000);
      into.database.push((await processorTimeOf(processes)) - worked);
    }
  }
  return all.map(({ name, features }, index) => {
    const { processor, database: databases, ...times } = measured[index]!;
    return {
      ...row(name, features, summary(times)),
      processor: median(processor),
      database: median(databases),
    };
  });
}

/**
 * Runs queries one after another.
 * @param warm queries before measuring
 */
export async function time<QueryInput>(
  requested: readonly QueryInput[],
  ask: (query: QueryInput) => Promise<number>,
  warm = 10,
): Promise<Times> {
  const milliseconds: number[] = [];
  const answers: number[] = [];
  for (let index = -warm; index < requested.length; index += 1) {
    const query = requested.at(index % requested.length) as QueryInput;
    const started = performance.now();
    const answer = await ask(query);
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
