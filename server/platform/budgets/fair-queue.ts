import { MappingError } from '../../../wire/errors.ts';
import { RequestWithinTransaction } from '../database/current-work.ts';

/** 503 for one class of work; the others continue. */
export function busy(name: string, retryAfterSeconds: number): MappingError {
  return new MappingError(
    `busy:${name}`,
    `The server is busy with requests of this kind. Try again in ${retryAfterSeconds} seconds.`,
    { status: 503, retryAfterSeconds },
  );
}

export function timeoutError(name: string, seconds: number, retryAfterSeconds: number): MappingError {
  return new MappingError(
    `busy:${name}-took-too-long`,
    `The server could not finish within ${seconds} seconds. Request less, or try again later.`,
    { status: 503, retryAfterSeconds },
  );
}

/**
 * The error of a budget that an error is, or that clients of a protocol have wrapped: no place, not finished in time, or the caller
 * left; or a request within a transaction. It says nothing about what the work asked.
 */
export function errorOfBudget(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof RequestWithinTransaction) return error;
  if (error instanceof MappingError && (error.id.startsWith('busy:') || error.id === leftId)) return error;
  return errorOfBudget(error.cause);
}

const leftId = 'http:caller-left';

/** No one reads it; proxies log 499 for a disconnected client. */
export function callerLeft(): MappingError {
  return new MappingError(leftId, 'The connection was closed before the response.', {
    status: 499,
  });
}

export interface FairQueueOptions {
  /** Number of places, and maximum length of the queue. */
  atOnce: number;
  queue: number;
  /** Places one caller may hold at a time; and places and queue together. */
  atOncePerCaller: number;
  perCaller: number;
}

interface Waiter {
  start(): void;
  /** Ends the wait without a place; undefined for work that had a place before. */
  displace: (() => void) | undefined;
}

/** Why waiting work was removed from a full queue: for the work of a caller with less. */
export class Displaced extends Error {}

/**
 * Grants places. Callers with waiting work are served in turn, one place each, so that one with a hundred
 * waiting delays another's first only by the running work. When the queue is full, a caller with less work in it than another takes
 * the place of the last request of the caller with most.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #runningBy = new Map<string, number>();
  /** In the order of turns. */
  readonly #waitingBy = new Map<string, Waiter[]>();
  running = 0;
  waiting = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /**
   * @param caller undefined: work of the server itself, without a share
   * @returns a promise of a function that releases the place; undefined when the queue or the caller's share
   * is full
   * @throws the signal's reason, and `Displaced`
   */
  take(caller: string | undefined, signal: AbortSignal): Promise<() => void> | undefined {
    const { queue, perCaller } = this.#options;
    const name = caller ?? '';
    const held = (this.#runningBy.get(name) ?? 0) + (this.#waitingBy.get(name)?.length ?? 0);
    if (caller !== undefined && held >= perCaller) return undefined;
    if (this.#hasPlace(name)) return Promise.resolve(this.#start(name));
    if (this.waiting >= queue && !(caller !== undefined && this.#makeRoom(held + 1))) return undefined;
    return this.#wait(name, signal, 'last');
  }

  /** Removes the last request of the caller with most work waiting, if that is more than `most`. @returns whether it did */
  #makeRoom(most: number): boolean {
    let longest: Waiter[] = [];
    for (const [name, line] of this.#waitingBy)
      if (name !== '' && line.length > longest.length) longest = line;
    const last = longest.at(-1);
    if (longest.length <= most || !last?.displace) return false;
    last.displace();
    return true;
  }

  /**
   * Takes a place for work that had one before: it is not rejected, and is the next of its caller.
   * @throws the signal's reason
   */
  async takeAgain(caller: string | undefined, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const name = caller ?? '';
    return this.#hasPlace(name) ? this.#start(name) : this.#wait(name, signal, 'first');
  }

  #wait(name: string, signal: AbortSignal, position: 'first' | 'last'): Promise<() => void> {
    const line = this.#waitingBy.get(name);
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#remove(name, waiter);
        reject(signal.reason as Error);
      };
      const stop = () => {
        signal.removeEventListener('abort', leave);
        this.#remove(name, waiter);
      };
      const waiter: Waiter = {
        start: () => {
          signal.removeEventListener('abort', leave);
          resolve(this.#start(name));
        },
        displace:
          position === 'last'
            ? () => {
                stop();
                reject(new Displaced());
              }
            : undefined,
      };
      signal.addEventListener('abort', leave, { once: true });
      if (line) line.splice(position === 'first' ? 0 : line.length, 0, waiter);
      else this.#waitingBy.set(name, [waiter]);
      this.waiting += 1;
    });
  }

  #hasPlace(name: string): boolean {
    const { atOnce, atOncePerCaller } = this.#options;
    return this.running < atOnce && (name === '' || (this.#runningBy.get(name) ?? 0) < atOncePerCaller);
  }

  #start(name: string): () => void {
    this.running += 1;
    this.#runningBy.set(name, (this.#runningBy.get(name) ?? 0) + 1);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.running -= 1;
      const left = (this.#runningBy.get(name) ?? 1) - 1;
      if (left === 0) this.#runningBy.delete(name);
      else this.#runningBy.set(name, left);
      this.#startNext();
    };
  }

  #startNext(): void {
    for (const [name, [waiter]] of this.#waitingBy) {
      if (!waiter || !this.#hasPlace(name)) continue;
      this.#remove(name, waiter);
      const others = this.#waitingBy.get(name);
      if (others) {
        // The caller moves to the end of the order.
        this.#waitingBy.delete(name);
        this.#waitingBy.set(name, others);
      }
      waiter.start();
      return;
    }
  }

  #remove(name: string, waiter: Waiter): void {
    const line = this.#waitingBy.get(name);
    const index = line?.indexOf(waiter) ?? -1;
    if (!line || index < 0) return;
    line.splice(index, 1);
    this.waiting -= 1;
    if (line.length === 0) this.#waitingBy.delete(name);
  }
}
