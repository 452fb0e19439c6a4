import { setPriority } from 'node:os';
import { isMainThread, type MessagePort } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { callerLeft } from '../budgets/refusals.ts';
import { asWork } from '../database/current-work.ts';
import { type PlainError, plainError } from './plain-error.ts';

/** Priority below that of the event loop, which answers all requests. */
const niceness = 5;

/**
 * Lets the event loop run before this thread when all processors are busy. Only Linux has thread priorities.
 */
function lowerPriority(): void {
  if (!isMainThread && process.platform === 'linux') setPriority(niceness);
}

lowerPriority();

/** The response of a thread. */
export type TaskAnswer<Result> = { result: Result } | { error: PlainError };

/** The input of a thread; a message at `left` means that the requester disconnected. */
export interface GivenTask<Task> {
  task: Task;
  left: MessagePort;
}

/**
 * Runs a task in a thread; the counterpart is `threadPool`.
 * @param buffersOf the buffers of the result to transfer instead of copying
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
