import { isTemporary } from '../../../wire/errors.ts';
import { pause } from '../portal-request.ts';

/** Milliseconds between two requests for the state of a job. */
const pollMilliseconds = 700;

/** Temporary failures in a row after which a job counts as lost; the pauses between them add up to two minutes. */
export const maxMisses = 12;
const missPause = { first: 1_000, max: 15_000 };

/**
 * Requests the state of a job until it has a result. Jobs run on the server: an interrupted connection does not end them, nor does a
 * server that is overloaded, restarted or without its database when their state is requested.
 * @param next requests the state; undefined: the job still runs
 * @throws the error of `next`, or the reason of the signal
 */
export async function followJob<Result>(
  next: () => Promise<Result | undefined>,
  signal: AbortSignal,
): Promise<Result> {
  let misses = 0;
  for (;;) {
    signal.throwIfAborted();
    try {
      const result = await next();
      if (result !== undefined) return result;
      misses = 0;
    } catch (error) {
      misses += 1;
      if (signal.aborted || !isTemporary(error) || misses === maxMisses) throw error;
      await pause(Math.min(missPause.first * 2 ** (misses - 1), missPause.max), signal);
      continue;
    }
    await pause(pollMilliseconds, signal);
  }
}
