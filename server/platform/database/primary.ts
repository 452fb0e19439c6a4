/** What one process knows of the primary, in memory that its threads share. */
export interface PrimaryMemory {
  /** Epoch milliseconds of the last contact while the primary is away, else 0; then the position a replica needs. */
  values: BigInt64Array;
}

export function primaryMemory(): PrimaryMemory {
  return { values: new BigInt64Array(new SharedArrayBuffer(16)) };
}

/** Milliseconds after which a thread notices that the primary is away. */
const followEvery = 250;

/**
 * Whether the primary answers. `PrimaryWatch` finds it out in one thread; other threads follow the same memory. Pools give up
 * their connections when it is lost, and make none until it is back.
 */
export class Primary {
  readonly memory: PrimaryMemory;
  readonly #listeners = new Set<(isReplaced: boolean) => void>();
  #timer: NodeJS.Timeout | undefined;
  /** Milliseconds by which the clock of the database is ahead of that of this process. */
  #ahead = 0;
  /** Asks a primary that is away again; set by the one who watches it. */
  retry: () => Promise<void> = async () => {};

  /** @param options.follows whether another thread watches the primary */
  constructor(memory = primaryMemory(), { follows = false } = {}) {
    this.memory = memory;
    if (follows) this.#follow();
  }

  /** Epoch milliseconds of the last contact; undefined while the primary answers. */
  get awaySince(): number | undefined {
    const since = Number(Atomics.load(this.memory.values, 0));
    return since === 0 ? undefined : since;
  }

  /**
   * Epoch milliseconds by the clock of the database, the one that all processes have in common: by two clocks, what one process has
   * written could have ended for another, or not have begun.
   */
  readonly now = (): number => Date.now() + this.#ahead;

  /** Compares the clocks. @param read that of the database, between two times of this process */
  compareClocks(before: number, read: number, after: number): void {
    // Both may be right: nobody knows how long the question and the answer were under way.
    if (read >= before + this.#ahead && read <= after + this.#ahead) return;
    this.#ahead = read - Math.round((before + after) / 2);
  }

  /** What a replica must have replayed to answer instead, in bytes of the log. */
  get neededPosition(): bigint {
    return Atomics.load(this.memory.values, 1);
  }

  /**
   * Calls the listener each time the primary is lost, or another node answers in its place (`isReplaced`).
   * @returns a function that ends this
   */
  onLost(listener: (isReplaced: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  lose(since: number, neededPosition: bigint): void {
    Atomics.store(this.memory.values, 1, neededPosition);
    Atomics.store(this.memory.values, 0, BigInt(since));
    this.#announce(false);
  }

  /** Another node is the primary: connections to the former one are useless. */
  replace(): void {
    this.#announce(true);
  }

  restore(): void {
    Atomics.store(this.memory.values, 0, 0n);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #follow(): void {
    let known = this.awaySince;
    this.#timer = setInterval(() => {
      const since = this.awaySince;
      if (since !== undefined && since !== known) this.#announce(false);
      known = since;
    }, followEvery);
    this.#timer.unref();
  }

  #announce(isReplaced: boolean): void {
    // A listener may remove itself.
    for (const listener of Array.from(this.#listeners)) listener(isReplaced);
  }
}

/** The error of what needs a primary that is away: the SQLSTATE of a failed connection. */
export function primaryIsAway(): Error {
  return Object.assign(new Error('The primary is away.'), { code: '08006' });
}
