import { move, transferableSymbol, valueSymbol } from 'piscina';
import { type PlainError, plainError } from './plain-error.ts';

/** What a thread answers. */
export type TaskAnswer<Result> = { result: Result } | { error: PlainError };

/**
 * Does a task in a thread; the other side is `threadPool`.
 * @param buffersOf what of the result is handed over instead of being copied
 */
export async function answerTask<Result>(
  work: () => Promise<Result>,
  buffersOf: (result: Result) => ArrayBufferLike[],
): Promise<unknown> {
  try {
    const result = await work();
    return move({ [transferableSymbol]: buffersOf(result), [valueSymbol]: { result } } as never);
  } catch (error) {
    return { error: plainError(error) } satisfies TaskAnswer<Result>;
  }
}
