import pg from 'pg';
import { asWork, currentWork, type Work } from './current-work.ts';

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: boolean | Error) => void,
) => void;

/**
 * A pool whose connections belong to the work that takes them (`current-work.ts`): they count against its
 * share, and when its signal aborts the running statement is cancelled.
 */
export class WorkPool extends pg.Pool {
  readonly #control: pg.Pool;

  /** @param control pool for cancellations; it should not be full when this pool is */
  constructor(options: pg.PoolConfig, control?: pg.Pool) {
    super(options);
    this.#control = control ?? this;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const work = currentWork();
    const connected = work ? this.#connectFor(work) : super.connect();
    if (!callback) return connected;
    void pass(connected, callback);
    return undefined;
  }

  async #connectFor(work: Work): Promise<pg.PoolClient> {
    const giveBack = (await work.takeConnection?.(work.signal)) ?? (() => {});
    try {
      work.signal.throwIfAborted();
      const client = await super.connect();
      this.#obey(client, work.signal, giveBack);
      return client;
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  /** Fails when the database is unavailable; there is nothing left to cancel then. */
  async #cancel(backend: number): Promise<void> {
    const cancel = () => this.#control.query('select pg_cancel_backend($1)', [backend]);
    await asWork(undefined, cancel).catch(() => {});
  }

  #obey(client: pg.PoolClient, signal: AbortSignal, giveBack: () => void): void {
    const statements = watchStatements(client, signal);
    let cancelling: Promise<unknown> | undefined;
    const abort = () => {
      if (!statements.isRunning()) return;
      const backend = (client as { processID?: number }).processID;
      if (backend !== undefined) cancelling = this.#cancel(backend);
    };
    signal.addEventListener('abort', abort, { once: true });
    const release = client.release.bind(client);
    client.release = (error) => {
      signal.removeEventListener('abort', abort);
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

/** Tracks the statements of one checkout, and after the abort starts only those that end a transaction. */
function watchStatements(client: pg.PoolClient, signal: AbortSignal) {
  // All call signatures (texts, streams, callbacks) are passed on unchanged.
  type Query = (...parameters: unknown[]) => unknown;
  const query = client.query.bind(client) as unknown as Query;
  let running = 0;
  let cancelled = false;
  const note = (error: unknown) => {
    running -= 1;
    if ((error as { code?: string } | undefined)?.code === '57014') cancelled = true;
  };
  const watched: Query = (...parameters) => {
    const callback = parameters.at(-1);
    const [statement] = parameters;
    if (signal.aborted && !endsTransaction(statement)) {
      const reason = signal.reason as Error;
      if (typeof callback !== 'function') return Promise.reject(reason);
      (callback as Query)(reason);
      return undefined;
    }
    running += 1;
    if (typeof callback === 'function') {
      return query(...parameters.slice(0, -1), (error: unknown, result: unknown) => {
        note(error);
        return (callback as Query)(error, result);
      });
    }
    const result = query(...parameters);
    if (result instanceof Promise) result.then(() => note(undefined), note);
    return result;
  };
  client.query = watched as typeof client.query;
  return {
    isRunning: () => running > 0,
    wasCancelled: () => cancelled,
    stop: () => {
      // Restores the prototype's method.
      delete (client as { query?: unknown }).query;
    },
  };
}

function endsTransaction(statement: unknown): boolean {
  return typeof statement === 'string' && /^\s*(commit|rollback)\s*;?\s*$/i.test(statement);
}
