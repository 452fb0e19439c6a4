import { limits } from '../../limits.ts';
import { outcomeUnknown } from '../database/commit-outcome.ts';
import { asWork, currentWork, runningCommits, type Work } from '../database/current-work.ts';
import { busy, callerLeft, timeoutError } from './budget-errors.ts';
import { Displaced, FairQueue } from './fair-queue.ts';
import { currentRequester } from './requester.ts';

/** A limited number at a time; the others wait, first come, first served. */
class Slots {
  readonly #queue: FairQueue;

  constructor(count: number) {
    const all = { queue: Number.POSITIVE_INFINITY, perCaller: Number.POSITIVE_INFINITY };
    this.#queue = new FairQueue({ atOnce: count, atOncePerCaller: count, ...all });
  }

  /** @returns a function that releases the slot @throws the signal's reason */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const taken = await this.#queue.take(undefined, signal);
    // An unlimited queue never rejects.
    return taken ?? (() => {});
  }
}

export interface BudgetOptions {
  /** Name of the class of work, in metrics and error ids (`busy:search`). */
  name: string;
  /** Maximum number of concurrent pieces of work. */
  atOnce: number;
  /** Maximum length of the queue. */
  queue: number;
  /** Deadline for waiting and work together, in milliseconds. */
  deadlineMs: number;
  /**
   * Maximum number of database connections of this class. More than `atOnce`: work that needs a second
   * connection while it holds one must get it. Absent: the connections of the work this one is part of, or
   * none.
   */
  connections?: number;
  /** Largest share of the places, and of places and queue together, that one caller may hold; at least one place. */
  callerShare?: number;
  /** The same for the callers of one organisation together; absent: organisations have no share. */
  organisationShare?: number;
  /** Seconds that a rejected caller is asked to wait. */
  retryAfterSeconds?: number;
}

/** Limits one class of work, so that no other class waits for it. */
export interface Budget {
  readonly name: string;
  /**
   * Runs `work` when a place is free. Its signal aborts when the requester disconnects (`signal`; absent: the
   * current request's) or the deadline passes; the running database statement is cancelled then. The answer waits for
   * a running COMMIT (`limits.commitWaitSeconds`). The place is released when `work` settles, and while it waits for
   * another host (`withoutPlaces`). Work that is part of work with a place here runs in that place.
   * @throws MappingError `busy:{name}` (503) without a place, `busy:{name}-took-too-long` (503),
   * `http:caller-left` (499), `database:outcome-unknown` (503) when a COMMIT did not end in time
   */
  run<Result>(
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>;
  /** Work that is running, waiting, and was rejected since the start. */
  count(): BudgetCount;
}

export interface BudgetCount {
  used: number;
  queued: number;
  refused: number;
}

export function createBudget(options: BudgetOptions): Budget {
  const { name, atOnce, queue, deadlineMs, callerShare = 0.5, retryAfterSeconds = 5 } = options;
  const { organisationShare } = options;
  const partOf = (all: number, share: number) => Math.max(1, Math.floor(all * share));
  const places = new FairQueue({
    atOnce,
    queue,
    atOncePerCaller: partOf(atOnce, callerShare),
    perCaller: partOf(atOnce + queue, callerShare),
    ...(organisationShare !== undefined && {
      organisations: {
        atOnce: partOf(atOnce, organisationShare),
        perOrganisation: partOf(atOnce + queue, organisationShare),
      },
    }),
  });
  const connections = options.connections === undefined ? undefined : new Slots(options.connections);
  let refused = 0;
  /** Work with a place. */
  const placed = new WeakSet<Work>();

  const refuse = () => {
    refused += 1;
    return busy(name, retryAfterSeconds);
  };

  return {
    name,
    async run(given, work) {
      const requester = currentRequester();
      const around = currentWork();
      const outer = given ?? around?.signal ?? requester?.signal;
      if (outer?.aborted) throw reasonOf(outer);
      // If all places were held by work that needs another one, none of it would ever end.
      if (around && isPartOf(around, placed)) return untilAborted(work(outer ?? around.signal), around);
      const ending = new AbortController();
      const { signal } = ending;
      const leave = () => ending.abort(outer && reasonOf(outer));
      outer?.addEventListener('abort', leave, { once: true });
      let started = false;
      const timer = setTimeout(() => {
        ending.abort(started ? timeoutError(name, deadlineMs / 1000, retryAfterSeconds) : refuse());
      }, deadlineMs);
      const finish = () => {
        clearTimeout(timer);
        outer?.removeEventListener('abort', leave);
      };
      let place: (() => void) | undefined;
      try {
        const taken = places.take(requester, signal);
        if (!taken) throw refuse();
        place = await taken;
        signal.throwIfAborted();
        started = true;
      } catch (error) {
        finish();
        place?.();
        throw error instanceof Displaced ? refuse() : error;
      }
      const takeConnection = connections
        ? (ending: AbortSignal) => connections.take(ending)
        : around?.takeConnection;
      const held = new HeldPlace(place, () => places.takeAgain(requester, signal));
      const own: Work = {
        signal,
        outer: around,
        withoutPlace: (run) => held.leaveFor(run),
        ...(takeConnection && { takeConnection }),
      };
      placed.add(own);
      const running = asWork(own, async () => work(signal));
      const settled = () => {
        finish();
        placed.delete(own);
        held.end();
      };
      running.then(settled, settled);
      return untilAborted(running, own);
    },
    count: () => ({ used: places.running, queued: places.waiting, refused }),
  };
}

/** The place of one piece of work, which it may leave for a time. */
class HeldPlace {
  #release: (() => void) | undefined;
  readonly #takeAgain: () => Promise<() => void>;
  /** Parts of the work that wait elsewhere. */
  #away = 0;
  #hasEnded = false;
  #returning: Promise<void> | undefined;

  constructor(release: () => void, takeAgain: () => Promise<() => void>) {
    this.#release = release;
    this.#takeAgain = takeAgain;
  }

  /** Without a place until the last part that waits elsewhere is back. */
  async leaveFor<Result>(run: () => Promise<Result>): Promise<Result> {
    this.#away += 1;
    this.#leave();
    try {
      return await run();
    } finally {
      this.#away -= 1;
      if (this.#isHere) await (this.#returning ??= this.#return());
    }
  }

  end(): void {
    this.#hasEnded = true;
    this.#leave();
  }

  get #isHere(): boolean {
    return this.#away === 0 && !this.#hasEnded;
  }

  #leave(): void {
    this.#release?.();
    this.#release = undefined;
  }

  async #return(): Promise<void> {
    try {
      this.#release = await this.#takeAgain();
      if (!this.#isHere) this.#leave();
    } catch {
      // Work that was aborted ends by its signal.
    } finally {
      this.#returning = undefined;
    }
  }
}

/** Whether one of these is a piece of work, or one that it is part of. */
function isPartOf(work: Work, these: WeakSet<Work>): boolean {
  for (let each: Work | undefined = work; each; each = each.outer) if (these.has(each)) return true;
  return false;
}

/**
 * The result, unless the work's signal aborts first: then its reason, also when the work fails because of it. While a COMMIT
 * runs, the answer waits for its outcome.
 */
async function untilAborted<Result>(running: Promise<Result>, work: Work): Promise<Result> {
  const { signal } = work;
  const answer = Promise.withResolvers<Result>();
  const abort = () => {
    const commits = runningCommits(work);
    if (commits.length === 0) answer.reject(signal.reason as Error);
    else answer.resolve(afterCommits(running, commits));
  };
  signal.addEventListener('abort', abort, { once: true });
  running.then(answer.resolve, answer.reject);
  try {
    return await answer.promise;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/**
 * The result of work that was aborted while it committed; for a limited time.
 * @throws `outcomeUnknown` when it takes longer, or something was saved and the work did not get further
 */
async function afterCommits<Result>(running: Promise<Result>, commits: Promise<unknown>[]): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(outcomeUnknown()), limits.commitWaitSeconds * 1000);
  const outcome = async () => {
    try {
      return await running;
    } catch (error) {
      const ended = await Promise.allSettled(commits);
      throw ended.some(({ status }) => status === 'fulfilled') ? outcomeUnknown(error) : error;
    }
  };
  try {
    return await Promise.race([outcome(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function reasonOf(signal: AbortSignal): Error {
  const { reason } = signal as { reason: unknown };
  return reason instanceof Error && reason.name !== 'AbortError' ? reason : callerLeft();
}
