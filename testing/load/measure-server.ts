import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';
import { type LongestTurns, startTurnMeter } from '../rig/turn-meter.ts';

/** Load of the server's event loop since the last report, in milliseconds. */
export interface LoopFigures extends LongestTurns {
  /** The longest delay in elapsed time, in which the system may have run other processes. */
  delay: number;
  /** Megabytes of memory of the process. */
  memory: number;
}

const resolution = 2;

/** Loaded into the server's process before its program; answers every message with the figures. */
function measure(): void {
  const meter = startTurnMeter();
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  process.on('message', () => {
    const delay = Math.max(0, delays.max / 1e6 - resolution);
    const memory = Math.round(process.memoryUsage.rss() / 1e6);
    process.send?.({ delay, memory, ...meter.report() } satisfies LoopFigures);
    delays.reset();
  });
  process.channel?.unref();
}

// Threads of the server load this too.
if (isMainThread && process.send) measure();
