import { setTimeout as pause } from 'node:timers/promises';

/** An acknowledged write. `isThere` verifies later that it is stored completely. */
export interface Acknowledged {
  what: string;
  /** Of something that had been added before. */
  change?: string;
  isThere(): Promise<boolean>;
}

/** Writes once. @returns undefined when the server did not acknowledge it */
export type Writer = (number: number) => Promise<Acknowledged | undefined>;

/** Acknowledged writes that are verified at the same time. */
const verifiedAtOnce = 4;

/** A start of the server or the database, or a failover, that takes longer has failed. */
const timeout = 120_000;

/** Every writer keeps writing, whatever happens to the server. */
export function startWriting(writers: Record<string, Writer>) {
  const acknowledged = new Map<string, Acknowledged[]>(Object.keys(writers).map((kind) => [kind, []]));
  const over = new AbortController();
  /** When the last acknowledged write of each kind began. */
  const begunAt = new Map<string, number>();
  const loops = Object.entries(writers).map(async ([kind, write]) => {
    for (let number = 1; !over.signal.aborted; number += 1) {
      const begun = Date.now();
      const written = await write(number).catch(() => undefined);
      if (written) {
        acknowledged.get(kind)?.push(written);
        begunAt.set(kind, begun);
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
      return wait('nothing was written', () => Math.max(...begunAt.values()) >= now);
    },
    /**
     * Waits for an acknowledged write of every kind that starts from now on.
     * @returns the milliseconds until the first one of each kind
     */
    async everyKindGoesOn(): Promise<Record<string, number>> {
      const now = Date.now();
      const waits = [...acknowledged.keys()].map(async (kind): Promise<[string, number]> => {
        await wait(`none of the ${kind} was written`, () => (begunAt.get(kind) ?? 0) >= now);
        return [kind, Date.now() - now];
      });
      return Object.fromEntries(await Promise.all(waits));
    },
    /** Waits until each of these was acknowledged once (names as of `countByKind`). */
    hasAll: (names: readonly string[]) =>
      wait(`not all of ${names.join('; ')} were done`, () => {
        const counts = countByKind(acknowledged);
        return names.every((name) => (counts[name] ?? 0) > 0);
      }),
    async stop() {
      over.abort();
      await Promise.all(loops);
    },
  };
}

/** How many writes of each kind were acknowledged, and changes by what they did (`items, shared`). */
export function countByKind(all: ReadonlyMap<string, readonly Acknowledged[]>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [kind, list] of all) {
    counts[kind] = 0;
    for (const { change } of list) {
      const name = change === undefined ? kind : `${kind}, ${change}`;
      counts[name] = (counts[name] ?? 0) + 1;
    }
  }
  return counts;
}

/** Acknowledged writes that are missing or incomplete. */
export async function findLost(all: readonly Acknowledged[]): Promise<string[]> {
  const lost: string[] = [];
  const left = all.values();
  const verify = async () => {
    for (const { what, isThere } of left) if (!(await isThere().catch(() => false))) lost.push(what);
  };
  await Promise.all(Array.from({ length: verifiedAtOnce }, verify));
  return lost;
}
