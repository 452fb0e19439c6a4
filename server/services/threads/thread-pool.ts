import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import type { TaskAnswer } from './answer-task.ts';
import { restoreError } from './plain-error.ts';

/** Threads that do tasks beside the event loop; none starts before there is something to do. */
export interface ThreadPool<Task, Result> {
  /**
   * @param signal ends the task, and its thread with all that it does
   * @throws MappingError `services:too-much` (400) for what takes too much memory, and what the task throws
   */
  run(task: Task, signal: AbortSignal, transfer?: ArrayBuffer[]): Promise<Result>;
  close(): Promise<void>;
}

export interface ThreadPoolOptions {
  /** The module whose `run` does a task. */
  script: URL;
  /** What every thread is given as `workerData`. */
  settings: object;
  threads: number;
  /** Tasks one thread does at the same time; 1. */
  tasksEach?: number;
}

/** Who waits for a thread should wait in a budget: this queue has no end. */
export function threadPool<Task, Result>(options: ThreadPoolOptions): ThreadPool<Task, Result> {
  const pool = new Piscina({
    filename: fileURLToPath(options.script),
    name: 'run',
    workerData: options.settings,
    minThreads: 0,
    maxThreads: options.threads,
    concurrentTasksPerWorker: options.tasksEach ?? 1,
    idleTimeout: 60_000,
    // A thread that waits this way would not hear from its connections.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: limits.threadMegabytes },
    recordTiming: false,
  });
  // Of a thread that died with nothing to do: the next task starts another.
  pool.on('error', () => {});

  return {
    async run(task, signal, transfer = []) {
      let answer: TaskAnswer<Result>;
      try {
        answer = (await pool.run(task, { signal, transferList: transfer })) as TaskAnswer<Result>;
      } catch (error) {
        if ((error as { code?: string }).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
        throw new MappingError(
          'services:too-much',
          'The request takes too much memory. Simplify the geometry or ask for fewer features.',
          { status: 400, cause: error },
        );
      }
      if ('error' in answer) throw restoreError(answer.error);
      return answer.result;
    },
    close: () => pool.destroy(),
  };
}
