import { AsyncLocalStorage } from 'node:async_hooks';
import type { CommitCount } from './work-commits.ts';

/** Limits of the statements of one piece of work, however deep in the code they are sent. */
export interface Work {
  /** When it aborts, the running statement is cancelled and no other starts, except ROLLBACK; a running COMMIT goes on. */
  signal: AbortSignal;
  /** Waits until this work may use one more connection; returns a function that releases it. */
  takeConnection?(signal: AbortSignal): Promise<() => void>;
  /** The work that this one is part of. */
  outer?: Work | undefined;
  /** What it commits. */
  commits?: CommitCount;
  /** Whether what it writes may be repeated with the request, and is not what the request saves. */
  isBookkeeping?: boolean;
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

/** Runs writes that a repeated request may repeat, such as the count of its attempts. */
export function asBookkeeping<Result>(run: () => Result): Result {
  const outer = currentWork();
  if (!outer) return run();
  const { signal, takeConnection } = outer;
  return asWork({ signal, outer, isBookkeeping: true, ...(takeConnection && { takeConnection }) }, run);
}

/**
 * Counts a COMMIT that is about to be sent for a piece of work, and so for those that it is part of.
 * @returns what is called with whether it may have saved
 * @throws the reason when the work was aborted where another thread started it
 */
export function beginCommit(work: Work): (saved: boolean) => void {
  const counts: CommitCount[] = [];
  for (let each: Work | undefined = work; each && !each.isBookkeeping; each = each.outer)
    if (each.commits) counts.unshift(each.commits);
  // The outermost first: it is the one that refuses.
  const ends = counts.map((count) => count.begin());
  return (saved) => {
    for (const end of ends) end(saved);
  };
}

/** A transaction that code runs in; what it started may outlive it. */
interface Transaction {
  isOpen: boolean;
}

const transactions = new AsyncLocalStorage<Transaction>();

/** Runs the statements of a transaction. */
export async function asTransaction<Result>(run: () => Promise<Result>): Promise<Result> {
  const transaction = { isOpen: true };
  try {
    return await transactions.run(transaction, run);
  } finally {
    transaction.isOpen = false;
  }
}

/** A mistake of the code: no caller can cause or avoid it. */
export class RequestWithinTransaction extends Error {
  override readonly name = 'RequestWithinTransaction';
}

/**
 * Runs a function that waits for another host, not for this server: meanwhile the current work, and the work that it is part of,
 * leave their places to others.
 * @throws RequestWithinTransaction in a transaction, which holds its connection and its locks meanwhile
 */
export async function withoutPlaces<Result>(run: () => Promise<Result>): Promise<Result> {
  if (transactions.getStore()?.isOpen)
    throw new RequestWithinTransaction(
      'Another host must not be requested within a database transaction: request it before or after (docs/decisions/0040-requests-to-other-hosts-by-host.md).',
    );
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
