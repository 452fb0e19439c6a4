import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Milliseconds between two ticks. */
const resolution = 5;

/**
 * Runs a function and measures the longest event-loop delay: for that long no other request was answered.
 * @returns milliseconds
 */
export async function longestPause(work: () => Promise<unknown>): Promise<number> {
  const histogram = monitorEventLoopDelay({ resolution });
  histogram.enable();
  await work();
  histogram.disable();
  return Math.max(0, histogram.max / 1e6 - resolution);
}
