import type { Database } from './connect.ts';

/** Runs the work in a transaction, or as part of the current one. */
export async function inTransaction<Result>(
  database: Database,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return database.isTransaction ? work(database) : database.transaction().execute(work);
}
