import { SharedWork } from './shared-work.ts';

/** Work of a key. */
interface Turn {
  number: number;
  hasBegun: boolean;
  /** Resolves when it has ended. */
  ended: Promise<void>;
}

/**
 * Runs equal work once for all requests that wait for its turn together. A request that arrives when it has begun waits for the
 * next turn, so each answer is read after its request, and shows what was written before.
 */
export class JoinedWork<Result> {
  readonly #shared = new SharedWork<Result>();
  /** The latest turn of each key under way. */
  readonly #latest = new Map<string, Turn>();
  #count = 0;

  /**
   * @param key everything that the result depends on, including who may see it
   * @param work calls `begin` when it has its turn, before it reads anything
   */
  async join(key: string, work: (begin: () => void) => Promise<Result>): Promise<Result> {
    const latest = this.#latest.get(key);
    if (latest && !latest.hasBegun) return this.#shared.join(String(latest.number), () => work(() => {}));
    const ending = Promise.withResolvers<void>();
    const turn = { number: (this.#count += 1), hasBegun: false, ended: ending.promise };
    this.#latest.set(key, turn);
    const run = async () => {
      try {
        await latest?.ended;
        return await work(() => (turn.hasBegun = true));
      } finally {
        turn.hasBegun = true;
        if (this.#latest.get(key) === turn) this.#latest.delete(key);
        ending.resolve();
      }
    };
    return this.#shared.join(String(turn.number), run);
  }
}
