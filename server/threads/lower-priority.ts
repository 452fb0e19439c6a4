import { setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';

/** Nicer than the event loop, which answers everybody, by so much. */
const niceness = 5;

/** Lets the event loop go before this thread when all processors are busy. Only Linux has priorities of threads. */
export function lowerPriority(): void {
  if (!isMainThread && process.platform === 'linux') setPriority(niceness);
}
