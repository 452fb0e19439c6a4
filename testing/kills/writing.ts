import { setTimeout as pause } from 'node:timers/promises';
import type { Acknowledged, Writer } from './writers.ts';

/** A start of the server or the database, or a failover, that takes longer has failed. */
const timeout = 120_000;

/** Every writer keeps writing, whatever happens to the server. */
export function startWriting(writers: Record<string, Writer>) {
  const acknowledged = new Map<string, Acknowledged[]>(Object.keys(writers).map((kind) => [kind, []]));
  const over = new AbortController();
  let lastBegun = 0;
  const loops = Object.entries(writers).map(async ([kind, write]) => {
    for (let number = 1; !over.signal.aborted; number += 1) {
      const begun = Date.now();
      const written = await write(number).catch(() => undefined);
      if (written) {
        acknowledged.get(kind)?.push(written);
        lastBegun = Math.max(lastBegun, begun);
      } else await pause(100);
    }
  });
  const wait = async (what: string, isSo: () => boolean) => {
    const end = Date.now() + timeout;
    while (!isSo()) {
      if (Date.now() > end) throw new Error(`In ${timeout / 1000} s ${what}.`);
      await pause(20);
    }
  };
  return {
    acknowledged,
    /** Waits for an acknowledged write that starts from now on. */
    goesOn() {
      const now = Date.now();
      return wait('nothing was written', () => lastBegun >= now);
    },
    /** Waits for another acknowledged write of every kind. @returns the kind that was the last */
    async everyKindGoesOn(): Promise<string> {
      const before = new Map([...acknowledged].map(([kind, { length }]) => [kind, length]));
      let last = '';
      const waits = [...acknowledged].map(async ([kind, list]) => {
        await wait(`none of the ${kind} was written`, () => list.length > (before.get(kind) ?? 0));
        last = kind;
      });
      await Promise.all(waits);
      return last;
    },
    async stop() {
      over.abort();
      await Promise.all(loops);
    },
  };
}

/** Acknowledged writes that are missing or incomplete. */
export async function findLost(all: readonly Acknowledged[]): Promise<string[]> {
  const lost: string[] = [];
  for (const { what, isThere } of all) if (!(await isThere().catch(() => false))) lost.push(what);
  return lost;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}
