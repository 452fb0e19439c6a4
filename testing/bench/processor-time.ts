import { readFile } from 'node:fs/promises';
import { type Database, poolOf } from '../../server/platform/database/connect.ts';

/**
 * Milliseconds of processor time of the database's connections, which other programs on the machine affect
 * less than elapsed time. NaN where the system does not report it by process (`/proc`, Linux), or the
 * database runs elsewhere.
 */
export async function databaseProcessorTime(database: Database): Promise<number> {
  const { rows } = await poolOf(database).query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and datname = current_database()`,
  );
  try {
    const files = await Promise.all(rows.map(({ pid }) => readFile(`/proc/${pid}/schedstat`, 'utf8')));
    return files.reduce((sum, file) => sum + Number(file.split(' ')[0]) / 1e6, 0);
  } catch {
    return NaN;
  }
}
