import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Milliseconds between two looks at the clock. */
const resolution = 5;

/**
 * Does something and tells how long the thread was deaf at the longest: nobody else's request was answered that long.
 * @returns milliseconds
 */
export async function longestPause(work: () => Promise<unknown>): Promise<number> {
  const histogram = monitorEventLoopDelay({ resolution });
  histogram.enable();
  await work();
  histogram.disable();
  return Math.max(0, histogram.max / 1e6 - resolution);
}
