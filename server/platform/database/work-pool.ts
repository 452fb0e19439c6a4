import pg from 'pg';
import { limits } from '../../limits.ts';
import { isCancelled, isCommit, isOutcomeUnknown, isRollback, maySave } from './commit-outcome.ts';
import { asWork, beginCommit, currentWork, type Work } from './current-work.ts';
import { type Primary, primaryIsAway } from './primary.ts';
import type { Replica } from './replica.ts';
import {
  isLost,
  rescueStatements,
  type StandIn,
  type StandInScope,
  standInScope,
  withStandIn,
} from './stand-in.ts';

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: boolean | Error) => void,
) => void;

export interface WorkPoolOptions {
  /** Pool for cancellations; it should not be full when this pool is. */
  control?: pg.Pool | undefined;
  /** Gives the connections of reads that may lag, where it can. */
  replica?: Replica | undefined;
  /** What is known of the primary. */
  primary?: Primary | undefined;
  /** Gives the connections of requests while the primary is away. */
  standIn?: StandIn | undefined;
  /** Milliseconds after which connections to a primary that is away are closed; at once when absent. */
  grace?: number | undefined;
}

/** A connection, and how to cancel its statement. */
interface Taken {
  client: pg.PoolClient;
  cancel: () => Promise<unknown>;
}

/**
 * A pool whose connections belong to the work that takes them (`current-work.ts`): they count against its
 * share, and when its signal aborts the running statement is cancelled. A running COMMIT gets a few seconds more: PostgreSQL would not
 * undo it, only stop waiting for a second node.
 */
export class WorkPool extends pg.Pool {
  readonly #control: pg.Pool;
  readonly replica: Replica | undefined;
  readonly #primary: Primary | undefined;
  readonly #standIn: StandIn | undefined;
  readonly #forget: () => void;

  constructor(
    options: pg.PoolConfig,
    { control, replica, primary, standIn, grace = 0 }: WorkPoolOptions = {},
  ) {
    super(options);
    this.#control = control ?? this;
    this.replica = replica;
    this.#primary = primary;
    this.#standIn = standIn;
    const open = new Set<pg.PoolClient>();
    this.on('connect', (client) => open.add(client));
    this.on('remove', (client) => open.delete(client));
    this.#forget =
      primary?.onLost((isReplaced) => {
        const since = primary.awaySince;
        const close = () => {
          for (const { connection } of open) connection.stream.destroy();
        };
        // A node that was cut off closes nothing: its connections would be waited for for minutes.
        if (isReplaced || grace === 0) close();
        else setTimeout(() => primary.awaySince === since && close(), grace).unref();
      }) ?? (() => {});
  }

  override async end(): Promise<void> {
    this.#forget();
    await Promise.all([super.end(), this.replica?.end(), this.#standIn?.end()]);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const work = currentWork();
    const connected = work ? this.#connectFor(work) : this.#take().then(({ client }) => client);
    if (!callback) return connected;
    void pass(connected, callback);
    return undefined;
  }

  async #take(): Promise<Taken> {
    const replicated = await this.replica?.take();
    // Another connection to replicas might lead to another node. A node ends the statements of closed connections.
    if (replicated) return { client: replicated, cancel: () => replicated.end() };
    const scope = this.#standIn && standInScope();
    if (scope && (scope.since ?? this.#primary?.awaySince) !== undefined) return this.#takeStandIn(scope);
    try {
      return this.#watched(await this.#connectPrimary(), scope);
    } catch (error) {
      if (scope && isLost(error)) return this.#takeStandIn(scope);
      throw error;
    }
  }

  async #takeStandIn(scope: StandInScope): Promise<Taken> {
    const standIn = this.#standIn;
    if (!standIn) throw primaryIsAway();
    const client = await standIn.take(scope);
    // A replica that becomes the primary may lose all its connections: a proxy closes them.
    const rescued = rescueStatements(client, () => standIn.take(scope));
    return { client, cancel: async () => rescued.cancel() || client.end() };
  }

  /** A connection to the primary; fails when the primary is lost meanwhile. */
  async #connectPrimary(): Promise<pg.PoolClient> {
    const primary = this.#primary;
    if (!primary) return super.connect();
    if (primary.awaySince !== undefined) await primary.retry();
    if (primary.awaySince !== undefined) throw primaryIsAway();
    const lost = Promise.withResolvers<never>();
    const forget = primary.onLost(() => lost.reject(primaryIsAway()));
    const connecting = super.connect();
    try {
      return await Promise.race([connecting, lost.promise]);
    } catch (error) {
      connecting.then(
        (client) => client.release(true),
        () => {},
      );
      throw error;
    } finally {
      forget();
    }
  }

  #watched(client: pg.PoolClient, scope: StandInScope | undefined): Taken {
    const backend = (client as { processID?: number }).processID;
    const standIn = this.#standIn;
    const rescued = scope && standIn && rescueStatements(client, () => standIn.take(scope));
    const cancel = async () => {
      if (!rescued?.cancel() && backend !== undefined) await this.#cancel(backend);
    };
    return { client, cancel };
  }

  async #connectFor(work: Work): Promise<pg.PoolClient> {
    const giveBack = (await work.takeConnection?.(work.signal)) ?? (() => {});
    try {
      work.signal.throwIfAborted();
      const { client, cancel } = await this.#take();
      this.#obey(client, cancel, work, giveBack);
      return client;
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  /** Fails when the database is unavailable; there is nothing left to cancel then. */
  async #cancel(backend: number): Promise<void> {
    const cancel = () => this.#control.query('select pg_cancel_backend($1)', [backend]);
    // On a replica the number is that of another statement.
    await withStandIn(undefined, () => asWork(undefined, cancel)).catch(() => {});
  }

  #obey(client: pg.PoolClient, cancel: () => Promise<unknown>, work: Work, giveBack: () => void): void {
    const { signal } = work;
    const statements = watchStatements(client, work);
    let cancelling: Promise<unknown> | undefined;
    let waiting: NodeJS.Timeout | undefined;
    const abort = () => {
      if (statements.mayBeCancelled()) cancelling = cancel();
      // What it saves stays on this node. The caller has been told by then that it may have been saved.
      else if (statements.isCommitting())
        waiting = setTimeout(() => {
          if (statements.isCommitting()) cancelling = cancel();
        }, limits.commitWaitSeconds * 1000);
    };
    signal.addEventListener('abort', abort, { once: true });
    const release = client.release.bind(client);
    client.release = (error) => {
      signal.removeEventListener('abort', abort);
      clearTimeout(waiting);
      statements.stop();
      giveBack();
      if (!cancelling) release(error);
      // A cancellation that hit nothing could hit the next statement, so that connection is closed.
      else release(!statements.wasCancelled());
    };
  }
}

async function pass(connected: Promise<pg.PoolClient>, callback: Connected): Promise<void> {
  let client: pg.PoolClient;
  try {
    client = await connected;
  } catch (error) {
    callback(error as Error, undefined, () => {});
    return;
  }
  callback(undefined, client, client.release.bind(client));
}

/** Tracks the statements of one checkout, and after the abort starts only those that undo a transaction. */
function watchStatements(client: pg.PoolClient, work: Work) {
  // All call signatures (texts, streams, callbacks) are passed on unchanged.
  type Query = (...parameters: unknown[]) => unknown;
  const query = client.query.bind(client) as unknown as Query;
  const { signal } = work;
  let running = 0;
  let committing = 0;
  let cancelled = false;
  const note = (error: unknown) => {
    running -= 1;
    if (isCancelled(error)) cancelled = true;
  };
  /** @returns what is called with the outcome */
  const noteSent = (statement: unknown): ((error?: unknown) => void) => {
    const end = maySave(client, statement) ? beginCommit(work) : undefined;
    const isCommitting = isCommit(statement);
    running += 1;
    if (isCommitting) committing += 1;
    return (error) => {
      note(error);
      if (isCommitting) committing -= 1;
      end?.(!error || isOutcomeUnknown(error));
    };
  };
  const watched: Query = (...parameters) => {
    const callback = parameters.at(-1);
    const [statement] = parameters;
    let noteEnd: (error?: unknown) => void;
    try {
      if (!isRollback(statement)) signal.throwIfAborted();
      noteEnd = noteSent(statement);
    } catch (reason) {
      if (typeof callback !== 'function') return Promise.reject(reason as Error);
      (callback as Query)(reason);
      return undefined;
    }
    if (typeof callback === 'function') {
      return query(...parameters.slice(0, -1), (error: unknown, result: unknown) => {
        noteEnd(error);
        return (callback as Query)(error, result);
      });
    }
    const result = query(...parameters);
    if (result instanceof Promise)
      result.then(
        () => noteEnd(),
        (error: unknown) => noteEnd(error),
      );
    return result;
  };
  client.query = watched as typeof client.query;
  return {
    mayBeCancelled: () => running > 0 && committing === 0,
    isCommitting: () => committing > 0,
    wasCancelled: () => cancelled,
    stop: () => {
      // Restores the prototype's method.
      delete (client as { query?: unknown }).query;
    },
  };
}
