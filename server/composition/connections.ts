import { budgetNames, connectionsOf } from '../platform/budgets/budgets.ts';
import {
  connectDatabase,
  type Database,
  poolOf,
  replicaOf,
  type SlowStatement,
} from '../platform/database/connect.ts';
import { Primary } from '../platform/database/primary.ts';
import { type PrimaryNotice, PrimaryWatch } from '../platform/database/primary-watch.ts';
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
  /** Whether the primary answers, and its clock. */
  primary: Primary;
  /** Resolves when the clock of the primary is known, unless it is away. */
  ready: Promise<void>;
  /** Connections of all pools, for `/metrics`. */
  count(): { used: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** Milliseconds after which statements of hours are cancelled because the primary is away. */
const graceOfLong = 15_000;

export interface ConnectOptions {
  slowMilliseconds: number;
  /** Called for statements that took longer. */
  logSlowStatements: (statement: SlowStatement) => void;
  /** Called when the primary is away, and when it is back. */
  notifyPrimary?: (notice: PrimaryNotice) => void;
  /** For reads that may lag, and for requests while the primary is away. */
  replica?: (ReplicaAddress & ReplicaOptions) | undefined;
}

export function connect(
  url: string,
  { slowMilliseconds, logSlowStatements, notifyPrimary = () => {}, replica }: ConnectOptions,
): Connections {
  const primary = new Primary(replica?.primary);
  const watch = new PrimaryWatch(url, primary, notifyPrimary);
  const slow = { milliseconds: slowMilliseconds, notify: logSlowStatements };
  const requests = { primary, standIn: replica?.url, slow };
  const reserved = connectDatabase(url, {
    poolSize: limits.reservedConnections,
    timeouts: databaseTimeouts.reserved,
    ...requests,
  });
  // Each class keeps within its share, so none ever waits for a connection of another.
  const reading = connectionsOf(['features', 'tiles', 'geocoding']);
  const database = connectDatabase(url, {
    poolSize: connectionsOf(budgetNames) - reading + limits.backgroundConnections,
    control: reserved,
    ...requests,
  });
  const reader = connectDatabase(url, {
    poolSize: reading,
    readOnly: true,
    timeouts: { ...databaseTimeouts.ordinary, statement: limits.featureQuerySeconds },
    control: reserved,
    replica,
    ...requests,
  });
  const long = connectDatabase(url, {
    poolSize: connectionsOf(['uploads']),
    timeouts: databaseTimeouts.long,
    control: reserved,
    primary,
    grace: graceOfLong,
    slow,
  });
  const databases = [database, reader, reserved, long];
  return {
    database,
    reader,
    reserved,
    long,
    url,
    readFrom: replica && { url: replica.url, counts: replica.counts, primary: replica.primary },
    replica: replicaOf(reader),
    primary,
    ready: watch.firstAttempt,
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
      await Promise.all([watch.stop(), ...databases.map((each) => each.destroy())]);
    },
  };
}
