import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts';

/** Milliseconds before the next try: none for the first, then growing. */
const pauses = [0, 250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000];
/** One that ended sooner counts as a start that failed, or a disk that is full would be tried without a pause. */
const livesFor = 5000;

/**
 * Starts PostgreSQL again whenever it ends, on the same port, until told to stop: killed, stopped by the system for want of memory,
 * or ended by itself since its disk was full.
 * @param report hears, in a sentence, of every end and every start
 * @returns how to end both
 */
export function supervise(
  cluster: Cluster,
  first: Postmaster,
  report: (message: string) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

  async function restart(
    failures: number,
  ): Promise<{ postmaster: Postmaster; failures: number } | undefined> {
    for (let tried = failures; ; tried += 1) {
      const milliseconds = pauses[Math.min(tried, pauses.length - 1)] ?? 0;
      if (milliseconds >= 1000) report(`Trying again in ${milliseconds / 1000} s.`);
      await pause(milliseconds, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return undefined;
      try {
        return { postmaster: await startPostmaster(cluster, first.port, signal), failures: tried };
      } catch (error) {
        if (!signal.aborted) report((error as Error).message);
      }
    }
  }

  async function watch(): Promise<void> {
    let running: { postmaster: Postmaster; failures: number } | undefined = {
      postmaster: first,
      failures: 0,
    };
    while (running) {
      const begun = Date.now();
      await Promise.race([running.postmaster.gone, stopped]);
      if (signal.aborted) return;
      const ended = Date.now();
      report('The embedded PostgreSQL has ended and is being started again.');
      running = await restart(ended - begun < livesFor ? running.failures + 1 : 0);
      if (running) report(`The embedded PostgreSQL is up again after ${Date.now() - ended} ms.`);
    }
  }

  const watching = watch();
  return async () => {
    stopping.abort();
    await watching;
    await stopPostmaster(cluster);
  };
}
