import type { Writer } from './writing.ts';

/** Something that was added, and how it is changed afterwards. */
export interface Thing {
  what: string;
  /** In turn, by what they do. Each is one request. @returns whether it was acknowledged */
  changes: Record<string, () => Promise<boolean>>;
  /** How many of the changes it shows; -1 when it is not as it was after any of them. */
  changesShown(): Promise<number>;
}

/** One other write lies between two changes of a thing, so that a retry cannot hide a lost change. */
const mostWaiting = 1;

/**
 * Adds things and changes them later, one request in each write. The first goes through all of its changes, the next through all but
 * the last, and so on, so that things of every state are left. Without an acknowledgement a thing is not changed again.
 */
export function createChangingWriter(add: (number: number) => Promise<Thing | undefined>): Writer {
  const waiting: { thing: Thing; begun: number; last: number }[] = [];
  let added = 0;

  return async (number) => {
    const due = waiting.length > mostWaiting ? waiting.shift() : undefined;
    if (due) {
      const [name, change] = Object.entries(due.thing.changes)[due.begun] ?? [];
      due.begun += 1;
      if (!(await change?.())) return undefined;
      if (due.begun < due.last) waiting.push(due);
      return acknowledged(due, due.begun, name);
    }
    const thing = await add(number);
    if (!thing) return undefined;
    const most = Object.keys(thing.changes).length;
    const made = { thing, begun: 0, last: most - (added % (most + 1)) };
    added += 1;
    if (made.last > 0) waiting.push(made);
    return acknowledged(made, 0);
  };
}

/** It shows a change that was acknowledged, and none that was not even requested. */
function acknowledged(of: { thing: Thing; begun: number }, made: number, change?: string) {
  const { what, changesShown } = of.thing;
  return {
    what: change === undefined ? what : `${what}, ${change}`,
    ...(change !== undefined && { change }),
    async isThere() {
      const shown = await changesShown();
      return made <= shown && shown <= of.begun;
    },
  };
}
