import { Kysely, type LogEvent, PostgresDialect, sql, type TransactionBuilder } from 'kysely';
import pg from 'pg';
import { databaseTimeouts, type DatabaseTimeouts } from '../../limits.ts';
import { pauseInTurns } from '../budgets/in-turn.ts';
import { PreparingClient, ReadingClient } from './prepared.ts';
import { Primary } from './primary.ts';
import { Replica, type ReplicaAddress, type ReplicaOptions, replicaWait } from './replica.ts';
import { asTransaction, currentWork } from './current-work.ts';
import { isLost, StandIn, standInScope } from './stand-in.ts';
import type { Tables } from './tables.ts';
import { WorkPool } from './work-pool.ts';

/** Limits on whole transactions exist since PostgreSQL 17. */
const transactionTimeoutSince = 170_000;

/** The first statement of a new connection: time limits of the session, whether it is read-only, and that it compiles nothing. */
export function sessionSettings(
  timeouts: DatabaseTimeouts,
  readOnly: boolean,
  more: Record<string, string> = {},
): string {
  const settings = {
    ...more,
    statement_timeout: `${timeouts.statement}s`,
    lock_timeout: `${timeouts.lock}s`,
    idle_in_transaction_session_timeout: `${timeouts.idleInTransaction}s`,
    default_transaction_read_only: readOnly ? 'on' : 'off',
    // Compiling a statement takes longer than most statements here, each time and in each connection.
    jit: 'off',
  };
  const sets = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  // In one statement and one round trip: names unknown to the server are never evaluated.
  return `select ${sets.join(', ')}, case
    when current_setting('server_version_num')::int >= ${transactionTimeoutSince}
    then set_config('transaction_timeout', '${timeouts.transaction}s', false) end`;
}

export type Database = Kysely<Tables>;

/**
 * The clock of the database, in epoch milliseconds. It decides where processes of several machines decide about each other: whether one
 * still works on something, and who does it next.
 */
export const databaseNow = sql<number>`(extract(epoch from statement_timestamp()) * 1000)::bigint`;

/** int8 (counts, epoch milliseconds) as a number: all counts stay below 2^53. */
const int8 = 20;
/** A day stays text: a Date would shift it into the server's time zone. */
const date = 1082;

export interface ConnectionOptions {
  poolSize?: number;
  /** A pool with free connections when this one is full, for cancelling statements. */
  control?: Database;
  /** `databaseTimeouts.ordinary` when absent. */
  timeouts?: DatabaseTimeouts;
  /** Read-only sessions, for client-supplied queries. */
  readOnly?: boolean;
  /** Replicas for reads that may lag (`lagging-read.ts`), with as many connections; all reads are the primary's when absent. */
  replica?: (ReplicaAddress & ReplicaOptions) | undefined;
  /** What is known of the primary; nothing when absent. */
  primary?: Primary | undefined;
  /** Replicas for requests while the primary is away (`stand-in.ts`), with as many connections. */
  standIn?: string | undefined;
  /** Milliseconds after which connections to a primary that is away are closed; at once when absent. */
  grace?: number;
  /** Called for every statement that took at least `milliseconds`, with its text but without values. */
  slow?: { milliseconds: number; notify: (statement: SlowStatement) => void };
}

export interface SlowStatement {
  /** With `$1` for values. */
  sql: string;
  milliseconds: number;
}

const pools = new WeakMap<Database, WorkPool>();

/** Opens a connection pool. Connections are made on first use, so this does not fail when the server is away. */
export function connectDatabase(url: string, options: ConnectionOptions = {}): Database {
  const { timeouts = databaseTimeouts.ordinary, readOnly = false, primary, standIn } = options;
  const pool = new WorkPool(poolConfig(url, options, sessionSettings(timeouts, readOnly)), {
    control: options.control && poolOf(options.control),
    replica: options.replica && connectReplica(options.replica, options, timeouts),
    primary,
    standIn:
      primary && standIn !== undefined
        ? new StandIn(() => openReplicas(standIn, options, timeouts), primary)
        : undefined,
    grace: options.grace,
  });
  guard(pool);
  const database = new WatchedDatabase({
    dialect: new PostgresDialect({ pool }),
    ...(options.slow && { log: logSlowStatements(options.slow) }),
  });
  pools.set(database, pool);
  return database;
}

/** A database whose transactions are known to the code within them (`asTransaction`). */
class WatchedDatabase extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    return watched(super.transaction());
  }
}

function watched(builder: TransactionBuilder<Tables>): TransactionBuilder<Tables> {
  const setAccessMode = builder.setAccessMode.bind(builder);
  const setIsolationLevel = builder.setIsolationLevel.bind(builder);
  const execute = builder.execute.bind(builder);
  builder.setAccessMode = (mode) => watched(setAccessMode(mode));
  builder.setIsolationLevel = (level) => watched(setIsolationLevel(level));
  builder.execute = (run) => execute((transaction) => asTransaction(() => run(transaction)));
  return builder;
}

function poolConfig(
  url: string,
  { poolSize = 10, readOnly = false }: ConnectionOptions,
  settings: string,
): pg.PoolConfig {
  const types = new pg.TypeOverrides();
  types.setTypeParser(int8, Number);
  types.setTypeParser(date, String);
  return {
    connectionString: url,
    Client: readOnly ? ReadingClient : PreparingClient,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    // A node that was cut off is noticed within eleven seconds by those that wait for it.
    keepAlive: true,
    keepAliveInitialDelayMillis: 1000,
    types,
    // The pool awaits it, whatever its type declares.
    onConnect: (client) => client.query(settings) as unknown as void,
  };
}

/** Keeps failures of connections from ending the process, and reads rows little by little. */
function guard(pool: pg.Pool): void {
  // An idle connection may break when the server restarts; the pool replaces it, so the process must not end.
  pool.on('error', () => {});
  // A used one may break between two statements: the next statement fails, and its caller gets the error.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('connect', ({ connection }) => readRowsInTurns(connection));
}

function connectReplica(
  { url, counts, ...more }: ReplicaAddress & ReplicaOptions,
  options: ConnectionOptions,
  timeouts: DatabaseTimeouts,
): Replica {
  return new Replica(() => openReplicas(url, options, timeouts), counts, more);
}

/** Connections to replicas, for reading. */
function openReplicas(url: string, options: ConnectionOptions, timeouts: DatabaseTimeouts): pg.Pool {
  // A connection that is closed ends its statement within a second.
  const settings = sessionSettings(timeouts, true, { client_connection_check_interval: '1s' });
  const config = poolConfig(url, { ...options, readOnly: true }, settings);
  const pool = new pg.Pool({ ...config, connectionTimeoutMillis: replicaWait });
  guard(pool);
  return pool;
}

/** Connections of a worker thread, one unless `poolSize` is given, beside one that cancels their statements. Made on first use. */
export function threadDatabase(url: string, options: Omit<ConnectionOptions, 'control'> = {}): Database {
  const control = connectDatabase(url, { poolSize: 1, timeouts: databaseTimeouts.reserved });
  return connectDatabase(url, { poolSize: 1, ...options, control });
}

/** The replicas of a database; undefined without any. */
export function replicaOf(database: Database): Replica | undefined {
  return poolOf(database).replica;
}

/**
 * Reads the rows of a connection little by little. Otherwise everything that has arrived is read at once, up
 * to two megabytes, and parsing the rows of a large page blocks all other requests. Rows are counted instead
 * of the bytes of the stream, because COPY must be its only listener.
 */
function readRowsInTurns(connection: pg.Connection): void {
  const count = pauseInTurns(connection.stream);
  connection.on('dataRow', ({ length }: { length: number }) => count(length));
}

function logSlowStatements({ milliseconds, notify }: NonNullable<ConnectionOptions['slow']>) {
  return ({ query, queryDurationMillis: took }: LogEvent) => {
    if (took >= milliseconds)
      notify({ sql: query.sql.replace(/\s+/g, ' ').slice(0, 2000), milliseconds: Math.round(took) });
  };
}

/** The pool of a database of `connectDatabase`, for what Kysely does not support: COPY and rows as arrays. */
export function poolOf(database: Database): WorkPool {
  const pool = pools.get(database);
  if (!pool) throw new Error('poolOf takes a database made by connectDatabase, not a transaction.');
  return pool;
}

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

/**
 * Runs work that only reads in a transaction, or as part of the current one. If its node is lost within it, the work is done
 * again: a replica may answer (`stand-in.ts`).
 */
export async function inReadTransaction<Result>(
  database: Database,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  if (database.isTransaction) return work(database);
  const run = () => database.transaction().setAccessMode('read only').execute(work);
  for (let left = readAttempts; ; left -= 1) {
    try {
      return await run();
    } catch (error) {
      if (left === 1 || currentWork()?.signal.aborted || !standInScope() || !isLost(error)) throw error;
    }
  }
}

/** On the primary, on a replica, and on another one when that is lost, too. */
const readAttempts = 3;
