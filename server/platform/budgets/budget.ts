import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { isCancelled, isOutcomeUnknown, outcomeUnknown } from '../database/commit-outcome.ts';
import { asWork, currentWork, type Work } from '../database/current-work.ts';
import { explainError } from '../database/explain-failure.ts';
import { Commits } from '../database/work-commits.ts';
import { busy, callerLeft, isCallerLeft, timeoutError } from './budget-errors.ts';
import { Displaced, FairQueue } from './fair-queue.ts';
import { currentRequester, type Requester } from './requester.ts';

/** A limited number at a time; the others wait, first come, first served. */
class Slots {
  readonly #queue: FairQueue;

  constructor(count: number) {
    const all = { queue: Number.POSITIVE_INFINITY, perCaller: Number.POSITIVE_INFINITY };
    this.#queue = new FairQueue({ concurrency: count, concurrencyPerCaller: count, ...all });
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
  concurrency: number;
  /** Maximum length of the queue. */
  queue: number;
  /** Deadline for waiting and work together, in milliseconds. */
  deadlineMs: number;
  /**
   * Maximum number of database connections of this class. More than `concurrency`: work that needs a second
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
  /** Whether a caller with too many unread responses is rejected when the work would begin (`Requester.refuseUnread`). */
  hasLargeResponses?: boolean;
}

/** Limits one class of work, so that no other class waits for it. */
export interface Budget {
  readonly name: string;
  /**
   * Runs `work` when a place is free. Its signal aborts when the requester disconnects (`signal`; absent: the
   * current request's) or the deadline passes; the running database statement is cancelled then. Where something
   * was committed, or a COMMIT runs, the answer waits for the result (`limits.commitWaitSeconds`). The place is released when `work` settles, and while it waits for
   * another host (`withoutPlaces`). Work that is part of work with a place here runs in that place.
   * @throws MappingError `busy:{name}` (503) without a place, `busy:{name}-took-too-long` (503),
   * `http:answers-waiting` (503), `http:caller-left` (499), `database:outcome-unknown` (503) instead of what may be repeated when
   * something may have been saved, here or in earlier work of the same request
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
  const { name, concurrency, queue, deadlineMs, callerShare = 0.5, retryAfterSeconds = 5 } = options;
  const { organisationShare, hasLargeResponses = false } = options;
  const partOf = (all: number, share: number) => Math.max(1, Math.floor(all * share));
  const places = new FairQueue({
    concurrency,
    queue,
    concurrencyPerCaller: partOf(concurrency, callerShare),
    perCaller: partOf(concurrency + queue, callerShare),
    ...(organisationShare !== undefined && {
      organisations: {
        concurrency: partOf(concurrency, organisationShare),
        perOrganisation: partOf(concurrency + queue, organisationShare),
      },
    }),
  });
  const connections = options.connections === undefined ? undefined : new Slots(options.connections);
  let refused = 0;
  /** Work with a place, and what it commits. */
  const placed = new WeakMap<Work, Commits>();

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
      const enclosing = around && commitsOf(around, placed);
      if (enclosing) return untilAborted(work(outer ?? around.signal), around.signal, enclosing, enclosing);
      const commits = new Commits();
      const all = requester ? commitsOfRequest(requester) : commits;
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
        if (hasLargeResponses) requester?.refuseUnread?.();
        started = true;
      } catch (error) {
        finish();
        place?.();
        throw afterSaving(error instanceof Displaced ? refuse() : error, all);
      }
      const takeConnection = connections
        ? (ending: AbortSignal) => connections.take(ending)
        : around?.takeConnection;
      const held = new HeldPlace(place, () => places.takeAgain(requester, signal));
      const own: Work = {
        signal,
        commits,
        // A request is no work, but counts what all its pieces of work commit.
        outer: around ?? { signal, commits: all },
        withoutPlace: (run) => held.leaveFor(run),
        ...(takeConnection && { takeConnection }),
      };
      placed.set(own, commits);
      const running = asWork(own, async () => work(signal));
      const settled = () => {
        finish();
        placed.delete(own);
        held.end();
      };
      running.then(settled, settled);
      return untilAborted(running, signal, commits, all);
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

/** What is committed by the one of these that work is, or is part of. */
function commitsOf(work: Work, these: WeakMap<Work, Commits>): Commits | undefined {
  for (let each: Work | undefined = work; each; each = each.outer) {
    const found = these.get(each);
    if (found) return found;
  }
  return undefined;
}

const ofRequests = new WeakMap<Requester, Commits>();

/** What all the work of a request commits. */
function commitsOfRequest(requester: Requester): Commits {
  const known = ofRequests.get(requester) ?? new Commits();
  ofRequests.set(requester, known);
  return known;
}

/**
 * The result, unless the work's signal aborts first: then its reason, also when the work fails because of it. Where something may
 * have been saved, the answer waits for the result.
 * @param commits of this work
 * @param all of its request
 */
async function untilAborted<Result>(
  running: Promise<Result>,
  signal: AbortSignal,
  commits: Commits,
  all: Commits,
): Promise<Result> {
  const answer = Promise.withResolvers<Result>();
  const abort = () => {
    const reason = signal.reason as Error;
    commits.close();
    if (all.mayHaveSaved) answer.resolve(afterCommits(running, all, reason));
    else answer.reject(reason);
  };
  signal.addEventListener('abort', abort, { once: true });
  running.then(answer.resolve, (error: unknown) => answer.reject(afterSaving(error, all)));
  try {
    return await answer.promise;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** How a request fails: with an error thrown outside of all work, or `outcomeUnknown` when its work has saved something. */
export function errorOfRequest<Failure extends Error>(error: Failure): Failure | MappingError {
  const requester = currentRequester();
  return requester ? afterSaving(error, commitsOfRequest(requester)) : error;
}

/** An error, or `outcomeUnknown` instead of one that says that nothing was saved, or asks to send the request again. */
function afterSaving<Failure>(error: Failure, commits: Commits): Failure | MappingError {
  return commits.mayHaveSaved && deniesSaving(error) ? outcomeUnknown(error) : error;
}

function deniesSaving(error: unknown): boolean {
  if (isOutcomeUnknown(error)) return false;
  const known = error instanceof MappingError ? error : undefined;
  const status = explainError(error)?.status ?? known?.status;
  return status === 503 || status === 507;
}

/**
 * The result of work that was aborted while it committed, or after it had; for a limited time.
 * @throws `outcomeUnknown` when it takes longer, or something was saved and the work did not get further
 */
async function afterCommits<Result>(
  running: Promise<Result>,
  commits: Commits,
  reason: Error,
): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(outcomeUnknown(reason)), limits.commitWaitSeconds * 1000);
  try {
    return await Promise.race([running, late.promise]);
  } catch (error) {
    if (isOutcomeUnknown(error)) throw error;
    if (commits.mayHaveSaved) throw outcomeUnknown(error);
    throw isCancelled(error) || isCallerLeft(error) ? reason : error;
  } finally {
    clearTimeout(timer);
  }
}

function reasonOf(signal: AbortSignal): Error {
  const { reason } = signal as { reason: unknown };
  return reason instanceof Error && reason.name !== 'AbortError' ? reason : callerLeft();
}
