import { databaseTimeouts } from '../../limits.ts';
import { connectDatabase, type ConnectionOptions, type Database } from '../database/connect.ts';

/** Connections of a worker thread, one unless `poolSize` is given, beside one that cancels their statements. Made on first use. */
export function threadDatabase(url: string, options: Omit<ConnectionOptions, 'control'> = {}): Database {
  const control = connectDatabase(url, { poolSize: 1, timeouts: databaseTimeouts.reserved });
  return connectDatabase(url, { poolSize: 1, ...options, control });
}
