import { AsyncLocalStorage } from 'node:async_hooks';

/** Limits of the statements of one piece of work, however deep in the code they are sent. */
export interface Work {
  /** When it aborts, the running statement is cancelled and no other starts, except COMMIT and ROLLBACK. */
  signal: AbortSignal;
  /** Waits until this work may use one more connection; returns a function that releases it. */
  takeConnection?(signal: AbortSignal): Promise<() => void>;
  /** The work that this one is part of. */
  outer?: Work | undefined;
}

const works = new AsyncLocalStorage<Work | undefined>();

export function currentWork(): Work | undefined {
  return works.getStore();
}

/**
 * Runs a function whose statements belong to `work`; `undefined` detaches it from the work it was started in.
 */
export function asWork<Result>(work: Work | undefined, run: () => Result): Result {
  return works.run(work, run);
}
