import { budgetedConnections } from '../budgets/budgets.ts';
import { connectDatabase, type Database, poolOf, type SlowStatement } from '../database/connect.ts';
import { classLimits, limits } from '../limits.ts';

/** The ways into the database: one for everything, one for client-supplied queries, one that is never full. */
export interface Connections {
  database: Database;
  /** Changes nothing and gives up in time. */
  reader: Database;
  /** For answers that come while every class of work is full: health, configs; and to cancel statements. */
  reserved: Database;
  /** Connections of all pools, for `/metrics`. */
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
  const reserved = connectDatabase(url, { poolSize: limits.reservedConnections, slow });
  const database = connectDatabase(url, {
    // Each class keeps within its share, so none ever waits for a connection of another.
    poolSize: budgetedConnections + limits.backgroundConnections,
    control: reserved,
    slow,
  });
  const { features, tiles, geocoding } = classLimits;
  const reader = connectDatabase(url, {
    poolSize: features.connections + tiles.connections + geocoding.connections,
    readOnly: { statementMilliseconds: limits.featureQuerySeconds * 1000 },
    control: reserved,
    slow,
  });
  const databases = [database, reader, reserved];
  return {
    database,
    reader,
    reserved,
    count() {
      const pools = databases.map(poolOf);
      const sum = (count: (pool: (typeof pools)[number]) => number) =>
        pools.reduce((total, pool) => total + count(pool), 0);
      return {
        used: sum(({ totalCount, idleCount }) => totalCount - idleCount),
        idle: sum(({ idleCount }) => idleCount),
        waiting: sum(({ waitingCount }) => waitingCount),
      };
    },
    async close() {
      await Promise.all(databases.map((each) => each.destroy()));
    },
  };
}
