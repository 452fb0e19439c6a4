import { threadPool } from '../../../platform/threads/thread-pool.ts';
import { type AskedAccess, decideAccess } from './ask-access.ts';
import type { ServiceRights } from '../../feature-server/context.ts';
import type { ThreadReply, ThreadSettings, ThreadTask } from './feature-thread.ts';

/** Threads for one class of work that would block the event loop, and for jobs: one task each. */
export interface FeatureThreads {
  /**
   * @param signal aborts the task, and its thread with it
   * @param access decides about other services
   */
  run(
    task: Omit<ThreadTask, 'access'>,
    signal: AbortSignal,
    access: (asked: AskedAccess) => Promise<ServiceRights>,
  ): Promise<ThreadReply>;
  close(): Promise<void>;
}

export function featureThreads(settings: ThreadSettings, threads: number): FeatureThreads {
  const pool = threadPool<ThreadTask, ThreadReply>({
    script: new URL('feature-thread.ts', import.meta.url),
    settings,
    threads,
  });
  return {
    async run(task, signal, access) {
      const { port, end } = decideAccess(access);
      try {
        return await pool.run({ ...task, access: port }, signal, [...buffersOf(task), port]);
      } finally {
        end();
      }
    },
    close: () => pool.close(),
  };
}

/** Large values are transferred: they are not read here again. */
function buffersOf({ parameters }: Pick<ThreadTask, 'parameters'>): ArrayBuffer[] {
  const buffers = [...parameters.values()]
    .flat()
    .flatMap((value) =>
      typeof value !== 'string' && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
    );
  return [...new Set(buffers)];
}
