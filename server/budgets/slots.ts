import { FairQueue } from './fair-queue.ts';

/** So many at a time; the others wait, first come, first served. */
export class Slots {
  readonly #queue: FairQueue;

  constructor(count: number) {
    const all = { queue: Number.POSITIVE_INFINITY, perCaller: Number.POSITIVE_INFINITY };
    this.#queue = new FairQueue({ atOnce: count, atOncePerCaller: count, ...all });
  }

  /** @returns what gives the slot back @throws the signal's reason */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const taken = await this.#queue.take(undefined, signal);
    // An endless queue refuses nobody.
    return taken ?? (() => {});
  }
}
