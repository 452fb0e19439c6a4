import { getPriority, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
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

/** Flags of this process that a thread accepts: not those of V8's memory and threads, which belong to the process. */
const flags = process.execArgv.filter((flag) => !/^--(?:max|v8-pool-size)\b/.test(flag));

/** Megabytes of each half of a thread's young generation. */
const youngMegabytes = 16;

/**
 * The event loop has a large young generation (`serverFlags` of tools/install.mjs), and threads that start after it would have the
 * same: V8 hands back that much memory in one turn of the event loop. A heap takes the flag when it is made.
 */
if (isMainThread) setFlagsFromString(`--max-semi-space-size=${youngMegabytes}`);

/**
 * Options of a thread of low priority. It is lowered by a preloaded module, because loading and compiling the modules of a
 * thread is most of its work at first.
 */
export const lowPriority = { execArgv: [...flags, '--import', import.meta.url] };
