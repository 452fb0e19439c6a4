import { readdir, readFile } from 'node:fs/promises';
import { type Database, poolOf } from '../../server/platform/database/connect.ts';

/** Processes of the database's connections. */
export async function databaseProcesses(database: Database): Promise<number[]> {
  const { rows } = await poolOf(database).query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and datname = current_database()`,
  );
  return rows.map(({ pid }) => pid);
}

/**
 * Milliseconds of processor time of processes with one thread each, such as PostgreSQL's, which other programs on the machine
 * affect less than elapsed time. NaN where the system does not report it by process (`/proc`, Linux), or they run elsewhere.
 */
export async function processorTimeOf(processes: readonly number[]): Promise<number> {
  try {
    const files = await Promise.all(processes.map((pid) => readFile(`/proc/${pid}/schedstat`, 'utf8')));
    return files.reduce((sum, file) => sum + Number(file.split(' ')[0]) / 1e6, 0);
  } catch {
    return NaN;
  }
}

/**
 * Milliseconds of processor time of a process, and of all that it has started, such as an embedded PostgreSQL. Of processes and threads
 * that have ended meanwhile nothing is known.
 */
export async function processorTimes(pid: number): Promise<{ own: number; others: number }> {
  const times = await Promise.all((await startedBy(pid)).map(timeOfThreads));
  return { own: await timeOfThreads(pid), others: times.reduce((sum, time) => sum + time, 0) };
}

/** Processes that a process has started, and those that they have started. */
export async function startedBy(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    const status = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : '';
    // After the name, which may contain spaces and brackets: state and parent.
    const [, parent] = status.slice(status.lastIndexOf(')') + 2).split(' ');
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isWithin = (process: number | undefined): boolean =>
    process !== undefined && (process === pid || isWithin(parents.get(process)));
  return [...parents.keys()].filter((process) => process !== pid && isWithin(process));
}

async function timeOfThreads(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const files = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')),
  );
  return files.reduce((sum, file) => sum + Number(file.split(' ')[0]) / 1e6, 0);
}
