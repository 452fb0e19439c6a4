import type { Database } from './connect.ts';

/** Does all of the work or none of it; inside a transaction already, as part of that one. */
export async function inTransaction<Result>(
  database: Database,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return database.isTransaction ? work(database) : database.transaction().execute(work);
}
