import { setImmediate as nextTurn } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/**
 * Waits until the event loop has done one turn for each caller before: forty pieces of work that begin together must not keep
 * everybody else waiting for all of them.
 */
export async function inTurn(): Promise<void> {
  await (last = last.then(() => nextTurn()));
}
