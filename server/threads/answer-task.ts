import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { MessagePort } from 'node:worker_threads';
import { callerLeft } from '../budgets/refusals.ts';
import { asWork } from '../database/current-work.ts';
import { lowerPriority } from './lower-priority.ts';
import { type PlainError, plainError } from './plain-error.ts';

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
