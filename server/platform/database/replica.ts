import type pg from 'pg';
import { asWork } from './current-work.ts';
import { currentLaggingRead } from './lagging-read.ts';
import { type PrimaryMemory, primaryMemory } from './primary.ts';

/** Milliseconds for a connection, and for the answer whether a node is current; then the primary is used. */
export const replicaWait = 1000;
/** Milliseconds between two attempts to reach a replica that was away. */
const retryAfter = 5000;

/** Whether replicas are used; `reason` is that of the failure. */
export interface ReplicaState {
  isAway: boolean;
  reason?: string;
}

/** Connections for reads that may lag: to a replica, and to the primary because a replica was behind or away. */
export const replicaCounts = ['replica', 'behind', 'away'] as const;

/** Replicas, and the counts of all threads that read from them. */
export interface ReplicaAddress {
  url: string;
  /** In the order of `replicaCounts`; shared memory. */
  counts: Int32Array;
  /** What is known of the primary; shared memory. */
  primary: PrimaryMemory;
}

export function replicaAt(url: string): ReplicaAddress {
  const counts = new Int32Array(new SharedArrayBuffer(4 * replicaCounts.length));
  return { url, counts, primary: primaryMemory() };
}

export interface ReplicaOptions {
  /** Called when replicas are away, and when they are back. */
  notify?: (state: ReplicaState) => void;
  /** Whether to try them regularly, also while nothing is read. */
  watch?: boolean;
}

/**
 * A pool of connections to replicas at one address, possibly to several nodes. One failure sends all reads to the
 * primary until an attempt in the background succeeds, so no other read waits for a node that is away.
 */
export class Replica {
  readonly #open: () => pg.Pool;
  readonly #notify: (state: ReplicaState) => void;
  readonly #counts: Int32Array;
  readonly #timer: NodeJS.Timeout;
  readonly #watch: boolean;
  /** Undefined: away. */
  #pool: pg.Pool | undefined;
  #attempt: Promise<void> | undefined;

  /** @param open makes a pool whose connections fail after `replicaWait` */
  constructor(open: () => pg.Pool, counts: Int32Array, { notify, watch = false }: ReplicaOptions = {}) {
    this.#open = open;
    this.#counts = counts;
    this.#notify = notify ?? (() => {});
    this.#watch = watch;
    this.#pool = open();
    this.#timer = setInterval(() => this.#try(), retryAfter);
    this.#timer.unref();
    if (this.#watch) this.#try();
  }

  get isAway(): boolean {
    return this.#pool === undefined;
  }

  /** Those of all threads. */
  counts(): Record<(typeof replicaCounts)[number], number> {
    const [replica = 0, behind = 0, away = 0] = this.#counts;
    return { replica, behind, away };
  }

  /** A connection for the current read, if it may lag and a node has what it must see. */
  async take(): Promise<pg.PoolClient | undefined> {
    const read = currentLaggingRead();
    if (!read) return undefined;
    const pool = this.#pool;
    if (!pool) {
      this.#add('away');
      return undefined;
    }
    if (pool.idleCount === 0 && pool.totalCount >= pool.options.max) return undefined;
    let client: pg.PoolClient | undefined;
    try {
      const connected = (client = await pool.connect());
      if (await inTime(read.isCurrent(connected))) {
        this.#add('replica');
        read.usedReplica = true;
        return connected;
      }
      this.#add('behind');
      connected.release();
    } catch (error) {
      client?.release(true);
      this.#add('away');
      this.#leave(pool, error as Error);
    }
    return undefined;
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#attempt;
    await this.#pool?.end();
  }

  #add(what: (typeof replicaCounts)[number]): void {
    Atomics.add(this.#counts, replicaCounts.indexOf(what), 1);
  }

  #leave(pool: pg.Pool, { message }: Error): void {
    if (this.#pool !== pool) return;
    this.#pool = undefined;
    // Its idle connections may be broken without notice. Those in use end when they are released.
    void pool.end().catch(() => {});
    this.#notify({ isAway: true, reason: message });
  }

  #try(): void {
    if (this.#attempt || (this.#pool && !this.#watch)) return;
    this.#attempt = this.#reach().finally(() => (this.#attempt = undefined));
  }

  /** Reaches a replica that was away, or finds that one is. */
  async #reach(): Promise<void> {
    const before = this.#pool;
    const pool = this.#open();
    try {
      await asWork(undefined, () => inTime(pool.query('select 1')));
      if (this.#pool) return;
      this.#pool = pool;
      this.#notify({ isAway: false });
    } catch (error) {
      if (before) this.#leave(before, error as Error);
    } finally {
      if (this.#pool !== pool) void pool.end().catch(() => {});
    }
  }
}

async function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${replicaWait} ms.`)), replicaWait);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => {});
  }
}
