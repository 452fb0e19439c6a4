import { threadPool } from '../../../platform/threads/thread-pool.ts';
import type { ThreadReply, ThreadSettings, ThreadTask } from './feature-thread.ts';

/** Threads for one class of work that would block the event loop, and for jobs: one task each. */
export interface FeatureThreads {
  /** @param signal aborts the task, and its thread with it */
  run(task: ThreadTask, signal: AbortSignal): Promise<ThreadReply>;
  close(): Promise<void>;
}

export function featureThreads(settings: ThreadSettings, threads: number): FeatureThreads {
  const pool = threadPool<ThreadTask, ThreadReply>({
    script: new URL('feature-thread.ts', import.meta.url),
    settings,
    threads,
  });
  return {
    run: (task, signal) => pool.run(task, signal, buffersOf(task)),
    close: () => pool.close(),
  };
}

/** Large values are transferred: they are not read here again. */
function buffersOf({ parameters }: ThreadTask): ArrayBuffer[] {
  const buffers = [...parameters.values()]
    .flat()
    .flatMap((value) =>
      typeof value !== 'string' && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
    );
  return [...new Set(buffers)];
}
