import { asWork, currentWork } from '../database/current-work.ts';
import { callerLeft } from './budget-errors.ts';
import { asRequester, currentRequester } from './requester.ts';

interface Entry<Result> {
  answer: Promise<Result>;
  ending: AbortController;
  waiting: number;
}

/** Never aborted: shared work ends when its last requester has left. */
const never = new AbortController().signal;

/** Work that uses the current requester's share of the places, also for those who join it, and after this one has left. */
export function inShareOfFirst<Result>(work: () => Promise<Result>): () => Promise<Result> {
  const requester = currentRequester();
  const first = requester && { ...requester, signal: never };
  // That the first one leaves responses unread is no reason to refuse it to the others.
  delete first?.refuseUnread;
  return () => asRequester(first, work);
}

/**
 * The result of work, or a rejection with the signal's reason as soon as that aborts: work that ignores its signal, and never ends,
 * then holds up nothing that waits for it.
 */
export async function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/**
 * Runs work that several concurrent requests need once, in the share of the first, and aborts it when the last of them disconnects.
 */
export class SharedWork<Result> {
  readonly #underWay = new Map<string, Entry<Result>>();

  /** The result of `work`, or of the same work already running. */
  async join(key: string, work: () => Promise<Result>): Promise<Result> {
    const entry = this.#underWay.get(key) ?? this.#start(key, work);
    const signal = currentWork()?.signal ?? currentRequester()?.signal;
    entry.waiting += 1;
    try {
      return await (signal ? orAborted(entry.answer, signal) : entry.answer);
    } finally {
      entry.waiting -= 1;
      if (entry.waiting === 0) {
        // Later callers start a new one.
        if (this.#underWay.get(key) === entry) this.#underWay.delete(key);
        entry.ending.abort(callerLeft());
        // The last one's place is released when its statement is cancelled.
        await entry.answer.catch(() => {});
      }
    }
  }

  #start(key: string, work: () => Promise<Result>): Entry<Result> {
    const ending = new AbortController();
    const outer = currentWork();
    const { takeConnection } = outer ?? {};
    const own = { signal: ending.signal, outer, ...(takeConnection && { takeConnection }) };
    const answer = inShareOfFirst(() => asWork(own, work))();
    answer.catch(() => {});
    const entry = { answer, ending, waiting: 0 };
    this.#underWay.set(key, entry);
    return entry;
  }
}
