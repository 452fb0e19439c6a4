import { getPriority, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';

/** Added to the niceness of the event loop, which answers all requests. */
const niceness = 5;

/**
 * Lets the event loop run before this thread when all processors are busy. Only Linux has thread priorities; see
 * https://man7.org/linux/man-pages/man2/setpriority.2.html.
 */
function lowerPriority(): void {
  if (!isMainThread && process.platform === 'linux') setPriority(Math.min(19, getPriority() + niceness));
}

lowerPriority();

/** Flags of this process that a thread accepts: not those of V8's memory, which belong to the process. */
const flags = process.execArgv.filter((flag) => !/^--max[-_]/.test(flag));

/**
 * Options of a thread of low priority. It is lowered by a preloaded module, because loading and compiling the modules of a
 * thread is most of its work at first.
 */
export const lowPriority = { execArgv: [...flags, '--import', import.meta.url] };
