import { AsyncLocalStorage } from 'node:async_hooks';

/** Limits of the statements of one piece of work, however deep in the code they are sent. */
export interface Work {
  /** When it aborts, the running statement is cancelled and no other starts, except COMMIT and ROLLBACK. */
  signal: AbortSignal;
  /** Waits until this work may use one more connection; returns a function that releases it. */
  takeConnection?(signal: AbortSignal): Promise<() => void>;
  /** The work that this one is part of. */
  outer?: Work | undefined;
  /** Runs a function while this work holds no place of its class; afterwards it waits for one again. */
  withoutPlace?: <Result>(run: () => Promise<Result>) => Promise<Result>;
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

/**
 * Runs a function that waits for another host, not for this server: meanwhile the current work, and the work that it is part of,
 * leave their places to others. Must not be called in a transaction, whose connection the others may wait for.
 */
export async function withoutPlaces<Result>(run: () => Promise<Result>): Promise<Result> {
  const held: Work[] = [];
  for (let work = currentWork(); work; work = work.outer) held.unshift(work);
  // The outermost gets its place back first, as at the start: two that each hold what the other waits for would wait forever.
  let inner = run;
  for (const { withoutPlace } of held) {
    const next = inner;
    if (withoutPlace) inner = async () => withoutPlace(next);
  }
  return inner();
}
