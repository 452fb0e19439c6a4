import { type Fault, MappingError } from '../../../wire/errors.ts';
import type { MessagePort } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { callerLeft } from '../budgets/budget-errors.ts';
import { asWork } from '../database/current-work.ts';
import { type CommitCount, ThreadCommits } from '../database/work-commits.ts';

/** An error without its class, which is lost between threads. */
export interface PlainError {
  message: string;
  /** Of a MappingError. */
  known?: { id: string; status: number; faults: readonly Fault[] };
  /** Of the database or the system. */
  code?: string;
  /** From the database: a quota's trigger names what was exceeded here. */
  detail?: string;
  stack?: string;
}

export function plainError(error: unknown): PlainError {
  if (error instanceof MappingError) {
    const { message, id, status, faults } = error;
    const code = (error.cause as { code?: unknown } | undefined)?.code;
    return { message, known: { id, status, faults }, ...(typeof code === 'string' && { code }) };
  }
  const { message, code, detail, stack } = error as Error & { code?: unknown; detail?: unknown };
  return {
    message: String(message),
    ...(typeof code === 'string' && { code }),
    ...(typeof detail === 'string' && { detail }),
    ...(stack !== undefined && { stack }),
  };
}

export function restoreError({ message, known, code, detail, stack }: PlainError): Error {
  const plain = Object.assign(
    new Error(message),
    code !== undefined && { code },
    detail !== undefined && { detail },
    stack && { stack },
  );
  return known ? new MappingError(known.id, message, { ...known, cause: plain }) : plain;
}

/** The response of a thread. */
export type TaskResult<Result> = { result: Result } | { error: PlainError };

/**
 * The input of a thread; a message at `left` means that the task was cancelled, and `commits` is what the one that cancels it sees
 * of its COMMITs.
 */
export interface GivenTask<Task> {
  task: Task;
  left: MessagePort;
  commits: ThreadCommits['memory'];
}

/**
 * Runs a task in a thread; the counterpart is `threadPool`.
 * @param buffersOf the buffers of the result to transfer instead of copying
 */
export async function performTask<Task, Result>(
  { task, left, commits: memory }: GivenTask<Task>,
  work: (task: Task) => Promise<Result>,
  buffersOf: (result: Result) => ArrayBufferLike[],
): Promise<unknown> {
  const leaving = new AbortController();
  const { signal } = leaving;
  const leave = () => leaving.abort(callerLeft());
  left.once('message', leave);
  const shared = new ThreadCommits(memory);
  const commits: CommitCount = {
    begin: () => {
      const end = shared.begin();
      if (end) return end;
      // The message is on its way.
      leave();
      throw signal.reason as Error;
    },
  };
  try {
    const result = await asWork({ signal, commits }, () => work(task));
    return move({ [transferableSymbol]: buffersOf(result), [valueSymbol]: { result } } as never);
  } catch (error) {
    return { error: plainError(error) } satisfies TaskResult<Result>;
  } finally {
    left.close();
  }
}
