import { setPriority } from 'node:os';
import { isMainThread, type MessagePort } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { callerLeft } from '../budgets/refusals.ts';
import { asWork } from '../database/current-work.ts';
import { type PlainError, plainError } from './plain-error.ts';

/** Nicer than the event loop, which answers everybody, by so much. */
const niceness = 5;

/** Lets the event loop go before this thread when all processors are busy. Only Linux has priorities of threads. */
function lowerPriority(): void {
  if (!isMainThread && process.platform === 'linux') setPriority(niceness);
}

lowerPriority();

/** What a thread answers. */
export type TaskAnswer<Result> = { result: Result } | { error: PlainError };

/** What a thread is given; a message at `left` says that nobody waits any more. */
export interface GivenTask<Task> {
  task: Task;
  left: MessagePort;
}

/**
 * Does a task in a thread; the other side is `threadPool`.
 * @param buffersOf what of the result is handed over instead of being copied
 */
export async function answerTask<Task, Result>(
  { task, left }: GivenTask<Task>,
  work: (task: Task) => Promise<Result>,
  buffersOf: (result: Result) => ArrayBufferLike[],
): Promise<unknown> {
  const leaving = new AbortController();
  left.once('message', () => leaving.abort(callerLeft()));
  try {
    const result = await asWork({ signal: leaving.signal }, () => work(task));
    return move({ [transferableSymbol]: buffersOf(result), [valueSymbol]: { result } } as never);
  } catch (error) {
    return { error: plainError(error) } satisfies TaskAnswer<Result>;
  } finally {
    left.close();
  }
}
