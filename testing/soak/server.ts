import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { heapUsed } from '../rig/heap-used.ts';
import { mark, type ServerFigures } from './meter.ts';

const resolution = 10;

/** The program with a meter: SIGUSR2 prints its figures. */
const delays = monitorEventLoopDelay({ resolution });
delays.enable();
process.on('SIGUSR2', () => {
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution);
  const [delayMean, delayP99] = [late(delays.mean), late(delays.percentile(99))];
  // The collection is not part of what is measured.
  const heap = heapUsed();
  const memory = process.memoryUsage.rss() / 1e6;
  const descriptors = readdirSync('/proc/self/fd').length;
  console.log(
    mark + JSON.stringify({ heap, memory, descriptors, delayMean, delayP99 } satisfies ServerFigures),
  );
  delays.reset();
});

await import('../../server/main.ts');
