import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';

/** The longest turns of an event loop since the last report, in milliseconds of processor time. */
export interface LongestTurns {
  /** Of all turns. */
  turn: number;
  /** The longest garbage collection. */
  garbage: number;
  /** Of all turns without their garbage collections, of which one turn may have several. */
  work: number;
}

/** Measures the load of a thread's event loop. */
export interface TurnMeter {
  /**
   * What was measured since the last call. Processor time, because a busy machine makes every turn of the event
   * loop take longer in elapsed time.
   */
  report(): LongestTurns;
}

/** Turns that are shorter cannot be the longest without garbage that matters; their number is not bounded. */
const short = 10;

/** Starts measuring this thread. */
export function startTurnMeter(): TurnMeter {
  const spent = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let before = spent();
  let began = performance.now();
  let longest = 0;
  let turns: { from: number; to: number; cpu: number }[] = [];
  let collections: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => collections.push(...list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  // However many short turns there are between two ticks, they are no longer than the time to the next one.
  setInterval(() => {
    const now = spent();
    const to = performance.now();
    const cpu = now - before;
    longest = Math.max(longest, cpu);
    if (cpu > short) turns.push({ from: began, to, cpu });
    before = now;
    began = to;
  }, 4).unref();
  return {
    report() {
      collections.push(...observer.takeRecords());
      const garbageIn = (from: number, to: number) =>
        collections
          .filter(({ startTime }) => startTime >= from && startTime <= to)
          .reduce((sum, { duration }) => sum + duration, 0);
      const works = turns.map(({ from, to, cpu }) => cpu - garbageIn(from, to));
      const found = {
        turn: longest,
        garbage: Math.max(0, ...collections.map(({ duration }) => duration)),
        work: Math.max(Math.min(longest, short), ...works),
      };
      longest = 0;
      turns = [];
      collections = [];
      return found;
    },
  };
}
