import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Database } from './connect.ts';
import type { Tables } from './tables.ts';

class OpenTransaction extends Kysely<Tables> {
  override get isTransaction(): boolean {
    return true;
  }
}

/**
 * A database on one connection that is in a transaction already, for work that has to be atomic with COPY,
 * which Kysely does not support. The function that opened the transaction ends it.
 */
export function withinTransaction(client: pg.PoolClient): Database {
  const borrowed = {
    query: client.query.bind(client),
    release() {},
  };
  const pool = { connect: () => Promise.resolve(borrowed), end: () => Promise.resolve() };
  return new OpenTransaction({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) });
}

/** Runs the work in a transaction, or as part of the current one. */
export async function inTransaction<Result>(
  database: Database,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return database.isTransaction ? work(database) : database.transaction().execute(work);
}
