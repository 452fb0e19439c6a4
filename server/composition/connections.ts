import { connectDatabase, type Database, poolOf, type SlowStatement } from '../database/connect.ts';
import { limits } from '../limits.ts';

/** The two ways into the database: one for everything, one for questions that strangers word. */
export interface Connections {
  database: Database;
  /** Changes nothing and gives up in time. */
  reader: Database;
  /** Connections of the first, for `/metrics`. */
  count(): { used: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** @param tellSlow hears of statements that took longer than `slowMilliseconds` */
export function connect(
  url: string,
  slowMilliseconds: number,
  tellSlow: (statement: SlowStatement) => void,
): Connections {
  const slow = { milliseconds: slowMilliseconds, tell: tellSlow };
  const database = connectDatabase(url, { slow });
  const reader = connectDatabase(url, {
    readOnly: { statementMilliseconds: limits.featureQuerySeconds * 1000 },
    slow,
  });
  const pool = poolOf(database);
  return {
    database,
    reader,
    count: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async close() {
      await Promise.all([database.destroy(), reader.destroy()]);
    },
  };
}
