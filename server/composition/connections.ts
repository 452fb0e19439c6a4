import { budgetNames, connectionsOf } from '../platform/budgets/budgets.ts';
import {
  connectDatabase,
  type Database,
  poolOf,
  replicaOf,
  type SlowStatement,
} from '../platform/database/connect.ts';
import type { Replica, ReplicaAddress, ReplicaOptions } from '../platform/database/replica.ts';
import { databaseTimeouts, limits } from '../limits.ts';

/** The connection pools: one for everything, one for client-supplied queries, and two reserved ones. */
export interface Connections {
  database: Database;
  /** Read-only, with a time limit. */
  reader: Database;
  /**
   * For responses that must work while every class of work is full: health, configs; and to cancel
   * statements.
   */
  reserved: Database;
  /** For what may take hours: migrations and publishing. */
  long: Database;
  /** For threads, which have their own connections. */
  url: string;
  readFrom: ReplicaAddress | undefined;
  /** Replicas for what `reader` reads and may lag; undefined without any. */
  replica: Replica | undefined;
  /** Connections of all pools, for `/metrics`. */
  count(): { used: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/**
 * @param logSlowStatements called for statements that took longer than `slowMilliseconds`
 * @param replica for reads that may lag
 */
export function connect(
  url: string,
  slowMilliseconds: number,
  logSlowStatements: (statement: SlowStatement) => void,
  replica?: ReplicaAddress & ReplicaOptions,
): Connections {
  const slow = { milliseconds: slowMilliseconds, notify: logSlowStatements };
  const reserved = connectDatabase(url, {
    poolSize: limits.reservedConnections,
    timeouts: databaseTimeouts.reserved,
    slow,
  });
  // Each class keeps within its share, so none ever waits for a connection of another.
  const reading = connectionsOf(['features', 'tiles', 'geocoding']);
  const database = connectDatabase(url, {
    poolSize: connectionsOf(budgetNames) - reading + limits.backgroundConnections,
    control: reserved,
    slow,
  });
  const reader = connectDatabase(url, {
    poolSize: reading,
    readOnly: true,
    timeouts: { ...databaseTimeouts.ordinary, statement: limits.featureQuerySeconds },
    control: reserved,
    replica,
    slow,
  });
  const long = connectDatabase(url, {
    poolSize: connectionsOf(['uploads']),
    timeouts: databaseTimeouts.long,
    control: reserved,
    slow,
  });
  const databases = [database, reader, reserved, long];
  return {
    database,
    reader,
    reserved,
    long,
    url,
    readFrom: replica && { url: replica.url, counts: replica.counts },
    replica: replicaOf(reader),
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
