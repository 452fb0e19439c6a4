import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';
import { startTurnMeter } from '../rig/turn-meter.ts';

/** Load of the server's event loop since the last report, in milliseconds. */
export interface LoopFigures {
  /** The longest delay in elapsed time, in which the system may have run other processes. */
  delay: number;
  /** The longest turn in processor time. */
  turn: number;
  /** The longest garbage collection, which may be part of that turn. */
  garbage: number;
  /** Megabytes of memory of the process. */
  memory: number;
}

const resolution = 2;

/** Loaded into the server's process before its program; answers every message with the figures. */
function measure(): void {
  const meter = startTurnMeter();
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  let garbage = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) garbage = Math.max(garbage, duration);
  }).observe({ entryTypes: ['gc'] });
  process.on('message', () => {
    const delay = Math.max(0, delays.max / 1e6 - resolution);
    const memory = Math.round(process.memoryUsage.rss() / 1e6);
    process.send?.({ delay, turn: meter.longest(), garbage, memory } satisfies LoopFigures);
    delays.reset();
    garbage = 0;
  });
  process.channel?.unref();
}

// Threads of the server load this too.
if (isMainThread && process.send) measure();
