/** Counts tries in a sliding window. Asynchronous so that a shared store can take the place of this process's memory. */
export interface TryLimiter {
  /** Takes one try. @returns 0 when it is allowed, else how many seconds to wait */
  take(key: string): Promise<number>;
  /** Forgets the tries of a key, after a success. */
  clear(key: string): Promise<void>;
}

/** More keys than this are swept, now and then, of those whose tries have all passed: made-up names do not fill the memory. */
const sweepAbove = 10_000;

export function createTryLimiter(options: {
  tries: number;
  windowMs: number;
  now: () => number;
}): TryLimiter {
  const { tries, windowMs, now } = options;
  const times = new Map<string, number[]>();
  const recent = (key: string) => (times.get(key) ?? []).filter((time) => time > now() - windowMs);
  let sweptAt = now();
  const sweep = () => {
    if (times.size <= sweepAbove || now() < sweptAt + windowMs / 10) return;
    sweptAt = now();
    for (const key of times.keys()) if (recent(key).length === 0) times.delete(key);
  };
  return {
    async take(key) {
      sweep();
      const taken = recent(key);
      const oldest = taken[0];
      if (taken.length >= tries && oldest !== undefined) {
        times.set(key, taken);
        return Math.max(1, Math.ceil((oldest + windowMs - now()) / 1000));
      }
      times.set(key, [...taken, now()]);
      return 0;
    },
    async clear(key) {
      times.delete(key);
    },
  };
}
