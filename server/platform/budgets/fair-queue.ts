export interface FairQueueOptions {
  /** Number of places, and maximum length of the queue, without work that had a place before. */
  concurrency: number;
  queue: number;
  /** Places one caller may hold at a time; and places and queue together. */
  concurrencyPerCaller: number;
  perCaller: number;
  /** The same for the callers of one organisation together; absent: callers have shares and turns, organisations none. */
  organisations?: { concurrency: number; perOrganisation: number };
}

/** Who asks for a place. */
export interface Sender {
  caller: string;
  /** Whose share it counts for besides the caller's; undefined: none is known. */
  organisation?: string;
}

/** Names of a sender; empty for the server itself, and where no organisation counts. */
interface Names {
  caller: string;
  organisation: string;
}

interface Waiter {
  start(): void;
  /** Ends the wait without a place; undefined for work that had a place before, which is always before others of its caller. */
  displace: (() => void) | undefined;
}

/** Waiting work of one organisation by caller, in the order of turns. */
type Lines = Map<string, Waiter[]>;

/** Why waiting work was removed from a full queue: for the work of a caller or an organisation with less. */
export class Displaced extends Error {}

/**
 * Grants places. Callers with waiting work are served in turn, one place each, so that one with a hundred
 * waiting delays another's first only by the running work; where organisations count, they have turns, and each gives its own to its
 * callers in turn. When the queue is full, a caller with less work, running or waiting, than another takes the place of the last
 * request of the caller with most, of the organisation with most. Work that returns to its place is not part of the queue's length: it
 * cannot give way, and would keep others out.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #running = { caller: new Counts(), organisation: new Counts() };
  readonly #waiting = { caller: new Counts(), organisation: new Counts() };
  /** By organisation, in the order of turns. */
  readonly #lines = new Map<string, Lines>();
  running = 0;
  waiting = 0;
  /** Part of `waiting`: work that had a place before. */
  #returning = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /**
   * @param sender undefined: work of the server itself, without a share
   * @returns a promise of a function that releases the place; undefined when the queue, the caller's share or the organisation's
   * is full
   * @throws the signal's reason, and `Displaced`
   */
  take(sender: Sender | undefined, signal: AbortSignal): Promise<() => void> | undefined {
    const { queue, perCaller, organisations } = this.#options;
    const names = this.#namesOf(sender);
    if (sender && this.#held('caller', names) >= perCaller) return undefined;
    if (organisations && names.organisation !== '')
      if (this.#held('organisation', names) >= organisations.perOrganisation) return undefined;
    if (this.#hasPlace(names)) return Promise.resolve(this.#start(names));
    const isFull = this.waiting - this.#returning >= queue;
    if (isFull && !(sender && this.#makeRoom(names))) return undefined;
    return this.#wait(names, signal, 'last');
  }

  /**
   * Takes a place for work that had one before: it is not rejected, and is the next of its caller after others that return.
   * @throws the signal's reason
   */
  async takeAgain(sender: Sender | undefined, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const names = this.#namesOf(sender);
    return this.#hasPlace(names) ? this.#start(names) : this.#wait(names, signal, 'returning');
  }

  #namesOf(sender: Sender | undefined): Names {
    const { caller = '', organisation = '' } = sender ?? {};
    return { caller, organisation: this.#options.organisations ? organisation : '' };
  }

  #held(kind: keyof Names, names: Names): number {
    return this.#running[kind].of(names[kind]) + this.#waiting[kind].of(names[kind]);
  }

  /**
   * Removes the last request of who has most work of those who can give way, if that is more than the sender would have: of another
   * organisation with more, or of another caller of the same one. @returns whether it did
   */
  #makeRoom(names: Names): boolean {
    const own = {
      organisation: this.#held('organisation', names) + 1,
      caller: this.#held('caller', names) + 1,
    };
    let most = { organisation: 0, caller: 0 };
    let room: (() => void) | undefined;
    for (const [organisation, lines] of this.#lines)
      for (const [caller, line] of lines) {
        const displace = line.at(-1)?.displace;
        if (caller === '' || !displace) continue;
        const theirs = {
          organisation: this.#held('organisation', { caller, organisation }),
          caller: this.#held('caller', { caller, organisation }),
        };
        const hasMore =
          organisation === names.organisation
            ? theirs.caller > own.caller
            : theirs.organisation > own.organisation;
        const isMost =
          theirs.organisation > most.organisation ||
          (theirs.organisation === most.organisation && theirs.caller > most.caller);
        if (hasMore && isMost) [most, room] = [theirs, displace];
      }
    room?.();
    return room !== undefined;
  }

  #wait(names: Names, signal: AbortSignal, position: 'returning' | 'last'): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const stop = (reason: Error) => {
        signal.removeEventListener('abort', leave);
        this.#remove(names, waiter);
        reject(reason);
      };
      const leave = () => stop(signal.reason as Error);
      const waiter: Waiter = {
        start: () => {
          signal.removeEventListener('abort', leave);
          resolve(this.#start(names));
        },
        displace: position === 'last' ? () => stop(new Displaced()) : undefined,
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#add(names, waiter, position);
    });
  }

  #hasPlace({ caller, organisation }: Names): boolean {
    const { concurrency, concurrencyPerCaller, organisations } = this.#options;
    if (this.running >= concurrency) return false;
    if (caller !== '' && this.#running.caller.of(caller) >= concurrencyPerCaller) return false;
    if (!organisations || organisation === '') return true;
    return this.#running.organisation.of(organisation) < organisations.concurrency;
  }

  #start(names: Names): () => void {
    this.running += 1;
    count(this.#running, names, 1);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.running -= 1;
      count(this.#running, names, -1);
      // One release can make room for two: in the share of its caller, and in that of its organisation.
      while (this.#startNext());
    };
  }

  /** @returns whether one could start */
  #startNext(): boolean {
    for (const [organisation, lines] of this.#lines)
      for (const [caller, [waiter]] of lines) {
        const names = { caller, organisation };
        if (!waiter || !this.#hasPlace(names)) continue;
        this.#remove(names, waiter);
        moveToEnd(lines, caller);
        moveToEnd(this.#lines, organisation);
        waiter.start();
        return true;
      }
    return false;
  }

  #add(names: Names, waiter: Waiter, position: 'returning' | 'last'): void {
    const { caller, organisation } = names;
    const lines: Lines = this.#lines.get(organisation) ?? new Map<string, Waiter[]>();
    this.#lines.set(organisation, lines);
    const line = lines.get(caller) ?? [];
    lines.set(caller, line);
    // Those that return are before all others, in the order in which they came back.
    const others = position === 'last' ? -1 : line.findIndex(({ displace }) => displace);
    line.splice(others < 0 ? line.length : others, 0, waiter);
    this.waiting += 1;
    if (!waiter.displace) this.#returning += 1;
    count(this.#waiting, names, 1);
  }

  #remove(names: Names, waiter: Waiter): void {
    const { caller, organisation } = names;
    const lines = this.#lines.get(organisation);
    const line = lines?.get(caller);
    const index = line?.indexOf(waiter) ?? -1;
    if (!lines || !line || index < 0) return;
    line.splice(index, 1);
    this.waiting -= 1;
    if (!waiter.displace) this.#returning -= 1;
    count(this.#waiting, names, -1);
    if (line.length === 0) lines.delete(caller);
    if (lines.size === 0) this.#lines.delete(organisation);
  }
}

/** Work by name. */
class Counts {
  readonly #counts = new Map<string, number>();

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  add(name: string, more: number): void {
    const sum = this.of(name) + more;
    if (sum === 0) this.#counts.delete(name);
    else this.#counts.set(name, sum);
  }
}

function count(counts: Readonly<Record<keyof Names, Counts>>, names: Names, more: 1 | -1): void {
  counts.caller.add(names.caller, more);
  counts.organisation.add(names.organisation, more);
}

function moveToEnd<Value>(order: Map<string, Value>, key: string): void {
  const value = order.get(key);
  if (value === undefined) return;
  order.delete(key);
  order.set(key, value);
}
