import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/** int8 (counts, epoch milliseconds) as a number: everything we count stays below 2^53. */
const int8 = 20;

/** Opens a connection pool. Connections are made on first use, so this does not fail when the server is away. */
export function connectDatabase(url: string, options: { poolSize?: number } = {}): Database {
  const types = new pg.TypeOverrides();
  types.setTypeParser(int8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 5_000,
    types,
  });
  // An idle connection may break when the server restarts; the pool replaces it, so this is no reason to die.
  pool.on('error', () => {});
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
