import { AsyncLocalStorage } from 'node:async_hooks';

/** What the statements of one piece of work obey, however deep in the code they are sent. */
export interface Work {
  /** When it aborts, the statement under way is cancelled and no other begins; only COMMIT and ROLLBACK go through. */
  signal: AbortSignal;
  /** Waits until this work may use one more connection; returns what gives it back. */
  takeConnection?(signal: AbortSignal): Promise<() => void>;
}

const works = new AsyncLocalStorage<Work | undefined>();

export function currentWork(): Work | undefined {
  return works.getStore();
}

/** Runs a function whose statements obey `work`; `undefined` frees it of the work it was started in. */
export function asWork<Result>(work: Work | undefined, run: () => Result): Result {
  return works.run(work, run);
}
