import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import type pg from 'pg';
import { asBookkeeping, currentWork } from './current-work.ts';
import { explainFailure } from './explain-failure.ts';
import { Primary, primaryIsAway } from './primary.ts';
import type { ReplicaAddress } from './replica.ts';

/** Milliseconds for a replica to replay what it has received; then another connection, possibly to another replica, is tried. */
const replayWait = 200;
const askEvery = 50;
/** Replicas that are tried, or the same one. */
const tries = 5;
/** Connections to replicas that one statement may lose. */
const attempts = 3;

const position = `select case when pg_is_in_recovery()
  then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') >= $1 else true end as "isCurrent"`;

/**
 * A request, or its part in a thread, that replicas may answer while the primary is away
 * (`docs/decisions/0033-reads-without-a-primary.md`). Once a replica was used, all its statements go there: what was read
 * from one is never written to a primary that is back.
 */
export class StandInScope {
  #isOpen = true;
  #since: number | undefined;

  /** @param since of the request that this is a part of */
  constructor(since?: number) {
    this.#since = since;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Epoch milliseconds of the last contact with the primary; undefined if no replica stood in. */
  get since(): number | undefined {
    return this.#since;
  }

  use(since: number): void {
    this.#since ??= since;
  }

  /** Ends with the request: jobs that it has started wait for the primary. */
  close(): void {
    this.#isOpen = false;
  }
}

const scopes = new AsyncLocalStorage<StandInScope | undefined>();

/** Runs code for which replicas may stand in; not without a scope. */
export function withStandIn<Result>(scope: StandInScope | undefined, run: () => Result): Result {
  return scopes.run(scope, run);
}

/** The scope of the current request; undefined in background work. */
export function standInScope(): StandInScope | undefined {
  const scope = scopes.getStore();
  return scope?.isOpen ? scope : undefined;
}

/**
 * For what must not depend on replicas for long: whether a token is still valid.
 * @throws Error explained as `database:unreachable` (503) if replicas stand in and the primary was lost earlier
 */
export function requirePrimaryWithin(minutes: number): void {
  const since = standInScope()?.since;
  if (since !== undefined && Date.now() - since > minutes * 60_000) throw primaryIsAway();
}

/**
 * A condition of statements that write what a read notes along the way: they do not wait for a second node, without which
 * reads would wait, too. Outside of transactions only, whose other writes would not wait either.
 */
export const withoutSecondNode = sql<boolean>`set_config('synchronous_commit', 'off', true) is not null`;

/** Makes such a write, and omits it while the database is away, full or busy: the read goes on. */
export async function noteIfPossible(write: () => Promise<unknown>): Promise<void> {
  try {
    await asBookkeeping(write);
  } catch (error) {
    if ((explainFailure(error)?.status ?? 0) < 500) throw error;
  }
}

/** The options of `connectDatabase` for a thread whose tasks are parts of requests. */
export function standInOf(replica: ReplicaAddress | undefined) {
  return replica && { primary: new Primary(replica.primary, { follows: true }), standIn: replica.url };
}

/** Replicas that answer the requests of one pool while the primary is away. */
export class StandIn {
  readonly #open: () => pg.Pool;
  readonly #primary: Primary;
  #pool: pg.Pool | undefined;

  /** @param open makes a pool of read-only sessions */
  constructor(open: () => pg.Pool, primary: Primary) {
    this.#open = open;
    this.#primary = primary;
  }

  /**
   * A connection to a replica that has everything that was committed shortly before the primary was lost. Replicas reject
   * every write.
   */
  async take(scope: StandInScope): Promise<pg.PoolClient> {
    const pool = (this.#pool ??= this.#open());
    const begun = Date.now();
    for (let left = tries; left > 0; left -= 1) {
      let client: pg.PoolClient;
      try {
        client = await pool.connect();
      } catch (error) {
        // A proxy may lead to a node that is just starting, or becoming the primary. What gives no answer is not asked again.
        const isLast = left === 1 || Date.now() - begun > tries * replayWait;
        if (isLast || !isLost(error)) throw error;
        await pause(replayWait);
        continue;
      }
      try {
        if (await this.#becomesCurrent(client)) {
          scope.use(this.#primary.awaySince ?? Date.now());
          return client;
        }
      } catch (error) {
        // It was idle while its node was lost.
        if (!isLost(error)) {
          client.release(true);
          throw error;
        }
      }
      client.release(true);
    }
    throw primaryIsAway();
  }

  async end(): Promise<void> {
    await this.#pool?.end();
  }

  async #becomesCurrent(client: pg.PoolClient): Promise<boolean> {
    for (const end = Date.now() + replayWait; ; await pause(askEvery)) {
      const needed = [this.#primary.neededPosition];
      const { rows } = await client.query<{ isCurrent: boolean | null }>(position, needed);
      if (rows[0]?.isCurrent) return true;
      if (Date.now() > end) return false;
    }
  }
}

/** A connection whose lost statements run on replicas instead. */
export interface Rescued {
  /** Ends the statement that runs on a replica. @returns whether one does */
  cancel(): boolean;
}

type Query = (...parameters: unknown[]) => unknown;

/**
 * Repeats statements on replicas when the connection is lost. Replicas reject what writes, so that nothing is done twice.
 * A transaction, and what is streamed, fails.
 */
export function rescueStatements(client: pg.PoolClient, take: () => Promise<pg.PoolClient>): Rescued {
  const query = client.query.bind(client) as unknown as Query;
  const release = client.release.bind(client);
  let inTransaction = false;
  let standingIn: pg.PoolClient | undefined;
  const repeat = async (parameters: unknown[], first: unknown): Promise<unknown> => {
    let failure = first;
    for (let left = attempts; left > 0; left -= 1) {
      if (currentWork()?.signal.aborted) break;
      const other = await take();
      standingIn = other;
      try {
        const result = await (other.query as unknown as Query).apply(other, parameters);
        other.release();
        return result;
      } catch (error) {
        other.release(true);
        if (!isLost(error)) throw error;
        failure = error;
      } finally {
        standingIn = undefined;
      }
    }
    throw failure;
  };
  const rescued: Query = (...parameters) => {
    const [statement] = parameters;
    const text = typeof statement === 'string' ? statement : '';
    const begins = /^\s*(begin|start\s+transaction)\b/i.test(text);
    const ends = /^(commit|rollback|end|abort)\s*;?$/i.test(text.trim());
    // A replica would accept a COMMIT, and what it should have committed would be lost.
    const isPart = inTransaction || begins || ends;
    if (begins || ends) inTransaction = begins;
    const result = query(...parameters);
    if (isPart || !(result instanceof Promise)) return result;
    return result.catch((error: unknown) => {
      if (isLost(error)) return repeat(parameters, error);
      throw error;
    });
  };
  client.query = rescued as typeof client.query;
  client.release = (error) => {
    delete (client as { query?: unknown }).query;
    release(error);
  };
  return {
    cancel() {
      if (!standingIn) return false;
      void standingIn.end();
      return true;
    },
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Read-only: what a replica answers to every write. */
const readOnly = '25006';

/** Whether a statement failed because its node is away, starting or stopping. */
export function isLost(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code !== readOnly && explainFailure(error)?.id === 'database:unreachable';
}
